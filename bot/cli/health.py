"""The `health` command: whether the referee that runs here is on duty, for a container's checks.

Exit status: 0 if it is ready: the database takes what is stored, the lease is renewed, and every
venue that it serves is heard. With `--live` it is enough that the process answers. Else 1.

The process is asked, which takes a container's check a twentieth of a second: what knows databases
is imported only where nobody answers.
"""

import argparse

from bot.cli.telling import fail, say
from bot.findings.database import LeaseReadiness
from bot.logs.redaction import secrets_of
from bot.serving.health_socket import ask
from bot.settings import SettingsError, settings_given
from bot.wording.leases import readiness_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `health` takes."""
    parser.add_argument("--live", action="store_true", help="whether it runs at all, heard or not")


def run(arguments: argparse.Namespace) -> int:
    """Prints one line; returns the exit status."""
    try:
        settings = settings_given(arguments)
    except SettingsError as error:
        return fail(str(error))
    answers = ask(settings.database_url).values()
    if answers:
        referee = LeaseReadiness(
            tuple(part for answer in answers for part in answer.served),
            tuple(part for answer in answers for part in answer.unheard),
            trouble=next((answer.trouble for answer in answers if answer.trouble), ""),
        )
    else:
        import asyncio

        from bot.storage.failures import StoreError
        from bot.storage.health import readiness

        try:
            referee = asyncio.run(readiness(settings.database_url))
        except StoreError as error:
            return fail(str(error), secrets_of(settings))
    text = readiness_text(referee)
    if not referee.on_duty and not (arguments.live and (answers or referee.served)):
        return fail(text)
    say(f"referee: {text}")
    return 0
