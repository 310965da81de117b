"""The `referee` command: its parser and its exit codes."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from dotenv import dotenv_values

from bot.app import serve_until_signalled
from bot.cli import backup, doctor, games, replay
from bot.desk.venue import VenueError
from bot.redaction import DiscreetFormatter, hide, secrets_of
from bot.settings import Settings, SettingsError, read_settings
from bot.storage.failures import StoreError, UnusableDatabaseError
from bot.timing import wall_clock
from bot.wording.doctor import database_problem_text

log = logging.getLogger("referee")


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    parser = build_parser()
    given = parser.parse_args(arguments)
    run = getattr(given, "run", None)
    if run is not None:
        return _run_command(run, given)
    try:
        settings = _settings(given)
    except SettingsError as error:
        return _fail(str(error))
    _log_discreetly(settings)
    try:
        asyncio.run(serve_until_signalled(settings))
    except UnusableDatabaseError as error:
        return _fail(hide(database_problem_text(error.problem), secrets_of(settings)))
    except (StoreError, VenueError) as error:
        return _fail(hide(str(error), secrets_of(settings)))
    except Exception:
        # Told by the log, which keeps secrets, and not by Python, which does not know them.
        log.critical("the referee broke down", exc_info=True)
        return 1
    return 0


def _log_discreetly(settings: Settings) -> None:
    layout = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter(layout, secrets_of(settings)))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # Alembic and the libraries below speak only when something is wrong.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _run_command(run: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    try:
        return run(given)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _settings(given: argparse.Namespace) -> Settings:
    try:
        dotenv = {key: value or "" for key, value in dotenv_values(Path(".env")).items()}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise SettingsError(f"the file .env can't be read: {reason}") from None
    settings = read_settings(dotenv | dict(os.environ))
    if given.host is not None:
        settings = replace(settings, room_host=given.host)
    return settings if given.port is None else replace(settings, room_port=given.port)


def _fail(text: str) -> int:
    print(f"referee: {text}", file=sys.stderr)  # noqa: T201
    return 1


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="referee",
        description="Referees death matches on Discord and on forums, or else in a local room.",
    )
    parser.add_argument("--host", help="where the local room listens (setting ROOM_HOST)")
    parser.add_argument("--port", type=int, help="the local room's port (setting ROOM_PORT)")
    commands = parser.add_subparsers(title="commands", metavar="")
    examine = partial(doctor.run, read=_settings, wall_clock=wall_clock)
    for name, module, run, text in (
        ("replay", replay, replay.run, "rule a game from a file, or a saved topic of a forum"),
        ("games", games, games.run, "list all games, formats and options"),
        ("doctor", doctor, examine, "check the configuration and say what is missing"),
        ("backup", backup, partial(backup.run, read=_settings), "copy the database while running"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        module.add_arguments(command)
        command.set_defaults(run=run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
