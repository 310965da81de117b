"""What can go wrong with the store, as the desk needs to know it.

`UnreachableError` is worth another try, `DamagedMatchError` concerns one match alone, and any other
`StoreError` says in plain words what somebody has to mend.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from bot.findings.database import DatabaseFinding, Holder, State
from bot.parts import Part
from bot.referee.match import Match, Room
from bot.timing import RealTime, retrying
from bot.wording.doctor_database import database_text
from bot.wording.leases import held_text

log = logging.getLogger(__name__)
_Found = TypeVar("_Found")
START_TIMEOUT, _RETRY = timedelta(seconds=10), timedelta(seconds=0.2)
"""Nobody plays yet at a start, and whoever holds the database is mostly done soon."""


class StoreError(Exception):
    """The database can't be used now; the text says why in plain words."""


class UnreachableError(StoreError):
    """The database may be there again soon: it is locked, or its server does not answer."""


class UnusableDatabaseError(StoreError):
    """This database can't be used until somebody changes something: no start is tried again."""

    def __init__(self, finding: DatabaseFinding) -> None:
        super().__init__(database_text(finding))
        self.finding = finding


class DamagedMatchError(StoreError):
    """One match can't be read, now or later; the others can.

    `so_far` is the match up to what can't be read, and `room` where it is held, as far as known.
    """

    def __init__(self, text: str, room: Room | None = None, so_far: Match | None = None) -> None:
        super().__init__(text)
        self.room, self.so_far = room, so_far


class UnstorableError(StoreError):
    """The database takes these data neither now nor later; it takes others."""


class FileLostError(StoreError):
    """The database's file is not in its place any more: what is stored would be lost."""


class HeldError(StoreError):
    """Another referee is at work on this database, in all that this one would do.

    `wanted` is one of the parts that it would serve.
    """

    def __init__(self, wanted: Part, holder: Holder) -> None:
        super().__init__(held_text(wanted, holder))
        self.holder = holder


class LeaseLostError(StoreError):
    """What this process owned is owned by another now, or its entry is gone from the database.

    It rules nothing any more.
    """

    def __init__(self, holder: Holder | None) -> None:
        super().__init__("the lease on the database is lost")
        self.holder = holder


class StaleError(Exception):
    """Somebody else ruled first, or this message has been ruled before."""


class RoomTakenError(Exception):
    """The room has an open match already."""


_PLAIN = {
    "database is locked": "another program holds the database",
    "disk is full": "the disk is full",
    "No space left": "the disk is full",
    "lock timeout": "another program holds the database",
    "readonly database": "the database file is read-only",
    "unable to open": "the database file can't be opened: is its folder there, and writable?",
    "not a database": "the file is no database",
    "malformed": "the database file is damaged: restore a backup",
    "disk I/O error": "the disk can't be read or written",
    "None of the hosts match": "it follows another one",
    "can't start new thread": "the system lets this program start no more threads",
}
_PASSING = (
    "database is locked",
    "Connect call failed",
    "starting up",
    "shutting down",
    "too many clients",
    "read-only transaction",
    "terminating connection",
    "connection was closed",
    "connection is closed",
    "can't start new thread",
)
"""Signs of what passes without anybody's help."""


def unusable(state: State, detail: str = "") -> UnusableDatabaseError:
    return UnusableDatabaseError(DatabaseFinding(state, detail))


def failure(trouble: str, error: BaseException) -> StoreError:
    """What a driver raised, as the desk needs to know it; `trouble` is what can't be done."""
    if isinstance(error, StoreError):
        return error
    error = getattr(error, "orig", None) or error
    gone = isinstance(error, TimeoutError | ConnectionError)
    passing = gone or any(sign in str(error) for sign in _PASSING)
    return (UnreachableError if passing else StoreError)(f"{trouble}: {plain(error)}")


def is_of_the_data(error: BaseException) -> bool:
    """Whether the database works, and only what was asked of it is at fault."""
    state = str(getattr(getattr(error, "orig", None), "sqlstate", None) or "")
    # Class 22 of SQLSTATE: data exceptions.
    by_its_class = isinstance(error, IntegrityError | DataError | ProgrammingError)
    return by_its_class or state.startswith("22")


def plain(error: BaseException) -> str:
    """What a database's error means, in words for whoever runs the referee."""
    error = getattr(error, "orig", None) or error
    if isinstance(error, TimeoutError):
        return "the database server does not answer"
    if getattr(error, "sqlite_errorname", "") == "SQLITE_IOERR_SHMSIZE":
        # There is no room for the file beside the database, which no reader does without.
        return "the disk is full"
    text = str(error) or type(error).__name__
    meanings = (words for sign, words in _PLAIN.items() if sign in text)
    return next(meanings, text.splitlines()[0])


async def retry_unreachable(
    work: Callable[[], Awaitable[_Found]], limit: timedelta = START_TIMEOUT
) -> _Found:
    """Tries until the database can be used; the log says once what is waited for.

    A backup holds the file locked while the referee is started: a second later it is at work.
    Raises the last try's UnreachableError; any other StoreError at once.
    """
    logged = False

    def waits(error: BaseException | None) -> None:
        nonlocal logged
        if not logged:
            log.warning("%s; waiting for it", error)
            logged = True

    def may_pass(error: BaseException) -> bool:
        return isinstance(error, UnreachableError)

    attempts = retrying(RealTime(), _RETRY, _RETRY, may_pass, timeout=limit, on_retry=waits)
    return await attempts(work)
