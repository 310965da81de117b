"""The store: events and the announcements they call for, in one transaction."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, and_, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    MatchEnded,
    MatchMoved,
    MatchOpened,
    PlayerReplaced,
    Shown,
)
from bot.storage import schema
from bot.storage.codec import DECODE_ERRORS, decode, encode, kind
from bot.storage.connect import connect
from bot.storage.failures import (
    DamagedMatchError,
    RoomTakenError,
    StaleError,
    StoreError,
    plain,
)


@dataclass(frozen=True, slots=True)
class Room:
    """A place where a match is held: the venue's name, its server and the room there."""

    venue: str
    server: str
    id: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it lies in the store."""

    id: int
    room: Room
    open: bool
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An announcement to be made: the events `first` to `through`, as a reply to a message."""

    match: int
    first: int
    through: int
    reply_to: str | None = None


class Store:
    """Matches in a database; get one from `open_store`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def open_match(self, room: Room, opened: MatchOpened) -> int:
        """Stores a new match and the announcement of it; RoomTakenError if the room has one."""
        async with self._transaction() as connection:
            try:
                match = await connection.scalar(
                    insert(schema.matches)
                    .values(
                        venue=room.venue,
                        server=room.server,
                        room=room.id,
                        open=True,
                        opened_at=opened.at.isoformat(),
                    )
                    .returning(schema.matches.c.id)
                )
            except IntegrityError:
                raise RoomTakenError(room.id) from None
            assert match is not None  # noqa: S101
            seats = [
                {"match": match, "colour": int(colour), "player": opened.players[colour].id}
                for colour in Colour
            ]
            await connection.execute(insert(schema.players), seats)
            await _add_events(connection, match, 0, (opened,))
            await _add_outgoing(connection, Outgoing(match, 0, 0))
            return int(match)

    async def append(
        self,
        match: int,
        seen: int,
        events: Sequence[Event],
        *,
        ruled: str | None = None,
        outgoing: Outgoing | None = None,
    ) -> None:
        """Stores events after the first `seen`; StaleError if others came first.

        `ruled` is the message they answer, `outgoing` the announcement they call for.
        """
        async with self._transaction() as connection:
            try:
                await _add_events(connection, match, seen, events)
                if ruled is not None:
                    await _add_ruling(connection, match, ruled, accepted=True)
            except IntegrityError:
                raise StaleError(f"match {match}: event {seen} or message {ruled}") from None
            if outgoing is not None:
                await _add_outgoing(connection, outgoing)
            for one in events:
                await _follow(connection, match, one)

    async def refuse(self, match: int, message: str, *, seen: int | None = None) -> None:
        """Stores that a message was refused; StaleError if it has been ruled before.

        Where `seen` is given, also if the match has another number of events by now.
        """
        async with self._transaction() as connection:
            try:
                await _add_ruling(connection, match, message, accepted=False)
            except IntegrityError:
                raise StaleError(f"match {match}: message {message}") from None
            if seen is not None and await _count_events(connection, match) != seen:
                raise StaleError(f"match {match}: no longer at event {seen}")

    async def ruled(self, match: int, message: str) -> bool | None:
        """Whether a message was accepted (True) or refused (False); None if never ruled."""
        table = schema.rulings
        query = select(table.c.accepted).where(table.c.match == match, table.c.message == message)
        async with self._transaction() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def load(self, match: int) -> StoredMatch | None:
        """A match with all its events, None if there is none of this number."""
        table = schema.matches
        async with self._transaction() as connection:
            row = (await connection.execute(select(table).where(table.c.id == match))).first()
            return None if row is None else await _stored(connection, row)

    async def open_matches(self, venue: str, server: str | None = None) -> list[StoredMatch]:
        """The open matches of a venue, or of one of its servers, oldest first."""
        table = schema.matches
        condition = and_(table.c.venue == venue, table.c.open)
        if server is not None:
            condition = and_(condition, table.c.server == server)
        async with self._transaction() as connection:
            rows = await connection.execute(select(table).where(condition).order_by(table.c.id))
            return [await _stored(connection, row) for row in rows.all()]

    async def open_numbers(self, venue: str) -> list[int]:
        """The numbers of a venue's open matches, oldest first."""
        table = schema.matches
        query = select(table.c.id).where(table.c.venue == venue, table.c.open).order_by(table.c.id)
        async with self._transaction() as connection:
            return list((await connection.execute(query)).scalars())

    async def latest_in(self, room: Room) -> int | None:
        """The number of the room's open match, or else of its last one."""
        table = schema.matches
        query = (
            select(table.c.id)
            .where(table.c.venue == room.venue, table.c.room == room.id)
            .order_by(table.c.open.desc(), table.c.id.desc())
            .limit(1)
        )
        async with self._transaction() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def waiting(self, match: int) -> list[Outgoing]:
        """The announcements of a match that have not been made, in their order."""
        table = schema.outbox
        query = (
            select(table)
            .where(table.c.match == match, table.c.sent.is_(False))
            .order_by(table.c.through)
        )
        async with self._transaction() as connection:
            rows = (await connection.execute(query)).all()
        return [Outgoing(row.match, row.first, row.through, row.reply_to) for row in rows]

    async def unannounced(self, venue: str) -> list[int]:
        """The matches of a venue that have announcements to be made, open or not."""
        query = (
            select(schema.outbox.c.match)
            .join(schema.matches, schema.matches.c.id == schema.outbox.c.match)
            .where(schema.matches.c.venue == venue, schema.outbox.c.sent.is_(False))
            .distinct()
            .order_by(schema.outbox.c.match)
        )
        async with self._transaction() as connection:
            return list((await connection.execute(query)).scalars())

    async def on_duty(self, venue: str, at: datetime) -> None:
        """Notes that the referee was on duty at a moment."""
        table = schema.duty
        async with self._transaction() as connection:
            changed = await connection.execute(
                update(table).where(table.c.venue == venue).values(at=at.isoformat())
            )
            if not changed.rowcount:
                await connection.execute(insert(table).values(venue=venue, at=at.isoformat()))

    async def last_on_duty(self, venue: str) -> datetime | None:
        """When the referee was last known to be on duty at a venue."""
        query = select(schema.duty.c.at).where(schema.duty.c.venue == venue)
        async with self._transaction() as connection:
            at = (await connection.execute(query)).scalar_one_or_none()
        return None if at is None else datetime.fromisoformat(at)

    async def close(self) -> None:
        """Gives the connections back."""
        await self._engine.dispose()

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """One transaction, for what a venue keeps beside the matches; StoreError if it fails."""
        return self._transaction()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise StoreError(f"the database can't be used: {plain(error.orig or error)}") from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database can't be used: {plain(error)}") from error


