"""Copies an SQLite database while others write to it, whole and as of one moment."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.connect import sqlite_file
from bot.storage.failures import StoreError, plain

_PATIENCE = 30.0
"""Seconds that a locked database is waited for."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is in a copy: matches, and the events of them all."""

    matches: int
    events: int


@dataclass(frozen=True, slots=True)
class Server:
    """Where a database lies that is not a file: host, port, user and name, without password."""

    host: str
    port: int | None
    user: str
    name: str


def source_of(url: str) -> Path | Server:
    """The file of a database, or the server it lies on; StoreError if it is neither."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        # The error may quote the address, and with it a password.
        raise StoreError("DATABASE_URL is no address of a database") from None
    if address.get_backend_name() != "sqlite":
        if "@" in (address.host or ""):
            # Half a password would be taken for a host, and shown.
            raise StoreError("DATABASE_URL has a second @: write %40 for one in the password")
        return Server(
            address.host or "", address.port, address.username or "", address.database or ""
        )
    file = sqlite_file(url)
    if file is None:
        raise StoreError("a database that is kept in memory can't be copied")
    if not file.is_file():
        raise StoreError(f"there is no database {file}")
    return file


def copy_database(source: Path, target: Path, *, overwrite: bool) -> Copied:
    """Makes `target` a copy of the database as it stands now; StoreError leaves no half copy.

    A reader without locks on anybody: whoever writes meanwhile goes on writing.
    """
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the database itself")
    if target.is_dir():
        raise StoreError(f"{target} is a folder: name a file in it")
    part = target.with_name(f"{target.name}.part")
    made = False
    try:
        if not overwrite:
            # Made, not looked for: two backups at once can't both find the name free.
            target.touch(exist_ok=False)
            made = True
        _copy_into(source, part)
        counted = _count(part)
        shutil.copymode(source, part)
        os.replace(part, target)
    except BaseException as error:
        _remove(part)
        if made:
            target.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            raise StoreError(f"{target} exists; --force overwrites it") from None
        if isinstance(error, sqlite3.Error | OSError):
            raise StoreError(f"no backup was made: {_reason(error)}") from error
        raise
    return counted


def _copy_into(source: Path, part: Path) -> None:
    _remove(part)
    address = f"{source.absolute().as_uri()}?mode=rw"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE)) as database,
        closing(sqlite3.connect(part)) as copy,
    ):
        # All pages in one step, under one snapshot: a busy writer can't make it start anew.
        database.backup(copy, pages=-1)
        # A file that stands alone: no companion has to be kept with the copy.
        copy.execute("PRAGMA journal_mode=DELETE")


def _count(part: Path) -> Copied:
    with closing(sqlite3.connect(part)) as copy:
        if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("malformed")
        names = {row[0] for row in copy.execute("SELECT name FROM sqlite_master")}
        if "events" not in names:
            raise sqlite3.DatabaseError("it is no database of the referee's")
        matches = copy.execute("SELECT count(*) FROM matches").fetchone()[0]
        events = copy.execute("SELECT count(*) FROM events").fetchone()[0]
    return Copied(matches, events)


def _remove(part: Path) -> None:
    for name in (part, *(part.with_name(part.name + end) for end in ("-journal", "-wal", "-shm"))):
        name.unlink(missing_ok=True)


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    return plain(error)
