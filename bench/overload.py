"""More than the referee bears: half as much again for two minutes, then what it bears.

`make overload` first finds what it bears, by a short search: the highest rate at which 99 of 100
turns are told within a quarter of a second. People ask as well: every fourth act is a question (a
board, the history, the leaderboard). A turn is said at its time, however many wait, as long as
there is a match whose last turn was told: nobody answers a board that they have not seen.

A picture of the curves is written where `--picture` says.
"""

import argparse
import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from time import perf_counter

from loopback import InteractionResult
from sqlalchemy import text
from storage.postgres import fresh_database

from bench.arena import Arena, Seated, arena
from bench.curves import Curve, draw
from bench.quiet import Others
from bench.rulings import within_99
from bench.usage import Usage
from bot.referee.clock import TimeControl
from bot.storage.store import open_store

LIMIT = 0.25
"""Within so many seconds 99 of 100 turns are told at a rate that is borne."""
FIRST, STEP = 20, 10
"""The search begins at so many turns a second, and goes on in such steps."""
TRIED_FOR = 10
CALM, OVERLOAD, AFTER = 15, 120, 60
"""Seconds at what is borne, at half as much again, and at what is borne once more."""
MORE = 1.5
WINDOW = 5
A_QUESTION = 3
"""After so many turns somebody asks."""
QUESTIONS = ("match board", "history", "match board", "leaderboard")
_REST = timedelta(seconds=60)
_CLOCK = TimeControl(timedelta(minutes=2), timedelta(0))


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


@dataclass(frozen=True, slots=True)
class Found:
    """What a run on a database came to."""

    database: str
    bears: float
    run: Run
    events: Counter[str]
    warnings: list[str]
    others: float
    boards_later: int


@asynccontextmanager
async def at_work(kind: str, matches: int) -> AsyncIterator[tuple[Arena, Usage]]:
    """A referee at work in so many matches, on a fresh database."""
    async with _database(kind) as address, arena(address) as place:
        now = place.discord.clock()
        await place.furnish(matches, lambda _: _CLOCK, lambda _: now)
        async with place.referee() as usage:
            await place.at_rest()
            yield place, usage


@asynccontextmanager
async def _database(kind: str) -> AsyncIterator[str]:
    if kind == "sqlite":
        yield ""
    else:
        async with fresh_database() as address:
            yield address


async def bears(kind: str, matches: int, most: float) -> float:
    """The highest rate that is borne, of those that are tried."""
    found, rate = 0.0, float(FIRST)
    async with at_work(kind, matches) as (place, usage):
        while rate <= most and (await Crowd(place, usage).keep([(rate, TRIED_FOR)])).borne:
            found, rate = rate, rate + STEP
    return found or float(FIRST)


async def overloaded(kind: str, matches: int, chosen: argparse.Namespace) -> Found:
    """What half as much again does to a referee on a database."""
    rate = chosen.rate or await bears(kind, matches, chosen.most)
    plan = [(rate, CALM), (MORE * rate, chosen.seconds), (rate, AFTER)]
    others = Others()
    async with at_work(kind, matches) as (place, usage):
        run = await Crowd(place, usage).keep(plan)
        await asyncio.sleep(chosen.rest)
        events = await _events(place)
        edits = sum(one.method == "PATCH" for one in place.discord.requests)
        warnings = place.warnings()
    # What the referee took counts as its own once it has ended.
    return Found(kind, rate, run, events, warnings, others.share(), edits)


async def _events(place: Arena) -> Counter[str]:
    store = await open_store(place.address)
    async with store.reading() as connection:
        rows = await connection.execute(
            text("SELECT kind, count(*) AS number FROM events GROUP BY kind")
        )
        counted = Counter({row.kind: row.number for row in rows})
    await store.close()
    return counted


def show(found: Found) -> Curve:
    """Prints a run, window by window, and what of it goes into the picture."""
    run = found.run
    print(f"\n{found.database}: bears {found.bears:g} turns a second; others {found.others:.0%}")
    windows = run.windows()
    for at, taken in windows:
        middle, most = sorted(taken)[len(taken) // 2], within_99(taken) if taken[1:] else taken[0]
        refused = sum(at <= moment < at + WINDOW for moment in run.refused)
        print(
            f"{at:5.0f} s {len(taken):5} turns, half within {1000 * middle:7,.0f} ms, "
            f"99 of 100 within {1000 * most:7,.0f} ms, {refused:4} questions refused, "
            f"{sum(run.busy[int(at // WINDOW) :][:1]):4.0%} of a processor"
        )
    lost = sum(turn.told is None for turn in run.turns)
    print(
        f"{len(run.turns):,} turns, {lost} lost, {found.events['FlagFell']} flags, "
        f"{run.held_back} not said for want of a match; {len(run.asked):,} questions, "
        f"{len(run.refused):,} refused, {run.unanswered} unanswered; "
        f"{found.boards_later:,} boards later; stored: {dict(found.events)}"
    )
    for line in found.warnings[:10]:
        print(line[:200])
    return curve_of(found.database, found.bears, run)


def curve_of(database: str, rate: float, run: Run) -> Curve:
    """What of a run is drawn."""
    return Curve(database, rate, run.windows(), run.refused)


async def _main(chosen: argparse.Namespace) -> None:
    curves = [show(await overloaded(kind, chosen.matches, chosen)) for kind in chosen.on]
    if chosen.picture:
        draw(curves, chosen.picture, (CALM, CALM + chosen.seconds), WINDOW)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, prints and draws."""
    parser = argparse.ArgumentParser(prog="bench.overload", description="Overloads the referee.")
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgres"), required=True)
    parser.add_argument("--matches", type=int, default=1200)
    parser.add_argument("--rate", type=float, help="what it bears, if that need not be found")
    parser.add_argument("--most", type=float, default=200, help="beyond which nothing is tried")
    parser.add_argument("--seconds", type=float, default=OVERLOAD, help="of the overload")
    parser.add_argument("--rest", type=float, default=60, help="seconds for boards and clocks")
    parser.add_argument("--picture", type=Path)
    asyncio.run(_main(parser.parse_args(arguments)))


if __name__ == "__main__":
    main()
