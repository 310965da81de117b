"""What is found in the database, and what makes one useless also at a start."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from bot.findings.mark import Mark


@dataclass(frozen=True, slots=True)
class DatabaseFails:
    """The driver or the server refuses: it is locked, read-only, not there, no database …"""

    mark: ClassVar[Mark] = Mark.BAD
    reason: str


@dataclass(frozen=True, slots=True)
class BadAddress:
    """DATABASE_URL is the address of no database that can be used."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class TwoAtSigns:
    """DATABASE_URL has an @ too many: half a password would be taken for a host, and shown."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class ForeignTables:
    """The database is another program's; some of its tables are named."""

    mark: ClassVar[Mark] = Mark.BAD
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewerSchema:
    """A newer version of the referee has brought the database to a schema not known here."""

    mark: ClassVar[Mark] = Mark.BAD
    schemas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartLost:
    """A table, or a `table.column`, of the newest schema is not there."""

    mark: ClassVar[Mark] = Mark.BAD
    part: str


@dataclass(frozen=True, slots=True)
class NoDriver:
    """The address is PostgreSQL's, and the package that speaks to it is not installed."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class HalfMoved:
    """The database is the target of a move that is not finished."""

    mark: ClassVar[Mark] = Mark.BAD


DatabaseProblem = (
    BadAddress | TwoAtSigns | NoDriver | ForeignTables | HalfMoved | NewerSchema | PartLost
)
"""Why a database can't be used, now or later: no start is tried again."""


@dataclass(frozen=True, slots=True)
class FileDamaged:
    """SQLite's own check of the file fails."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class InMemory:
    """The database is gone with the process."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class NoFolder:
    """The folder of the file is not there."""

    mark: ClassVar[Mark] = Mark.BAD
    folder: Path


@dataclass(frozen=True, slots=True)
class FolderReadOnly:
    """SQLite keeps its journal beside the file, and can't here."""

    mark: ClassVar[Mark] = Mark.BAD
    folder: Path


@dataclass(frozen=True, slots=True)
class NotAFile:
    """A folder, say, stands where the file should be."""

    mark: ClassVar[Mark] = Mark.BAD
    file: Path


@dataclass(frozen=True, slots=True)
class NoFileYet:
    """The first start makes the file."""

    mark: ClassVar[Mark] = Mark.NOTE
    file: Path


@dataclass(frozen=True, slots=True)
class DatabaseEmpty:
    """The first start makes the tables."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class OlderSchema:
    """The next start runs the migrations that are missing."""

    mark: ClassVar[Mark] = Mark.NOTE
    found: str
    wanted: str | None


@dataclass(frozen=True, slots=True)
class DatabaseSound:
    """It is there, writable, undamaged, and of the newest schema."""

    mark: ClassVar[Mark] = Mark.GOOD
    schema: str


@dataclass(frozen=True, slots=True)
class NoMatches:
    """No match is open."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class MatchesSound:
    """Each open match can be taken up, as it will be at the next start."""

    mark: ClassVar[Mark] = Mark.GOOD
    number: int


@dataclass(frozen=True, slots=True)
class MatchesDamaged:
    """Some of the open matches, by number, can't be taken up."""

    mark: ClassVar[Mark] = Mark.BAD
    damaged: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class StampsDamaged:
    """Rows whose timestamp can't be read, each as its table and its key."""

    mark: ClassVar[Mark] = Mark.BAD
    rows: tuple[str, ...]


WholeFinding = (
    DatabaseFails
    | DatabaseProblem
    | FileDamaged
    | InMemory
    | NoFolder
    | FolderReadOnly
    | NotAFile
    | NoFileYet
    | DatabaseEmpty
    | OlderSchema
    | DatabaseSound
)
"""What is found of a database as a whole."""
DatabaseFinding = WholeFinding | NoMatches | MatchesSound | MatchesDamaged | StampsDamaged
