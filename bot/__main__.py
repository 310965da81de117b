"""The `referee` command: its parser and its exit codes.

What a command needs is imported when it is given: whoever asks for help, or has a game ruled, does
not wait for the libraries of databases and networks.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Help and games need no settings.
    from bot.settings import Settings

Declare = Callable[[argparse.ArgumentParser], None]


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    given = build_parser().parse_args(arguments)
    run = getattr(given, "run", None)
    return _serve(given) if run is None else _run_command(run, given)


def _serve(given: argparse.Namespace) -> int:
    import logging

    from bot.app import run
    from bot.desk.venue import VenueError
    from bot.logs import set_up_logging
    from bot.settings import SettingsError
    from bot.storage.failures import (
        HeldError,
        LeaseLostError,
        StoreError,
        UnusableDatabaseError,
    )
    from bot.wording.doctor import database_problem_text
    from bot.wording.leases import held_text, lost_text
    from bot.wording.settings import setting_problem_text

    try:
        settings = _settings(given)
    except SettingsError as error:
        return _fail(setting_problem_text(error.problem))
    set_up_logging(settings)
    end = partial(_end, settings)
    try:
        run(settings)
    except UnusableDatabaseError as error:
        return end(database_problem_text(error.problem))
    except HeldError as error:
        return end(held_text(error.wanted, error.holder))
    except LeaseLostError as error:
        return end(lost_text(error.holder))
    except (StoreError, VenueError) as error:
        return end(str(error))
    except Exception:
        # Told by the log, which keeps secrets, and not by Python, which does not know them.
        logging.getLogger("referee").critical("the referee broke down", exc_info=True)
        return 1
    return 0


def _end(settings: "Settings", why: str) -> int:
    """Says why the referee ends: as a line of its log, where a program reads that."""
    import logging

    from bot.redaction import hide, secrets_of

    if settings.log_format == "json":
        logging.getLogger("referee").critical("%s", why)
        return 1
    return _fail(hide(why, secrets_of(settings)))


def _run_command(run: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    try:
        return run(given)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _settings(given: argparse.Namespace) -> "Settings":
    from dataclasses import replace
    from pathlib import Path

    from dotenv import dotenv_values

    from bot.findings.settings import BadFile
    from bot.settings import SettingsError, read_settings

    try:
        dotenv = {key: value or "" for key, value in dotenv_values(Path(".env")).items()}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SettingsError(BadFile(reason or "")) from None
    settings = read_settings(dotenv | dict(os.environ))
    if given.host is not None:
        settings = replace(settings, room_host=given.host)
    return settings if given.port is None else replace(settings, room_port=given.port)


def _fail(text: str) -> int:
    print(f"referee: {text}", file=sys.stderr)  # noqa: T201
    return 1


class _Command(argparse.ArgumentParser):
    """The parser of one command, which declares what it takes when the command is given."""

    def __init__(self, *names: Any, declare: Declare, **options: Any) -> None:
        super().__init__(*names, **options)
        self._declare = declare

    def parse_known_args(self, *words: Any, **options: Any) -> Any:
        """As ever, once the command is imported."""
        self._declare(self)
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
        "--host", metavar="ADDRESS", help="where the local room listens (setting ROOM_HOST)"
    )
    parser.add_argument(
        "--port", type=int, metavar="NUMBER", help="the local room's port (setting ROOM_PORT)"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Command)
    for name, declare, text in (
        ("replay", _replay, "rule a game from a file, or a saved topic of a forum"),
        ("games", _games, "list all games, formats and options"),
        ("solve", _solve, "say who wins a position for certain, and how"),
        ("spar", _spar, "let programs play each other, to measure how strong they are"),
        ("doctor", _doctor, "check the configuration and say what is missing"),
        ("backup", _backup, "copy the database while running"),
        ("move", _move, "move the database, such as from SQLite to PostgreSQL"),
        ("room", _room, "print a new host's link for each room of this database"),
        ("health", _health, "say whether the referee that runs here is on duty"),
    ):
        commands.add_parser(name, help=text, description=text, declare=declare)
    return parser


def _replay(parser: argparse.ArgumentParser) -> None:
    from bot.cli import replay

    replay.add_arguments(parser)
    parser.set_defaults(run=replay.run)


def _games(parser: argparse.ArgumentParser) -> None:
    from bot.cli import games

    games.add_arguments(parser)
    parser.set_defaults(run=games.run)


def _solve(parser: argparse.ArgumentParser) -> None:
    from bot.cli import solve

    solve.add_arguments(parser)
    parser.set_defaults(run=solve.run)


def _spar(parser: argparse.ArgumentParser) -> None:
    from bot.cli import spar

    spar.add_arguments(parser)
    parser.set_defaults(run=spar.run)


def _doctor(parser: argparse.ArgumentParser) -> None:
    from bot.cli import doctor
    from bot.timing import wall_clock

    doctor.add_arguments(parser)
    parser.set_defaults(run=partial(doctor.run, read=_settings, wall_clock=wall_clock))


def _backup(parser: argparse.ArgumentParser) -> None:
    from bot.cli import backup

    backup.add_arguments(parser)
    parser.set_defaults(run=partial(backup.run, read=_settings))


def _move(parser: argparse.ArgumentParser) -> None:
    from bot.cli import move

    move.add_arguments(parser)
    parser.set_defaults(run=move.run)


def _room(parser: argparse.ArgumentParser) -> None:
    from bot.cli import room

    room.add_arguments(parser)
    parser.set_defaults(run=partial(room.run, read=_settings))


def _health(parser: argparse.ArgumentParser) -> None:
    from bot.cli import health

    health.add_arguments(parser)
    parser.set_defaults(run=partial(health.run, read=_settings))


if __name__ == "__main__":
    sys.exit(main())
