"""The hexagonal board: cells, their house names, which touch, connected groups, and symmetries.

A cell is an index counted from the top left, row by row; a set of cells is an int with bit `i`
set for cell `i` (a bitboard). Rows are lettered from the top, cells numbered from 1 at the left.

A board can be turned and mirrored in twelve ways: two games that begin C5 and G5 are the same game
if one looks at the board from another edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import permutations, zip_longest

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


def group_at(board: Board, cell: int, within: int) -> int:
    """The cells of `within` connected to `cell`, which must be one of them."""
    group = frontier = 1 << cell
    while frontier:
        reached = 0
        while frontier:
            lowest = frontier & -frontier
            reached |= board.neighbours[lowest.bit_length() - 1]
            frontier ^= lowest
        frontier = reached & within & ~group
        group |= frontier
    return group


@lru_cache(maxsize=8192)
def groups(board: Board, stones: int) -> tuple[int, ...]:
    """The connected groups of a bitboard as bitboards, largest first, then by their first cell."""
    groups = []
    while stones:
        group = group_at(board, stones.bit_length() - 1, stones)
        groups.append(group)
        stones &= ~group
    return tuple(sorted(groups, key=lambda group: (-group.bit_count(), group & -group)))


def first_difference(first: Sequence[int], second: Sequence[int]) -> int | None:
    """The first place, from 0, where two lists of sizes differ; a missing size counts 0."""
    pairs = zip_longest(first, second, fillvalue=0)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), None)


def sizes(board: Board, stones: int) -> tuple[int, ...]:
    """The sizes of the connected groups of a bitboard, largest first."""
    return tuple(group.bit_count() for group in groups(board, stones))


Stones = tuple[int, int]
"""The bitboards of the first and the second colour."""


@cache
def symmetries(side: int) -> tuple[tuple[int, ...], ...]:
    """Where each cell goes under each of the twelve symmetries of a board.

    With three coordinates that add up to 0, a symmetry is an order of the three and a sign.
    """
    places = [_three(side, row, number) for row, number in board(side).places]
    cells = {place: cell for cell, place in enumerate(places)}
    return tuple(
        tuple(cells[sign * at[one], sign * at[two], sign * at[three]] for at in places)
        for sign in (1, -1)
        for one, two, three in permutations(range(3))
    )


def images(side: int, stones: Stones) -> list[Stones]:
    """The stones of a board as they lie under each of its symmetries."""
    return [(_image(stones[0], goes), _image(stones[1], goes)) for goes in symmetries(side)]


def _image(stones: int, goes: tuple[int, ...]) -> int:
    return sum(1 << goes[cell] for cell in bits(stones))


def _three(side: int, row: int, number: int) -> tuple[int, int, int]:
    down = row - side + 1
    across = number - side - min(down, 0)
    return across, -across - down, down
