"""The store of matches: events, and the announcements that they call for, in one transaction.

Red's turn and "Red played E5" to be announced are written together: killed at any moment, the next
process finds both or neither. The number of events is the optimistic lock: whoever appends to a
match that others have appended to meanwhile gets a StaleError and rules anew.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection, Executable, Row, Select, TextClause, func, select, update

from bot.parts import DutyNote, Part, last_on_duty
from bot.referee.events import Event, MatchOpened, Shown
from bot.referee.match import Room
from bot.servers.settings import USUAL, ServerSettings
from bot.storage import results, rows, schema
from bot.storage.columns import key, row_of, upsert, value_of
from bot.storage.connect import connect, make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.failures import START_TIMEOUT, StaleError, retry_unreachable
from bot.storage.journal import MATCHES
from bot.storage.migrate import is_ours
from bot.storage.rows import Outgoing, StoredMatch, note_board

log = logging.getLogger(__name__)

_Scalar = TypeVar("_Scalar")
MOST_LADDERS = 100
"""Of so many servers the ratings are kept in memory."""

__all__ = ["Outgoing", "Store", "StoredMatch", "open_store"]


class Store(Database):
    """Matches in a database; get one from `open_store`."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.settings: dict[tuple[str, str], ServerSettings] = {}
        """Settings by venue and server, as this process last read or stored them."""
        self.ladders: LRUCache[tuple[str, str], Any] = LRUCache(MOST_LADDERS)
        """By venue and server (`player_records.py`); one question at a time brings them up."""
        self.rating = asyncio.Lock()

    async def open_match(self, room: Room, opened: MatchOpened) -> int:
        """Stores a new match and the announcement of it; RoomTakenError if the room has one."""
        return await self.write(partial(rows.add_match, room=room, opened=opened))

    async def append(
        self,
        match: int,
        seen: int,
        events: Sequence[Event],
        *,
        ruled: str | None = None,
        outgoing: Outgoing | None = None,
        board: str | None = None,
    ) -> None:
        """Stores events after the first `seen`; StaleError if others came first.

        `ruled` is the message they answer, `outgoing` the announcement they call for, `board`
        how the match stands, where that changes (`rows.outline`).
        """

        def work(connection: Connection) -> None:
            MATCHES.append(connection, match, seen, events)
            if ruled is not None:
                rows.add_ruling(connection, match, ruled, accepted=True)
            if outgoing is not None:
                rows.add_outgoing(connection, outgoing)
            if board is not None:
                note_board(connection, match, board)
            for event in events:
                rows.follow(connection, match, event)
            if any(isinstance(event, results.CHANGING) for event in events):
                results.refresh(connection, match)

        # Nobody waits for the note that a turn became visible.
        await self.write(work, may_wait=all(isinstance(event, Shown) for event in events))

    async def refuse(self, match: int, message: str, *, seen: int | None = None) -> None:
        """Stores that a message was refused; StaleError if it has been ruled before.

        Where `seen` is given, also if the match has another number of events by now.
        """

        def work(connection: Connection) -> None:
            rows.add_ruling(connection, match, message, accepted=False)
            if seen is not None and MATCHES.count(connection, match) != seen:
                raise StaleError(f"match {match}: no longer at event {seen}")

        await self.write(work)

    async def load(self, match: int) -> StoredMatch | None:
        return await self.read(partial(rows.load, match=match))

    async def open_rooms(self, venue: str) -> dict[int, Room]:
        here = schema.matches.c.venue == venue, schema.matches.c.open
        return await self.read(lambda connection: MATCHES.rooms(connection, *here))

    async def count_open(self) -> int:
        query = select(func.count()).where(schema.matches.c.open)
        return await self.scalar(query) or 0

    async def room_of(self, match: int) -> Room | None:
        """Where a match is held, whether or not its record can be read."""
        here = schema.matches.c.id == match
        return (await self.read(lambda connection: MATCHES.rooms(connection, here))).get(match)

    async def close_damaged(self, room: Room) -> int | None:
        """Closes the room's open match without a result; its events stay as they are."""
        matches = schema.matches
        here = update(matches).filter_by(**key(room), open=True)
        change = here.values(open=False).returning(matches.c.id)

        def work(connection: Connection) -> int | None:
            number: int | None = connection.execute(change).scalar_one_or_none()
            if number is not None:
                # A match that ended and was reopened has a result all the same.
                results.refresh(connection, number)
            return number

        return await self.write(work)

    async def latest_in(self, room: Room) -> int | None:
        return await self.scalar(MATCHES.latest_in(room))

    async def waiting(self, match: int) -> list[Outgoing]:
        query = select(schema.outbox).filter_by(match=match, sent=False)
        waiting = await self.rows(query.order_by(schema.outbox.c.through))
        return [value_of(Outgoing, row) for row in waiting]

    async def unannounced(self, venue: str) -> dict[int, Room]:
        """The rooms of a venue's matches that have announcements to be made, open or not."""
        matches = schema.matches
        waiting = select(schema.outbox.c.match).where(schema.outbox.c.sent.is_(False))
        here = matches.c.venue == venue, matches.c.id.in_(waiting)
        return await self.read(lambda connection: MATCHES.rooms(connection, *here))

    async def on_duty(self, part: Part, at: datetime) -> None:
        note = partial(upsert, table=schema.duty, key=row_of(part), values={"at": at})
        await self.write(note)

    async def last_on_duty(self, part: Part) -> datetime | None:
        """When the referee was last known to be on duty at a part; asked at the start."""
        query, noted = select(schema.duty).filter_by(venue=part.venue), []
        for row in await retry_unreachable(partial(self.rows, query)):
            if row.at is not None:
                noted.append(DutyNote(value_of(Part, row), row.at))
            else:
                log.error(
                    "the note of the last time on duty is damaged: no time of a turn under way is "
                    "charged"
                )
        return last_on_duty(part, noted)

    async def change(self, statement: Executable) -> None:
        await self.write(lambda connection: connection.execute(statement))

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        return await self.read(lambda connection: connection.execute(query).all())

    async def row(self, query: Executable) -> Row[Any] | None:
        return await self.read(lambda connection: connection.execute(query).first())

    async def scalars(self, query: Executable) -> list[Any]:
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def scalar(self, query: "Select[_Scalar] | TextClause") -> _Scalar | None:
        return await self.read(lambda connection: connection.scalar(query))


