"""The `health` command: whether the referee that runs here is on duty, for a container's checks.

Exit status: 0 if it hears all the venues that it serves, else 1.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable

from bot.findings.lease import OnDuty, Unknown
from bot.redaction import hide, secrets_of
from bot.settings import Settings, SettingsError
from bot.storage.health import readiness
from bot.wording.leases import readiness_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `health` takes: nothing of its own."""
    parser.set_defaults()


def run(arguments: argparse.Namespace, *, read: Callable[[argparse.Namespace], Settings]) -> int:
    """Prints one line; returns the exit status."""
    secrets: tuple[str, ...] = ()
    try:
        settings = read(arguments)
    except SettingsError as error:
        found: object = Unknown(str(error))
        text = readiness_text(Unknown(str(error)))
    else:
        secrets = secrets_of(settings)
        found = asyncio.run(readiness(settings.database_url))
        text = readiness_text(found)
    healthy = isinstance(found, OnDuty)
    print(f"referee: {hide(text, secrets)}", file=sys.stdout if healthy else sys.stderr)  # noqa: T201
    return 0 if healthy else 1
