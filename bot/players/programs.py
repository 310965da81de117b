"""Programs by their names: the levels, and simple ones to measure them against. All play all games.

- `random`: any stones, all that are allowed.
- `greedy`: each stone where its own standing ends best.
- `heuristic`: in Catchup each stone where one look promises most; in other games as one game tried.
- `uct:N`: plain UCT with N games tried for each stone: no RAVE, no looks, purely random games.
"""

from collections.abc import Callable
from random import Random

from bot.engine.board import bits
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.turn import Turn
from bot.players.any_place import AnyPlace
from bot.players.field import after, over, turn_of
from bot.players.game import Game, position_of, ruleset_of
from bot.players.levels import Level, Strength, choose, thought_out
from bot.players.place import LAWS
from bot.players.random_turn import after_random_turn
from bot.players.search import ANY_GAME, PLAIN

Program = Callable[[Game, int], Turn]
"""What plays: a position and a seed give a turn."""
PROGRAMS = (*Level, "random", "greedy", "heuristic")
"""The names that stand alone."""
_MOST_GAMES = 50_000
_LONGEST = 500
"""Turns after which a game counts as nobody's: two that pass in turn would never end it."""


class UnknownProgramError(ValueError):
    """A name that no program has."""


def program(name: str) -> Program:
    """The program of a name."""
    if name in set(Level):
        return lambda game, seed: choose(game, Level(name), seed)
    match name.partition(":"):
        case ("random", "", ""):
            return _random
        case ("greedy", "", ""):
            return _greedy
        case ("heuristic", "", ""):
            return _heuristic
        case ("uct", ":", number) if number.isascii() and number.isdigit():
            games = int(number[:6])
            if 0 < games <= _MOST_GAMES:
                plain = Strength(games, style=PLAIN)
                return lambda game, seed: thought_out(game, plain, Random(seed))  # noqa: S311
    raise UnknownProgramError(name)


def spar(one: str, other: str, start: Game, seed: int) -> list[Turn]:
    """The turns of a game between two programs, the first of which begins."""
    programs = (program(one), program(other))
    seeds = Random(seed)  # noqa: S311
    game = start
    turns: list[Turn] = []
    while not over(game) and len(turns) < _LONGEST:
        turns.append(programs[len(turns) % 2](game, seeds.getrandbits(32)))
        game = after(game, turns[-1])
    return turns


def _random(game: Game, seed: int) -> Turn:
    played = after_random_turn(ruleset_of(game), position_of(game), Random(seed))  # noqa: S311
    return _turn_to(played)


def _heuristic(game: Game, seed: int) -> Turn:
    looks = Strength(0) if game.law in LAWS else Strength(1, style=ANY_GAME)
    return thought_out(game, looks, Random(seed))  # noqa: S311


def _greedy(game: Game, seed: int) -> Turn:
    """Each stone where its own standing ends best; it ends its turn only where it has to."""
    ruleset, rng = ruleset_of(game), Random(seed)  # noqa: S311
    place, steps = AnyPlace(ruleset, position_of(game)), list[int]()
    while place.mover == game.to_move and not place.over:
        marks = tuple(bits(place.marks))
        legal = [marks[at] for at in place.looks(marks) if at >= 0]
        if not legal:
            break
        worth = {mark: (place.standing_with(mark), rng.random()) for mark in legal}
        steps.append(max(legal, key=lambda mark: worth[mark]))
        place.put(steps[-1])
    if not isinstance(play(ruleset, position_of(game), turn_of(game, steps)), Position):
        return _random(game, seed)
    return turn_of(game, steps)


def _turn_to(position: Position) -> Turn:
    assert position.turn is not None  # noqa: S101
    return position.turn
