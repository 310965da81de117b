"""Has the sparring partner's turns and the reviews thought out by one process, one at a time.

Two matches wait for a turn of the partner while somebody's review is under way: the review is
finished, then the turns are thought out, then the next review. The process is started when it is
first needed and ended after ten minutes without work. One that dies is started anew; whatever was
asked when three of them died is given up.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from typing import Any

from cachetools import LRUCache

from bot.desk.thinking_process import review_of, review_question, turn_question
from bot.engine.turn import Turn
from bot.players.levels import Level, turn_of
from bot.players.place import Game
from bot.players.review import Review
from bot.timing import Timepiece, wait_for

log = logging.getLogger(__name__)

IDLE_TIMEOUT = timedelta(minutes=10)
"""How long the process is kept without work."""
TRIES = 3
"""How often a question is asked before it is given up."""
LONGEST_ANSWER = 1_000_000
"""Bytes of a line; the review of the longest game has some tens of thousands."""
MOST_REVIEWS = 50
ReviewKey = tuple[str, int, tuple[Turn, ...]]
"""Which review: the venue's name, the match's number and its turns."""


class ThinkingError(Exception):
    """The process died over a question, as often as it was asked."""


class Urgency(IntEnum):
    """In which order questions are asked."""

    TURN = 0
    REVIEW = 1


@dataclass(order=True, slots=True)
class _Job:
    urgency: Urgency
    number: int
    question: dict[str, Any] = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)


class Thinking:
    """The process that thinks, and what waits to be thought about."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self._jobs: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue()
        self._asked = 0
        self.reviews: LRUCache[ReviewKey, asyncio.Task[Review]] = LRUCache(MOST_REVIEWS)
        """Reviews made or under way: of whichever door they were asked, each is made once."""
        self._work = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the process, None while there is none."""
        return None if self._process is None else self._process.pid

    async def turn(self, game: Game, level: Level, seed: int) -> Turn:
        """The turn that the partner makes in a position; ThinkingError."""
        cells = await self._ask(Urgency.TURN, turn_question(game, level, seed))
        return turn_of(game, tuple(cells))

    async def review(self, start: Game, turns: Sequence[Turn], seed: int) -> Review:
        """What is to be said about a game that is over; ThinkingError."""
        question = review_question(start, tuple(turns), seed)
        return review_of(await self._ask(Urgency.REVIEW, question))

    async def run(self) -> None:
        """Asks the process one question after another, until cancelled."""
        try:
            while True:
                self._work.clear()
                if self._jobs.empty():
                    if not await wait_for(self._work, self._timepiece, IDLE_TIMEOUT):
                        await self._end()
                    continue
                job = self._jobs.get_nowait()
                # Whoever asked may have gone away meanwhile.
                if not job.answer.done():
                    await self._answer(job)
        finally:
            await self._end()

    async def _ask(self, urgency: Urgency, question: dict[str, Any]) -> Any:
        self._asked += 1
        answer = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Job(urgency, self._asked, question, answer))
        self._work.set()
        return await answer

    async def _answer(self, job: _Job) -> None:
        line = json.dumps(job.question).encode() + b"\n"
        for number in range(1, TRIES + 1):
            answer = await self._exchange(line)
            if answer is not None:
                if not job.answer.done():
                    job.answer.set_result(answer)
                return
            log.warning("the process that thinks has died, for the %s. time", number)
        if not job.answer.done():
            job.answer.set_exception(ThinkingError("the process that thinks keeps dying"))

    async def _exchange(self, line: bytes) -> Any:
        """The answer to one question, None if the process died over it."""
        try:
            process = self._process or await self._start()
            assert process.stdin is not None  # noqa: S101
            assert process.stdout is not None  # noqa: S101
            process.stdin.write(line)
            await process.stdin.drain()
            return json.loads(await process.stdout.readline())
        except (OSError, RuntimeError, ValueError):
            # RuntimeError: no thread can be started that waits for the end of a process.
            await self._end()
            return None

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.desk.thinking_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
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
        await process.wait()
