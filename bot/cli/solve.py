"""The `solve` command: who wins a position for certain, and with which turns.

Exit status: 0 if the question was answered, be it that too many cells are empty; 2 if it can't be.
"""

import argparse
import json
import sys

from bot.cli.live import live_line
from bot.cli.replay.arguments import add_setup_arguments, setup_from
from bot.cli.replay.command import readings_of, reason_of, text_of
from bot.engine.notation import write_turn
from bot.engine.replaying import Replay, replay
from bot.players.endgame import limit_of, open_cells, solver
from bot.players.field import turn_of
from bot.players.game import game_at
from bot.wording import review
from bot.wording.records import NO_GAME
from bot.wording.settings import solve_step_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `solve` takes."""
    parser.add_argument("file", metavar="FILE", help="a file with a record; - is standard input")
    add_setup_arguments(parser)
    parser.add_argument("--turn", type=int, metavar="NUMBER", help="after this turn (the last)")
    parser.add_argument("--json", action="store_true", help="one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solves the position and prints what came of it; returns the exit status."""
    try:
        game = _game(arguments)
        played = len(game.positions) - 1
        turn = played if arguments.turn is None else arguments.turn
        if not 0 <= turn <= played:
            raise ValueError(review.no_position_text(turn, played))
        values, text = _solved(game, turn)
    except (OSError, ValueError) as error:
        print(f"referee solve: {reason_of(error)}", file=sys.stderr)  # noqa: T201
        return 2
    print(json.dumps(values) if arguments.json else text)  # noqa: T201
    return 0


def _game(arguments: argparse.Namespace) -> Replay:
    readings = readings_of(text_of(arguments.file), arguments)
    if not readings:
        raise ValueError(NO_GAME)
    record = readings[0].record
    return replay(record, setup_from(record, arguments))


def _solved(game: Replay, turn: int) -> tuple[dict[str, object], str]:
    """The answer as values and in words."""
    setup, position = game.setup, game.positions[turn]
    values: dict[str, object] = {"winner": None, "exact": False, "turns": []}
    if setup.ruleset.is_over(position):
        won = setup.ruleset.winner(position)
        winner = None if won is None else setup.colours[won]
        return values | {"winner": winner, "exact": True}, review.ended_text(winner)
    asked = game_at(setup.ruleset, position)
    cells, limit = open_cells(asked), limit_of(asked)
    if cells > limit:
        return values, review.unsolved_text(cells, limit)
    mover = setup.colours[position.to_move]
    other = setup.colours[position.to_move.other]
    with live_line(solve_step_text(cells)):
        solved = solver(asked)
        chance = solved.chance(asked)
        turns = sorted(solved.winning(asked), key=lambda steps: (len(steps), steps))
    words = [write_turn(setup.spelling, turn_of(asked, steps)) for steps in turns]
    winner = {1.0: mover, 0.0: other}.get(chance)
    values |= {"winner": winner, "exact": True, "turns": [one.split() for one in words]}
    return values, review.solved_text(mover, other, chance, words, cells)
