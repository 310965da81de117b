"""Catena (Luis Bolaños Mures, 2025; seed 002): chains that nobody may thicken.

A *clump* is a stone with all stones of either colour reachable over adjacent stones, a *ribbon* a
clump in which no stone touches more than two; it is *bounded* when it can't grow. A turn places
one stone so that no non-ribbon arises: the cell touches at most two stones, and each of them at
most two afterwards. Then every unclaimed bounded ribbon goes to whoever has more stones in it, a
tied one to the opponent of the mover, and all its stones take that colour. When no stone can be
placed, more stones wins.

*Komi* is added to the second player's stones. With `choose` the second player names it and the
first takes a colour before the game begins: until then it is None. The *button* may be taken once
instead of placing and is worth half a point; while it lies there, the game does not end.
`buttonless` demands two stones a turn after the first, claims settled after each. `scoring` is
`stones`, `longest` (pairs of equal-length ribbons of opposite owners are struck out, the longest
left wins; lengths are no points, so there is neither komi nor button) or `square` (the squared
lengths, summed).
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from bot.engine import ruleset
from bot.engine.board import Board, bits, groups
from bot.engine.notation import BUTTON
from bot.engine.position import Position
from bot.engine.ruleset import GameOption, OneOf, Switch, Whole
from bot.engine.turn import Colour

THIRD_NEIGHBOUR = "third-neighbour"
THICKENS_RIBBON = "thickens-ribbon"

KOMI = Whole(0, 999, "choose")
_SCORINGS = ("stones", "longest", "square")
_FIGURE_NAMES = {"stones": "stones", "longest": "longest ribbon left", "square": "points"}


def is_open(board: Board, occupied: int, cell: int) -> bool:
    """Whether a stone on an empty cell makes no non-ribbon."""
    near = board.neighbours[cell] & occupied
    return near.bit_count() <= 2 and not _crowded(board, occupied, near)


@lru_cache(maxsize=4096)
def open_cells(board: Board, occupied: int) -> int:
    """The bitboard of the cells where a stone may be placed, the same for both colours."""
    empty = bits(board.full & ~occupied)
    return sum(1 << cell for cell in empty if is_open(board, occupied, cell))


def bounded(board: Board, occupied: int) -> tuple[int, ...]:
    """The ribbons that can't grow, as bitboards."""
    room = open_cells(board, occupied)
    edge = 0
    for cell in bits(room):
        edge |= board.neighbours[cell]
    return tuple(clump for clump in groups(board, occupied) if not clump & edge)


