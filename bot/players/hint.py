"""One cell for whoever is to move, and why: in a game's own terms.

Ann plays against the partner and does not know how to go on. She is told one stone, the one of a
good turn that does the most for her, and what that turn brings; the rest she finds herself. Where
the end of the game can be solved, the hint also says for certain who wins.
"""

from dataclasses import dataclass

from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.ruleset import Figure, Ruleset
from bot.engine.turn import Colour, Drop, Turn
from bot.players.endgame import limit_of, open_cells, solver
from bot.players.field import after, coded, over, turn_of
from bot.players.game import Game, position_of, ruleset_of
from bot.players.levels import Level, choose


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a turn, by `field.coded`, and what speaks for it.

    `figure` is the mover's once the stone lies, `before` what it was; `turn_figure` is what it is
    after the whole turn, of so many `stones`. `rival` is what the rival could get to with one stone
    on that cell, None where that is no more than without it. `certain` is what the mover gets if
    nobody errs, 1, 0 or, for a tie, a half; None where that is not known. `leads` says that the
    turn takes the lead; `fed` how many stones the rival may then place, 0 where that is as ever.
    """

    code: int
    stones: int
    before: Figure
    figure: Figure
    turn_figure: Figure
    rival: Figure | None = None
    certain: float | None = None
    leads: bool = False
    fed: int = 0


def hint(game: Game, seed: int) -> Hint:
    """The hint for a position; the same for the same seed. ValueError if the game is over."""
    if over(game):
        raise ValueError("the game is over")
    certain, turn = _solved(game)
    if turn is None:
        turn = choose(game, Level.FIERCE, seed)
    ruleset, position = ruleset_of(game), position_of(game)
    there = position_of(after(game, turn))
    mover, size = position.to_move, board(game.side).size
    figure_before, turn_figure = (ruleset.figures(one)[mover] for one in (position, there))
    first = _first(ruleset, position, turn)
    most = ruleset.allowance(there).most
    more = position.number > 0 and most > ruleset.allowance(position).most
    return Hint(
        code=coded(first, size)[0],
        stones=len(turn.drops),
        before=figure_before,
        figure=_with(ruleset, position, first, mover),
        turn_figure=turn_figure,
        rival=_rivals(ruleset, position, first),
        certain=certain,
        leads=_takes_the_lead(ruleset, position, there, mover),
        fed=most if more and ruleset.leading(there) else 0,
    )


def _solved(game: Game) -> tuple[float | None, Turn | None]:
    """What the mover gets for certain, and a turn for it; None where that is not known.

    Of a position that is lost nothing is known but that: a search says what holds out.
    """
    if open_cells(game) > limit_of(game):
        return None, None
    found = solver(game)
    steps = found.best(game)
    return found.chance(game), turn_of(game, steps) if steps else None


def _first(ruleset: Ruleset, position: Position, turn: Turn) -> Turn:
    """The one stone of a turn that does the most by itself; a turn without stones as it is.

    The mover's own gain comes first, then what the rival could have made of the cell.
    """
    if not turn.drops:
        return turn
    mover = position.to_move

    def worth(drop: Drop) -> tuple[Figure, Figure]:
        one = Turn((drop,))
        return _with(ruleset, position, one, mover), _rivals(ruleset, position, one) or 0

    return Turn((max(turn.drops, key=worth),))


def _with(ruleset: Ruleset, position: Position, one: Turn, colour: Colour) -> Figure:
    """A player's figure once one stone lies."""
    for drop in one.drops:
        position = ruleset.settle(position.place(drop))
    return ruleset.figures(position)[colour]


def _rivals(ruleset: Ruleset, position: Position, one: Turn) -> Figure | None:
    """What the rival could get to with a stone on that cell; None where it gains nothing."""
    if not one.drops:
        return None
    rival, cell = position.to_move.other, one.drops[0].cell
    colours = tuple(Colour) if ruleset.either_colour else (rival,)
    best = max(_with(ruleset, position, Turn((Drop(cell, each),)), rival) for each in colours)
    return best if best > ruleset.figures(position)[rival] else None


def _takes_the_lead(ruleset: Ruleset, before: Position, there: Position, mover: Colour) -> bool:
    """Whether the mover is behind or level before a turn and ahead after it."""
    was, now = ruleset.figures(before), ruleset.figures(there)
    return was[mover] <= was[mover.other] and now[mover] > now[mover.other]
