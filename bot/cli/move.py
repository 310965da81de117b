"""The `move` command: copies the database to another place, and compares both.

Exit status: 0 if both hold the same in the end, else 1. How far it is goes to standard error, what
was moved to standard output; neither shows a password.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta

from bot.cli.live import LiveLine, live_line
from bot.cli.telling import fail, say
from bot.findings.database import State
from bot.findings.moving import Comparing, Copying, Moved, MoveStep
from bot.logs.redaction import secrets_of
from bot.settings import Settings
from bot.storage.address import without_password
from bot.storage.moving.move import move
from bot.storage.moving.problems import MoveError, UnmovableError
from bot.timing import RealTime, Timepiece
from bot.wording.command_line import MOVE_BEGINS
from bot.wording.moving import GOES_ON, STOPPED, moved_text, step_text

_EVERY = timedelta(seconds=5)
"""Between two lines about one table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `move` takes."""
    for option, text in (("--from", "the database as it is"), ("--to", "an empty database")):
        parser.add_argument(option, dest=option[2:], metavar="URL", required=True, help=text)


def run(arguments: argparse.Namespace) -> int:
    """Moves the database; returns the exit status."""
    source, target = (vars(arguments)[end].strip() for end in ("from", "to"))
    hidden = {
        secret for url in (source, target) for secret in secrets_of(Settings(database_url=url))
    }
    secrets = tuple(sorted(hidden, key=len, reverse=True))
    live = live_line(MOVE_BEGINS)
    progress = Progress(lambda text: say(text, secrets, sys.stderr), live, RealTime())
    try:
        with live:
            moved = asyncio.run(_moved(source, target, progress))
    except MoveError as error:
        fail(str(error), secrets)
        fails = isinstance(error, UnmovableError) and error.finding.state is State.FAILS
        if fails and progress.begun:
            say(GOES_ON, to=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return fail(STOPPED)
    say(moved_text(moved, without_password(target)), secrets)
    return 0


async def _moved(source: str, target: str, progress: "Progress") -> Moved:
    return await move(source, target, progress.tell)


class Progress:
    """Says how far a move is: at the end of each table, and now and then within a long one.

    On a terminal the live line says all the time how far it is within a table.
    """

    def __init__(self, say: Callable[[str], None], live: LiveLine, timepiece: Timepiece) -> None:
        self._say = say
        self._live = live
        self._timepiece = timepiece
        self._last = timepiece.monotonic()
        self.begun = False

    def tell(self, step: MoveStep) -> None:
        """Hears of each step."""
        if isinstance(step, Copying | Comparing):
            self.begun = True
            self._live.say(step_text(step))
            late = not self._live.is_live and self._timepiece.monotonic() - self._last >= _EVERY
            if not step.rows or (step.done < step.rows and not late):
                return
        self._last = self._timepiece.monotonic()
        with self._live.hidden():
            self._say(step_text(step))
