"""How people do with puzzles: the one each is at, those they are done with, their days in a row.

Ann solves the day's puzzle on Monday and on Tuesday: two days in a row. On Wednesday she gives up,
and the row ends. It is known on that server alone, and gone with `my forget` there.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

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
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or 0

    async def streak(self, person: Person) -> Streak:
        """The days in a row on which somebody solved the day's puzzle."""
        async with self._store.reading() as connection:
            return await _streak(connection, person)

    async def done(self, person: Person) -> dict[int, Done]:
        """The puzzles that somebody is done with."""
        query = select(puzzles_done).where(_is(puzzles_done, person))
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return {row.puzzle: Done(row.solved, date.fromisoformat(row.day)) for row in rows}

    async def turn_to(self, person: Person, puzzle: int) -> None:
        """Somebody is at a puzzle from now on."""
        async with self._store.transaction() as connection:
            await _turn_to(connection, person, puzzle)

    async def solved(self, person: Person, puzzle: int, day: date, *, of_day: bool) -> Streak:
        """Somebody has solved a puzzle, maybe the day's; the days in a row.

        One that was given up on the same day is solved too late for the row.
        """
        async with self._store.transaction() as connection:
            # A write comes first: see `Archive.forget`.
            await _turn_to(connection, person, puzzle)
            before = await _done_with(connection, person, puzzle)
            streak = await _streak(connection, person)
            given_up = before is not None and not before.solved and before.day == day.isoformat()
            if of_day and not given_up:
                streak = streak.solved(day)
                values = {"streak": streak.days, "day": day.isoformat()}
                change = update(puzzlers).where(_is(puzzlers, person)).values(values)
                await connection.execute(change)
            if not given_up:
                await _note(connection, person, puzzle, Done(solved=True, day=day))
        return streak

    async def given_up(self, person: Person, puzzle: int, day: date) -> None:
        """Somebody was shown the answer; one that they had solved stays solved."""
        async with self._store.transaction() as connection:
            await _turn_to(connection, person, puzzle)
            before = await _done_with(connection, person, puzzle)
            if before is None or not before.solved:
                await _note(connection, person, puzzle, Done(solved=False, day=day))


async def forget_puzzles(connection: AsyncConnection, venue: str, server: str, player: str) -> None:
    """Forgets all that is kept of somebody's puzzles."""
    person = Person(venue, server, player)
    for table in (puzzlers, puzzles_done):
        await connection.execute(delete(table).where(_is(table, person)))


async def _turn_to(connection: AsyncConnection, person: Person, puzzle: int) -> None:
    new = {"streak": 0, "day": ""}
    change = upsert(connection.dialect.name, puzzlers, person._asdict(), {"current": puzzle}, new)
    await connection.execute(change)


async def _note(connection: AsyncConnection, person: Person, puzzle: int, done: Done) -> None:
    key = {**person._asdict(), "puzzle": puzzle}
    values = {"solved": done.solved, "day": done.day.isoformat()}
    await connection.execute(upsert(connection.dialect.name, puzzles_done, key, values))


async def _done_with(connection: AsyncConnection, person: Person, puzzle: int) -> Any:
    same = and_(_is(puzzles_done, person), puzzles_done.c.puzzle == puzzle)
    return (await connection.execute(select(puzzles_done).where(same))).one_or_none()


async def _streak(connection: AsyncConnection, person: Person) -> Streak:
    query = select(puzzlers).where(_is(puzzlers, person))
    row = (await connection.execute(query)).one_or_none()
    if row is None or not row.day:
        return Streak()
    return Streak(row.streak, date.fromisoformat(row.day))


def _is(table: Table, person: Person) -> ColumnElement[bool]:
    of_server = and_(table.c.venue == person.venue, table.c.server == person.server)
    return and_(of_server, table.c.player == person.player)
