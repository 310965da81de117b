"""The command line of `referee`: what may be typed, and what was meant where it can't be read.

What a command takes is declared by its own module, which is imported when the command is given:
whoever asks for help, or has a game ruled, does not wait for libraries of databases and networks.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, NoReturn

_COMMANDS = {
    "replay": "rule a game from a file, or a saved topic of a forum",
    "games": "list all games, formats and options",
    "solve": "say who wins a position for certain, and how",
    "spar": "let programs play each other, to measure how strong they are",
    "puzzles": "list the puzzles that come with the program",
    "board": "write a board to print, for the stones of a Go set",
    "doctor": "check the configuration and say what is missing",
    "backup": "copy the database while running",
    "move": "move the database, such as from SQLite to PostgreSQL",
    "tidy": "free old pictures of the local room, which can be drawn again",
    "room": "print a new host's link for each room of this database",
    "health": "say whether the referee that runs here is on duty",
    "completion": "print the completion of this command line for a shell",
}
"""The commands; each is a module in `bot.cli`."""


class Parser(argparse.ArgumentParser):
    """A parser that says which command, option or choice may have been meant."""

    _typed: Sequence[str] = ()
    _meant = ""

    def takes(self) -> Iterator[argparse.Action]:
        """All that this parser takes, and those of its commands."""
        for action in self._actions:
            yield action
            if isinstance(action.choices, dict):
                for command in action.choices.values():
                    yield from command.takes()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses as usual, but nothing that is unknown: the error is that of the command itself."""
        self._typed = sys.argv[1:] if args is None else args
        arguments, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return arguments, unknown

    def error(self, message: str) -> NoReturn:
        """Ends the program; what was meant stands in a line of its own, if anything is near."""
        meant = self._meant or self._nearest_option()
        if meant:
            from bot.wording.settings import did_you_mean_text

            message = f"{message}\n{did_you_mean_text(meant)}"
        super().error(message)

    def _nearest_option(self) -> str:
        """The option that is nearest to a word that looks like one and is none."""
        options = self._option_string_actions
        for word in (typed.partition("=")[0] for typed in self._typed):
            is_known = any(option.startswith(word) for option in options)
            if word.startswith("--") and not is_known and (near := _nearest(word, options)):
                return near
        return ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            self._meant = _nearest(str(value), action.choices)
        super()._check_value(action, value)


def _nearest(typed: str, names: Iterable[str]) -> str:
    """The name that is nearest to what was typed; "" if none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(typed.casefold(), names, n=1)), "")


class _Command(Parser):
    """The parser of one command, which declares what it takes when the command is given."""

    def __init__(self, *names: Any, command: str, **options: Any) -> None:
        super().__init__(*names, **options)
        self._command = command

    def declare(self) -> None:
        """Imports the command's module, and has it say what the command takes."""
        module = import_module(f"bot.cli.{self._command}")
        module.add_arguments(self)
        self.set_defaults(run=module.run)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses as usual, once it is declared what may be there."""
        self.declare()
        return super().parse_known_args(args, namespace)


class _Version(argparse.Action):
    """Prints the version of the installed program, which is looked up only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Ends the program."""
        from bot.findings.version import version_text

        print(f"referee {version_text()}")  # noqa: T201
        parser.exit()


def build_parser(*, whole: bool = False) -> Parser:
    """The command line; `whole` with what each command takes, given or not."""
    parser = Parser(
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
        command = commands.add_parser(name, help=text, description=text, command=name)
        if whole:
            command.declare()
    return parser