@dataclass(frozen=True)
class Catena(ruleset.Ruleset):
    """Catena with its options."""

    key: str = "catena"
    name: str = "Catena"
    komi: int | None = 0
    button: bool = True
    buttonless: bool = False
    scoring: str = "stones"

    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption("komi", KOMI),
        GameOption("button", Switch()),
        GameOption("buttonless", Switch()),
        GameOption("scoring", OneOf(_SCORINGS)),
    )
    verbs: ClassVar[frozenset[str]] = frozenset((BUTTON,))
    crowds: ClassVar[bool] = True
    laws: ClassVar[tuple[str, ...]] = (THIRD_NEIGHBOUR, THICKENS_RIBBON)
    joins_colours: ClassVar[bool] = True

    @property
    def has_button(self) -> bool:
        """Whether there is a button to take."""
        return self.button and not self.buttonless

    @property
    def awaits_komi(self) -> bool:
        """With `komi=choose`, until a number has taken its place."""
        return self.komi is None

    @property
    def offers(self) -> frozenset[str]:
        """The button, where there is one."""
        return self.verbs if self.has_button else frozenset()

    def clash(self, given: Collection[str]) -> tuple[str, str] | None:
        """Komi or a button where no points are counted, and a button in the buttonless game."""
        lengths = self.scoring == "longest"
        if lengths and self.komi != 0:
            return f"komi={KOMI.show(self.komi)}", "scoring=longest"
        if self.button and "button" in given and (lengths or self.buttonless):
            return "button=on", "scoring=longest" if lengths else "buttonless=on"
        return None

    def consistent(self) -> "Catena":
        """Where lengths decide, half a point and komi are worth nothing: there are none.

        Matches opened before that was so are played on with the button they have.
        """
        return replace(self, komi=0, button=False) if self.scoring == "longest" else self

    @property
    def figure_name(self) -> str:
        """What the scoring counts."""
        return _FIGURE_NAMES[self.scoring]

    def allowance(self, position: Position) -> ruleset.Allowance:
        """One stone, two in the buttonless game wherever two fit, or the button while it lies."""
        count = self._stones_due(position)
        return ruleset.Allowance(count, count, may_take_button=self._button_lies(position))

    def breach(self, position: Position, after: Position) -> ruleset.Breach | None:
        """A stone that touches three, or makes another stone touch three."""
        assert after.turn is not None  # noqa: S101
        occupied = position.occupied
        for number, drop in enumerate(after.turn.drops):
            near = position.board.neighbours[drop.cell] & occupied
            crowded = _crowded(position.board, occupied, near)
            if near.bit_count() > 2:
                return ruleset.Breach(THIRD_NEIGHBOUR, (drop.cell, *bits(near)), number)
            if crowded:
                return ruleset.Breach(THICKENS_RIBBON, (drop.cell, *bits(crowded)), number)
            occupied |= 1 << drop.cell
        return None

    def settle(self, position: Position) -> Position:
        """Claims the unclaimed bounded ribbons for the players who have more stones in them."""
        stones, claimed = list(position.stones), position.claimed
        for ribbon in bounded(position.board, position.occupied):
            if ribbon & claimed:
                continue
            owner = self._claimer(position, ribbon)
            stones[owner] |= ribbon
            stones[owner.other] &= ~ribbon
            claimed |= ribbon
        if claimed == position.claimed:
            return position
        return replace(position, stones=(stones[0], stones[1]), claimed=claimed)

    def claims(self, position: Position) -> tuple[ruleset.Claim, ...]:
        """The ribbons that the turn just made brought somebody, in board order."""
        before = position.previous
        if before is None or position.turn is None:
            return ()
        placed = before
        for drop in position.turn.drops:
            placed = placed.place(drop)
        new = groups(position.board, position.claimed & ~before.claimed)
        claims = []
        for ribbon in sorted(new, key=lambda cells: cells & -cells):
            owner = Colour.FIRST if ribbon & position.stones[0] else Colour.SECOND
            turned = (ribbon & placed.stones[owner.other]).bit_count()
            claims.append(ruleset.Claim(ribbon, owner, turned))
        return tuple(claims)

    def is_over(self, position: Position) -> bool:
        """Whether no stone can be placed and no button taken."""
        room = open_cells(position.board, position.occupied)
        return not room and not self._button_lies(position)

    def may_lie(self, board: Board, occupied: int, cell: int) -> bool:
        """Whether the stone makes no non-ribbon."""
        return is_open(board, occupied, cell)

    def placeable(self, position: Position) -> int:
        """The cells on which a stone makes no non-ribbon."""
        return open_cells(position.board, position.occupied)

    def standing(self, position: Position) -> tuple[ruleset.Standing, ruleset.Standing]:
        """The figures of the scoring."""
        first, second = self.figures(position)
        return (first,), (second,)

    def figures(self, position: Position) -> tuple[ruleset.Figure, ruleset.Figure]:
        """Stones, squares or the longest ribbon left; unclaimed ribbons have no owner yet."""
        if self.scoring == "longest":
            first, second = self._lengths(position)
            return max(first - second, default=0), max(second - first, default=0)
        if self.scoring == "square":
            black, white = (_squares(lengths) for lengths in self._lengths(position))
        else:
            black, white = (stones.bit_count() for stones in position.stones)
        half = [0.5 if position.button is colour else 0 for colour in Colour]
        return black + half[0], white + (self.komi or 0) + half[1]

    def deciding(self, position: Position) -> int:
        """The longest ribbon left, where lengths decide; else every stone counts the same."""
        winner = self.winner(position)
        if self.scoring != "longest" or winner is None:
            return 0
        length = max(self.figures(position))
        ribbons = groups(position.board, position.claimed)
        mine = (ribbon for ribbon in ribbons if ribbon & position.stones[winner])
        return next(ribbon for ribbon in mine if ribbon.bit_count() == length)

    def _button_lies(self, position: Position) -> bool:
        return self.has_button and position.button is None

    def _stones_due(self, position: Position) -> int:
        board, occupied = position.board, position.occupied
        room = open_cells(board, occupied)
        if not room:
            return 0
        if not self.buttonless or position.number == 0:
            return 1
        # Two are demanded wherever two can be placed one after the other.
        two_fit = any(open_cells(board, occupied | 1 << cell) for cell in bits(room))
        return 2 if two_fit else 1

    def _claimer(self, position: Position, ribbon: int) -> Colour:
        first, second = ((ribbon & stones).bit_count() for stones in position.stones)
        if first > second:
            return Colour.FIRST
        return Colour.SECOND if second > first else position.to_move.other

    def _lengths(self, position: Position) -> tuple[Counter[int], Counter[int]]:
        lengths: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        for ribbon in groups(position.board, position.claimed):
            lengths[0 if ribbon & position.stones[0] else 1][ribbon.bit_count()] += 1
        return lengths


def _crowded(board: Board, occupied: int, near: int) -> int:
    """Those of `near` that touch two stones already."""
    touching = (cell for cell in bits(near) if (board.neighbours[cell] & occupied).bit_count() > 1)
    return sum(1 << cell for cell in touching)


def _squares(lengths: Counter[int]) -> int:
    return sum(length * length * count for length, count in lengths.items())


CATENA = Catena()
