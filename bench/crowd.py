"""A crowd that plays and asks, at a rate: what became of its turns and questions.

A turn is said at its time, however many wait, as long as there is a match whose last turn was told:
nobody answers a board that they have not seen. Every fourth act is a question (a board, the
history, the leaderboard).
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from time import perf_counter

from loopback import InteractionResult

from bench.arena import Arena, Seated
from bench.rulings import within_99
from bench.usage import Usage

LIMIT = 0.25
"""Within so many seconds 99 of 100 turns are told at a rate that is borne."""
WINDOW = 5
A_QUESTION = 3
"""After so many turns somebody asks."""
QUESTIONS = ("match board", "history", "match board", "leaderboard")
_REST = timedelta(seconds=60)


@dataclass(slots=True)
class Said:
    """A turn, by seconds since the beginning: said, and told where it was."""

    at: float
    told: float | None = None


@dataclass(slots=True)
class Run:
    """What became of all that was said and asked; `held_back` had no match to be said in."""

    turns: list[Said] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    unanswered: int = 0
    held_back: int = 0
    busy: list[float] = field(default_factory=list)
    """The share of one processor that the referee took, by window."""

    def windows(self) -> list[tuple[float, list[float]]]:
        """How long the turns took that were said in each window."""
        found: dict[int, list[float]] = {}
        for turn in self.turns:
            if turn.told is not None:
                found.setdefault(int(turn.at // WINDOW), []).append(turn.told - turn.at)
        return [(number * WINDOW, taken) for number, taken in sorted(found.items())]

    @property
    def borne(self) -> bool:
        """Whether all was told, and soon enough."""
        taken = [turn.told - turn.at for turn in self.turns if turn.told is not None]
        return len(taken) == len(self.turns) and not self.held_back and within_99(taken) <= LIMIT


class Crowd:
    """Players who say turns, and people who ask, in all the matches of an arena."""

    def __init__(self, place: Arena, usage: Usage) -> None:
        self._place = place
        self._usage = usage
        self._free = deque(match for match in place.matches if not match.over)
        self._waiting: dict[int, tuple[Seated, Said]] = {}
        self._asking: set[asyncio.Task[None]] = set()
        self._questions = cycle(QUESTIONS)
        self._seen = len(place.discord.posted)
        self.run = Run()
        self._begun = perf_counter()

    async def keep(self, plan: Sequence[tuple[float, float]]) -> Run:
        """Says so many turns a second for so many seconds, one after the other."""
        beside = [asyncio.create_task(self._listen()), asyncio.create_task(self._watch())]
        start = self._begun = perf_counter()
        said = 0
        for rate, seconds in plan:
            for number in range(round(rate * seconds)):
                await asyncio.sleep(max(0.0, start + number / rate - perf_counter()))
                await self._say()
                said += 1
                if said % A_QUESTION == 0:
                    self._ask()
            start += seconds
        with suppress(TimeoutError):
            await self._place.discord.wait_until(lambda: not self._waiting, _REST)
        if self._asking:
            _, left = await asyncio.wait(self._asking, timeout=_REST.total_seconds())
            self.run.unanswered = len(left)
            for task in left:
                task.cancel()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        return self.run

    def _now(self) -> float:
        return perf_counter() - self._begun

    async def _say(self) -> None:
        if not self._free:
            self.run.held_back += 1
            return
        match, turn = self._free.popleft(), Said(self._now())
        self.run.turns.append(turn)
        self._waiting[match.channel.id] = match, turn
        await self._place.say(match)

    def _ask(self) -> None:
        match = self._place.matches[len(self.run.asked) % len(self._place.matches)]
        question = self._place.discord.slash(match.channel, match.players[0], next(self._questions))
        self.run.asked.append(self._now())
        task = asyncio.create_task(self._answered(question, self._now()))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answered(self, question: InteractionResult, at: float) -> None:
        await question
        if "Please ask again" in question.content:
            self.run.refused.append(at)

    async def _watch(self) -> None:
        before = self._usage.processor()
        while True:
            await asyncio.sleep(WINDOW)
            now = self._usage.processor()
            self.run.busy.append((now - before).total_seconds() / WINDOW)
            before = now

    async def _listen(self) -> None:
        discord, bot = self._place.discord, self._place.discord.world.bot
        while True:
            await discord.wait_until(lambda: len(discord.posted) > self._seen, timedelta(days=1))
            for message in discord.posted[self._seen :]:
                if message.author is bot and "played" in message.content:
                    self._told(message.channel.id)
            self._seen = len(discord.posted)

    def _told(self, channel: int) -> None:
        if channel in self._waiting:
            match, turn = self._waiting.pop(channel)
            turn.told = self._now()
            if not match.over:
                self._free.append(match)
