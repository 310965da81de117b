"""The `referee` command: its parser and its exit codes.

What a command needs is imported when it is given: whoever asks for help, or has a game ruled, does
not wait for the libraries of databases and networks.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


def main(words: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    arguments = build_parser().parse_args(words)
    run = getattr(arguments, "run", None)
    return _serve(arguments) if run is None else _run_command(run, arguments)


def _serve(arguments: argparse.Namespace) -> int:
    from bot.serve import referee

    return referee(arguments)


def _run_command(run: Callable[[argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    try:
        return run(arguments)
    except BrokenPipeError:
        # The reader of the output has closed it (`| head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


_COMMANDS = {
    "replay": "rule a game from a file, or a saved topic of a forum",
    "games": "list all games, formats and options",
    "solve": "say who wins a position for certain, and how",
    "spar": "let programs play each other, to measure how strong they are",
    "doctor": "check the configuration and say what is missing",
    "backup": "copy the database while running",
    "move": "move the database, such as from SQLite to PostgreSQL",
    "tidy": "free old pictures of the local room, which can be drawn again",
    "room": "print a new host's link for each room of this database",
    "health": "say whether the referee that runs here is on duty",
}
"""The commands; each is a module in `bot.cli`."""


class _Command(argparse.ArgumentParser):
    """The parser of one command, which declares what it takes when the command is given."""

    def __init__(self, *names: Any, command: str, **options: Any) -> None:
        super().__init__(*names, **options)
        self._command = command

    def parse_known_args(self, *words: Any, **options: Any) -> Any:
        """Parses as usual, once the module of the command is imported."""
        module = import_module(f"bot.cli.{self._command}")
        module.add_arguments(self)
        self.set_defaults(run=module.run)
        return super().parse_known_args(*words, **options)


class _Version(argparse.Action):
    """Prints the version of the installed program, which is looked up only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Ends the program."""
        from importlib.metadata import version

        print(f"referee {version('death-match-referee')}")  # noqa: T201
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="referee",
        description="Referees death matches on Discord and on forums, or else in a local room.",
    )
    parser.add_argument("--version", action=_Version, help="say which version this is, and end")
    parser.add_argument(
        "--host", metavar="ADDRESS", help="where pages are served (setting WEB_HOST)"
    )
    parser.add_argument(
        "--port", type=int, metavar="NUMBER", help="the port of the pages (setting WEB_PORT)"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Command)
    for name, text in _COMMANDS.items():
        commands.add_parser(name, help=text, description=text, command=name)
    return parser


if __name__ == "__main__":
    sys.exit(main())
