"""The rows of a referee that is a process of its own, on a loopback Discord full of matches."""

from datetime import timedelta

from bench.cups import PAIRINGS, cup_round
from bench.hall import hall_figures
from bench.load import LIMIT, SOAK, Held, Stage, load
from bench.many import AT_DISCORDS_RATE, flags, started
from bench.table import Row, Table

HELD = 100
"""Turns a second that are wanted."""
_MILLISECOND, _SECOND = timedelta(milliseconds=1), timedelta(seconds=1)
_MB = 1_000_000


def show_load(table: Table, plan: list[Stage], matches: int) -> list[str]:
    """A row for each rate, what the last one cost, and the most that was held."""
    stages = load(plan, matches)
    for held in stages:
        limit = LIMIT / _MILLISECOND
        what = f"told within, {held.stage.rate:g} turns a second"
        table.add(Row(what, held.within / _MILLISECOND, "ms", wanted=limit))
    most = max((held.stage.rate for held in stages if held.holds), default=0.0)
    table.add(Row("turns a second held", most, "/s", wanted=HELD, least=True))
    last = stages[-1]
    table.add(Row("processor's time for a turn", last.each / _MILLISECOND, "ms", wanted=5))
    requests = last.requests / max(1, len(last.taken))
    table.add(Row("requests for a turn", requests, "", wanted=1))
    return [line for held in stages for line in (_in_words(held), *held.warnings)]


def _in_words(held: Held) -> str:
    left = f", {held.untold} were not told" if held.untold else ""
    warned = f", {len(held.warnings)} warnings" if held.warnings else ""
    return (
        f"At {held.stage.rate:g} turns a second {len(held.taken)} were told, 99 of 100 within "
        f"{held.within / _MILLISECOND:,.0f} ms{left}{warned}.{_memory(held)}"
    )


def _memory(held: Held) -> str:
    if held.stage.length < SOAK:
        return ""
    taken = " ".join(f"{bytes_taken / _MB:.0f}" for bytes_taken in held.memory)
    return f" Memory after each tenth of them: {taken} MB."


def show_start(table: Table, matches: int) -> None:
    """What a start on many open matches comes to."""
    start = started(matches)
    table.add(Row(f"first ruling, {matches:,} matches open", start.first / _SECOND, "s", wanted=2))
    table.add(Row("… at work in all of them", start.rest / _SECOND, "s"))
    table.add(Row("… what they take of memory", start.memory / _MB, "MB", wanted=100))
    table.add(Row("… for a message without a match", start.talk / _MILLISECOND, "ms"))


def show_cup(table: Table) -> None:
    """How much later turns are told while a round of a cup is posted, and how long that takes."""
    before, meanwhile, took = cup_round()
    later = (meanwhile.within - before.within) / _MILLISECOND
    table.add(Row(f"a round of {PAIRINGS} posted: turns told later by", later, "ms", wanted=100))
    table.add(Row("… all its matches are there after", took / _SECOND, "s"))


def show_hall(table: Table) -> None:
    """How soon pages answer, how fast all is exported, and how much later turns are told."""
    figures = hall_figures()
    for name, taken in figures.pages.items():
        within = taken[int(len(taken) * 0.99) - 1] * 1000
        table.add(Row(f"{name}: 99 of 100 pages within", within, "ms", wanted=100))
    for kind, rate in figures.exports.items():
        what = f"exported as {kind}, matches a second"
        table.add(Row(what, rate, "/s", wanted=2000, least=True))
    table.add(Row("… memory that took", figures.memory / _MB, "MB"))
    later = (figures.meanwhile.within - figures.before.within) / _MILLISECOND
    table.add(Row("turns told later while people read by", later, "ms", wanted=20))


def show_flags(table: Table, matches: int) -> None:
    """How late flags are told: as many as Discord lets a program tell meanwhile, and more."""
    for falling in sorted({min(matches, AT_DISCORDS_RATE), matches}):
        fallen = flags(falling)
        table.add(Row(f"{falling:,} flags fall within", fallen.spread / _SECOND, "s"))
        table.add(Row("… later than the grace allows", fallen.within / _SECOND, "s", wanted=1))
        table.add(Row("… not told", fallen.missed, "", wanted=0))
