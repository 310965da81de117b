"""A game looked back on: who stood how after each turn, which turns cost the most, and why.

Few cells are open: the position is solved, and what is said is proven. Many are open: games are
tried, and what is said is an estimate, a share of wins with an interval. A turn is marked as a
mistake only if the better turn's interval lies above its own, and it is more likely than not, by
some margin, that one would have won and the other loses: a mark that misleads is worse than none.

A search flatters whoever is to move by a few points. So what a turn cost is never read off two
positions that follow each other: it is the difference between the position after the turn played
and the one after the better turn, in both of which the rival is to move. And for the chances that
are shown the usual flattery is taken off, lest the chart be a saw.

Red joined two groups and took the lead, which gave Blue three stones; another turn would have kept
Blue at two. Whoever reads the review wants that sentence, not a number. What is compared is what
the ruleset says of both turns: whether they give the rival more stones, what figure they leave, and
what the rival can make of it with a single stone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from random import Random

from bot.engine.board import bits, board
from bot.engine.position import Position
from bot.engine.ruleset import Figure, Ruleset
from bot.engine.turn import Colour, Drop, Turn
from bot.players.endgame import Solver, limit_of, open_cells, solver
from bot.players.field import after, coded, field, over, turn_of, won
from bot.players.game import Game, position_of, ruleset_of
from bot.players.levels import searched
from bot.players.place import LAWS
from bot.players.search import ANY_GAME, LEARNED, Search


class CauseKind(StrEnum):
    """What tells the turns apart."""

    FED = "fed"
    """The turn gave the rival `more` stones, the better one fewer."""
    LET = "let"
    """It let the rival get to the figure `more` with one stone, the better one only to `less`."""
    LEFT = "left"
    """It left the mover the figure `less`, the better one `more`."""


@dataclass(frozen=True, slots=True)
class TurnCause:
    """Why a turn is worse than the better one; the figures are the game's own."""

    kind: CauseKind
    more: Figure
    less: Figure


def cause(ruleset: Ruleset, played: Position, better: Position) -> TurnCause | None:
    """Why the position after one turn is worse for the mover than after the better turn."""
    mover = played.to_move.other
    more, less = (ruleset.allowance(after).most for after in (played, better))
    if more > less and ruleset.leading(played):
        return TurnCause(CauseKind.FED, more, less)
    left, would = (ruleset.figures(after)[mover] for after in (played, better))
    let, would_let = (_best_of(ruleset, after) for after in (played, better))
    if let - would_let > would - left and let > would_let:
        return TurnCause(CauseKind.LET, let, would_let)
    return TurnCause(CauseKind.LEFT, would, left) if would > left else None


def _best_of(ruleset: Ruleset, position: Position) -> Figure:
    """The best figure that the player to move can have with one stone more."""
    mover = position.to_move
    colours = tuple(Colour) if ruleset.either_colour else (mover,)
    figures = [
        ruleset.figures(ruleset.settle(position.place(Drop(cell, colour))))[mover]
        for cell in bits(ruleset.placeable(position))
        for colour in colours
    ]
    return max(figures, default=ruleset.figures(position)[mover])


