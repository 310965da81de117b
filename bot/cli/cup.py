"""The `cup` command: a cup played through by lot, to see how a system pairs and where it leads.

The same seed prints the same bytes on every machine.
"""

import argparse
import json

from bot.cli.parser import Parser
from bot.cli.telling import fail, whole_number
from bot.cups.cup import CupRound, Rules
from bot.cups.entry import MOST, entry_problem
from bot.cups.pairing import SYSTEMS
from bot.cups.results import Ending
from bot.cups.simulation import Simulation, entrants, simulate
from bot.cups.standings import Row
from bot.wording.cup_simulation import entry_problem_text, order_text, round_text

_COUNT = whole_number(1, 100_000)
_ROUNDS = whole_number(1, MOST)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `cup` takes."""
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser
    )
    text = "play a cup through, the lot deciding every game"
    simulated = commands.add_parser("simulate", help=text, description=text)
    simulated.add_argument(
        "--system", choices=tuple(SYSTEMS), default="swiss", help="who meets whom (swiss)"
    )
    simulated.add_argument(
        "--players", type=_COUNT, default=8, metavar="COUNT", help="how many enter (8)"
    )
    simulated.add_argument(
        "--rounds", type=_ROUNDS, metavar="COUNT", help="of a swiss cup (as many as of a knockout)"
    )
    simulated.add_argument(
        "--groups", type=_COUNT, default=4, metavar="COUNT", help="of a cup in groups (4)"
    )
    simulated.add_argument(
        "--through", type=_COUNT, default=2, metavar="COUNT", help="go on of each group (2)"
    )
    simulated.add_argument("--seed", default="1", metavar="TEXT", help="other lots (1)")
    simulated.add_argument(
        "--drop",
        type=whole_number(0, MOST),
        default=0,
        metavar="COUNT",
        help="leave on the way (0)",
    )
    simulated.add_argument("--json", action="store_true", help="one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays the cup and prints it; returns the exit status."""
    rules = Rules(arguments.rounds, arguments.groups, arguments.through)
    entered = entrants(arguments.players)
    if problem := entry_problem(arguments.system, entered, rules):
        return fail(entry_problem_text(problem))
    system = SYSTEMS[arguments.system]
    played = simulate(system, entered, arguments.seed, rules, arguments.drop)
    rows = system.order(played.cup)
    print(json.dumps(_values(played, rows)) if arguments.json else _text(played, rows))  # noqa: T201
    return 0


def _text(played: Simulation, rows: list[Row]) -> str:
    numbers = [0, *(one.number for one in played.rounds)]
    parts = [
        round_text(number, results, again=number == last)
        for last, number, results in zip(numbers, numbers[1:], played.results, strict=False)
    ]
    return "\n\n".join([*parts, order_text(rows, played.champion)])


def _values(played: Simulation, rows: list[Row]) -> dict[str, object]:
    """A round is one entry, however often games of it were tied and played again."""
    numbers = dict.fromkeys(one.number for one in played.rounds)
    return {
        "rounds": [
            _round([one for one in played.rounds if one.number == number]) for number in numbers
        ],
        "order": [row.entrant.id for row in rows],
        "champion": played.champion,
        "left": dict(played.cup.left),
        "lot": played.cup.lots.seed,
    }


def _round(given: list[CupRound]) -> dict[str, object]:
    first, settled = given[0], [one for each in given for one in each.settled]
    byes = [one.first for one in settled if one.ending is Ending.BYE]
    return {
        "pairings": [[one.first, one.second] for one in first.pairings],
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": byes,
        "walkovers": [[one.first, one.second] for one in settled if one.second is not None],
    }
