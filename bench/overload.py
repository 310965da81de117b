"""More than the referee bears: half as much again for two minutes, then what it bears.

`make overload` first finds what it bears, by a short search: the highest rate at which 99 of 100
turns are told within a quarter of a second (`crowd.py`).

A picture of the curves is written where `--picture` says.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text
from storage.postgres import fresh_database

from bench.arena import Arena, arena
from bench.crowd import WINDOW, Crowd, Run
from bench.curves import Curve, draw
from bench.quiet import Others
from bench.rulings import within_99
from bench.usage import Usage
from bot.referee.clock import TimeControl
from bot.storage.store import open_store

FIRST, STEP = 20, 10
"""The search begins at so many turns a second, and goes on in such steps."""
TRIED_FOR = 10
CALM, OVERLOAD, AFTER = 15, 120, 60
"""Seconds at what is borne, at half as much again, and at what is borne once more."""
MORE = 1.5
_CLOCK = TimeControl(timedelta(minutes=2), timedelta(0))


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
    rows = await store.rows(text("SELECT kind, count(*) AS number FROM events GROUP BY kind"))
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
