"""Many small counters in one long number, so that a game is written down with one addition.

Each cell empty at the root of a search has a lane of 32 bits. What a player's stones are as a
bitboard becomes a one in each of their lanes, eight cells at a time, by tables made beforehand.
"""

import struct
from functools import lru_cache
from math import sqrt

UNIT = 16
"""What one game counts, so that a look can count as a part of one."""
_LANE = 32
_MASK = (1 << _LANE) - 1
_MOST = 20_000


class Lanes:
    """How marks and counters correspond; two lanes more are for what is no stone."""

    def __init__(self, cells: tuple[int, ...], size: int) -> None:
        """For the marks of the root, of so many that there can be."""
        lane = {cell: UNIT << _LANE * i for i, cell in enumerate(cells)}
        steps = len(cells) + 2
        self._tables = [_table(lane, base) for base in range(0, size, 8)]
        self._unpack = struct.Struct(f"<{steps}I").unpack
        self._bytes = steps * _LANE // 8
        self.every = sum(UNIT << _LANE * i for i in range(steps))

    def of(self, stones: int) -> int:
        """One game in the counter of each of these stones."""
        total = 0
        for table in self._tables:
            total += table[stones & 255]
            stones >>= 8
        return total

    def all(self, counters: int) -> tuple[int, ...]:
        """What every counter says."""
        return self._unpack(counters.to_bytes(self._bytes, "little"))

    @staticmethod
    def one(counters: int, step: int) -> int:
        """What one counter says."""
        return counters >> _LANE * step & _MASK

    @staticmethod
    def at(count: float, step: int) -> int:
        """So many games in one counter."""
        return int(UNIT * count) << _LANE * step


def _table(lane: dict[int, int], base: int) -> list[int]:
    table = [0]
    for cell in range(base, base + 8):
        one = lane.get(cell, 0)
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
