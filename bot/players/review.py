"""A game looked back on: who stood how after each turn, and which turns cost the most.

A search flatters whoever is to move by a few points. So what a turn cost is never read off two
positions that follow each other: it is the difference between the position after the turn played
and the one after the better turn, in both of which the rival is to move. And for the chances that
are shown the usual flattery is taken off, lest the chart be a saw.

With few cells left nothing is estimated: the position is solved, and `exact` says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.engine.turn import Turn
from bot.players.endgame import LIMIT, Endgame
from bot.players.levels import searched
from bot.players.place import Game, Place, after
from bot.players.search import Search

GAMES, A_STONE = 1_000, 500
"""Games tried to judge a position, and for each stone of a better turn."""
FLATTERY = 1.2
"""By what a search multiplies the odds of whoever is to move: an even game looks like 54.5 %."""
SUREST = 0.99
"""An estimate never says more; 1 is for what is certain."""
WORST = 5
NOTABLE = 0.05
"""How many turns are named, and what one must have cost to be."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A turn looked back on, with chances from 0 to 1.

    `chance` is the first player's after it, `left` the mover's own; `exact` says that both are
    certain. `lost` is what the turn cost the mover, `better` the cells of the turn that would have
    left `best`, certain if `best_exact`; none where nothing better was found.
    """

    number: int
    mover: int
    cells: tuple[int, ...]
    chance: float
    exact: bool
    lost: float = 0.0
    better: tuple[int, ...] = ()
    best: float = 0.0
    best_exact: bool = False

    @property
    def left(self) -> float:
        """The mover's own chance after the turn."""
        return self.chance if self.mover == 0 else 1.0 - self.chance


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back on; `before` is the first player's chance before the first turn.

    From turn `certain` on the winner could not have lost but by a mistake that nobody made; None
    where the game did not get so far. `worst` are the turns that cost the most, worst first.
    """

    before: float
    turns: tuple[Reviewed, ...]
    certain: int | None
    worst: tuple[Reviewed, ...]


class _Judge:
    """Judges the positions of one game; solved ones share what was found out."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311
        self._endgame: Endgame | None = None

    def solver(self, game: Game) -> Endgame | None:
        """What solves a position; None while too many cells are empty."""
        if game.empty.bit_count() > LIMIT:
            return None
        if self._endgame is None or not self._endgame.covers(game):
            self._endgame = Endgame(game)
        return self._endgame

    def look(self, game: Game) -> "_Judged":
        """A position and how the player to move stands in it."""
        solver = self.solver(game)
        if solver is not None:
            return _Judged(game, float(solver.wins(game)), solver, None)
        search = Search(Place(game), self._random)
        search.run(GAMES)
        return _Judged(game, unflattered(search.chance()), None, search)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A position, the chance of the player to move, and what found it out."""

    game: Game
    chance: float
    solver: Endgame | None
    search: Search | None

    @property
    def exact(self) -> bool:
        """Whether the chance is certain."""
        return self.solver is not None

    def chance_of(self, colour: int) -> float:
        """A player's chance."""
        return self.chance if colour == self.game.to_move else 1.0 - self.chance

    def better(self) -> tuple[int, ...]:
        """A turn that promises most; none where the position is lost for certain."""
        if self.solver is not None:
            return self.solver.a_winning(self.game)
        assert self.search is not None  # noqa: S101
        return searched(self.search, A_STONE)


def unflattered(chance: float) -> float:
    """The chance of the player to move, from what a search says of it."""
    fair = chance / (chance + FLATTERY * (1.0 - chance))
    return min(SUREST, max(1.0 - SUREST, fair))


def review(start: Game, turns: Iterable[Turn], seed: int) -> Review:
    """Looks back on a game: the turns made from a position, all of them legal."""
    judge = _Judge(seed)
    here = judge.look(start)
    before = here.chance_of(0)
    reviewed = []
    for number, turn in enumerate(turns, start=1):
        cells = tuple(drop.cell for drop in turn.drops)
        there = judge.look(after(here.game, cells))
        reviewed.append(_reviewed(judge, number, cells, here, there))
        here = there
    worst = sorted((turn for turn in reviewed if turn.lost >= NOTABLE), key=lambda turn: -turn.lost)
    return Review(before, tuple(reviewed), _certain(reviewed), tuple(worst[:WORST]))


def _reviewed(
    judge: _Judge, number: int, cells: tuple[int, ...], here: _Judged, there: _Judged
) -> Reviewed:
    """A turn that led from one position to another."""
    mover = here.game.to_move
    left = there.chance_of(mover)
    plain = Reviewed(number, mover, cells, there.chance_of(0), there.exact)
    if (there.exact and left) or (here.exact and not here.chance):
        return plain
    better = here.better()
    if set(better) == set(cells):
        return plain
    would = judge.look(after(here.game, better))
    best = would.chance_of(mover)
    if best <= left:
        return plain
    return replace(plain, lost=best - left, better=better, best=best, best_exact=would.exact)


def _certain(turns: Sequence[Reviewed]) -> int | None:
    """The first turn after which the winner was certain and stayed so."""
    since = None
    for turn in reversed(turns):
        if not turn.exact or turn.chance != turns[-1].chance:
            break
        since = turn.number
    return since
