"""How people do with puzzles: the one each is at, those they are done with, their days in a row.

Ann solves the day's puzzle on Monday and on Tuesday: two days in a row. On Wednesday she gives up,
and the row ends. It is known on that server alone, and gone with `my forget` there.
"""

from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlalchemy import Connection, delete, select, update

from bot.puzzles.puzzle import Streak
from bot.storage.people import Person
from bot.storage.schema import puzzlers, puzzles_done
from bot.storage.statements import upsert, value_of
from bot.storage.store import Book


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


def forget_puzzles(connection: Connection, venue: str, server: str, player: str) -> None:
    person = Person(venue, server, player)
    for table in (puzzlers, puzzles_done):
        connection.execute(delete(table).filter_by(**person._asdict()))


def _turn_to(connection: Connection, person: Person, puzzle: int) -> None:
    new = {"streak": 0, "day": None}
    upsert(connection, puzzlers, person._asdict(), {"current": puzzle}, new)


def _streak(connection: Connection, person: Person) -> Streak:
    row = connection.execute(select(puzzlers).filter_by(**person._asdict())).one_or_none()
    if row is None or row.day is None:
        return Streak()
    return Streak(row.streak, row.day)
