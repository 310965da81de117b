"""A position between two turns as plain numbers, of any game, that can be sent anywhere.

Ann plays Plur against the partner. The position goes to the process that thinks as a line of
JSON: the ruleset by its key and options, the stones, whose turn it is. There it becomes a position
of the engine's again, and the ruleset answers what is allowed in it.
"""

from dataclasses import dataclass
from functools import lru_cache

from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import chosen, configure
from bot.engine.turn import Colour


@dataclass(frozen=True, slots=True)
class Game:
    """A position between two turns as the players are asked about it: plain numbers only.

    `law` is the ruleset's key, `options` those that differ from its usual ones. `most` are the
    stones that the player to move may place; `number` the turns played, `before` the stones before
    the last of them, `claimed` and `button` as in the engine's position.
    """

    law: str
    side: int
    stones: tuple[int, int] = (0, 0)
    to_move: int = 0
    most: int = 1
    options: tuple[tuple[str, str], ...] = ()
    number: int = 0
    before: tuple[int, int] | None = None
    claimed: int = 0
    button: int | None = None

    @property
    def empty(self) -> int:
        """The bitboard of the empty cells."""
        return board(self.side).full & ~(self.stones[0] | self.stones[1])


def game_at(ruleset: Ruleset, position: Position) -> Game:
    """The position of a ruleset's game as plain numbers."""
    previous, button = position.previous, position.button
    return Game(
        law=ruleset.key,
        side=position.board.side,
        stones=position.stones,
        to_move=int(position.to_move),
        most=ruleset.allowance(position).most,
        options=tuple(sorted(chosen(ruleset).items())),
        number=position.number,
        before=None if previous is None else previous.stones,
        claimed=position.claimed,
        button=None if button is None else int(button),
    )


def position_of(game: Game) -> Position:
    """The engine's position; it knows the one before it, and none before that."""
    cells, mover = board(game.side), Colour(game.to_move)
    previous = None
    if game.before is not None:
        previous = Position(cells, game.before, mover.other, max(0, game.number - 1))
    button = None if game.button is None else Colour(game.button)
    return Position(cells, game.stones, mover, game.number, game.claimed, button, previous)


def ruleset_of(game: Game) -> Ruleset:
    """The ruleset of a game, as it was set up."""
    return _configured(game.law, game.options)


@lru_cache(maxsize=64)
def _configured(key: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return configure(key, dict(options))


STOP = -1
"""Ends the turn; before the first stone it passes."""
BUTTON = -2
"""Takes the button."""
