"""The table of a bench: what was measured, what is wanted, and whether that is met."""

import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from time import perf_counter

_ENOUGH = 0.3
"""Seconds for which each piece of work is repeated."""


def best(work: Callable[[], object]) -> float:
    """The shortest time that a piece of work took, in seconds."""
    times: list[float] = []
    while not times or sum(times) < _ENOUGH:
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of a unit; `size` in bytes, `ratio` to the yardstick, `wanted` in the same unit.

    `least` says that the figure is to be so much at the least, not at the most.
    """

    what: str
    value: float
    unit: str
    size: int | None = None
    ratio: float | None = None
    wanted: float | None = None
    least: bool = False

    @property
    def met(self) -> bool | None:
        """Whether it is as wanted; None where nothing is."""
        if self.wanted is None:
            return None
        return self.value >= self.wanted if self.least else self.value <= self.wanted

    def __str__(self) -> str:
        size = "" if self.size is None else f"{self.size:,}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        line = f"{self.what:<40}{size:>10}{self.value:>12,.1f} {self.unit:<3}{ratio:>9}"
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
        self, what: str, taken: float, size: int | None = None, wanted: timedelta | None = None
    ) -> None:
        """A row of so many seconds."""
        most = None if wanted is None else wanted / timedelta(milliseconds=1)
        self.add(Row(what, taken * 1000, "ms", size, taken / self._yardstick, most))

    def best(self, what: str, work: Callable[[], object], size: int | None = None) -> None:
        """A row of the shortest time that a piece of work took."""
        self.time(what, best(work), size)

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
