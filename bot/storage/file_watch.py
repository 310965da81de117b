"""Notices that an SQLite file was deleted or replaced while it is in use.

Somebody tidies up and deletes `referee.sqlite3`. On Unix the open file lives on without a name: all
that is stored from then on would seem to succeed, and be gone at the next start. So before each
transaction, and after each that wrote, the file at the name is compared with the one that was
opened, and so is its companion `-wal`, in which the newest rulings are.

A file that is moved away and back is the same file, and everything goes on. Another file in its
place is another past: only a new start goes on with that.
"""

import contextlib
import os
from pathlib import Path

from bot.storage.failures import FileLostError

_Identity = tuple[int, int]
_DESCRIPTORS = Path("/proc/self/fd")


class FileWatch:
    """The file of a database, as it was when it was opened."""

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()
        self._log = self._file.with_name(f"{self._file.name}-wal")
        self._opened = _identity(self._file)
        self._log_opened: _Identity | None = None

    def check(self) -> None:
        # Where the folder can't be looked into: what is open is open.
        with contextlib.suppress(OSError):
            identity = _identity(self._file)
            if identity is None:
                raise FileLostError(
                    f"the database file {self._file} was deleted or moved away; nothing is ruled "
                    "until it is put back. If it is lost, stop the referee and restore a backup "
                    "(docs/backup.md): a start without the file begins with an empty one"
                )
            if identity != self._opened:
                raise FileLostError(
                    f"another file was put in the place of the database {self._file}; nothing is "
                    "ruled until the referee is started again, and goes on with that file, or the "
                    "one before is put back"
                )
            identity = _identity(self._log)
            # SQLite itself removes it with the last connection, and the next one makes another.
            if identity != self._log_opened and self._log_opened in _open_files():
                raise FileLostError(
                    f"the database's companion {self._log} was deleted or replaced; nothing is "
                    "ruled until the referee is started again"
                )
            self._log_opened = identity


def _identity(file: Path) -> _Identity | None:
    try:
        stat = os.stat(file)
    except FileNotFoundError:
        return None
    return stat.st_dev, stat.st_ino


def _open_files() -> set[_Identity]:
    """The files that this process has open; none where the system does not tell."""
    identities: set[_Identity] = set()
    with contextlib.suppress(OSError):
        for number in os.listdir(_DESCRIPTORS):
            with contextlib.suppress(OSError):
                looked = os.fstat(int(number))
                identities.add((looked.st_dev, looked.st_ino))
    return identities
