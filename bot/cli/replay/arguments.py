"""What the command line of `replay` takes."""

import argparse

from bot.engine.notation import NOTATIONS
from bot.threads.values import Markup

STDIN = "-"
"""As a file: what is read is standard input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `replay` takes."""
    parser.add_argument(
        "file", nargs="*", help="a file, or pages with --thread; - is standard input"
    )
    parser.add_argument(
        "--thread", action="store_true", help="the files are saved pages of a forum's topic"
    )
    parser.add_argument(
        "--players",
        nargs=2,
        metavar="NAME",
        help="who plays in the topic, the starting player first",
    )
    parser.add_argument(
        "--reply", choices=tuple(Markup), help="how the next announcement of a topic is written"
    )
    add_setup_arguments(parser)
    parser.add_argument("--json", action="store_true", help="one line of JSON a game")
    parser.add_argument("--png", metavar="OUT", help="draw the last position of each game")
    parser.add_argument("--gif", metavar="OUT", help="draw each game as an animation")
    parser.add_argument("--chart", metavar="OUT", help="draw both figures of each game by turn")
    parser.add_argument("--review", action="store_true", help="look back: where it was lost")
    parser.add_argument("--chances", metavar="OUT", help="draw the review of each game by turn")


def add_setup_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what says which game is played, where the record doesn't."""
    parser.add_argument("--format", metavar="K", help="the match format (genius)")
    parser.add_argument("--ruleset", metavar="K", help="the ruleset (the format's)")
    parser.add_argument("--side", type=int, metavar="N", help="cells on an edge of the board (5)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="one of the game's options"
    )
    parser.add_argument("--first", metavar="COLOUR", help="the colour that starts")
    parser.add_argument("--notation", choices=NOTATIONS, help="how the turns are written (house)")
