"""What people have settled for themselves: their time zone, and when they are reminded of turns.

Ann types `my timezone Europe/Paris`. From then on "sat 20:00" is eight in the evening in Paris when
she writes it. It is known on that server alone, and gone with `my forget` there.

Ann types `my remind after:12h` on one Discord server, and is reminded of her matches on all of
them: there she has one id. That she was told of a turn is noted before she is: a process that is
killed in between may leave one reminder out, but none comes twice.
"""

from functools import partial
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from bot.servers.reminders import Cause, Reminders
from bot.storage.schema import matches, people, players, reminded, reminders
from bot.storage.statements import row_of, upsert, value_of
from bot.storage.store import Book


class Person(NamedTuple):
    """Somebody, by their id at a venue; `server` is "" where the id is the same on all of them."""

    venue: str
    server: str
    player: str


class TurnTold(NamedTuple):
    turn: str = ""
    causes: frozenset[Cause] = frozenset()

    def of(self, turn: str) -> frozenset[Cause]:
        return self.causes if self.turn == turn else frozenset()


class ReminderBook(Book):
    async def of(self, person: Person) -> Reminders | None:
        row = await self._store.row(select(reminders).filter_by(**person._asdict()))
        return None if row is None else value_of(Reminders, row)

    async def settle(self, person: Person, settled: Reminders | None) -> None:
        key = person._asdict()
        if settled is None:
            await self._store.change(delete(reminders).filter_by(**key))
        else:
            change = partial(upsert, table=reminders, key=key, values=row_of(settled))
            await self._store.write(change)

    async def note_sent(self, person: Person, *, sent: bool) -> None:
        """Counts the messages in a row that could not be sent."""
        count = 0 if sent else reminders.c.failed + 1
        change = update(reminders).filter_by(**person._asdict())
        await self._store.change(change.values(failed=count))

    async def all(self) -> dict[Person, Reminders]:
        rows = await self._store.rows(select(reminders))
        return {Person(row.venue, row.server, row.player): value_of(Reminders, row) for row in rows}

    async def matches(self) -> list[tuple[Person, int]]:
        here = or_(reminders.c.server == "", reminders.c.server == matches.c.server)
        query = (
            select(reminders.c.venue, reminders.c.server, reminders.c.player, matches.c.id)
            .join(players, players.c.player == reminders.c.player)
            .join(matches, matches.c.id == players.c.match)
            .where(matches.c.open, matches.c.venue == reminders.c.venue, here)
        )
        rows = await self._store.rows(query)
        return [(Person(row.venue, row.server, row.player), row.id) for row in rows]

    async def told(self, match: int) -> TurnTold:
        """Of which turn of a match its player was told last, and why."""
        row = await self._store.row(select(reminded).filter_by(match=match))
        if row is None:
            return TurnTold()
        return TurnTold(row.turn, frozenset(it for it in Cause if it in row.causes.split()))

    async def note_told(self, match: int, told: TurnTold) -> None:
        """Keeps what the player of a turn is about to be told."""
        key, values = {"match": match}, {"turn": told.turn, "causes": " ".join(sorted(told.causes))}
        await self._store.write(partial(upsert, table=reminded, key=key, values=values))


def reminders_of(venue: str, server: str, player: str) -> ColumnElement[bool]:
    same = and_(reminders.c.venue == venue, reminders.c.player == player)
    return and_(same, reminders.c.server.in_(("", server)))


class People(Book):
    async def zone(self, venue: str, server: str, player: str) -> str:
        query = select(people.c.zone).where(of_person(venue, server, player))
        return await self._store.scalar(query) or ""

    async def settle_zone(self, venue: str, server: str, player: str, zone: str) -> None:
        """Keeps somebody's time zone; "" forgets it. Quiet hours are by the one said last."""
        key = {"venue": venue, "server": server, "player": player}
        theirs = reminders_of(venue, server, player)

        def work(connection: Connection) -> None:
            connection.execute(update(reminders).where(theirs).values(zone=zone))
            if zone:
                upsert(connection, people, key, {"zone": zone})
            else:
                connection.execute(delete(people).filter_by(**key))

        await self._store.write(work)

    async def open_matches(self, venue: str, server: str | None, player: str) -> list[int]:
        """The numbers of somebody's open matches; with None as the server, on all of them."""
        seats = select(players.c.match).where(players.c.player == player)
        query = select(matches.c.id).where(matches.c.open, matches.c.id.in_(seats))
        here = {"venue": venue} | ({} if server is None else {"server": server})
        return await self._store.scalars(query.filter_by(**here).order_by(matches.c.id))


def of_person(venue: str, server: str, player: str) -> ColumnElement[bool]:
    return and_(people.c.venue == venue, people.c.server == server, people.c.player == player)