class Book:
    """What the store keeps of one subject; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store


class Servers(Book):
    async def rules(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled; the usual where it has not, or where it can't be read.

        Every announcement asks: the store is asked for it once.
        """
        if settings := self._store.settings.get((venue, server)):
            return settings
        query = select(schema.servers.c.rules).filter_by(venue=venue, server=server)
        settled = await self._store.scalar(query) or USUAL
        return self._store.settings.setdefault((venue, server), settled)

    async def fresh(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled by now, maybe at another process of a fleet."""
        self._store.settings.pop((venue, server), None)
        return await self.rules(venue, server)

    async def change(
        self, venue: str, server: str, changed: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Changes what a server has settled by now, maybe at another process or a moment ago.

        What `changed` raises leaves all as it was.
        """
        key = {"venue": venue, "server": server}
        query = select(schema.servers.c.rules).filter_by(**key)

        def work(connection: Connection) -> ServerSettings:
            # The row is there, and whoever else would change it waits.
            upsert(connection, schema.servers, key, key, {"rules": USUAL})
            rules = changed(connection.execute(query).scalar_one())
            connection.execute(update(schema.servers).filter_by(**key).values(rules=rules))
            return rules

        rules = await self._store.write(work)
        self._store.settings[venue, server] = rules
        return rules

    def forget(self, venue: str) -> None:
        """Another process may serve a venue, and settle something, before it is served here."""
        for here in [here for here in self._store.settings if here[0] == venue]:
            del self._store.settings[here]


LOCK_TIMEOUT, BESIDE_TIMEOUT = timedelta(seconds=1.5), timedelta(seconds=5)
"""How long a locked database is waited for: a stop waits up to three times, within 5 seconds."""


async def open_store(
    url: str, lock_timeout: timedelta = LOCK_TIMEOUT, start_timeout: timedelta = START_TIMEOUT
) -> Store:
    """The store at a database URL, brought to this program's schema.

    `lock_timeout` is for a locked SQLite database, `start_timeout` for opening one that can't be
    reached at first. StoreError says in plain words why the database can't be used,
    UnusableDatabaseError that no later start can either.
    """
    return await retry_unreachable(partial(connect, url, lock_timeout, Store), start_timeout)


async def open_beside(url: str) -> Store | None:
    """The store beside a referee at work, for what rules nothing; None where there is none yet.

    `referee room` is typed while forty people play. Nothing is migrated under the referee that
    runs, and no lease is asked for, since what is added changes no match. StoreError if it can't be
    used, or is of another schema than this program's.
    """
    engine, file = make_engine(url, BESIDE_TIMEOUT), sqlite_file(url)
    if engine.dialect.name == "sqlite" and (file is None or not file.is_file()):
        return None
    store = Store(engine)
    async with AsyncExitStack() as ends:
        ends.push_async_callback(store.close)
        if not await store.read(is_ours):
            return None
        ends.pop_all()
    return store