GAMES, A_STONE = 1_000, 400
"""Games tried to judge a position of Catchup, and for each stone of a better turn."""
ANY_GAMES, ANY_STONE = 500, 200
"""The same in any other game, where each takes longer."""
FLATTERY = 1.2
"""By what a search multiplies the odds of whoever is to move: an even game looks like 54.5 %."""
SUREST = 0.99
"""An estimate never says more; 1 is for what is certain."""
REACH = 0.2
"""How far an estimate of an even game may be off to either side; less the surer it is."""
SURE = 0.6
"""How likely it must be that the better turn would have won and the one played loses."""
WORST = 3
"""How many turns are named."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A turn looked back on, with chances from 0 to 1; turns are coded as by `field.coded`.

    `chance` is the first player's after it; `exact` says that it is proven, by looking at `cells`
    open cells. A marked turn has `lost`, what it cost the mover, and a `better` one that would have
    left `best`, proven if `best_exact`; `cause` says why, where the game's terms can.
    """

    number: int
    mover: int
    played: tuple[int, ...]
    chance: float
    exact: bool
    cells: int
    lost: float = 0.0
    better: tuple[int, ...] = ()
    best: float = 0.0
    best_exact: bool = False
    cause: TurnCause | None = None

    @property
    def left(self) -> float:
        """The mover's own chance after the turn."""
        return self.chance if self.mover == 0 else 1.0 - self.chance


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back on.

    `before` is the first player's chance before the first turn; `before_exact` says that it is
    proven. From turn `certain` on the winner could not have lost but by a mistake that nobody made;
    None where the game did not get so far. `worst` are the turns that cost the most, worst first.
    """

    before: float
    turns: tuple[Reviewed, ...]
    certain: int | None
    worst: tuple[Reviewed, ...]
    before_exact: bool = False


def interval(chance: float) -> tuple[float, float]:
    """Between which chances an estimate lies."""
    reach = REACH * sqrt(4.0 * chance * (1.0 - chance))
    return max(0.0, chance - reach), min(1.0, chance + reach)


def parted(left: float, exact: bool, best: float, best_exact: bool) -> bool:
    """Whether the better turn is better beyond doubt, and the other likely the loss of the game."""
    high = left if exact else interval(left)[1]
    low = best if best_exact else interval(best)[0]
    sure = exact and best_exact
    return low > high and (sure or best * (1.0 - left) >= SURE)


class _Judge:
    """Judges the positions of one game; solved ones share what was found out."""

    def __init__(self, seed: int, *, solves: bool) -> None:
        self._random = Random(seed).random  # noqa: S311
        self._solves = solves
        self._solver: Solver | None = None

    def solver(self, game: Game) -> Solver | None:
        """What solves a position; None while too many cells are open."""
        if not self._solves or open_cells(game) > limit_of(game):
            return None
        if self._solver is None or not self._solver.covers(game):
            self._solver = solver(game)
        return self._solver

    def look(self, game: Game) -> "_Judged":
        """A position and how the player to move stands in it."""
        if over(game):
            first = won(game)
            return _Judged(game, 1.0 - first if game.to_move else first, None, None)
        solver = self.solver(game)
        if solver is not None:
            return _Judged(game, solver.chance(game), solver, None)
        catchup = game.law in LAWS
        search = Search(field(game), self._random, LEARNED if catchup else ANY_GAME)
        search.run(GAMES if catchup else ANY_GAMES)
        return _Judged(game, unflattered(search.chance()), None, search)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A position, the chance of the player to move, and what found it out."""

    game: Game
    chance: float
    solver: Solver | None
    search: Search | None

    @property
    def exact(self) -> bool:
        return self.search is None

    def chance_of(self, colour: int) -> float:
        return self.chance if colour == self.game.to_move else 1.0 - self.chance

    def better(self) -> Turn | None:
        """A turn that promises most; None where the position is lost for certain."""
        if self.search is None:
            steps = self.solver.best(self.game) if self.solver is not None else ()
            return turn_of(self.game, steps) if steps else None
        games = A_STONE if self.game.law in LAWS else ANY_STONE
        return searched(self.game, self.search, games)


def unflattered(chance: float) -> float:
    """The chance of the player to move, from what a search says of it."""
    fair = chance / (chance + FLATTERY * (1.0 - chance))
    return min(SUREST, max(1.0 - SUREST, fair))


def review(start: Game, turns: Iterable[Turn], seed: int, *, solves: bool = True) -> Review:
    """Looks back on a game: the turns made from a position, all of them legal.

    Without `solves` everything is estimated, to measure how true estimates are.
    """
    judge = _Judge(seed, solves=solves)
    here = judge.look(start)
    before, before_exact = here.chance_of(0), here.exact
    reviewed = []
    for number, turn in enumerate(turns, start=1):
        there = judge.look(after(here.game, turn))
        reviewed.append(_reviewed(judge, number, turn, here, there))
        here = there
    marked = [turn for turn in reviewed if turn.better]
    worst = tuple(sorted(marked, key=lambda turn: -turn.lost)[:WORST])
    return Review(before, tuple(reviewed), _certain(reviewed), worst, before_exact)


def _reviewed(judge: _Judge, number: int, turn: Turn, here: _Judged, there: _Judged) -> Reviewed:
    """A turn that led from one position to another."""
    mover, size = here.game.to_move, board(here.game.side).size
    played, left = coded(turn, size), there.chance_of(mover)
    cells = open_cells(there.game)
    plain = Reviewed(number, mover, played, there.chance_of(0), there.exact, cells)
    if there.exact and (left == 1.0 or (here.exact and left >= here.chance)):
        return plain
    better = here.better()
    if better is None or set(coded(better, size)) == set(played):
        return plain
    would = judge.look(after(here.game, better))
    best = would.chance_of(mover)
    if not parted(left, there.exact, best, would.exact):
        return plain
    ruleset, position = ruleset_of(here.game), position_of(there.game)
    return replace(
        plain,
        lost=best - left,
        better=coded(better, size),
        best=best,
        best_exact=would.exact,
        cause=cause(ruleset, position, position_of(would.game)),
    )


def _certain(turns: Sequence[Reviewed]) -> int | None:
    """The first turn after which the outcome was certain and stayed so."""
    since = None
    for turn in reversed(turns):
        if not turn.exact or turn.chance != turns[-1].chance:
            break
        since = turn.number
    return since
