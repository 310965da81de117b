"""An immutable position, linked to the one before it.

The engine owns what an action does; which actions are allowed, and what happens to the stones
after each placement (`settle`), is the ruleset's to say.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Optional

from bot.engine.board import Board, groups, sizes
from bot.engine.turn import Colour, Drop, TakeButton, Turn


@dataclass(frozen=True, slots=True)
class Position:
    """The board between two turns.

    `stones` are the bitboards of the first and the second colour, `claimed` the cells of claimed
    ribbons, `button` who took the button, `number` the turns played so far. `previous` and `turn`
    say where the position came from.
    """

    board: Board
    stones: tuple[int, int] = (0, 0)
    to_move: Colour = Colour.FIRST
    number: int = 0
    claimed: int = 0
    button: Colour | None = None
    previous: Optional["Position"] = field(default=None, compare=False, repr=False)
    turn: Turn | None = field(default=None, compare=False)

    @property
    def occupied(self) -> int:
        return self.stones[0] | self.stones[1]

    @property
    def empty(self) -> int:
        """The bitboard of the empty cells."""
        return self.board.full & ~self.occupied

    @property
    def vacancies(self) -> int:
        return self.empty.bit_count()

    def owner(self, cell: int) -> Colour | None:
        """The colour of the stone on a cell, or None."""
        return next((colour for colour in Colour if self.stones[colour] >> cell & 1), None)

    def groups(self, colour: Colour) -> tuple[int, ...]:
        """A colour's groups as bitboards, largest first."""
        return groups(self.board, self.stones[colour])

    def sizes(self, colour: Colour) -> tuple[int, ...]:
        """A colour's group sizes, largest first."""
        return sizes(self.board, self.stones[colour])

    def ranked(self, place: int) -> int:
        """The groups at a place of both lists of sizes, from 0, as one bitboard."""
        both = (self.groups(colour)[place : place + 1] for colour in Colour)
        return sum(group for found in both for group in found)

    def largest(self, colour: Colour) -> int:
        """The size of a colour's largest group, 0 without stones."""
        groups = self.groups(colour)
        return groups[0].bit_count() if groups else 0

    def place(self, drop: Drop) -> "Position":
        """The same position with one more stone; whose turn it is does not change."""
        stones = list(self.stones)
        stones[drop.colour] |= 1 << drop.cell
        # Every stone comes through here, in rulings, reviews and games tried: `replace` takes
        # four times as long.
        return Position(
            self.board,
            (stones[0], stones[1]),
            self.to_move,
            self.number,
            self.claimed,
            self.button,
            self.previous,
            self.turn,
        )

    def play(self, turn: Turn, settle: Callable[["Position"], "Position"]) -> "Position":
        """The position after a turn, which must be legal; `settle` follows every stone placed."""
        after, button = self, self.button
        for action in turn.actions:
            match action:
                case Drop():
                    after = settle(after.place(action))
                case TakeButton():
                    button = self.to_move
        return Position(
            self.board,
            after.stones,
            self.to_move.other,
            self.number + 1,
            after.claimed,
            button,
            self,
            turn,
        )
