"""A database's file: whose it is, and that it is still there while it is in use.

A backup was copied back as root, so the file is root's: root finds it writable, and the service
can't start. So what root may do with it says nothing of the user who serves.

Somebody tidies up and deletes `referee.sqlite3`. On Unix the open file lives on without a name: all
that is stored from then on would seem to succeed, and be gone at the next start. So before each
transaction, and after each that wrote, the file at the name is compared with the one that was
opened, and so is its companion `-wal`, in which the newest rulings are.

A file that is moved away and back is the same file, and everything goes on. Another file in its
place is another past: only a new start goes on with that.
"""

import contextlib
import os
from collections.abc import Iterator
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


def owner_of(file: Path) -> os.stat_result | None:
    """User and group who serve a database, by its folder, else by its file; None where not known.

    On Windows nobody's rights are taken.
    """
    for place in (file.absolute().parent, file):
        with contextlib.suppress(OSError):
            found = place.stat()
            if found.st_uid and hasattr(os, "setresuid"):
                return found
    return None


def this_user() -> int:
    return getattr(os, "geteuid", lambda: 0)()


def name_of(user: int) -> str:
    with contextlib.suppress(ImportError, KeyError):
        import pwd

        return pwd.getpwuid(user).pw_name
    return str(user)


def make_private(file: Path) -> None:
    """Makes a file, where it is not there yet, for its owner alone whatever the umask."""
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def kept_from_us(file: Path) -> str:
    """Whose a file is that this process may not write; "" where it may, or where it is its own."""
    owner = file.stat().st_uid
    if os.access(file, os.R_OK | os.W_OK) or owner == this_user():
        return ""
    return f"{file.absolute()} belongs to {name_of(owner)}"


@contextlib.contextmanager
def rights_of(owner: os.stat_result) -> Iterator[None]:
    """Within it this process may do what that user may do, and no more.

    PermissionError where it may not become another user: it is not root's, or in a container that
    takes that right from root as well.
    """
    user, group, groups = os.geteuid(), os.getegid(), os.getgroups()
    # Those of the file where none is known.
    others_group, others_groups = owner.st_gid, [owner.st_gid]
    with contextlib.suppress(ImportError, KeyError):
        import pwd

        known = pwd.getpwuid(owner.st_uid)
        others_group = known.pw_gid
        others_groups = os.getgrouplist(known.pw_name, known.pw_gid)
    try:
        os.setgroups(others_groups)
        os.setresgid(others_group, others_group, group)
        os.setresuid(owner.st_uid, owner.st_uid, user)
        yield
    finally:
        os.setresuid(user, user, user)
        os.setresgid(group, group, group)
        # Whoever may not change them has not.
        with contextlib.suppress(PermissionError):
            os.setgroups(groups)
