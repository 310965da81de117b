"""Product and Alpha (Nick Bentley, 2008–2009; seed 004): either colour, groups as factors.

- `product`: first turn one stone, then exactly two, each of either colour. Full board: a player's
  points are the product of the sizes of their colour's two largest groups, 0 with one group only.
  Equal products: fewer stones of one's colour wins, or the second player by the later reading.
- `product-original` (2008): one stone each turn; equal products are a tie.
- `alpha`: as `product`, but points are the largest group times the number of groups; equal points
  are the second player's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Figure, GameOption, OneOf, Ruleset, Standing
from bot.engine.turn import Colour


def two_largest(sizes: tuple[int, ...]) -> tuple[int, int]:
    """The sizes of a colour's two largest groups; a missing one counts 0."""
    first, second, *_ = (*sizes, 0, 0)
    return first, second


def largest_and_count(sizes: tuple[int, ...]) -> tuple[int, int]:
    """The size of a colour's largest group, and how many groups it has."""
    return max(sizes, default=0), len(sizes)


@dataclass(frozen=True)
class EitherColour(Ruleset):
    """A game of stones of either colour, `stones` a turn; points are a product of two `parts`.

    `tie` says who wins with equal points: `fewer` stones, the `second-player`, or `nobody`.
    """

    key: str
    name: str
    parts: Callable[[tuple[int, ...]], tuple[int, int]]
    stones: int = 2
    tie: str = "fewer"

    either_colour: ClassVar[bool] = True

    @property
    def figure_name(self) -> str:
        return "points"

    def allowance(self, position: Position) -> Allowance:
        """One stone at first, then exactly as many as the game asks; a last odd cell takes one."""
        count = 1 if position.number == 0 else min(self.stones, position.vacancies)
        return Allowance(count, count, either_colour=True)

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """The points, then what breaks their tie."""
        first, second = self.figures(position)
        match self.tie:
            case "fewer":
                black, white = (-stones.bit_count() for stones in position.stones)
                return (first, black), (second, white)
            case "second-player":
                return (first, 0), (second, 1)
            case _:
                return (first,), (second,)

    def deciding(self, position: Position) -> int:
        """The groups whose sizes were multiplied; where all groups counted, the largest."""
        places = 1 if self.parts is largest_and_count else 2
        return sum(position.ranked(place) for place in range(places))

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        return (
            prod(self.factors(position, Colour.FIRST)),
            prod(self.factors(position, Colour.SECOND)),
        )

    def factors(self, position: Position, colour: Colour) -> tuple[int, ...]:
        """What the points are the product of."""
        return self.parts(position.sizes(colour))

    @property
    def tie_break(self) -> str:
        """What decides between equal points."""
        return {"fewer": "fewer-stones", "second-player": "second-player"}.get(self.tie, "")


@dataclass(frozen=True)
class Product(EitherColour):
    """Product, whose tie is the host's choice."""

    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption("tie", OneOf(("fewer", "second-player"))),
    )


PRODUCT = Product("product", "Product", two_largest)
ORIGINAL = EitherColour("product-original", "Product (2008)", two_largest, stones=1, tie="nobody")
ALPHA = EitherColour("alpha", "Alpha", largest_and_count, tie="second-player")
