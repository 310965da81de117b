"""What is found while a database is moved to another place: how far it is, and its result."""

from dataclasses import dataclass
from enum import Enum


class End(Enum):
    """One of the two databases of a move."""

    FROM = "from"
    TO = "to"


@dataclass(frozen=True, slots=True)
class Difference:
    """A table that is not the same on both sides; `key` is the key of the first row that differs.

    Without a key, only the number that the next row will get differs.
    """

    table: str
    key: tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class Copying:
    """How many rows of a table are in the target by now, of how many."""

    table: str
    done: int
    rows: int


@dataclass(frozen=True, slots=True)
class Comparing:
    """How many rows of a table have been read back from both sides and are equal."""

    table: str
    done: int
    rows: int


class Remark(Enum):
    """What was found of an earlier try."""

    GOES_ON = "goes on"
    """An unfinished copy of the same database is there, and is completed."""
    BEGUN_ANEW = "begun anew"
    """What an earlier try has copied is no longer what the source holds: it was removed."""


MoveStep = Copying | Comparing | Remark
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
