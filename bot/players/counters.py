"""What a search counts: in how many games a player got which cell, and roots of logarithms."""

from functools import lru_cache
from math import sqrt

UNIT = 16.0
"""What one game counts, so that a look can count as a part of one."""
_MOST = 20_000


class Lanes:
    """Where the stones of a set are counted: the place of each among the marks of the root.

    Eight are looked up at a time, in tables made beforehand.
    """

    def __init__(self, cells: tuple[int, ...], size: int) -> None:
        """For the marks of the root, of so many that there can be."""
        lane = {cell: i for i, cell in enumerate(cells)}
        self._tables = [_table(lane, base) for base in range(0, size, 8)]

    def of(self, stones: int) -> list[int]:
        """The places of these stones."""
        places: list[int] = []
        for table in self._tables:
            places += table[stones & 255]
            stones >>= 8
        return places


def _table(lane: dict[int, int], base: int) -> list[list[int]]:
    table: list[list[int]] = [[]]
    for cell in range(base, base + 8):
        one = [lane[cell]] if cell in lane else []
        table += [other + one for other in table]
    return table


@lru_cache(maxsize=1)
def roots_of_logs() -> list[float]:
    """The square roots of the harmonic numbers, which stand for logarithms.

    Libraries differ in the last place of a logarithm; sums of fractions are the same everywhere.
    """
    table, total = [0.0], 0.0
    for number in range(1, _MOST + 1):
        total += 1.0 / number
        table.append(sqrt(total))
    return table


def root_of_log(table: list[float], number: int) -> float:
    """The entry for a number; beyond the last, the last, as it hardly grows any more."""
    return table[number] if number < _MOST else table[_MOST]
