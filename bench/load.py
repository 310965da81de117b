"""How many turns a second the referee holds: a plan of rates, each for some seconds.

`--rate 5:10,20:10,60:60 --matches 500` says five turns a second for ten seconds, then twenty, then
sixty for a minute, in five hundred matches; no match has two turns under way. A rate is held where
99 of 100 turns are told, board and all, within a quarter of a second by Discord's own stamps.
"""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.arena import Arena, Seated, arena, none_played
from bench.usage import Usage
from bot.referee.clock import TimeControl

LIMIT = timedelta(milliseconds=250)
"""Within this 99 of 100 turns are to be told."""
_SLOW = TimeControl(timedelta(hours=1), timedelta(0))
"""No reminder falls due while turns are counted."""
SOAK = timedelta(minutes=5)
"""From this length of a stage on it is told what became of the memory."""
_LAST = timedelta(seconds=20)
"""For what is still to be told at the end of a rate."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a plan: so many turns a second, for so long."""

    rate: float
    length: timedelta

    @property
    def turns(self) -> int:
        """How many that comes to."""
        return round(self.rate * self.length.total_seconds())

    @classmethod
    def plan(cls, text: str) -> "list[Stage]":
        """A plan such as `5:10,60:60`; ValueError where it is none."""
        pairs = [part.split(":") for part in text.split(",")]
        return [cls(float(rate), timedelta(seconds=float(seconds))) for rate, seconds in pairs]


@dataclass(frozen=True, slots=True)
class Held:
    """What became of a stage: how long each turn took, and what was not told in the end.

    `warnings` are those since the stage before, or since the referee was started. `memory` is what
    the referee had of it, in bytes, after each tenth of the turns.
    """

    stage: Stage
    taken: tuple[timedelta, ...]
    untold: int
    processor: timedelta
    requests: int
    warnings: tuple[str, ...]
    memory: tuple[int, ...]

    @property
    def within(self) -> timedelta:
        """How soon 99 of 100 turns were told."""
        if len(self.taken) < 2:
            return max(self.taken, default=_LAST)
        return quantiles(self.taken, n=100, method="inclusive")[-1]  # type: ignore[type-var]

    @property
    def holds(self) -> bool:
        """Whether all was told, and soon enough."""
        return not self.untold and self.within <= LIMIT

    @property
    def each(self) -> timedelta:
        """The processor's time for one turn."""
        return self.processor / max(1, len(self.taken))


class Load:
    """Turns said at a rate in all the matches of an arena."""

    def __init__(self, place: Arena, usage: Usage) -> None:
        self._place = place
        self._usage = usage
        self._free = deque(place.matches)
        self._waiting: dict[int, tuple[Seated, int]] = {}
        self._taken: list[timedelta] = []
        self._seen = len(place.discord.posted)
        self._warned = 0

    async def hold(self, stage: Stage) -> Held:
        """Says turns at a rate."""
        discord, self._taken = self._place.discord, []
        discord.requests.clear()
        used = self._usage.processor()
        listening = asyncio.create_task(self._listen())
        begun, turns, late = perf_counter(), stage.turns, 0
        memory, tenth = list[int](), max(1, turns // 10)
        for number in range(turns):
            await asyncio.sleep(max(0.0, begun + number / stage.rate - perf_counter()))
            late += not await self._say()
            if (number + 1) % tenth == 0:
                memory.append(self._usage.memory())
        with suppress(TimeoutError):
            await discord.wait_until(lambda: not self._waiting, _LAST)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        used = self._usage.processor() - used
        warnings = tuple(self._place.warnings()[self._warned :])
        self._warned += len(warnings)
        untold, requests = late + len(self._waiting), len(discord.requests)
        taken = tuple(self._taken)
        return Held(stage, taken, untold, used, requests, warnings, tuple(memory))

    async def _say(self) -> bool:
        """A turn in the match that has waited longest; False where none waits."""
        if not self._free:
            return False
        match = self._free.popleft()
        said = await self._place.say(match)
        self._waiting[match.channel.id] = match, said.id
        return True

    async def _listen(self) -> None:
        """Notes what the referee tells, until cancelled."""
        discord, bot = self._place.discord, self._place.discord.world.bot
        while True:
            await discord.wait_until(lambda: len(discord.posted) > self._seen, timedelta(days=1))
            for message in discord.posted[self._seen :]:
                # What was refused, or told without a board, is no turn that was told.
                if message.author is bot and message.attachments:
                    self._told(message.channel.id, message.id >> 22)
            self._seen = len(discord.posted)

    def _told(self, channel: int, at: int) -> None:
        if channel in self._waiting:
            match, said = self._waiting.pop(channel)
            self._taken.append(timedelta(milliseconds=at - (said >> 22)))
            if not match.over:
                self._free.append(match)


def _at_all_stages(number: int, turns: int) -> int:
    """In a soak games that end make up for games that grow: what else grows is a leak."""
    return Random(number).randrange(turns)


async def measured(plan: list[Stage], matches: int) -> list[Held]:
    """What becomes of a plan."""
    async with arena() as place:
        now = place.discord.clock()
        soaks = any(stage.length >= SOAK for stage in plan)
        played = _at_all_stages if soaks else none_played
        await place.furnish(matches, lambda _: _SLOW, lambda _: now, played)
        left = sum(len(match.turns) - match.played for match in place.matches)
        if left < sum(stage.turns for stage in plan):
            raise ValueError(f"{matches:,} matches have only {left:,} turns left")
        async with place.referee() as usage:
            await place.at_rest()
            load = Load(place, usage)
            return [await load.hold(stage) for stage in plan]


def load(plan: list[Stage], matches: int) -> list[Held]:
    """What becomes of a plan, stage by stage."""
    return asyncio.run(measured(plan, matches))
