"""The ladder of levels: each against the one below, with what that says of their ratings.

    python -m bench.ladder --rulesets genius sauce --games 100

A line is printed for each rung. A tie counts as half; behind the share of wins stand Wilson's
bounds with a certainty of 95 %. A rating of 0 is the lowest level's; who wins three of four games
is 191 better, as in chess.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from math import log10

from bot.cli.spar import SparringSeries, played
from bot.cli.telling import whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.players.game import Game
from bot.players.levels import Level
from bot.web.hall.fairness_page import wilson

GAMES = 400
_SIDE, _SIDE_ELSEWHERE = 5, 4
_SCALE = 400


def parser(name: str, rulesets: Sequence[str], least_side: int) -> argparse.ArgumentParser:
    """What a measurement of many games takes."""
    made = argparse.ArgumentParser(prog=f"bench.{name}")
    made.add_argument(
        "--rulesets", nargs="+", choices=rulesets, default=rulesets, metavar="RULESET"
    )
    made.add_argument("--games", type=whole_number(1, 100_000), default=GAMES, help="of each row")
    made.add_argument("--side", type=whole_number(least_side, LARGEST_SIDE))
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--jobs", type=whole_number(1, 1_000), default=1, help="processes")
    return made


def climb(key: str, side: int, games: int, seed: int, jobs: int) -> None:
    """Plays the rungs of a ruleset from below, and prints each."""
    rating = 0
    for below, level in pairwise(Level):
        series = SparringSeries(level, below, Game(key, side), seed)
        won = sum(game.worth for game in played(series, games, jobs))
        low, high = wilson(won, games)
        rating += _ahead(won / games, games)
        print(
            f"{key}, side {side}: {level} won {won / games:.0%} ({low:.0%} to {high:.0%}) of "
            f"{games} games against {below}. Rating {rating:+}.",
            flush=True,
        )


def _ahead(share: float, games: int) -> int:
    """By how much a rating is higher; of one that always won, as if half a game were lost."""
    bound = 0.5 / games
    share = min(1.0 - bound, max(bound, share))
    return round(_SCALE * log10(share / (1.0 - share)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the ladders of some rulesets, or of all."""
    chosen = parser("ladder", tuple(RULESETS), SMALLEST_SIDE).parse_args(arguments)
    for key in chosen.rulesets:
        side = chosen.side or (_SIDE if key == DEFAULT else _SIDE_ELSEWHERE)
        climb(key, side, chosen.games, chosen.seed, chosen.jobs)


if __name__ == "__main__":
    main()
