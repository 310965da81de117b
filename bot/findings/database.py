"""What is found of a database, and who referees on it: by `doctor`, at a start, and before a move.

A finding of `doctor` is a mark and a sentence, which `bot.wording` has written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum, auto

from bot.parts import Part


class Mark(StrEnum):
    """Whether all is well."""

    GOOD = "✓"
    """All is well."""
    BAD = "✗"
    """Something is missing or wrong, and matches will suffer."""
    NOTE = "–"
    """Something is worth knowing, and no fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found, in one plain sentence or two; a bad one says what to do."""

    mark: Mark
    text: str


def good(text: str) -> Finding:
    """All is well with what was looked at."""
    return Finding(Mark.GOOD, text)


def bad(text: str) -> Finding:
    """Something has to be mended."""
    return Finding(Mark.BAD, text)


def note(text: str) -> Finding:
    """Something is worth knowing, and no fault."""
    return Finding(Mark.NOTE, text)


@dataclass(frozen=True, slots=True)
class Holder:
    """A referee that owns parts of venues on a database, `since` by its machine's clock."""

    host: str
    pid: int
    since: datetime | None
    parts: tuple[Part, ...]

    @property
    def venues(self) -> tuple[str, ...]:
        """The venues of which this referee owns a part."""
        return tuple(dict.fromkeys(part.venue for part in self.parts))


@dataclass(frozen=True, slots=True)
class LeaseReadiness:
    """What a health check finds of the referee that runs on this machine.

    `served` is empty where no referee has renewed a lease lately; `unheard` parts are not ruled.
    `listens_at` is where pages of a venue's own are served: by host and port, by venue.
    `trouble` is why it can store nothing, and "" where it can.
    """

    served: tuple[Part, ...] = ()
    unheard: tuple[Part, ...] = ()
    listens_at: Mapping[str, str] = field(default_factory=dict)
    trouble: str = ""

    @property
    def on_duty(self) -> bool:
        """Whether a referee is at work, hears all parts that it serves, and can store."""
        return bool(self.served) and not self.unheard and not self.trouble


class State(Enum):
    """The state of a database; in brackets what its finding has as a detail."""

    BAD_ADDRESS = auto()
    """DATABASE_URL is the address of no database that can be used."""
    TWO_AT_SIGNS = auto()
    """DATABASE_URL has an @ too many: half a password would be taken for a host, and shown."""
    BAD_SERVERS = auto()
    """DATABASE_URL names several servers, and not as it is to, or one of them twice."""
    NO_DRIVER = auto()
    """The address is PostgreSQL's, and the package that speaks to it is not installed."""
    FAILS = auto()
    """The driver or the server refuses (why): it is locked, read-only, not there, no database …"""
    FOREIGN_TABLES = auto()
    """The database is another program's (some of its tables)."""
    HALF_MOVED = auto()
    """The database is the target of a move that is not finished."""
    NEWER_SCHEMA = auto()
    """A newer version of the referee has brought it to a schema not known here (which)."""
    TOO_OLD = auto()
    """It is from before the first release, of a schema that this program can't bring up (which)."""
    PART_LOST = auto()
    """A table, or a `table.column`, of the newest schema is not there (which)."""
    FILE_DAMAGED = auto()
    """SQLite's own check of the file fails."""
    IN_MEMORY = auto()
    """The database is gone with the process."""
    NO_FOLDER = auto()
    """The folder of the file is not there (its path)."""
    FOLDER_READ_ONLY = auto()
    """SQLite keeps its journal beside the file, and can't here (the folder's path)."""
    NOT_A_FILE = auto()
    """A folder, say, stands where the file should be (its path)."""
    FILE_OF_ANOTHER = auto()
    """Whoever looks may not read and write the file (its path, and whose it is)."""
    NO_FILE_YET = auto()
    """The first start makes the file (its path)."""
    EMPTY = auto()
    """The first start makes the tables."""
    OLDER_SCHEMA = auto()
    """The next start runs the migrations that are missing (the schema that is there)."""
    SOUND = auto()
    """The database is there, writable, undamaged, and of the newest schema (which one)."""


_MARKS = {
    State.NO_FILE_YET: Mark.NOTE,
    State.EMPTY: Mark.NOTE,
    State.OLDER_SCHEMA: Mark.NOTE,
    State.SOUND: Mark.GOOD,
}


@dataclass(frozen=True, slots=True)
class DatabaseFinding:
    """The state of a database, and what goes with it; `newest` is the schema that it should be of.

    `newest` is told with an older schema only.
    """

    state: State
    detail: str = ""
    newest: str | None = None

    @property
    def mark(self) -> Mark:
        """Whether matches can be held on this database."""
        return _MARKS.get(self.state, Mark.BAD)
