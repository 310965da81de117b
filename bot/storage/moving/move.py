"""Copies all rows, reads them back from both sides, and compares them.

The power fails after the first hundred thousand rows. The same command typed again compares what is
there with the source, row by row, and goes on behind it; were it something else, it would begin
anew. So nothing is there twice, and nothing of two sources is mixed.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Table

from bot.findings import moving
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.moving import contents
from bot.storage.moving.problems import MoveError, OccupiedError
from bot.storage.moving.source import Source, held_source
from bot.storage.moving.target import Target, check_apart, finish, opened_target, prepare
from bot.storage.schema import events
from bot.wording.moving import not_equal_text


async def move(source: str, target: str, tell: Callable[[moving.MoveStep], None]) -> moving.Moved:
    """Makes the database at one address hold what that at another holds; MoveError if it can't.

    `tell` hears of each page. The source is not changed.
    """
    async with held_source(source) as old, opened_target(target) as new:
        await check_apart(old, new, (source, target))
        work = _Move(old, new, tell)
        try:
            if await prepare(new, source):
                tell(moving.Remark.GOES_ON)
        except OccupiedError:
            if not await work.is_done():
                raise
            return await work.result(before=True)
        await work.copy_all()
        if differences := await work.differences():
            raise MoveError(not_equal_text(differences))
        await finish(new)
        return await work.result(before=False)


@dataclass(slots=True)
class _Move:
    """One move, and the matches with an event that could not be read."""

    source: Source
    target: Target
    tell: Callable[[moving.MoveStep], None]
    damaged: dict[int, None] = field(default_factory=dict)

    async def copy_all(self) -> None:
        """Copies what is missing, or all of it where something else is there."""
        if not await self._complete():
            self.tell(moving.Remark.BEGUN_ANEW)
            await self.target.empty()
            await self._complete()
        for table in contents.moved_tables():
            last = await self.source.ask(partial(contents.last_number, table=table))
            await self.target.do(partial(contents.number_after, table=table, last=last))

    async def is_done(self) -> bool:
        """Whether both sides are the same; the first difference is enough to know."""
        for table in contents.moved_tables():
            if await self._difference(table) is not None:
                return False
        return True

    async def differences(self) -> tuple[moving.Difference, ...]:
        """The tables that are not the same on both sides, each by its first difference."""
        first = [await self._difference(table) for table in contents.moved_tables()]
        return tuple(difference for difference in first if difference is not None)

    async def result(self, *, before: bool) -> moving.Moved:
        """What there is on both sides now."""
        counted = [(table.name, await self._count(table)) for table in contents.moved_tables()]
        foreign = await self.source.ask(contents.foreign_contents)
        return moving.Moved(tuple(counted), tuple(self.damaged), foreign, before)

    async def _complete(self) -> bool:
        """Copies what is missing; False where something else is there."""
        for table in contents.moved_tables():
            of = await self._count(table)
            async with self.source.rows(table) as old_rows:
                there = await self._equal_so_far(table, old_rows)
                if there is None:
                    return False
                self.tell(moving.Copying(table.name, there, of))
                async for page in _pages(old_rows):
                    await self.target.store(table, page)
                    there += len(page)
                    self.tell(moving.Copying(table.name, there, of))
        return True

    async def _equal_so_far(self, table: Table, old_rows: contents.Rows) -> int | None:
        """Skips `old_rows` that are there already; how many, or None if one is different."""
        there = 0
        async with self.target.rows(table) as new_rows:
            async for row in new_rows:
                if row != await anext(old_rows, None):
                    return None
                there += 1
        return there

    async def _difference(self, table: Table) -> moving.Difference | None:
        of, done = await self._count(table), 0
        async with self.source.rows(table) as old_rows, self.target.rows(table) as new_rows:
            while True:
                row, again = await anext(old_rows, None), await anext(new_rows, None)
                if row != again:
                    return moving.Difference(table.name, contents.key_of(table, row or again or ()))
                if row is None:
                    break
                if table is events:
                    self._try_to_read(row)
                done += 1
                if done % contents.PAGE == 0 or done == of:
                    self.tell(moving.Comparing(table.name, done, of))
        last = await self.source.ask(partial(contents.last_number, table=table))
        same = last == await self.target.ask(partial(contents.last_number, table=table))
        return None if same else moving.Difference(table.name, None)

    def _try_to_read(self, row: contents.Row) -> None:
        event = dict(zip(events.columns.keys(), row, strict=True))
        try:
            decode(event["data"])
        except DECODE_ERRORS:
            self.damaged[event["match"]] = None

    async def _count(self, table: Table) -> int:
        return await self.source.ask(partial(contents.count_rows, table=table))


async def _pages(rows: contents.Rows) -> AsyncIterator[list[contents.Row]]:
    page: list[contents.Row] = []
    async for row in rows:
        page.append(row)
        if len(page) == contents.PAGE:
            yield page
            page = []
    if page:
        yield page
