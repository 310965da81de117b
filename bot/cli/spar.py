"""The `spar` command: programs play each other, to measure how strong they are.

The same seed prints the same, whatever the machine and however many processes share the games.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from bot.cli.live import live_line
from bot.cli.telling import whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.players.field import after, over, won
from bot.players.game import Game
from bot.players.programs import PROGRAMS, UnknownProgramError, program, spar
from bot.wording.settings import spar_step_text
from bot.wording.sparring import no_program_text, spar_line, spar_text

_MOST_GAMES = 100_000
_COUNT = whole_number(1, _MOST_GAMES)
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Played:
    """One game: whether the first program named began, the part of it that it won, its turns."""

    began: bool
    worth: float
    turns: int


@dataclass(frozen=True, slots=True)
class SparringSeries:
    """Which programs play what, from a seed; the first begins the first game, then they alternate.

    The games of another seed are others.
    """

    one: str
    other: str
    start: Game
    seed: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `spar` takes."""
    parser.add_argument("one", metavar="ONE", help="a level, random, greedy, heuristic or uct:N")
    parser.add_argument("other", metavar="OTHER", help="another, or the same")
    parser.add_argument("--games", type=_COUNT, default=20, metavar="COUNT", help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="NUMBER", help="other games (1)")
    parser.add_argument(
        "--ruleset",
        choices=tuple(RULESETS),
        default=DEFAULT,
        metavar="RULESET",
        help="what is played, such as sauce (genius)",
    )
    parser.add_argument(
        "--side",
        type=whole_number(SMALLEST_SIDE, LARGEST_SIDE),
        default=5,
        metavar="CELLS",
        help="cells on an edge of the board (5)",
    )
    parser.add_argument("--jobs", type=_COUNT, default=1, metavar="COUNT", help="processes (1)")
    parser.add_argument("--json", action="store_true", help="one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays the games and prints who won; returns the exit status."""
    for name in (arguments.one, arguments.other):
        try:
            program(name)
        except UnknownProgramError:
            print(f"referee spar: {no_program_text(name, PROGRAMS)}", file=sys.stderr)  # noqa: T201
            return 2
    games = _play_all(arguments)
    if arguments.json:
        print(json.dumps(_values(arguments, games)))  # noqa: T201
    else:
        wins, ties = _wins(games), sum(game.worth not in (0.0, 1.0) for game in games)
        print(spar_text(arguments.one, arguments.other, wins, ties, len(games)))  # noqa: T201
    return 0


def played(series: SparringSeries, games: int, jobs: int) -> Iterator[Played]:
    """The games in order, shared by so many processes."""
    return shared(partial(_play, series), range(games), jobs)


def shared(play: Callable[[Item], Outcome], items: Iterable[Item], jobs: int) -> Iterator[Outcome]:
    """What comes of each item in order; so many processes share them."""
    if jobs == 1:
        yield from map(play, items)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin_in_process) as pool:
        yield from pool.map(play, items, chunksize=1)


def _begin_in_process() -> None:
    """Ctrl-C reaches each process too, which ends without a word; so it does with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(series: SparringSeries, number: int) -> Played:
    began = number % 2 == 0
    names = (series.one, series.other) if began else (series.other, series.one)
    turns = spar(*names, series.start, series.seed * _MOST_GAMES + number)
    game = series.start
    for turn in turns:
        game = after(game, turn)
    # One that would never end is nobody's.
    first = won(game) if over(game) else 0.5
    return Played(began, first if began else 1.0 - first, len(turns))


def _play_all(arguments: argparse.Namespace) -> list[Played]:
    """Plays the games, and prints a line for each unless asked for JSON."""
    one, other, count = arguments.one, arguments.other, arguments.games
    series = SparringSeries(one, other, Game(arguments.ruleset, arguments.side), arguments.seed)
    games = list[Played]()
    with live_line(spar_step_text(0, count)) as live:
        for number, game in enumerate(played(series, count, arguments.jobs), start=1):
            games.append(game)
            live.say(spar_step_text(number, count))
            if not arguments.json:
                line = spar_line(number, one, other, game.began, game.worth, game.turns)
                with live.hidden():
                    print(line, flush=True)  # noqa: T201
    return games


def _wins(games: list[Played]) -> int:
    return sum(game.worth == 1.0 for game in games)


def _values(arguments: argparse.Namespace, games: list[Played]) -> dict[str, object]:
    begun = [game for game in games if game.began]
    return {
        "one": arguments.one,
        "other": arguments.other,
        "ruleset": arguments.ruleset,
        "side": arguments.side,
        "seed": arguments.seed,
        "games": len(games),
        "wins": _wins(games),
        "losses": sum(game.worth == 0.0 for game in games),
        "ties": sum(game.worth not in (0.0, 1.0) for game in games),
        "begun": len(begun),
        "wins_begun": _wins(begun),
        "turns": sum(game.turns for game in games),
    }
