"""A board in the middle of a turn, as a search asks about it; and a turn made of its steps.

A turn is a row of steps: a stone, another stone, the end. Ketchup's pass is an end with no stone
before it, and Catena's button is a step by itself. Where stones have either colour (Product), the
same cell is two different stones.

A stone is a number, its `mark`: its cell, and where stones have either colour, the size of the
board more for the second player's.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.turn import Colour, Drop, Pass, TakeButton, Turn
from bot.players.any_place import AnyPlace
from bot.players.game import BUTTON, STOP, Game, game_at, position_of, ruleset_of
from bot.players.place import LAWS, Place
from bot.players.place import after as after_cells
from bot.players.playouts import CatchupPlace

Random = Callable[[], float]


class Field(Protocol):
    """One position that changes stone by stone; whoever plays on it keeps to what it offers."""

    mover: int

    @property
    def reach(self) -> int:
        """How many marks there can be on the board."""

    @property
    def marks(self) -> int:
        """The stones that may still come to lie here, as a set of marks."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def copy(self) -> Self:
        """Another of the same, which changes by itself."""

    def put(self, mark: int) -> None:
        """Places a stone; ends the turn after the last one allowed."""

    def stop(self) -> None:
        """Ends the turn; without a stone that is to pass."""

    def take_button(self) -> None:
        """Takes the button, which is a turn."""

    def looks(self, marks: Sequence[int]) -> dict[int, float]:
        """How good each legal step looks: by its place in `marks`, STOP or BUTTON."""

    def finish(self, rest: list[int], random: Random, *, picks: bool) -> float:
        """Plays to the end at random, on the marks `rest`; the part that the first player won."""

    def gained(self, colour: int) -> int:
        """The stones on a finished board that a player is to thank for how it ended."""


def field(game: Game) -> Field:
    """The board of a game; Catchup has one of its own, which is much faster."""
    return CatchupPlace(game) if game.law in LAWS else AnyPlace(ruleset_of(game), position_of(game))


def turn_of(game: Game, steps: Iterable[int]) -> Turn:
    """The turn of these steps: marks, and what is no stone."""
    size, mover = board(game.side).size, Colour(game.to_move)
    drops = []
    for step in steps:
        if step == BUTTON:
            return Turn((TakeButton(),))
        if step != STOP:
            colour = Colour(step // size) if _either(game) else mover
            drops.append(Drop(step % size, colour))
    return Turn(tuple(drops) or (Pass(),))


def coded(turn: Turn, size: int) -> tuple[int, ...]:
    """A turn as numbers that need no game to be read: on a board of so many cells.

    A stone is its cell, and the size more if it is of the second player's colour.
    """
    if turn.takes_button:
        return (BUTTON,)
    return tuple(drop.cell + size * drop.colour for drop in turn.drops) or (STOP,)


def decoded(codes: Iterable[int], size: int) -> Turn:
    """The turn of these numbers."""
    drops = [Drop(code % size, Colour(code // size)) for code in codes if code >= 0]
    if drops:
        return Turn(tuple(drops))
    return Turn((TakeButton() if BUTTON in codes else Pass(),))


def after(game: Game, turn: Turn) -> Game:
    """The position after a turn; ValueError if it is not legal."""
    if game.law in LAWS:
        return after_cells(game, [drop.cell for drop in turn.drops])
    ruleset = ruleset_of(game)
    played = play(ruleset, position_of(game), turn)
    if not isinstance(played, Position):
        raise ValueError(f"a turn breaks the law {played.law}")
    return game_at(ruleset, played)


def over(game: Game) -> bool:
    """Whether no turn is left to play."""
    return not game.empty if game.law in LAWS else ruleset_of(game).is_over(position_of(game))


def won(game: Game) -> float:
    """The part of a finished game that the first player has won: a tie is half."""
    if game.law in LAWS:
        return 1.0 - Place(game).winner()
    winner = ruleset_of(game).winner(position_of(game))
    return 0.5 if winner is None else 1.0 - winner


def _either(game: Game) -> bool:
    return game.law not in LAWS and ruleset_of(game).either_colour
