"""Bentley's earlier games: Product and its kin, Plur, Too and Brink."""

from typing import ClassVar

from .flood import Colour, clumps, for_both, longer_list, more, other
from .oracle import Oracle, Readers, State


class Product(Oracle):
    """Two stones of either colour; the two largest groups multiplied."""

    key = "product"
    options: ClassVar[Readers] = {"tie": ("fewer", str)}

    either_colour = True

    def __init__(self, side: int, *, tie: str = "fewer") -> None:
        super().__init__(side)
        if tie not in ("fewer", "second-player"):
            raise ValueError(f"no such rule for equal products: {tie}")
        self.tie = tie

    def demand(self, state: State) -> tuple[int, int, bool]:
        return (1, 1, False) if state.turns == 0 else (2, 2, False)

    def figures(self, state: State) -> tuple[float, float]:
        first, second = ([*group_sizes, 0, 0] for group_sizes in self.groups(state))
        return first[0] * first[1], second[0] * second[1]

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state)) or self.equal(state)

    def equal(self, state: State) -> Colour | None:
        """Who wins with equal products; nobody if both rules leave it open."""
        if self.tie == "second-player":
            return "second"
        owners = list(state.stones.values())
        return more((owners.count("second"), owners.count("first")))


class ProductOriginal(Oracle):
    """One stone of either colour each turn; equal products are a tie."""

    key = "product-original"

    either_colour = True

    def demand(self, state: State) -> tuple[int, int, bool]:
        return 1, 1, False

    def figures(self, state: State) -> tuple[float, float]:
        return Product(self.side).figures(state)

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state))


class Alpha(Product):
    """Product's turns; the largest group times the number of groups, and equal is the second's."""

    key = "alpha"
    options: ClassVar[Readers] = {}

    def __init__(self, side: int) -> None:
        super().__init__(side, tie="second-player")

    def figures(self, state: State) -> tuple[float, float]:
        first, second = self.groups(state)
        return max(first, default=0) * len(first), max(second, default=0) * len(second)


class Plur(Oracle):
    """One own stone a turn; the majority of the three, five, seven … largest groups."""

    key = "plur"

    def demand(self, state: State) -> tuple[int, int, bool]:
        return 1, 1, False

    def decisive(self, state: State) -> list[tuple[int, Colour]]:
        """The groups that decide, with their owners: all there are if no cut falls clear."""
        ranked: list[tuple[int, Colour]] = []
        for colour in ("first", "second"):
            own = {cell for cell, owner in state.stones.items() if owner == colour}
            ranked += [(len(group), colour) for group in clumps(own, self.side)]
        ranked.sort(key=lambda group: -group[0])
        cut = 3
        while cut < len(ranked) and ranked[cut - 1][0] == ranked[cut][0]:
            cut += 2
        return ranked[:cut]

    def figures(self, state: State) -> tuple[float, float]:
        return for_both([colour for _, colour in self.decisive(state)].count)

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state))


class Too(Oracle):
    """One stone of either colour; the first player needs the larger second-largest group."""

    key = "too"

    either_colour = True

    def demand(self, state: State) -> tuple[int, int, bool]:
        return 1, 1, False

    def figures(self, state: State) -> tuple[float, float]:
        first, second = self.groups(state)
        return [*first, 0, 0][1], [*second, 0, 0][1]

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state)) or "second"


class Brink(Oracle):
    """One own stone; the largest group loses unless it is larger by the margin."""

    key = "brink"
    options: ClassVar[Readers] = {"margin": ("4", int)}

    def __init__(self, side: int, *, margin: int = 4) -> None:
        super().__init__(side)
        self.margin = margin

    def demand(self, state: State) -> tuple[int, int, bool]:
        return 1, 1, False

    def winner(self, state: State) -> Colour | None:
        first, second = self.figures(state)
        owner = more((first, second))
        if owner is None:
            return longer_list(*self.groups(state))
        return owner if abs(first - second) >= self.margin else other(owner)
