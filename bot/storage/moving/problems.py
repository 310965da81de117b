"""Why a move is not done, and which of the two databases is to blame."""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import SQLAlchemyError

from bot.findings.database import DatabaseFails, OlderSchema
from bot.findings.moving import End, MoveProblem, Unfit
from bot.storage.failures import StoreError, UnusableDatabaseError, plain
from bot.storage.migrate import newest


class MoveError(Exception):
    """A move is not done; `bot.wording` says why."""

    def __init__(self, problem: MoveProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@contextlib.contextmanager
def failures_of(end: End) -> Iterator[None]:
    """Whatever is done here is done to one database, and fails by it."""
    try:
        yield
    except UnusableDatabaseError as error:
        raise MoveError(Unfit(end, error.problem)) from None
    except StoreError as error:
        raise MoveError(Unfit(end, DatabaseFails(str(error)))) from error
    except (SQLAlchemyError, OSError) as error:
        # What is read from the source fails within a transaction of the target.
        found = DatabaseFails(plain(getattr(error, "orig", None) or error))
        raise MoveError(Unfit(end, found)) from error


def check_newest(end: End, found: str) -> None:
    """MoveError if a database is of an older schema than this program's."""
    wanted = newest()
    if found != wanted:
        raise MoveError(Unfit(end, OlderSchema(found, wanted)))
