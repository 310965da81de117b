"""The hexagonal board: its cells, their house names, and which cells touch.

A cell is an index counted from the top left, row by row; a set of cells is an int with bit `i`
set for cell `i` (a bitboard). Rows are lettered from the top, cells numbered from 1 at the left.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

SMALLEST_SIDE = 2
LARGEST_SIDE = 13


@dataclass(frozen=True, slots=True)
class Board:
    """A hexagon of hexagons with `side` cells on each edge; get one from `board(side)`."""

    side: int
    row_lengths: tuple[int, ...] = field(compare=False)
    places: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    neighbours: tuple[int, ...] = field(compare=False, repr=False)
    starts: tuple[int, ...] = field(compare=False, repr=False)
    full: int = field(compare=False, repr=False)
    """The bitboard of all cells."""

    @property
    def size(self) -> int:
        """How many cells there are; always odd."""
        return len(self.places)

    def cell(self, row: int, number: int) -> int | None:
        """The cell at a row (from 0 at the top) and a number (from 1 at the left), or None."""
        if 0 <= row < len(self.row_lengths) and 1 <= number <= self.row_lengths[row]:
            return self.starts[row] + number - 1
        return None

    def name(self, cell: int) -> str:
        """The house name of a cell: `D7`."""
        row, number = self.places[cell]
        return f"{row_letter(row)}{number}"


@cache
def board(side: int) -> Board:
    """The board of a side from 2 to 13; ValueError outside that."""
    if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
        raise ValueError(f"side {side}: a board has a side from {SMALLEST_SIDE} to {LARGEST_SIDE}")
    lengths = tuple(2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1))
    starts = tuple(sum(lengths[:row]) for row in range(len(lengths)))
    places = tuple((row, n) for row, length in enumerate(lengths) for n in range(1, length + 1))
    bare = Board(side, lengths, places, (), starts, (1 << len(places)) - 1)
    masks = tuple(_touching(bare, row, number) for row, number in places)
    return replace(bare, neighbours=masks)


def row_letter(row: int) -> str:
    """The letter of a row, `A` at the top."""
    return chr(ord("A") + row)


def bits(cells: int) -> Iterator[int]:
    """The cells of a bitboard, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _touching(bare: Board, row: int, number: int) -> int:
    near = [(row, number - 1), (row, number + 1)]
    length = bare.row_lengths[row]
    for other in (row - 1, row + 1):
        if 0 <= other < len(bare.row_lengths):
            step = 0 if bare.row_lengths[other] > length else -1
            near += [(other, number + step), (other, number + step + 1)]
    cells = (bare.cell(*place) for place in near)
    return sum(1 << cell for cell in cells if cell is not None)
