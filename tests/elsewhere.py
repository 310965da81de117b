"""How much work of an event loop is done elsewhere just now: in threads, by a process, by servers.

A test that lets time pass by hand goes on when the program has done what it can do without. On a
busy machine a thread may wait long for a processor; meanwhile nothing seems to happen, and time
must not pass. What is handed on is counted until it is done.

A library's own pauses are timers of the loop. Nobody waits for them: a test moves the loop's clock
as well (`pass_on`), once nothing else is left to do.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from aiosqlite.core import Connection as Reader
from asyncpg.transaction import Transaction
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_cursor as Cursor

from bot.desk.thinker import Thinker
from bot.venues.forum.connection import ForumConnection as Forum

ASKED = (
    *(
        (Reader, "_connect"), (Reader, "_execute"), (Cursor, "_prepare_and_execute"),
        (Cursor, "_executemany"),
    ),
    *((Transaction, "start"), (Transaction, "commit"), (Transaction, "rollback")),
    *((Forum, "_ask_once"), (Thinker, "_exchange")),
)  # fmt: skip
"""Statements, requests to a forum, and questions to the processes that think."""
QUIET_LOOKS = 3
"""So often in a row the loop has nothing to do before time goes on."""


class Elsewhere:
    def __init__(self) -> None:
        self.under_way = 0
        self._ahead = 0.0
        self._settling = asyncio.Lock()

    @contextmanager
    def counting(self) -> Iterator[None]:
        loop: Any = asyncio.get_running_loop()
        submit, real_time = loop.run_in_executor, loop.time

        def submitted(executor: Any, work: Callable[..., Any], *given: Any) -> Any:
            doing = submit(executor, work, *given)
            self.under_way += 1
            doing.add_done_callback(self._done)
            return doing

        loop.run_in_executor = submitted
        loop.time = lambda: real_time() + self._ahead  # to the loop's end: it never goes back
        with ExitStack() as stack:
            stack.callback(delattr, loop, "run_in_executor")
            for owner, name in ASKED:
                stack.callback(setattr, owner, name, getattr(owner, name))
                setattr(owner, name, self._counted(getattr(owner, name)))
            yield

    def pass_on(self, seconds: float) -> None:
        """Moves the loop's clock: whoever sleeps by it wakes so much earlier."""
        self._ahead += seconds

    async def settle(self, busy: Callable[[], object] = lambda: False, *, hanging: int = 0) -> None:
        """Returns when the loop has nothing left to do, nobody else works for it, and none is busy.

        So many as are `hanging`, such as a statement before a locked file, are not waited for.
        Whoever sleeps until the loop's next turn finds there what has become ready meanwhile.
        """
        loop: Any = asyncio.get_running_loop()
        quiet = 0
        async with self._settling:  # two who look at once would see each other's turns
            while quiet < QUIET_LOOKS:
                await asyncio.sleep(0)
                quiet = 0 if loop._ready else quiet + 1
                if quiet and (self.under_way > hanging or busy()):
                    quiet = 0
                    await asyncio.sleep(0.001)

    def _counted(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*given: Any, **named: Any) -> Any:
            self.under_way += 1
            try:
                return await asked(*given, **named)
            finally:
                self._done()

        return counted

    def _done(self, _: Any = None) -> None:
        self.under_way -= 1
