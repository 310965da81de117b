"""The end of a game, solved: who gets what for certain, in every game.

Catchup is solved by tables of its groups, with up to sixteen cells empty (thirteen on side 3); any
other game by playing out all turns, with up to ten cells on which a stone may still lie.
"""

from typing import Protocol

from bot.players.any_endgame import AnyEndgame
from bot.players.endgame import LIMIT, Endgame
from bot.players.game import Game, position_of, ruleset_of
from bot.players.place import LAWS

SMALL_SIDE, SMALL_LIMIT = 3, 13
"""On so small a board nothing is decided with sixteen cells empty, and solving takes a minute."""
ANY_LIMIT = 10
FEW = 8
"""With so few open cells any game is solved in half a second."""


class Solver(Protocol):
    """What was found out about the end of a game."""

    @property
    def searched(self) -> int:
        """How many positions were looked at so far."""

    def covers(self, game: Game) -> bool:
        """Whether a position can be asked about."""

    def chance(self, game: Game) -> float:
        """What the player to move gets for certain: 1, 0 or, for a tie, a half."""

    def winning(self, game: Game, most: int | None = None) -> list[tuple[int, ...]]:
        """All turns with which the player to move wins, as steps, or the first so many.

        All of them can take a minute where hundreds win: who asks whether one alone does, or how
        the end goes, asks for two or for the best.
        """

    def best(self, game: Game) -> tuple[int, ...]:
        """A turn that wins, else one that ties; none if the position is lost."""


def limit_of(game: Game) -> int:
    """How many cells may be open at the most, so that a position is solved within seconds."""
    if game.law not in LAWS:
        return ANY_LIMIT
    return SMALL_LIMIT if game.side <= SMALL_SIDE else LIMIT


def proven_lost(game: Game) -> bool:
    """Whether a glance at the end shows that the player to move has lost, whatever they play."""
    return 0 < open_cells(game) <= FEW and not solver(game).chance(game)


def open_cells(game: Game) -> int:
    """On how many cells a stone may still lie."""
    if game.law in LAWS:
        return game.empty.bit_count()
    return ruleset_of(game).placeable(position_of(game)).bit_count()


def solver(game: Game) -> Solver:
    """What solves a position; ValueError if too many cells are open."""
    cells, limit = open_cells(game), limit_of(game)
    if cells > limit:
        raise ValueError(f"{cells} open cells are more than {limit}")
    return Endgame(game, limit) if game.law in LAWS else AnyEndgame(game)
