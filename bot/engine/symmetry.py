"""The twelve ways in which a board can be turned and mirrored, and games that are alike under one.

Two games that begin C5 and G5 are the same game if one looks at the board from another edge.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from bot.engine.board import board
from bot.engine.turn import Turn

Stones = frozenset[tuple[int, int]]


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


def are_alike(side: int, one: Sequence[Turn], other: Sequence[Turn]) -> bool:
    """Whether one symmetry makes the stones of each turn those of the other game's turn."""
    if len(one) != len(other):
        return False
    wanted = [_stones(turn) for turn in other]
    return any(
        all(_stones(turn, image) == stones for turn, stones in zip(one, wanted, strict=True))
        for image in symmetries(side)
    )


def _stones(turn: Turn, image: Sequence[int] | None = None) -> Stones:
    return frozenset(
        (drop.cell if image is None else image[drop.cell], int(drop.colour)) for drop in turn.drops
    )


def _three(side: int, row: int, number: int) -> tuple[int, int, int]:
    down = row - side + 1
    across = number - side - min(down, 0)
    return across, -across - down, down
