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
from bot.logs.redaction import secrets_of
from bot.settings import Settings
from bot.storage.address import without_password
from bot.storage.move import MoveError, move
from bot.timing import RealTime, Timepiece
from bot.wording.doctor_database import AGAIN, STOPPED, moved_text
from bot.wording.settings import MOVE_BEGINS

_EVERY = timedelta(seconds=5)
"""Between two lines about one table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for option, text in (("--from", "the database as it is"), ("--to", "an empty database")):
        parser.add_argument(option, dest=option[2:], metavar="URL", required=True, help=text)


def run(arguments: argparse.Namespace) -> int:
    source, target = (vars(arguments)[end].strip() for end in ("from", "to"))
    hidden = {it for url in (source, target) for it in secrets_of(Settings(database_url=url))}
    secrets = tuple(sorted(hidden, key=len, reverse=True))
    live = live_line(MOVE_BEGINS)
    progress = Progress(lambda text: say(text, secrets, sys.stderr), live, RealTime())
    try:
        with live:
            moved = asyncio.run(move(source, target, progress.tell))
    except MoveError as error:
        fail(str(error), secrets)
        if progress.begun:
            say(AGAIN, to=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return fail(STOPPED)
    say(moved_text(without_password(target), *moved), secrets)
    return 0


class Progress:
    """Says how far a move is: at the end of each table, and now and then within a long one.

    On a terminal the live line says all the time how far it is within a table.
    """

    def __init__(self, say: Callable[[str], None], live: LiveLine, timepiece: Timepiece) -> None:
        self._say, self._live, self._timepiece = say, live, timepiece
        self._last = timepiece.monotonic()
        self.begun = False

    def tell(self, line: str, is_whole: bool) -> None:
        self.begun = True
        self._live.say(line)
        now = self._timepiece.monotonic()
        if is_whole or (not self._live.is_live and now - self._last >= _EVERY):
            self._last = now
            with self._live.hidden():
                self._say(line)
