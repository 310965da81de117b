"""Catena, from its definitions: clumps are recomputed, ribbons are grown to see if they can."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from .board import Cell, cells, neighbours
from .flood import Colour, Stones, clumps, for_both, more, other, reach
from .oracle import Allowance, Claims, Oracle, Readers, State, Turn, switch

SCORINGS = ("stones", "longest", "square")


def keeps_ribbons(occupied: Collection[Cell], cell: Cell, side: int) -> bool:
    """Whether a stone on this empty cell joins a clump that is a ribbon."""
    clump = reach(cell, {*occupied, cell}, side)
    return all(len(neighbours(side)[one] & clump) <= 2 for one in clump)


@lru_cache(maxsize=1024)
def placeable(occupied: frozenset[Cell], side: int) -> frozenset[Cell]:
    """The empty cells where a stone of any colour makes no non-ribbon."""
    return frozenset(c for c in cells(side) - occupied if keeps_ribbons(occupied, c, side))


def is_bounded(ribbon: frozenset[Cell], occupied: frozenset[Cell], side: int) -> bool:
    """Whether every stone that would make the ribbon grow makes it a non-ribbon."""
    edge = {near for cell in ribbon for near in neighbours(side)[cell]} - occupied
    return not any(keeps_ribbons(occupied, cell, side) for cell in edge)


def settle(
    stones: Stones, claimed: Claims, mover: Colour, side: int
) -> tuple[dict[Cell, Colour], Claims]:
    """The stones and claims once every unclaimed bounded ribbon has been claimed."""
    settled = dict(stones)
    occupied = frozenset(stones)
    taken = set(claimed)
    for ribbon in clumps(occupied, side):
        if ribbon in claimed or not is_bounded(ribbon, occupied, side):
            continue
        owners = Counter(stones[cell] for cell in ribbon)
        claimer = more((owners["first"], owners["second"])) or other(mover)
        settled |= dict.fromkeys(ribbon, claimer)
        taken.add(ribbon)
    return settled, frozenset(taken)


class Catena(Oracle):
    """Ribbons, with komi, the button or the buttonless two stones, and three scorings."""

    key = "catena"
    options: ClassVar[Readers] = {
        "komi": ("0", int), "button": ("on", switch), "buttonless": ("off", switch),
        "scoring": ("stones", str),
    }  # fmt: skip

    def __init__(
        self,
        side: int,
        *,
        komi: int = 0,
        button: bool = True,
        buttonless: bool = False,
        scoring: str = "stones",
    ) -> None:
        super().__init__(side)
        if scoring not in SCORINGS:
            raise ValueError(f"no such scoring: {scoring}")
        self.komi = komi
        # A length is no score: where lengths decide there is nothing for a button to be worth.
        self.button = button and not buttonless and scoring != "longest"
        self.buttonless = buttonless
        self.scoring = scoring

    def allowance(self, state: State) -> Allowance:
        may_button = self.button and state.button is None
        stones = self.stones_due(state)
        return Allowance(stones, stones, False, may_button, False)

    def stones_due(self, state: State) -> int:
        """Exactly how many stones a turn that places any must place."""
        occupied = frozenset(state.stones)
        room = placeable(occupied, self.side)
        if not room or not self.buttonless or state.turns == 0:
            return min(1, len(room))
        # Two are demanded wherever two can be placed in turn; else the last cell takes its one.
        return 2 if any(placeable(occupied | {cell}, self.side) for cell in room) else 1

    def law(self, state: State, turn: Turn) -> bool:
        occupied = frozenset(state.stones)
        for cell, _ in turn.drops:
            if not keeps_ribbons(occupied, cell, self.side):
                return False
            occupied |= {cell}
        return True

    def after(self, state: State, turn: Turn) -> State:
        stones, claimed = dict(state.stones), state.claimed
        for cell, colour in turn.drops:
            stones[cell] = colour
            stones, claimed = settle(stones, claimed, state.to_move, self.side)
        return replace(super().after(state, turn), stones=stones, claimed=claimed)

    def is_over(self, state: State) -> bool:
        if self.button and state.button is None:
            return False
        return not placeable(frozenset(state.stones), self.side)

    def ribbons(self, state: State, colour: Colour) -> Counter[int]:
        """How many claimed ribbons of each length a player owns; unclaimed ones have no owner."""
        return Counter(len(r) for r in state.claimed if state.stones[next(iter(r))] == colour)

    def longest_left(self, state: State, colour: Colour) -> int:
        """The longest ribbon once pairs of equal length and opposite owners are struck out."""
        return max(self.ribbons(state, colour) - self.ribbons(state, other(colour)), default=0)

    def figures(self, state: State) -> tuple[float, float]:
        if self.scoring == "longest":  # a length is no score: komi and button have no part in it
            return for_both(lambda colour: self.longest_left(state, colour))
        if self.scoring == "square":
            first, second = for_both(lambda colour: self.squares(state, colour))
        else:
            first, second = for_both(lambda colour: list(state.stones.values()).count(colour))
        half = {holder: 0.5 if state.button == holder else 0 for holder in ("first", "second")}
        return first + half["first"], second + self.komi + half["second"]

    def squares(self, state: State, colour: Colour) -> int:
        """The sum of the squared lengths of a player's ribbons."""
        return sum(length**2 * count for length, count in self.ribbons(state, colour).items())

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state))
