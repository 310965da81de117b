"""The `spar` command: programs play each other, to measure how strong the levels are.

The same seed prints the same, whatever the machine and however many processes share the games.
"""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from bot.cli.live import live_line
from bot.cli.telling import whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.players.place import LAWS, Game, Place, after
from bot.players.programs import UnknownProgramError, program, spar
from bot.wording.command_line import spar_step_text
from bot.wording.sparring import no_program_text, spar_line, spar_text

_MOST_GAMES = 100_000


_COUNT = whole_number(1, _MOST_GAMES)
_SIDE = whole_number(SMALLEST_SIDE, LARGEST_SIDE)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: whether the first program named began it and won it, and how many turns it had."""

    began: bool
    won: bool
    turns: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `spar` takes."""
    parser.add_argument("one", metavar="ONE", help="a level, random, greedy, heuristic or uct:N")
    parser.add_argument("other", metavar="OTHER", help="another, or the same")
    parser.add_argument("--games", type=_COUNT, default=20, metavar="COUNT", help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="NUMBER", help="other games (1)")
    parser.add_argument("--ruleset", choices=tuple(LAWS), default="genius", help="what is played")
    parser.add_argument(
        "--side", type=_SIDE, default=5, metavar="CELLS", help="cells on an edge of the board (5)"
    )
    parser.add_argument("--jobs", type=_COUNT, default=1, metavar="COUNT", help="processes (1)")
    parser.add_argument("--json", action="store_true", help="one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays the games and prints who won; returns the exit status."""
    for name in (arguments.one, arguments.other):
        try:
            program(name)
        except UnknownProgramError:
            print(f"referee spar: {no_program_text(name)}", file=sys.stderr)  # noqa: T201
            return 2
    played = _played(arguments)
    wins = sum(game.won for game in played)
    if arguments.json:
        print(json.dumps(_values(arguments, played)))  # noqa: T201
    else:
        print(spar_text(arguments.one, arguments.other, wins, len(played)))  # noqa: T201
    return 0


def _played(arguments: argparse.Namespace) -> list[Played]:
    """Plays the games, and prints a line for each unless asked for JSON."""
    played: list[Played] = []
    with live_line(spar_step_text(0, arguments.games)) as live:
        for number, game in enumerate(_games(arguments), start=1):
            played.append(game)
            live.say(spar_step_text(number, arguments.games))
            if not arguments.json:
                line = spar_line(
                    number, arguments.one, arguments.other, game.began, game.won, game.turns
                )
                with live.hidden():
                    print(line, flush=True)  # noqa: T201
    return played


def _values(arguments: argparse.Namespace, played: list[Played]) -> dict[str, object]:
    begun = [game for game in played if game.began]
    wins = sum(game.won for game in played)
    return {
        "one": arguments.one,
        "other": arguments.other,
        "ruleset": arguments.ruleset,
        "side": arguments.side,
        "seed": arguments.seed,
        "games": len(played),
        "wins": wins,
        "losses": len(played) - wins,
        "begun": len(begun),
        "wins_begun": sum(game.won for game in begun),
        "turns": sum(game.turns for game in played),
    }


def _games(arguments: argparse.Namespace) -> Iterator[Played]:
    """The games in order; the first program named begins the first game, then they alternate."""
    start = Game(arguments.ruleset, arguments.side)
    play = partial(_play, arguments.one, arguments.other, start, arguments.seed)
    if arguments.jobs == 1:
        yield from map(play, range(arguments.games))
        return
    # Ctrl-C reaches each of the processes, which is to end it without a word.
    quietly = (signal.SIGINT, signal.SIG_DFL)
    context = get_context("spawn")
    with ProcessPoolExecutor(arguments.jobs, context, signal.signal, quietly) as pool:
        yield from pool.map(play, range(arguments.games))


def _play(first: str, second: str, start: Game, seed: int, number: int) -> Played:
    began = number % 2 == 0
    names = (first, second) if began else (second, first)
    turns = spar(*names, start, seed * _MOST_GAMES + number)
    game = start
    for turn in turns:
        game = after(game, [drop.cell for drop in turn.drops])
    return Played(began, (Place(game).winner() == 0) is began, len(turns))
