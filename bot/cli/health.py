"""The `health` command: whether the referee that runs here is on duty, for a container's checks.

Exit status: 0 if it is ready, which takes a database that answers, a lease that is renewed, and
that it hears all that it serves; with `--live` a renewed lease is enough. Else 1.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable

from bot.findings.lease import OffDuty, OnDuty
from bot.logs.redaction import hide, secrets_of
from bot.settings import Settings, SettingsError
from bot.storage.failures import StoreError, UnusableDatabaseError
from bot.storage.health import readiness
from bot.wording.doctor import database_problem_text
from bot.wording.leases import readiness_text
from bot.wording.settings import setting_problem_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `health` takes."""
    parser.add_argument("--live", action="store_true", help="whether it runs at all, heard or not")


def run(arguments: argparse.Namespace, *, read: Callable[[argparse.Namespace], Settings]) -> int:
    """Prints one line; returns the exit status."""
    try:
        settings = read(arguments)
    except SettingsError as error:
        return _print(setting_problem_text(error.problem), 1)
    try:
        found = asyncio.run(readiness(settings.database_url))
    except UnusableDatabaseError as error:
        return _print(database_problem_text(error.problem), 1)
    except StoreError as error:
        return _print(hide(str(error), secrets_of(settings)), 1)
    well = isinstance(found, OnDuty) or (arguments.live and isinstance(found, OffDuty))
    return _print(readiness_text(found), 0 if well else 1)


def _print(text: str, status: int) -> int:
    print(f"referee: {text}", file=sys.stderr if status else sys.stdout)
    return status
