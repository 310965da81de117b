"""How well a partner plays: four levels, and what each of them does with a position.

Budgets are games tried, never seconds, so that a level is as strong on a slow machine as on a fast
one, and the same seed and position give the same turn on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.engine.board import bits
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour, Drop, Turn
from bot.players.endgame import Endgame
from bot.players.place import LAWS, Game, Place
from bot.players.prior import STOP, promises
from bot.players.search import LEARNED, Search, Style


class Level(StrEnum):
    """How strong a partner is."""

    GENTLE = "gentle"
    STEADY = "steady"
    STRONG = "strong"
    FIERCE = "fierce"


@dataclass(frozen=True, slots=True)
class Strength:
    """What a program does: games tried for each stone, and how many cells may be left to solve."""

    games: int
    solves: int = 0
    style: Style = LEARNED


STRENGTHS = {
    Level.STEADY: Strength(100, solves=12),
    Level.STRONG: Strength(1_000, solves=13),
    Level.FIERCE: Strength(5_000, solves=13),
}
CARELESS = 0.2
"""How often a gentle partner takes any cell at all."""


def plays(ruleset: Ruleset) -> bool:
    """Whether the players know a ruleset."""
    return ruleset.key in LAWS


def choose(game: Game, level: Level, seed: int, share: float = 1.0) -> Turn:
    """The turn that a partner makes; ValueError if the board is full.

    `share` is the part of its usual budget that it has the time for; with none it goes by one look.
    """
    if not game.empty:
        raise ValueError("the board is full")
    random = Random(seed)  # noqa: S311
    if level is Level.GENTLE:
        return turn_of(game, at_a_glance(game, random.random, CARELESS))
    strength = STRENGTHS[level]
    if share < 1.0:
        strength = replace(strength, games=int(strength.games * share), solves=0)
    if not strength.games:
        return turn_of(game, at_a_glance(game, random.random))
    return turn_of(game, thought_out(game, strength, random.random))


def turn_of(game: Game, cells: tuple[int, ...]) -> Turn:
    """A turn that fills these cells."""
    return Turn(tuple(Drop(cell, Colour(game.to_move)) for cell in cells))


def thought_out(game: Game, strength: Strength, random: Callable[[], float]) -> tuple[int, ...]:
    """The turn that a search finds, or one that is known to win."""
    if game.empty.bit_count() <= strength.solves:
        winning = Endgame(game, strength.solves).a_winning(game)
        if winning:
            return winning
    search = Search(Place(game), random, strength.style)
    return searched(search, strength.games)


def searched(search: Search, games: int) -> tuple[int, ...]:
    """The best turn of a search that spends so many games on each stone."""
    mover = search.place.mover
    cells: list[int] = []
    while True:
        search.run(games)
        step = search.best()
        if step == search.stop:
            return tuple(cells)
        cells.append(search.cells[step])
        search.advance(step)
        if search.place.mover != mover or not search.place.empty:
            return tuple(cells)


def at_a_glance(game: Game, random: Callable[[], float], careless: float = 0.0) -> tuple[int, ...]:
    """The turn that looks best stone by stone, each of them now and then any stone at all."""
    place, chosen = Place(game), []
    while place.mover == game.to_move and place.empty:
        cells = tuple(bits(place.empty))
        looks = promises(place, cells)
        slips = random() < careless
        step = max(looks, key=lambda i: random() if slips else looks[i] + 1e-6 * random())
        if step == STOP:
            place.stop()
        else:
            chosen.append(cells[step])
            place.put(cells[step])
    return tuple(chosen)
