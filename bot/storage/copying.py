"""Copies an SQLite database while others write to it, whole and as of one moment.

`referee backup` runs every night beside a referee at work: nobody waits for it, and killed half-way
it leaves the last night's copy as it was.
"""

import contextlib
import glob
import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.storage.address import Address, read_address
from bot.storage.connect import sqlite_file
from bot.storage.failures import StoreError, plain
from bot.storage.files import make_private

_LOCK_TIMEOUT = timedelta(seconds=30)
"""How long a locked database is waited for."""
_OURS = ".referee-"
"""In the name of a backup that is being made; others write `.part` files too."""
_LEFTOVER_AGE = timedelta(hours=12)
"""A backup every night finds what was left by the one before."""


@dataclass(frozen=True, slots=True)
class Copied:
    matches: int
    events: int


def source_of(url: str) -> Path | Address:
    """Where a database lies: its file, or the address of its server."""
    address = read_address(url)
    if address.url.get_backend_name() != "sqlite":
        return address
    file = sqlite_file(url)
    if file is None:
        raise StoreError("a database that is kept in memory can't be copied")
    if not file.is_file():
        raise StoreError(f"there is no database {file}")
    return file


def copy_database(source: Path, target: Path, *, overwrite: bool) -> Copied:
    """Makes `target` a copy of the database as it stands now; StoreError leaves no half copy.

    The copy is its owner's alone. Reading locks nobody out: whoever writes meanwhile goes on. The
    copy grows beside the target under a name of its own that ends in `.part`, so that a kill at any
    moment leaves no half copy under the target's name.
    """
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the database itself")
    if target.is_dir():
        raise StoreError(f"{target} is a folder: name a file in it")
    unfinished: Path | None = None
    try:
        if target.exists() and not overwrite:
            raise FileExistsError
        handle, name = tempfile.mkstemp(".part", f"{target.name}{_OURS}", target.parent)
        os.close(handle)
        unfinished = Path(name)
        _remove_leftovers(target, unfinished)
        _copy_into(source, unfinished)
        counted = _count(unfinished)
        _give_its_name(unfinished, target, overwrite=overwrite)
        with contextlib.suppress(OSError):
            # Another user's, such as root's, can be replaced but not made younger.
            _mark(source).unlink(missing_ok=True)
            make_private(_mark(source))
    except FileExistsError:
        raise StoreError(f"{target} exists; --force overwrites it") from None
    except (sqlite3.Error, OSError) as error:
        why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else plain(error)
        raise StoreError(f"no backup was made: {why}") from error
    finally:
        if unfinished is not None:
            _remove(unfinished)
    return counted


def age_of_copy(source: Path | None, now: Callable[[], datetime]) -> timedelta | None:
    """How long ago the last copy of a database was made; None where none is known."""
    if source is not None:
        with contextlib.suppress(OSError):
            return now() - datetime.fromtimestamp(_mark(source).stat().st_mtime, UTC)
    return None


def _mark(source: Path) -> Path:
    """An empty file beside the database that is as old as its last copy."""
    return source.with_name(f"{source.name}-backup")


def _remove_leftovers(target: Path, unfinished: Path) -> None:
    """Removes what killed backups have left: files to which nobody wrote for half a day."""
    now = unfinished.stat().st_mtime
    for left in target.parent.glob(f"{glob.escape(target.name)}{_OURS}*.part"):
        # Somebody else tidies up too, or it isn't ours to remove: no reason for no backup.
        with contextlib.suppress(OSError):
            if now - left.stat().st_mtime > _LEFTOVER_AGE.total_seconds():
                _remove(left)


def _give_its_name(unfinished: Path, target: Path, *, overwrite: bool) -> None:
    """Renames a copy in one step; FileExistsError if the name is taken and not to `overwrite`."""
    if overwrite:
        os.replace(unfinished, target)
        return
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has hard links: then a file made between check and rename is
        # overwritten, but there is still no half copy.
        if target.exists():
            raise FileExistsError from None
        os.rename(unfinished, target)


def _copy_into(source: Path, unfinished: Path) -> None:
    address, patience = f"{source.absolute().as_uri()}?mode=rw", _LOCK_TIMEOUT.total_seconds()
    with (
        closing(sqlite3.connect(address, uri=True, timeout=patience)) as database,
        closing(sqlite3.connect(unfinished)) as copy,
    ):
        # All pages in one step, under one snapshot: a busy writer can't make it start anew.
        database.backup(copy, pages=-1)
        # Whoever is at work on the database is not at work on its copy.
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name='leases'").fetchone():
            copy.execute("DELETE FROM leases")
            copy.commit()
        # A file that stands alone: no companion has to be kept with the copy.
        copy.execute("PRAGMA journal_mode=DELETE")


def _count(unfinished: Path) -> Copied:
    with closing(sqlite3.connect(unfinished)) as copy:
        if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("malformed")
        names = {row[0] for row in copy.execute("SELECT name FROM sqlite_master")}
        if not names >= {"alembic_version", "matches", "events"}:
            raise sqlite3.DatabaseError("it is no database of the referee's")
        matches = copy.execute("SELECT count(*) FROM matches").fetchone()[0]
        events = copy.execute("SELECT count(*) FROM events").fetchone()[0]
    return Copied(matches, events)


def _remove(file: Path) -> None:
    for name in (file, *(file.with_name(file.name + end) for end in ("-journal", "-wal", "-shm"))):
        name.unlink(missing_ok=True)
