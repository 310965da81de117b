"""Groups and clumps by flood fill, and the comparison of lists of sizes."""

from collections.abc import Callable, Collection, Mapping
from itertools import zip_longest
from typing import Literal

from .board import Cell, neighbours

Colour = Literal["first", "second"]
Stones = Mapping[Cell, Colour]


def other(colour: Colour) -> Colour:
    return "second" if colour == "first" else "first"


def reach(start: Cell, inside: Collection[Cell], side: int) -> frozenset[Cell]:
    """All cells of `inside` that steps between touching cells of `inside` lead to from `start`."""
    seen = {start}
    waiting = [start]
    while waiting:
        fresh = [cell for cell in neighbours(side)[waiting.pop()] if cell in inside]
        waiting += [cell for cell in fresh if cell not in seen]
        seen.update(fresh)
    return frozenset(seen)


def clumps(inside: Collection[Cell], side: int) -> list[frozenset[Cell]]:
    """The maximal connected sets of these cells, in no particular order."""
    left = set(inside)
    found = []
    while left:
        clump = reach(next(iter(left)), inside, side)
        found.append(clump)
        left -= clump
    return found


def sizes(stones: Stones, colour: Colour, side: int) -> list[int]:
    """The sizes of one colour's groups, largest first."""
    own = {cell for cell, owner in stones.items() if owner == colour}
    return sorted((len(group) for group in clumps(own, side)), reverse=True)


def largest(stones: Stones, colour: Colour, side: int) -> int:
    """The size of one colour's largest group, 0 for a colour without stones."""
    return max(sizes(stones, colour, side), default=0)


def longer_list(first: list[int], second: list[int]) -> Colour | None:
    """Who has more at the first place where two lists of sizes differ; nobody if none does."""
    for one, two in zip_longest(first, second, fillvalue=0):
        if one != two:
            return "first" if one > two else "second"
    return None


def more(figures: tuple[float, float]) -> Colour | None:
    """Whose figure is the higher; nobody's if they are equal."""
    if figures[0] == figures[1]:
        return None
    return "first" if figures[0] > figures[1] else "second"


def for_both(figure: Callable[[Colour], int]) -> tuple[int, int]:
    """A figure for both colours, the first player's first."""
    return figure("first"), figure("second")
