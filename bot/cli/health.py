"""The `health` command: whether the referee that runs here is on duty, for a container's checks.

Exit status: 0 if it is ready: the database answers, the lease is renewed, and every venue that it
serves is heard. With `--live` a renewed lease is enough. Else 1.
"""

import argparse
import asyncio

from bot.cli.telling import fail, say
from bot.logs.redaction import secrets_of
from bot.settings import SettingsError, settings_given
from bot.storage.failures import StoreError
from bot.storage.health import readiness
from bot.wording.leases import readiness_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `health` takes."""
    parser.add_argument("--live", action="store_true", help="whether it runs at all, heard or not")


def run(arguments: argparse.Namespace) -> int:
    """Prints one line; returns the exit status."""
    secrets: tuple[str, ...] = ()
    try:
        settings = settings_given(arguments)
        secrets = secrets_of(settings)
        referee = asyncio.run(readiness(settings.database_url))
    except (SettingsError, StoreError) as error:
        return fail(str(error), secrets)
    text = readiness_text(referee)
    if not referee.on_duty and not (arguments.live and referee.served):
        return fail(text)
    say(f"referee: {text}")
    return 0
