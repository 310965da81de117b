"""Whose a database's file is: what root may do with it says nothing of the user who serves.

A backup was copied back as root, so the file is root's: root finds it writable, and the service
can't start.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


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
