"""How well a partner plays, in seven levels each a little better than the last; which suits whom.

Ann has never played; the lowest level joins its own stones and takes the lead when that is free,
and now and then has no eye for hers. She goes up a rung whenever she wins more than she loses.

A weak level is weak as people are: it overlooks what the other side is up to, and tries out few
games before it places a stone. Budgets are games tried, never seconds, so that a level is as strong
on a slow machine as on a fast one, and the same seed and position give the same turn everywhere.

The level that suits somebody is the one they would beat in one game of two. Ann has lost to
`steady` twice and beaten `gentle`: `easy` is what suits her. A level beats the one below it in
about two games of three, as the ladder of docs/sparring.md measures, and by the same measure her
own strength is estimated from her games. One game moves it by a level at most.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.engine.board import bits
from bot.engine.turn import Turn
from bot.players.endgame import open_cells, solver
from bot.players.field import field, over, turn_of
from bot.players.game import BUTTON, STOP, Game, position_of, ruleset_of
from bot.players.place import LAWS, Place
from bot.players.playouts import own_promises, promises
from bot.players.random_turn import after_random_turn
from bot.players.search import ANY_GAME, LEARNED, Search, Style


class Level(StrEnum):
    """How strong a partner is, the weakest first."""

    FIRST_STONE = "first-stone"
    GENTLE = "gentle"
    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    FIERCE = "fierce"
    MERCILESS = "merciless"


@dataclass(frozen=True, slots=True)
class Strength:
    """What a program does for each stone.

    `games` are tried, none where one look has to do; `overlooks` is how often it has no eye for the
    other side. With at most `solves` cells open it plays perfectly.
    """

    games: int
    overlooks: float = 0.0
    solves: int = 0
    style: Style = LEARNED


_CATCHUP = {
    Level.FIRST_STONE: Strength(0, overlooks=0.75),
    Level.GENTLE: Strength(0, overlooks=0.46),
    Level.EASY: Strength(7),
    Level.STEADY: Strength(15, solves=8),
    Level.STRONG: Strength(36, solves=10),
    Level.FIERCE: Strength(66, solves=12),
    Level.MERCILESS: Strength(122, solves=13),
}
_GAMES = (2, 5, 8, 13, 21, 34, 55)
"""Games tried in any other game, by level."""
_SOONER = (2, 4, 6, 8, 13, 21, 34)
_GAMES_OF = {"catena": (2, 6, 15, 36, 85, 200, 480), "alpha": _SOONER, "too": _SOONER}
"""Where more games tried help less, or more."""
_SOLVES = (0, 0, 0, 4, 5, 6, 8)


def strength_of(game: Game, level: Level) -> Strength:
    """What a level does in a game."""
    if game.law in LAWS:
        return _CATCHUP[level]
    rung = tuple(Level).index(level)
    games = _GAMES_OF.get(game.law, _GAMES)[rung]
    return Strength(games, solves=_SOLVES[rung], style=ANY_GAME)


def choose(game: Game, level: Level, seed: int, share: float = 1.0) -> Turn:
    """The turn that a partner makes; ValueError if the game is over.

    `share` is the part of its usual budget that it has the time for; with none it goes by one look.
    """
    strength = strength_of(game, level)
    if share < 1.0:
        fewest = 0 if game.law in LAWS else 1
        strength = replace(strength, games=max(fewest, int(strength.games * share)), solves=0)
    return thought_out(game, strength, Random(seed))  # noqa: S311


def thought_out(game: Game, strength: Strength, random: Random) -> Turn:
    """The turn that a search finds, or one that is known to win; ValueError if the game is over."""
    if over(game):
        raise ValueError("the game is over: the board is full")
    if open_cells(game) <= strength.solves:
        best = solver(game).best(game)
        if best:
            return turn_of(game, best)
    if not strength.games:
        return turn_of(game, at_a_glance(game, random.random, strength.overlooks))
    return searched(game, Search(field(game), random.random, strength.style), strength.games)


def searched(game: Game, search: Search, games: int) -> Turn:
    """The best turn of a search that spends so many games on each stone."""
    mover = search.place.mover
    steps: list[int] = []
    while not search.stuck:
        search.run(games)
        best = search.best()
        steps.append(search.step_of(best))
        if steps[-1] in (STOP, BUTTON):
            return turn_of(game, steps)
        search.advance(best)
        if search.place.mover != mover or search.place.over:
            return turn_of(game, steps)
    # The stones so far allow no legal end of the turn, which is rare: any legal turn will do.
    chosen = after_random_turn(ruleset_of(game), position_of(game), Random(1)).turn  # noqa: S311
    assert chosen is not None  # noqa: S101
    return chosen


def at_a_glance(game: Game, random: Callable[[], float], overlooks: float = 0.0) -> tuple[int, ...]:
    """The stones of Catchup that look best one by one; each may overlook the other side."""
    place, chosen = Place(game), []
    while place.mover == game.to_move and place.empty:
        cells = tuple(bits(place.empty))
        look = own_promises if random() < overlooks else promises
        looks = look(place, cells)
        step = max(looks, key=lambda i: looks[i] + 1e-6 * random())
        if step == STOP:
            place.stop()
        else:
            chosen.append(cells[step])
            place.put(cells[step])
    return tuple(chosen)


LATEST = 20
"""How many games tell of somebody: who has learnt since is not held to what was before."""
_POINTS = math.log(10) * 100 / 400
"""The logarithm of the odds that a level adds: about a hundred points of rating."""
_DOUBT = 2.0
"""How far from the middle somebody unknown may well be, in levels."""
_MIDDLE = Level.STEADY


def fitting(games: Sequence[tuple[Level, float]]) -> Level:
    """The level that suits somebody after games, the latest first; the middle one before any.

    Each is the level of the other side and what was won: 1, half for a tie, or 0.
    """
    rungs = list(Level)
    middle = rungs.index(_MIDDLE)
    told = [(rungs.index(level), won) for level, won in games[:LATEST]]
    # The likeliest strength: what was won more than expected just balances the doubt of it.
    low, high = -float(len(rungs)), 2.0 * len(rungs)
    for _ in range(40):
        strength = (low + high) / 2
        more = sum(won - 1 / (1 + math.exp(_POINTS * (rung - strength))) for rung, won in told)
        if _POINTS * more > (strength - middle) / _DOUBT**2:
            low = strength
        else:
            high = strength
    return rungs[min(max(0, round(low)), len(rungs) - 1)]
