"""Whose turn it is to use a database: so many at a time, in the order in which they came.

After an outage a thousand matches are taken up at once. A server takes as many transactions at a
time as there may be connections; the others wait for their turn, which is no failure of the
server's.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta

from bot.storage.failures import UnreachableError

UNUSED = "the database can't be used"
_TIMEOUT = timedelta(seconds=30)
"""How long a transaction may wait for its turn."""


class InOrder:
    """Turns for `most` at a time; whoever is `patient` waits for as long as it takes."""

    def __init__(self, most: int, *, patient: bool = False) -> None:
        self._order = asyncio.Semaphore(most)
        self._timeout = None if patient else _TIMEOUT.total_seconds()
        self._unreached: UnreachableError | None = None
        """The last failure to get the file's lock, or an answer of the server's; None once anybody
        got it since."""
        self._answers = 0
        """How many transactions have got it."""

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Lets so many transactions go on at a time, in the order in which they came.

        If another program held the file for as long as may be waited, or the server was silent, it
        was so for everybody who waited meanwhile: they need not wait as long again, one after the
        other. Where it answered somebody else meanwhile, only that one transaction took too long.
        """
        before = self._unreached
        try:
            async with asyncio.timeout(self._timeout):
                await self._order.acquire()
        except TimeoutError:
            raise UnreachableError(f"{UNUSED}: too many wait for it") from None
        try:
            unreached = self._unreached
            if unreached is not None and unreached is not before:
                raise UnreachableError(str(unreached))
            answers = self._answers
            try:
                yield
            except UnreachableError as error:
                if answers == self._answers:
                    self._unreached = error
                raise
            self._answers, self._unreached = self._answers + 1, None
        finally:
            self._order.release()
