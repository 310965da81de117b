"""How true estimates are: ends of games estimated, solved, and one held against the other.

`referee spar --calibration` does it for the games of which 16 empty cells are solved. Estimates of
who wins are put in ten classes, and how many of each were won for certain is counted.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import partial

from bot.cli.live import live_line
from bot.cli.sparred import shared
from bot.fairness.row import wilson
from bot.players.calibration import CheckedTurn, checked
from bot.players.game import Game
from bot.players.place import LAWS
from bot.wording.command_line import spar_step_text
from bot.wording.sparring import Calibration, EstimatedClass, calibration_text

SIDE = 5
_GAMES = 400
_CLASSES = 10


def run(arguments: argparse.Namespace) -> None:
    """Checks estimates of a ruleset, or of the three that can be, and prints what came of it."""
    keys = [arguments.ruleset] if arguments.ruleset else list(LAWS)
    games, found = arguments.games or _GAMES, list[Calibration]()
    for key in keys:
        start = Game(key, arguments.side or SIDE)
        turns = list[CheckedTurn]()
        with live_line(spar_step_text(0, games)) as live:
            check = partial(_check, start, arguments.seed * games)
            for number, told in enumerate(shared(check, games, arguments.jobs), start=1):
                turns += told
                live.say(spar_step_text(number, games))
        found.append(_calibration(start, games, turns))
        if not arguments.json:
            print(calibration_text(found[-1]), flush=True)  # noqa: T201
    if arguments.json:
        told_as = [asdict(one) for one in found]
        print(json.dumps({"seed": arguments.seed, "calibration": told_as}))  # noqa: T201


def _check(start: Game, first: int, number: int) -> list[CheckedTurn]:
    return checked(start, first + number)


def _calibration(start: Game, games: int, turns: Iterable[CheckedTurn]) -> Calibration:
    turns = list(turns)
    marked = [turn for turn in turns if turn.marked]
    true = sum(turn.true for turn in marked)
    low, high = wilson(true, len(marked)) if marked else (0.0, 1.0)
    mistakes = [turn for turn in turns if turn.mistake]
    classes = []
    for tenth in range(_CLASSES):
        inside = [turn for turn in turns if min(int(turn.estimated * _CLASSES), 9) == tenth]
        won = sum(turn.won for turn in inside)
        classes.append(EstimatedClass(tenth / _CLASSES, (tenth + 1) / _CLASSES, len(inside), won))
    return Calibration(
        start.law, start.side, games, len(turns), len(marked), true, low, high,
        len(mistakes), sum(turn.marked for turn in mistakes), tuple(classes),
    )  # fmt: skip
