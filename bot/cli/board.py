"""The `board` command: writes a board to print, for the stones of a Go set.

Exit status: 0, or 2 if there is no such board or the file can't be written.
"""

import argparse
import sys
from pathlib import Path

from bot.cli.replay.command import reason_of
from bot.cli.telling import say
from bot.views.printing import CHOICES, printed_board
from bot.wording.replays import wrong_ending_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `board` takes."""
    parser.add_argument("--pdf", metavar="FILE", type=Path, required=True, help="what to write")
    parser.add_argument("--side", metavar="CELLS", help="cells on an edge of the board (5)")
    parser.add_argument("--stone", metavar="WIDTH", help="how wide a stone is (22mm)")
    for name, metavar, text in (
        ("paper", None, "the sheets to be joined, or one as large as the board (a4)"),
        ("coordinates", None, "name every cell (on)"),
        ("ruleset", "RULESET", "the game; those with scores have a track (genius)"),
    ):
        parser.add_argument(f"--{name}", choices=CHOICES[name], metavar=metavar, help=text)


def run(arguments: argparse.Namespace) -> int:
    """Writes the file; returns the exit status."""
    file: Path = arguments.pdf
    try:
        if file.suffix.casefold() not in ("", ".pdf"):
            raise ValueError(wrong_ending_text("pdf", "pdf", str(file)))
        file.write_bytes(printed_board(vars(arguments)))
    except (OSError, ValueError) as error:
        say(f"referee board: {reason_of(error)}", to=sys.stderr)
        return 2
    return 0
