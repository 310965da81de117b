"""Waiting for a state of the world without polling: after every change all who wait look again."""

# ruff: noqa: ASYNC109 - a timeout here is an assertion with a message, not a scope

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = timedelta(minutes=3)
"""Long enough for a machine that is overloaded tenfold; nothing waits so long where all is well."""


class Bell:
    """Rung after each change; whoever waits checks its condition again."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Let everyone who waits look again."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(
        self,
        check: Callable[[], Found],
        timeout: timedelta = PATIENCE,
        what: str | Callable[[], str] = "a condition",
    ) -> Found:
        """The first truthy answer of the check; TimeoutError naming what was waited for.

        `what` may be a callable, asked only in the end, that also says what was there instead.
        """
        try:
            async with asyncio.timeout(timeout.total_seconds()):
                while not (found := check()):
                    future = asyncio.get_running_loop().create_future()
                    self._waiting.add(future)
                    await future
                return found
        except TimeoutError:
            named = what if isinstance(what, str) else what()
            raise TimeoutError(f"waited {timeout} for {named}") from None
