"""The `puzzles` command: lists the puzzles that come with the program, or makes them anew.

The same seed makes the same file on every machine. Exit status: 0; 2 where it can't be done.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from bot.cli.live import live_line
from bot.cli.replay.command import reason_of
from bot.engine.rulesets import RULESETS
from bot.puzzles.making import TooFewPuzzlesError, make
from bot.puzzles.puzzle import Puzzle, built_in, line_of
from bot.wording.command_line import puzzles_step_text
from bot.wording.puzzles import list_line, too_few_text

_SEED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `puzzles` takes."""
    parser.add_argument("--make", action="store_true", help="make them, a line of JSON for each")
    parser.add_argument("--seed", type=int, default=_SEED, metavar="NUMBER", help="others (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to; else they are printed")


def run(arguments: argparse.Namespace) -> int:
    """Lists the puzzles or makes them; returns the exit status."""
    try:
        lines = _made(arguments.seed) if arguments.make else _listed(built_in().values())
        text = "".join(f"{line}\n" for line in lines)
        if arguments.out is None:
            print(text, end="")  # noqa: T201
        else:
            arguments.out.write_text(text, encoding="utf-8")
    except TooFewPuzzlesError as error:
        return _fail(too_few_text(RULESETS[str(error)].name))
    except OSError as error:
        return _fail(reason_of(error))
    return 0


def _made(seed: int) -> list[str]:
    with live_line(puzzles_step_text(len(RULESETS))):
        return [line_of(puzzle) for puzzle in make(seed)]


def _listed(puzzles: Iterable[Puzzle]) -> list[str]:
    return [list_line(puzzle) for puzzle in puzzles]


def _fail(reason: str) -> int:
    print(f"referee puzzles: {reason}", file=sys.stderr)  # noqa: T201
    return 2