PATIENCE = timedelta(seconds=1.5)
"""For a locked database. A planned stop waits for it up to three times, and has five seconds."""


async def open_store(url: str, patience: timedelta = PATIENCE) -> Store:
    """The store at a database URL, brought to this program's schema.

    `patience` is how long a locked SQLite database is waited for. StoreError says in plain words
    why the database can't be used, NewerDatabaseError that it is newer.
    """
    return Store(await connect(url, patience))


async def _stored(connection: AsyncConnection, row: Row[Any]) -> StoredMatch:
    table = schema.events
    query = select(table.c.data).where(table.c.match == row.id).order_by(table.c.number)
    lines = (await connection.execute(query)).scalars()
    room = Room(row.venue, row.server, row.room)
    try:
        events = tuple(decode(line) for line in lines)
    except DECODE_ERRORS as error:
        raise DamagedMatchError(f"match {row.id} can't be read: its record is damaged") from error
    return StoredMatch(row.id, room, row.open, events)


async def _count_events(connection: AsyncConnection, match: int) -> int | None:
    table = schema.events
    query = select(func.count()).select_from(table).where(table.c.match == match)
    return (await connection.execute(query)).scalar_one()


async def _add_events(
    connection: AsyncConnection, match: int, first: int, events: Sequence[Event]
) -> None:
    rows = [
        {"match": match, "number": number, "kind": kind(one), "data": encode(one)}
        for number, one in enumerate(events, first)
    ]
    await connection.execute(insert(schema.events), rows)


async def _follow(connection: AsyncConnection, match: int, event: Event) -> None:
    """What an event changes in the tables that can be found again from the events."""
    held = update(schema.matches).where(schema.matches.c.id == match)
    match event:
        case Shown():
            table = schema.outbox
            made = update(table).where(table.c.match == match, table.c.through == event.through)
            await connection.execute(made.values(sent=True))
        case MatchEnded():
            await connection.execute(held.values(open=False))
        case MatchMoved():
            try:
                await connection.execute(held.values(room=event.room))
            except IntegrityError:
                raise RoomTakenError(event.room) from None
        case PlayerReplaced():
            table = schema.players
            seat = (table.c.match == match, table.c.colour == int(event.colour))
            await connection.execute(update(table).where(*seat).values(player=event.player.id))
        case _:
            pass


async def _add_ruling(
    connection: AsyncConnection, match: int, message: str, *, accepted: bool
) -> None:
    values = {"match": match, "message": message, "accepted": accepted}
    await connection.execute(insert(schema.rulings).values(values))


async def _add_outgoing(connection: AsyncConnection, outgoing: Outgoing) -> None:
    await connection.execute(
        insert(schema.outbox).values(
            match=outgoing.match,
            first=outgoing.first,
            through=outgoing.through,
            reply_to=outgoing.reply_to,
            sent=False,
        )
    )
