"""What a position and a turn are to this referee, and the checks that all games share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from .board import Cell, cells, named
from .flood import Colour, Stones, largest, other, sizes

Readers = Mapping[str, tuple[str, Callable[[str], Any]]]
"""Options by name: the usual word, and how one is read."""
Claims = frozenset[frozenset[Cell]]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does at once: stones with their colours, or one of the two verbs."""

    drops: tuple[tuple[Cell, Colour], ...] = ()
    passing: bool = False
    button: bool = False


class Allowance(NamedTuple):
    """What the player to move may do; all zeros and noes once the game is over."""

    fewest: int
    most: int
    may_pass: bool
    may_button: bool
    either_colour: bool


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A position, with the one before it; `turns` counts the turns played."""

    side: int
    stones: Stones
    to_move: Colour = "first"
    turns: int = 0
    button: Colour | None = None
    claimed: Claims = frozenset()
    before: "State | None" = None

    @property
    def empty(self) -> frozenset[Cell]:
        """The cells without a stone."""
        return cells(self.side) - self.stones.keys()

    def largest(self, colour: Colour) -> int:
        """The size of one colour's largest group, 0 without stones."""
        return largest(self.stones, colour, self.side)

    @property
    def tallest(self) -> int:
        """The size of the largest group on the board, of either colour."""
        return max(self.largest("first"), self.largest("second"))


def switch(word: str) -> bool:
    """What `on` or `off` means; raises ValueError for any other word."""
    if word not in ("on", "off"):
        raise ValueError(f"neither on nor off: {word}")
    return word == "on"


class Oracle:
    """The referee of one ruleset on one board; a game fills in what is its own.

    `key` is the ruleset's, `options` are what it is made with: the usual word, and how it is read.
    """

    key = ""
    options: ClassVar[Readers] = {}
    either_colour = False

    def __init__(self, side: int) -> None:
        self.side = side

    def start(self) -> State:
        """The empty board, the first player to move."""
        return State(self.side, {})

    def setup(self, first: str, second: str, to_move: Colour = "first") -> State:
        """A hand-made position from house cell names, taken to lie after the opening."""
        stones: dict[Cell, Colour] = {named(word): "first" for word in first.split()}
        stones |= {named(word): "second" for word in second.split()}
        return State(self.side, stones, to_move, turns=len(stones))

    def allowance(self, state: State) -> Allowance:
        """How many stones, of which colours, and which verbs the turn may have."""
        if self.is_over(state):
            return Allowance(0, 0, False, False, self.either_colour)
        fewest, most, may_pass = self.demand(state)
        most = min(most, len(state.empty))
        return Allowance(min(fewest, most), most, may_pass, False, self.either_colour)

    def legal(self, state: State, turn: Turn) -> bool:
        """Whether the player to move may play this turn."""
        if self.is_over(state):
            return False
        allowed = self.allowance(state)
        if turn.passing or turn.button:
            alone = not turn.drops and turn.passing != turn.button
            return alone and (allowed.may_pass if turn.passing else allowed.may_button)
        return self.well_placed(state, turn, allowed) and self.law(state, turn)

    def well_placed(self, state: State, turn: Turn, allowed: Allowance) -> bool:
        """Whether stones lie on different empty cells, in the number and colours allowed."""
        places = [cell for cell, _ in turn.drops]
        if not places or len(set(places)) < len(places) or not set(places) <= state.empty:
            return False
        if not allowed.fewest <= len(places) <= allowed.most:
            return False
        return self.either_colour or all(colour == state.to_move for _, colour in turn.drops)

    def play(self, state: State, turn: Turn) -> State:
        """The position after a turn; raises ValueError if the turn is not legal."""
        if not self.legal(state, turn):
            raise ValueError(f"{turn} is not legal after {state.turns} turns")
        return self.after(state, turn)

    def after(self, state: State, turn: Turn) -> State:
        """The position after a turn, asking nothing about its legality."""
        return replace(
            state,
            stones={**state.stones, **dict(turn.drops)},
            to_move=other(state.to_move),
            turns=state.turns + 1,
            button=state.to_move if turn.button else state.button,
            before=state,
        )

    def groups(self, state: State) -> tuple[list[int], list[int]]:
        """The group sizes of the first and of the second player, largest first."""
        return (sizes(state.stones, "first", self.side), sizes(state.stones, "second", self.side))

    def demand(self, state: State) -> tuple[int, int, bool]:
        """The fewest and the most stones if there is room, and whether passing is legal."""
        raise NotImplementedError

    def law(self, state: State, turn: Turn) -> bool:
        """The game's own law for stones that keep to the allowance."""
        return True

    def is_over(self, state: State) -> bool:
        """Whether the game has ended; in most games, whether the board is full."""
        return not state.empty

    def leading(self, state: State) -> bool:
        """Whether the last turn allows the opponent, who is now to move, a third stone."""
        return False

    def figures(self, state: State) -> tuple[float, float]:
        """The game's own figures, the first player's first; here the largest groups."""
        return state.largest("first"), state.largest("second")

    def winner(self, state: State) -> Colour | None:
        """Who wins if the game ends here; nobody if it is a tie."""
        raise NotImplementedError
