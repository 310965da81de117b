"""The ladder of levels: each against the one below, with what that says of their ratings.

A rating of 0 is the lowest level's; who wins three of four games is 191 better, as in chess.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from math import log10

from bot.cli.live import LiveLine, live_line
from bot.cli.sparred import SparringSeries, played
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.fairness.row import wilson
from bot.players.game import Game
from bot.players.levels import Level
from bot.wording.sparring import Rung, rung_step_text, rung_text

_GAMES = 400
_SIDE, _SIDE_ELSEWHERE = 5, 4
_SCALE = 400


def run(arguments: argparse.Namespace) -> None:
    """Plays the ladder of a ruleset, or of all, and prints a line for each rung."""
    keys = [arguments.ruleset] if arguments.ruleset else list(RULESETS)
    rungs = []
    first, games = tuple(Level)[1], arguments.games or _GAMES
    with live_line(rung_step_text(first, keys[0], 0, games)) as live:
        for key in keys:
            for rung in _climbed(key, arguments, live):
                rungs.append(asdict(rung))
                if not arguments.json:
                    _print(rung_text(rung), live)
    if arguments.json:
        print(json.dumps({"seed": arguments.seed, "ladder": rungs}))  # noqa: T201


def _print(line: str, live: LiveLine) -> None:
    with live.hidden():
        print(line, flush=True)  # noqa: T201


def _climbed(key: str, arguments: argparse.Namespace, live: LiveLine) -> Iterator[Rung]:
    side = arguments.side or (_SIDE if key == DEFAULT else _SIDE_ELSEWHERE)
    games, rating = arguments.games or _GAMES, 0
    for below, level in pairwise(Level):
        series = SparringSeries(level, below, Game(key, side), arguments.seed)
        wins = ties = 0
        for number, game in enumerate(played(series, games, arguments.jobs), start=1):
            wins += game.worth == 1.0
            ties += game.worth not in (0.0, 1.0)
            live.say(rung_step_text(level, key, number, games))
        share = (wins + ties / 2) / games
        low, high = wilson(wins + ties / 2, games)
        rating += _ahead(share, games)
        yield Rung(key, side, level, below, games, wins, ties, share, low, high, rating)


def _ahead(share: float, games: int) -> int:
    """By how much a rating is higher; of one that always won, as if half a game were lost."""
    bound = 0.5 / games
    share = min(1.0 - bound, max(bound, share))
    return round(_SCALE * log10(share / (1.0 - share)))
