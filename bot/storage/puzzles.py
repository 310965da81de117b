"""How people do with puzzles: the one each is at, those they are done with, their days in a row.

Ann solves the day's puzzle on Monday and on Tuesday: two days in a row. On Wednesday she gives up,
and the row ends. It is known on that server alone, and gone with `my forget` there.
"""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, select, update

from bot.puzzles.streak import Streak
from bot.storage.reminders import Person
from bot.storage.schema import puzzlers, puzzles_done
from bot.storage.store import Store
from bot.storage.upsert import upsert


@dataclass(frozen=True, slots=True)
class Done:
    """That somebody is done with a puzzle: it is solved or given up, since a day."""

    solved: bool
    day: date


class PuzzleBook:
    """All that is kept of puzzles, in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def current(self, person: Person) -> int:
        """The puzzle that somebody is at, 0 if none."""
        query = select(puzzlers.c.current).where(_is(puzzlers, person))
        return await self._store.scalar(query) or 0

    async def streak(self, person: Person) -> Streak:
        """The days in a row on which somebody solved the day's puzzle."""
        return await self._store.read(partial(_streak, person=person))

    async def done(self, person: Person) -> dict[int, Done]:
        """The puzzles that somebody is done with."""
        query = select(puzzles_done).where(_is(puzzles_done, person))
        rows = await self._store.rows(query)
        return {row.puzzle: Done(row.solved, row.day) for row in rows}

    async def turn_to(self, person: Person, puzzle: int) -> None:
        """Somebody is at a puzzle from now on."""
        await self._store.write(partial(_turn_to, person=person, puzzle=puzzle))

    async def solved(self, person: Person, puzzle: int, day: date, *, of_day: bool) -> Streak:
        """Somebody has solved a puzzle, maybe the day's; the days in a row.

        One that was given up on the same day is solved too late for the row.
        """

        def work(connection: Connection) -> Streak:
            _turn_to(connection, person, puzzle)
            before, streak = _done_with(connection, person, puzzle), _streak(connection, person)
            given_up = before is not None and not before.solved and before.day == day
            if of_day and not given_up:
                streak = streak.solved(day)
                values = {"streak": streak.days, "day": day}
                connection.execute(update(puzzlers).where(_is(puzzlers, person)).values(values))
            if not given_up:
                _note(connection, person, puzzle, Done(solved=True, day=day))
            return streak

        return await self._store.write(work)

    async def given_up(self, person: Person, puzzle: int, day: date) -> None:
        """Somebody was shown the answer; one that they had solved stays solved."""

        def work(connection: Connection) -> None:
            _turn_to(connection, person, puzzle)
            before = _done_with(connection, person, puzzle)
            if before is None or not before.solved:
                _note(connection, person, puzzle, Done(solved=False, day=day))

        await self._store.write(work)


def forget_puzzles(connection: Connection, venue: str, server: str, player: str) -> None:
    """Forgets all that is kept of somebody's puzzles."""
    person = Person(venue, server, player)
    for table in (puzzlers, puzzles_done):
        connection.execute(delete(table).where(_is(table, person)))


def _turn_to(connection: Connection, person: Person, puzzle: int) -> None:
    new = {"streak": 0, "day": None}
    upsert(connection, puzzlers, person._asdict(), {"current": puzzle}, new)


def _note(connection: Connection, person: Person, puzzle: int, done: Done) -> None:
    values = {"solved": done.solved, "day": done.day}
    upsert(connection, puzzles_done, {**person._asdict(), "puzzle": puzzle}, values)


def _done_with(connection: Connection, person: Person, puzzle: int) -> Any:
    same = and_(_is(puzzles_done, person), puzzles_done.c.puzzle == puzzle)
    return connection.execute(select(puzzles_done).where(same)).one_or_none()


def _streak(connection: Connection, person: Person) -> Streak:
    row = connection.execute(select(puzzlers).where(_is(puzzlers, person))).one_or_none()
    if row is None or row.day is None:
        return Streak()
    return Streak(row.streak, row.day)


def _is(table: Table, person: Person) -> ColumnElement[bool]:
    of_server = and_(table.c.venue == person.venue, table.c.server == person.server)
    return and_(of_server, table.c.player == person.player)
