"""What people have settled for themselves, and how they do with puzzles.

Ann types `my timezone Europe/Paris`. From then on "sat 20:00" is eight in the evening in Paris when
she writes it. It is known on that server alone, and gone with `my forget` there.

Ann types `my remind after:12h` on one Discord server, and is reminded of her matches on all of
them: there she has one id. That she was told of a turn is noted before she is: a process that is
killed in between may leave one reminder out, but none comes twice.

Ann solves the day's puzzle on Monday and on Tuesday: two days in a row. On Wednesday she gives up,
and the row ends.
"""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from bot.puzzles.puzzle import Streak
from bot.servers.reminders import Cause, Reminders
from bot.storage.columns import row_of, upsert, value_of
from bot.storage.schema import matches, people, players, puzzlers, puzzles_done, reminded, reminders
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


class People(Book):
    async def zone(self, venue: str, server: str, player: str) -> str:
        query = select(people.c.zone).filter_by(venue=venue, server=server, player=player)
        return await self._store.scalar(query) or ""

    async def settle_zone(self, venue: str, server: str, player: str, zone: str) -> None:
        """Keeps somebody's time zone; "" forgets it. Quiet hours are by the one said last."""
        person = Person(venue, server, player)
        key, theirs = person._asdict(), update(reminders).where(_theirs(person))

        def work(connection: Connection) -> None:
            connection.execute(theirs.values(zone=zone))
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


@dataclass(frozen=True, slots=True)
class Done:
    solved: bool
    day: date


class PuzzleBook(Book):
    async def current(self, person: Person) -> int:
        query = select(puzzlers.c.current).filter_by(**person._asdict())
        return await self._store.scalar(query) or 0

    async def streak(self, person: Person) -> Streak:
        return await self._store.read(partial(_streak, person=person))

    async def done(self, person: Person) -> dict[int, Done]:
        rows = await self._store.rows(select(puzzles_done).filter_by(**person._asdict()))
        return {row.puzzle: value_of(Done, row) for row in rows}

    async def turn_to(self, person: Person, puzzle: int) -> None:
        await self._store.write(partial(_turn_to, person=person, puzzle=puzzle))

    async def solved(self, person: Person, puzzle: int, day: date, *, of_day: bool) -> Streak:
        """Somebody has solved a puzzle, maybe the day's; the days in a row.

        One that was given up on the same day is solved too late for the row.
        """

        def work(connection: Connection) -> Streak:
            _turn_to(connection, person, puzzle)
            known, streak = {**person._asdict(), "puzzle": puzzle}, _streak(connection, person)
            before = connection.execute(select(puzzles_done).filter_by(**known)).first()
            given_up = before is not None and not before.solved and before.day == day
            if of_day and not given_up:
                streak = streak.solved(day)
                values = {"streak": streak.days, "day": day}
                change = update(puzzlers).filter_by(**person._asdict())
                connection.execute(change.values(values))
            if not given_up:
                upsert(connection, puzzles_done, known, {"solved": True, "day": day})
            return streak

        return await self._store.write(work)

    async def given_up(self, person: Person, puzzle: int, day: date) -> None:
        """Somebody was shown the answer; one that they had solved stays solved."""

        def work(connection: Connection) -> None:
            _turn_to(connection, person, puzzle)
            known = {**person._asdict(), "puzzle": puzzle}
            solved = select(puzzles_done.c.solved).filter_by(**known)
            if not connection.scalar(solved):
                upsert(connection, puzzles_done, known, {"solved": False, "day": day})

        await self._store.write(work)


def forget_settled(connection: Connection, person: Person) -> None:
    for table in (people, puzzlers, puzzles_done):
        connection.execute(delete(table).filter_by(**person._asdict()))
    connection.execute(delete(reminders).where(_theirs(person)))


def _theirs(person: Person) -> ColumnElement[bool]:
    """Of the reminders: those that somebody has on a server, or on all of a venue's."""
    c = reminders.c
    same = and_(c.venue == person.venue, c.player == person.player)
    return and_(same, c.server.in_(("", person.server)))


def _turn_to(connection: Connection, person: Person, puzzle: int) -> None:
    new = {"streak": 0, "day": None}
    upsert(connection, puzzlers, person._asdict(), {"current": puzzle}, new)


def _streak(connection: Connection, person: Person) -> Streak:
    row = connection.execute(select(puzzlers).filter_by(**person._asdict())).one_or_none()
    if row is None or row.day is None:
        return Streak()
    return Streak(row.streak, row.day)
