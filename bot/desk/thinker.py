"""A process that thinks, and the questions that wait for it: the one that is due first comes first.

Ann's turn is due in nine seconds when Bob's comes, due in one: Bob's is thought out first. The
process is started when it is first needed and ended after ten minutes without work. One that dies
is started anew and asked again; whatever was asked when three of them died is given up. A question
that nobody waits for any more is dropped, also in the middle.

How long a question takes on this machine is learnt from those that were answered. Ten matches on
`10s+0` ask at once. A full search takes two seconds here, and the last of the ten wants its turn in
half a second: so each gets a tenth of that, and tries as many games as fit in.
"""

import asyncio
import contextlib
import heapq
import logging
import os
import pickle
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from functools import partial
from typing import Any, TypeVar

from bot.desk.thinking_process import LENGTH_BYTES
from bot.players.game import Game
from bot.players.levels import Level
from bot.referee.clock import ZERO
from bot.timing import Timepiece, break_off, wait_for

GUESS = timedelta(seconds=0.1)
"""What an empty cell costs in a full search, as long as nothing is known."""
SLOWLY = 0.7
"""How much of an estimate is kept where a question took less; one that took longer counts at once.
"""
SAFE = 0.8
"""How much of the time that is there is planned with."""
AT_A_GLANCE = timedelta(milliseconds=20)
"""With less time than this nothing is searched."""
LEAST_SHARE = 0.02
"""A smaller part of a search teaches nothing of its length."""


@dataclass(frozen=True, slots=True)
class SearchCost:
    """What the time of a question depends on; `cells` are the empty ones."""

    law: str
    side: int
    level: Level
    cells: int


def cost_of(game: Game, level: Level) -> SearchCost:
    return SearchCost(game.law, game.side, level, max(1, game.empty.bit_count()))


class Speed:
    """This machine's speed: how long an empty cell takes, by game and level."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, Level], timedelta] = {}

    def full(self, cost: SearchCost) -> timedelta:
        return self._known.get((cost.law, cost.side, cost.level), GUESS) * cost.cells

    def share(self, cost: SearchCost, time: timedelta) -> float:
        """The part of the whole search that fits into some time; 0 is a glance."""
        if time <= AT_A_GLANCE:
            return 0.0
        full = self.full(cost)
        return 1.0 if full <= SAFE * time else SAFE * time / full

    def learn(self, cost: SearchCost, share: float, took: timedelta) -> None:
        if share < LEAST_SHARE:
            return
        key, a_cell = (cost.law, cost.side, cost.level), took / share / cost.cells
        known = self._known.get(key, a_cell)
        self._known[key] = max(a_cell, SLOWLY * known + (1 - SLOWLY) * a_cell)


def slot(now: timedelta, due: timedelta, behind: Iterable[timedelta]) -> timedelta:
    """How long a question may take so that those behind it are answered in time, too.

    `due` is its own moment, `behind` those of all that wait; the same time is planned for each.
    """
    longest = due - now
    for place, other in enumerate(sorted(behind), start=2):
        longest = min(longest, (other - now) / place)
    return max(ZERO, longest)


log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

IDLE_TIMEOUT = timedelta(minutes=10)
"""How long the process is kept without work."""
TRIES = 3
"""How often a question is asked before it is given up."""


class ThinkingError(Exception):
    """The process died over a question, as often as it was asked."""


class Urgency(IntEnum):
    """In which order questions are asked; of one urgency, the one due first."""

    TURN = 0
    HINT = 1
    REVIEW = 2


@dataclass(order=True, slots=True)
class _Job:
    urgency: Urgency
    due: timedelta
    number: int
    question: partial[Any] = field(compare=False)
    cost: SearchCost | None = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)


class Thinker:
    """One process, and what waits to be thought about in it."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self._speed = Speed()
        self._jobs: list[_Job] = []
        self._asked = 0
        self._work = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._has_answered = False

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def ask(
        self,
        urgency: Urgency,
        question: "partial[Answer]",
        within: timedelta | None = None,
        cost: SearchCost | None = None,
    ) -> Answer:
        """The value of a call that is made in the process; ThinkingError.

        It should be there `within` some time. Where its `cost` is known, less is searched if that
        is short: the call is given its `share` of the usual budget.
        """
        self._asked += 1
        now, answer = self._timepiece.monotonic(), asyncio.get_running_loop().create_future()
        due = timedelta.max if within is None else now + within
        heapq.heappush(self._jobs, _Job(urgency, due, self._asked, question, cost, answer))
        self._work.set()
        value: Answer = await answer
        return value

    async def run(self) -> None:
        """Asks the process one question after another, until cancelled."""
        try:
            while True:
                self._work.clear()
                if not self._jobs:
                    if not await wait_for(self._work, self._timepiece, IDLE_TIMEOUT):
                        await self._end()
                    continue
                job = heapq.heappop(self._jobs)
                # Whoever asked may have gone away meanwhile.
                if not job.answer.done():
                    await self._answer(job)
        finally:
            await self._end()

    async def _answer(self, job: _Job) -> None:
        for number in range(1, TRIES + 1):
            began, share = self._timepiece.monotonic(), self._share(job)
            question = job.question if job.cost is None else partial(job.question, share=share)
            exchange = asyncio.create_task(self._exchange(pickle.dumps(question)))
            try:
                await asyncio.wait((exchange, job.answer), return_when=asyncio.FIRST_COMPLETED)
                if not exchange.done() and not self._has_answered:
                    # One that only starts is let be: else a slow machine would never have one.
                    await asyncio.wait((exchange,))
            finally:
                await break_off(exchange)
            if exchange.cancelled():
                # Nobody waits for the answer any more.
                await self._end()
                return
            answer = exchange.result()
            if answer is not None and job.cost is not None:
                self._speed.learn(job.cost, share, self._timepiece.monotonic() - began)
            if answer is not None and not job.answer.done():
                job.answer.set_result(answer[0])
            if job.answer.done():
                return
            log.warning("the process that thinks has died, for the %s. time", number)
        job.answer.set_exception(ThinkingError("the process that thinks keeps dying"))

    def _share(self, job: _Job) -> float:
        """The part of the usual budget that there is time for."""
        if job.cost is None or job.due == timedelta.max:
            return 1.0
        waiting = (one.due for one in self._jobs if not one.answer.done())
        behind = (due for due in waiting if due != timedelta.max)
        time = slot(self._timepiece.monotonic(), job.due, behind)
        return self._speed.share(job.cost, time)

    async def _exchange(self, question: bytes) -> tuple[Any] | None:
        """The answer to one question, alone in a tuple; None if the process died over it."""
        try:
            process = self._process or await self._start()
            assert process.stdin is not None  # noqa: S101
            assert process.stdout is not None  # noqa: S101
            process.stdin.write(question)
            await process.stdin.drain()
            length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
            answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301
        except (OSError, RuntimeError, EOFError):
            # RuntimeError: no thread can be started that waits for the end of a process.
            await self._end()
            return None
        self._has_answered = True
        return (answer,)

    async def _start(self) -> asyncio.subprocess.Process:
        self._has_answered = False
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.desk.thinking_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl-C is for the referee, which ends it.
            start_new_session=True,
            env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        # Reading to the end closes the pipes; waiting alone would leave them open.
        with contextlib.suppress(OSError, ValueError):
            await process.communicate()
        await process.wait()
