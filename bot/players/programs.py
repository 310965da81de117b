"""Programs by their names: the levels, and simple ones to measure them against.

- `random`: any cells, all stones allowed.
- `greedy`: each stone where its own largest group ends largest.
- `heuristic`: each stone where one look promises most; a gentle partner that is never careless.
- `uct:N`: plain UCT with N games tried for each stone: no RAVE, no looks, purely random games.
"""

from collections.abc import Callable
from random import Random

from bot.engine.board import bits
from bot.engine.turn import Turn
from bot.players.levels import Level, Strength, at_a_glance, choose, thought_out, turn_of
from bot.players.place import Game, Place, after
from bot.players.search import PLAIN

Program = Callable[[Game, int], Turn]
"""What plays: a position and a seed give a turn."""
PROGRAMS = (*Level, "random", "greedy", "heuristic")
"""The names that stand alone."""
_MOST_GAMES = 50_000


class UnknownProgramError(ValueError):
    """A name that no program has."""


def program(name: str) -> Program:
    """The program of a name."""
    if name in set(Level):
        return lambda game, seed: choose(game, Level(name), seed)
    match name.partition(":"):
        case ("random", "", ""):
            return _by_cells(_random)
        case ("greedy", "", ""):
            return _by_cells(_greedy)
        case ("heuristic", "", ""):
            return _by_cells(lambda game, rng: at_a_glance(game, rng.random))
        case ("uct", ":", number) if number.isascii() and number.isdigit():
            games = int(number[:6])
            if 0 < games <= _MOST_GAMES:
                plain = Strength(games, style=PLAIN)
                return _by_cells(lambda game, rng: thought_out(game, plain, rng.random))
    raise UnknownProgramError(name)


def spar(one: str, other: str, start: Game, seed: int) -> list[Turn]:
    """The turns of a game between two programs, the first of which begins."""
    programs = (program(one), program(other))
    seeds = Random(seed)  # noqa: S311
    game = start
    turns: list[Turn] = []
    while game.empty:
        turns.append(programs[len(turns) % 2](game, seeds.getrandbits(32)))
        game = after(game, [drop.cell for drop in turns[-1].drops])
    return turns


def _by_cells(choice: Callable[[Game, Random], tuple[int, ...]]) -> Program:
    return lambda game, seed: turn_of(game, choice(game, Random(seed)))  # noqa: S311


def _random(game: Game, rng: Random) -> tuple[int, ...]:
    return _each(game, lambda _place, _cell: rng.random())


def _greedy(game: Game, rng: Random) -> tuple[int, ...]:
    def size(place: Place, cell: int) -> tuple[int, float]:
        joined = 1 + sum(place.around(cell, place.mover))
        return max(joined, place.best[place.mover]), rng.random()

    return _each(game, size)


def _each(game: Game, worth: Callable[[Place, int], object]) -> tuple[int, ...]:
    """A turn of all stones allowed, each on the cell that is worth most."""
    place = Place(game)
    chosen: list[int] = []
    while place.mover == game.to_move and place.empty:
        legal = [cell for cell in bits(place.empty) if place.may_put(cell)]
        if not legal:
            break
        chosen.append(max(legal, key=lambda cell: worth(place, cell)))  # type: ignore[arg-type,return-value]
        place.put(chosen[-1])
    return tuple(chosen)
