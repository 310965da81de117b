"""A board being filled, of any game: what the ruleset answers is all that is known.

Somebody plays Plur against the partner, or a game that was registered yesterday. What is allowed
next is asked of the ruleset stone by stone; and to see who tends to win, the board is filled at
random and the ruleset is asked who has won it. That tells no turn that feeds the rival from one
that doesn't, as a filled board knows nothing of turns: the tree above it does.
"""

from collections.abc import Callable, Sequence

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset, Standing
from bot.engine.turn import Colour, Drop
from bot.players.game import BUTTON, STOP

_STOP, _PASS = 0.05, 0.2
"""The price of placing fewer stones than may be placed, and of placing none."""


class AnyPlace:
    """A position in the middle of a turn or between two, as its ruleset sees it.

    `start` is the position before the turn, `now` the one with the stones placed since.
    """

    __slots__ = (
        "_allowance",
        "_either",
        "_filled",
        "_judges",
        "mover",
        "now",
        "placed",
        "ruleset",
        "start",
    )

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        """The position between two turns."""
        self.ruleset = ruleset
        self._either = ruleset.either_colour
        self._judges = type(ruleset).breach is not Ruleset.breach and not ruleset.crowds
        self._begin(position)

    @property
    def reach(self) -> int:
        """How many marks there can be."""
        return self.start.board.size * (1 + self._either)

    def _begin(self, position: Position) -> None:
        self.start = self.now = position
        self._filled = position.stones
        self.mover, self.placed = int(position.to_move), 0
        self._allowance = self.ruleset.allowance(position)

    def copy(self) -> "AnyPlace":
        """Another of the same, which changes by itself."""
        other = AnyPlace.__new__(AnyPlace)
        for name in AnyPlace.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    @property
    def marks(self) -> int:
        """The stones that may come to lie on what is empty."""
        empty = self.now.empty
        return empty | empty << self.start.board.size if self._either else empty

    @property
    def over(self) -> bool:
        """Whether no turn is left to play."""
        return not self.placed and self.ruleset.is_over(self.now)

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end here."""
        allowance = self._allowance
        if self.placed:
            return self.placed >= allowance.fewest and self._stands(self._ended())
        return allowance.may_pass and self._stands(self._ended())

    @property
    def may_take_button(self) -> bool:
        """Whether the button may be taken now."""
        return not self.placed and self._allowance.may_take_button

    def put(self, mark: int) -> None:
        """Places a stone; ends the turn after the last one allowed."""
        self.now = self._with(mark)
        self.placed += 1
        if self.placed >= self._allowance.most or not self.now.empty:
            self.stop()

    def stop(self) -> None:
        """Ends the turn."""
        self._begin(self._ended())

    def take_button(self) -> None:
        """Takes the button, which ends the turn."""
        at, mover = self.now, Colour(self.mover)
        self._begin(
            Position(at.board, at.stones, mover.other, at.number + 1, at.claimed, mover, self.start)
        )

    def looks(self, marks: Sequence[int]) -> dict[int, float]:
        """Every legal step; no stone looks better than another, and to stop is seldom best."""
        looks = {}
        if self._allowance.most:
            board = self.start.board
            room, last = self.ruleset.placeable(self.now), self.placed + 1 >= self._allowance.most
            asked = self._judges and (last or self.now.vacancies == 1)
            for at, mark in enumerate(marks):
                if room >> mark % board.size & 1 and (
                    not asked or self._stands(self._ended(self._with(mark)))
                ):
                    looks[at] = 0.0
        if self.may_stop:
            looks[STOP] = -_STOP if self.placed else -_PASS
        if self.may_take_button:
            looks[BUTTON] = 0.0
        return looks

    def standing_with(self, mark: int) -> Standing:
        """The mover's standing after one more stone."""
        return self.ruleset.standing(self._with(mark))[self.mover]

    def finish(self, rest: list[int], random: Callable[[], float], *, picks: bool) -> float:  # noqa: ARG002
        """Fills the board, the stones shared as turns share them: what the first player won."""
        at = self.now
        stones = list(at.stones)
        if self.ruleset.crowds:
            self._crowd(stones, random)
        elif self._either:
            for cell in bits(at.empty):
                stones[random() < 0.5] |= 1 << cell
        else:
            cells = list(bits(at.empty))
            # This turn's stones are the mover's; of what is left each gets half.
            due = min(len(cells), self._allowance.most - self.placed)
            due += (len(cells) - due) // 2
            mine = 0
            for left in range(len(cells), len(cells) - due, -1):
                chosen = int(random() * left)
                mine |= 1 << cells[chosen]
                cells[chosen] = cells[left - 1]
            stones[self.mover] |= mine
            stones[1 - self.mover] |= at.empty & ~mine
        filled = Position(
            at.board, (stones[0], stones[1]), at.to_move, at.number + 1, at.claimed, at.button
        )
        # What is claimed from a player at the end was well placed or badly placed by that player.
        self._filled = filled.stones
        winner = self.ruleset.winner(self.ruleset.settle(filled))
        return 0.5 if winner is None else 1.0 - winner

    def gained(self, colour: int) -> int:
        """The stones that a player placed; all of them where a stone has either colour."""
        one, other = self._filled
        return one | other << self.start.board.size if self._either else (one, other)[colour]

    def _crowd(self, stones: list[int], random: Callable[[], float]) -> None:
        """By turns, where stones keep others away: asked anew for each cell."""
        at, may_lie = self.now, self.ruleset.may_lie
        cells, occupied, colour = list(bits(self.ruleset.placeable(at))), at.occupied, self.mover
        for left in range(len(cells), 0, -1):
            chosen = int(random() * left)
            cell, cells[chosen] = cells[chosen], cells[left - 1]
            if may_lie(at.board, occupied, cell):
                stones[colour] |= 1 << cell
                occupied |= 1 << cell
                colour = 1 - colour

    def _with(self, mark: int) -> Position:
        """The position with one more stone."""
        size = self.start.board.size
        colour = Colour(mark // size if self._either else self.mover)
        return self.ruleset.settle(self.now.place(Drop(mark % size, colour)))

    def _ended(self, now: Position | None = None) -> Position:
        """The position after a turn that ends here."""
        at = self.now if now is None else now
        return Position(
            at.board,
            at.stones,
            Colour(1 - self.mover),
            at.number + 1,
            at.claimed,
            at.button,
            self.start,
        )

    def _stands(self, after: Position) -> bool:
        """Whether a turn may end so."""
        return not self._judges or self.ruleset.breach(self.start, after) is None
