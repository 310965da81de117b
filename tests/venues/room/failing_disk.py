"""A disk that takes nothing more, for real: a small one that is filled, or a limit of the kernel's.

The first needs root, since a file system is mounted. The second needs nothing: no file of the
process can grow beyond what the database's journal has now, and a little more if that is wanted.
"""

import asyncio
import contextlib
import os
import resource
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from venues.room.process import Running

SMALL = "size=3m"


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of three megabytes, mounted on a folder."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", SMALL, "none", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr!r}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextlib.asynccontextmanager
async def filled(_: Running | None, folder: Path) -> AsyncIterator[None]:
    rest = folder / "rest"
    fill = ["dd", "if=/dev/zero", f"of={rest}", "bs=4k"]
    await asyncio.to_thread(subprocess.run, fill, check=False, capture_output=True)
    try:
        yield
    finally:
        rest.unlink()


@contextlib.asynccontextmanager
async def limited(running: Running, folder: Path, left: int = 0) -> AsyncIterator[None]:
    """No file of a process grows any more, but for so many bytes of the database's journal."""
    number = running.process.pid
    before = resource.prlimit(number, resource.RLIMIT_FSIZE)
    size = (folder / "referee.sqlite3-wal").stat().st_size
    resource.prlimit(number, resource.RLIMIT_FSIZE, (size + left, before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(number, resource.RLIMIT_FSIZE, before)
