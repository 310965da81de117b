"""What is found while a database is moved to another place: how far it is, and what is wrong."""

from dataclasses import dataclass
from enum import Enum

from bot.findings.database import WholeFinding
from bot.findings.lease import Holder


class End(Enum):
    """One of the two databases of a move."""

    FROM = "from"
    TO = "to"


@dataclass(frozen=True, slots=True)
class Unfit:
    """Something about one of the two databases itself is in the way."""

    end: End
    found: WholeFinding


@dataclass(frozen=True, slots=True)
class SameDatabase:
    """Both addresses are of one database."""


@dataclass(frozen=True, slots=True)
class InUse:
    """A referee is at work on the database that is to be moved."""

    holder: Holder


@dataclass(frozen=True, slots=True)
class Occupied:
    """The target holds something else: its tables that are not empty, with their rows."""

    tables: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class OthersCopy:
    """The target is the unfinished copy of another database, named without user and password."""

    source: str


@dataclass(frozen=True, slots=True)
class RowNotTaken:
    """The target can't hold one row, named by its table and key."""

    table: str
    key: tuple[object, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A table that is not the same on both sides; `key` is of the first row that is not.

    No key: the number that the next row gets is another.
    """

    table: str
    key: tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class NotEqual:
    """What was read back from the target is not what was copied."""

    differences: tuple[Difference, ...]


MoveProblem = Unfit | SameDatabase | InUse | Occupied | OthersCopy | RowNotTaken | NotEqual
"""Why a move is not done; what was copied until then stays for the next try."""


@dataclass(frozen=True, slots=True)
class Copying:
    """So many rows of a table are in the target, of all that there are."""

    table: str
    done: int
    rows: int


@dataclass(frozen=True, slots=True)
class Comparing:
    """So many rows of a table have been read back from both sides and are equal."""

    table: str
    done: int
    rows: int


@dataclass(frozen=True, slots=True)
class GoesOn:
    """An unfinished copy of the same database is there, and is completed."""


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """What an earlier try has copied is no longer what the source holds: it was removed."""


MoveStep = Copying | Comparing | GoesOn | BegunAnew
"""How far a move is."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Both databases hold the same: the rows of each table.

    `damaged` are the matches with an event that can't be read, moved as it is. `foreign` are tables
    and columns of the source that are not the referee's, which were left. `before` says that there
    was nothing to be done.
    """

    tables: tuple[tuple[str, int], ...]
    damaged: tuple[int, ...]
    foreign: tuple[str, ...]
    before: bool
