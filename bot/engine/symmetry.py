"""The twelve ways in which a board can be turned and mirrored.

Two games that begin C5 and G5 are the same game if one looks at the board from another edge.
"""

from functools import cache
from itertools import permutations

from bot.engine.board import bits, board

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
