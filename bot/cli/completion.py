"""The `completion` command: a script by which a shell completes what is typed behind `referee`.

The script knows all commands and options, and what may stand behind those that take a file or one
of a few words. It is read by the shell alone: while somebody types, the referee is not started.
"""

import argparse
from collections.abc import Iterable

from bot.engine.rulesets import RULESETS
from bot.players.programs import PROGRAMS
from bot.referee.formats import FORMATS

_SHELLS = ("bash", "zsh", "fish")
_WORDS: dict[str, Iterable[str]] = {
    "FORMAT": FORMATS,
    "RULESET": RULESETS,
    "ONE": PROGRAMS,
    "OTHER": PROGRAMS,
}
"""What may stand for a placeholder, where the parser leaves it to the command to know that."""
_FILES = ("FILE", "OUT.png", "OUT.gif")
"""The placeholders of files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `completion` takes."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that is to read it")


def run(arguments: argparse.Namespace) -> int:
    """Prints the script; returns the exit status."""
    import shtab

    from bot.cli.parser import build_parser

    parser = build_parser(whole=True)
    for action in parser.takes():
        if action.metavar in _FILES:
            vars(action)["complete"] = shtab.FILE
        elif isinstance(action.metavar, str) and action.metavar in _WORDS:
            action.choices = tuple(_WORDS[action.metavar])
    print(shtab.complete(parser, arguments.shell))  # noqa: T201
    return 0
