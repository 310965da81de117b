"""Sauce (Bill Taylor and João Neto, 2010; seed 004's game): Ketchup with every placement optional.

The first turn is one stone, then exactly two while both players have only single stones: this
opening knows no passing. Afterwards the player with the smaller largest group may place up to
three stones, the other up to two; each placement may be passed instead, so a turn of none is
`pass`. After a turn the players' largest groups must differ in size. The game ends when the board
is full; group sizes are compared largest first.
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.engine.notation import PASS
from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Breach
from bot.engine.rulesets import ketchup
from bot.engine.rulesets.by_size import BySize


@dataclass(frozen=True)
class Sauce(BySize):
    """Up to two stones, up to three from behind."""

    key: str = "sauce"
    name: str = "Sauce"

    verbs: ClassVar[frozenset[str]] = frozenset((PASS,))
    laws: ClassVar[tuple[str, ...]] = (ketchup.LARGEST_GROUPS_EQUAL,)

    @property
    def lead(self) -> str:
        """The player behind may place three."""
        return "largest"

    def allowance(self, position: Position) -> Allowance:
        """One stone at first, then two; after the opening none to two, or to three from behind."""
        if position.number == 0:
            return Allowance(1, 1)
        if ketchup.lone_stones_only(position):
            two = min(2, position.vacancies)
            return Allowance(two, two)
        most = 3 if ketchup.is_behind(position) else 2
        return Allowance(0, min(most, position.vacancies), may_pass=True)

    def breach(self, position: Position, after: Position) -> Breach | None:  # noqa: ARG002
        """Largest groups of equal size at the end of a turn."""
        return Breach(ketchup.LARGEST_GROUPS_EQUAL) if ketchup.ties_largest(after) else None

    def leading(self, position: Position) -> bool:
        """Whether the player who just moved is ahead: the other may place three."""
        return ketchup.is_behind(position)


SAUCE = Sauce()
