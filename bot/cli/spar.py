"""The `spar` command: programs play each other, to measure how strong the levels are.

`spar strong greedy` plays two of them; `spar --ladder` has each level play the one below, in every
game or in one; `spar --calibration` checks what reviews estimate. The same seed prints the same,
whatever the machine and however many processes share the games.
"""

import argparse
import json
import sys

from bot.cli import calibrated, ladder
from bot.cli.calibrated import SIDE
from bot.cli.live import live_line
from bot.cli.sparred import MOST_GAMES, Played, SparringSeries, played
from bot.cli.telling import whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.players.game import Game
from bot.players.place import LAWS
from bot.players.programs import PROGRAMS, UnknownProgramError, program
from bot.players.solver import SMALL_SIDE
from bot.wording.command_line import spar_step_text
from bot.wording.sparring import (
    NO_CALIBRATION,
    TWO_OR_LADDER,
    no_program_text,
    spar_line,
    spar_text,
)

_COUNT = whole_number(1, MOST_GAMES)
_SIDE = whole_number(SMALLEST_SIDE, LARGEST_SIDE)
_GAMES, _USUAL_SIDE = 20, 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `spar` takes."""
    parser.add_argument(
        "one", metavar="ONE", nargs="?", help="a level, random, greedy, heuristic or uct:N"
    )
    parser.add_argument("other", metavar="OTHER", nargs="?", help="another, or the same")
    parser.add_argument(
        "--ladder", action="store_true", help="each level against the one below, in every ruleset"
    )
    parser.add_argument(
        "--calibration", action="store_true", help="how true a review's estimates are"
    )
    parser.add_argument(
        "--games", type=_COUNT, metavar="COUNT", help="how many (20; else 400 for each row)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="NUMBER", help="other games (1)")
    parser.add_argument(
        "--ruleset",
        choices=tuple(RULESETS),
        metavar="RULESET",
        help="what is played, such as sauce (genius)",
    )
    parser.add_argument(
        "--side", type=_SIDE, metavar="CELLS", help="cells on an edge of the board (5)"
    )
    parser.add_argument("--jobs", type=_COUNT, default=1, metavar="COUNT", help="processes (1)")
    parser.add_argument("--json", action="store_true", help="one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays the games and prints who won; returns the exit status."""
    wrong = _wrong(arguments)
    if wrong:
        print(f"referee spar: {wrong}", file=sys.stderr)  # noqa: T201
        return 2
    if arguments.ladder or arguments.calibration:
        (ladder if arguments.ladder else calibrated).run(arguments)
        return 0
    games = _played(arguments)
    if arguments.json:
        print(json.dumps(_values(arguments, games)))  # noqa: T201
    else:
        wins, ties = _wins(games), sum(game.worth not in (0.0, 1.0) for game in games)
        print(spar_text(arguments.one, arguments.other, wins, ties, len(games)))  # noqa: T201
    return 0


def _wrong(arguments: argparse.Namespace) -> str:
    """What can't be done, "" if all can."""
    named = [name for name in (arguments.one, arguments.other) if name is not None]
    measures = arguments.ladder + arguments.calibration
    if measures > 1 or len(named) != (0 if measures else 2):
        return TWO_OR_LADDER
    if arguments.calibration:
        is_solved = arguments.ruleset in (None, *LAWS) and (arguments.side or SIDE) > SMALL_SIDE
        return "" if is_solved else NO_CALIBRATION
    for name in named:
        try:
            program(name)
        except UnknownProgramError:
            return no_program_text(name, PROGRAMS)
    return ""


def _played(arguments: argparse.Namespace) -> list[Played]:
    """Plays the games, and prints a line for each unless asked for JSON."""
    start = Game(arguments.ruleset or DEFAULT, arguments.side or _USUAL_SIDE)
    series = SparringSeries(arguments.one, arguments.other, start, arguments.seed)
    count, games = arguments.games or _GAMES, list[Played]()
    with live_line(spar_step_text(0, count)) as live:
        for number, game in enumerate(played(series, count, arguments.jobs), start=1):
            games.append(game)
            live.say(spar_step_text(number, count))
            if not arguments.json:
                line = spar_line(
                    number, arguments.one, arguments.other, game.began, game.worth, game.turns
                )
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
        "ruleset": arguments.ruleset or DEFAULT,
        "side": arguments.side or _USUAL_SIDE,
        "seed": arguments.seed,
        "games": len(games),
        "wins": _wins(games),
        "losses": sum(game.worth == 0.0 for game in games),
        "ties": sum(game.worth not in (0.0, 1.0) for game in games),
        "begun": len(begun),
        "wins_begun": _wins(begun),
        "turns": sum(game.turns for game in games),
    }
