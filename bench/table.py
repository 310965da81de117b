"""The table of a bench: what was measured, what is wanted, and whether that is met."""

import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

ENOUGH, FEWEST = 0.3, 5
"""Seconds for which each piece of work is repeated, and how often at least."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How long a piece of work took, in seconds: in the middle, at the least and at the most."""

    median: float
    low: float
    high: float


def timed(work: Callable[[], object]) -> Spread:
    """How long a piece of work took, again and again."""
    times: list[float] = []
    while len(times) < FEWEST or sum(times) < ENOUGH:
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return Spread(median(times), min(times), max(times))


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of a unit; `size` in bytes, `ratio` to the yardstick, `wanted` in the same unit.

    `least` says that the figure is to be so much at the least, not at the most. `low` and `high`
    are the least and the most of the times whose median it is.
    """

    what: str
    value: float
    unit: str
    size: int | None = None
    ratio: float | None = None
    wanted: float | None = None
    least: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether it is as wanted; None where nothing is."""
        if self.wanted is None:
            return None
        return self.value >= self.wanted if self.least else self.value <= self.wanted

    def __str__(self) -> str:
        size = "" if self.size is None else f"{self.size:,}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        spread = "" if self.low is None else f"{self.low:,.1f}–{self.high:,.1f}"
        line = f"{self.what:<40}{size:>10}{self.value:>12,.1f} {self.unit:<3}{ratio:>9}{spread:>16}"
        if self.wanted is None:
            return line.rstrip()
        sign, missed = "≥" if self.least else "≤", "" if self.met else "  missed"
        return f"{line}   {sign} {self.wanted:,.4g} {self.unit}{missed}"


class Table:
    """Prints each row as it comes, and keeps them all; times are beside a yardstick."""

    def __init__(self, yardstick: float) -> None:
        self._yardstick = yardstick
        self.rows: list[Row] = []

    def add(self, row: Row) -> None:
        """A row of any figure."""
        self.rows.append(row)
        print(row, flush=True)

    def time(
        self,
        what: str,
        taken: float | Spread,
        size: int | None = None,
        wanted: timedelta | None = None,
    ) -> None:
        """A row of so many seconds."""
        most = None if wanted is None else wanted / timedelta(milliseconds=1)
        if isinstance(taken, Spread):
            middle, low, high = (1000 * one for one in (taken.median, taken.low, taken.high))
        else:
            middle, low, high = 1000 * taken, None, None
        ratio = middle / 1000 / self._yardstick
        self.add(Row(what, middle, "ms", size, ratio, most, low=low, high=high))

    def repeat(self, what: str, work: Callable[[], object], size: int | None = None) -> None:
        """A row of the time that a piece of work took, again and again."""
        self.time(what, timed(work), size)

    def save(self, file: Path) -> None:
        """Writes the rows, and on what they were measured."""
        machine = {
            "processors": os.cpu_count(),
            "machine": platform.machine(),
            "python": platform.python_version(),
        }
        rows = [asdict(row) | {"met": row.met} for row in self.rows]
        text = json.dumps({"on": machine, "rows": rows}, indent=1, ensure_ascii=False)
        file.write_text(f"{text}\n", encoding="utf-8")
