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
from typing import ClassVar

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Figure, Option, Ruleset, Standing, one_of
from bot.engine.turn import Colour


def product(sizes: tuple[int, ...]) -> int:
    """The two largest sizes multiplied, 0 if there is only one."""
    return sizes[0] * sizes[1] if len(sizes) > 1 else 0


def largest_times_groups(sizes: tuple[int, ...]) -> int:
    """The largest size times how many there are."""
    return max(sizes, default=0) * len(sizes)


@dataclass(frozen=True)
class EitherColour(Ruleset):
    """A game of stones of either colour, `stones` a turn; `points` counts a colour's group sizes.

    `tie` says who wins with equal points: `fewer` stones, the `second-player`, or `nobody`.
    """

    key: str
    name: str
    points: Callable[[tuple[int, ...]], int]
    stones: int = 2
    tie: str = "fewer"

    either_colour: ClassVar[bool] = True

    @property
    def figure_name(self) -> str:
        """Points."""
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

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The points."""
        return (
            self.points(position.sizes(Colour.FIRST)),
            self.points(position.sizes(Colour.SECOND)),
        )


@dataclass(frozen=True)
class Product(EitherColour):
    """Product, whose tie is the host's choice."""

    options: ClassVar[tuple[Option, ...]] = (
        Option("tie", "fewer or second-player", one_of("fewer", "second-player")),
    )


PRODUCT = Product("product", "Product", product)
ORIGINAL = EitherColour("product-original", "Product (2008)", product, stones=1, tie="nobody")
ALPHA = EitherColour("alpha", "Alpha", largest_times_groups, tie="second-player")
