"""Why a move is not done, and which of the two databases is to blame.

What was copied until then stays for the next try.
"""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import SQLAlchemyError

from bot.findings.database import DatabaseFinding, State
from bot.findings.moving import End
from bot.storage.failures import StoreError, UnusableDatabaseError, plain
from bot.storage.migrate import newest
from bot.wording.moving import unfit_text


class MoveError(Exception):
    """A move is not done; the text says why, without its last full stop."""


class OccupiedError(MoveError):
    """The target holds something else."""


class UnmovableError(MoveError):
    """Something about one of the two databases itself is in the way."""

    def __init__(self, end: End, finding: DatabaseFinding) -> None:
        super().__init__(unfit_text(end, finding))
        self.end, self.finding = end, finding


@contextlib.contextmanager
def failures_of(end: End) -> Iterator[None]:
    """Whatever fails within it is the fault of the database at one end of the move."""
    try:
        yield
    except UnusableDatabaseError as error:
        raise UnmovableError(end, error.finding) from None
    except StoreError as error:
        raise UnmovableError(end, DatabaseFinding(State.FAILS, str(error))) from error
    except (SQLAlchemyError, OSError) as error:
        # What is read from the source fails within a transaction of the target.
        reason = plain(getattr(error, "orig", None) or error)
        raise UnmovableError(end, DatabaseFinding(State.FAILS, reason)) from error


def check_newest(end: End, version: str) -> None:
    """MoveError if a database is of an older schema than this program's."""
    if version != newest():
        raise UnmovableError(end, DatabaseFinding(State.OLDER_SCHEMA, version, newest()))
