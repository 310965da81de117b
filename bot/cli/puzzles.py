"""The `puzzles` command: lists the puzzles that come with the program."""

import argparse

from bot.puzzles.puzzle import built_in
from bot.wording.puzzles import list_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `puzzles` takes: nothing."""
    parser.set_defaults()


def run(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Prints a line for each; returns the exit status."""
    for puzzle in built_in().values():
        print(list_line(puzzle))  # noqa: T201
    return 0
