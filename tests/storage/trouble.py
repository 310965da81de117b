"""What a store meets: another program that writes, and a disk that is full."""

import asyncio
import contextlib
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path


@contextlib.asynccontextmanager
async def held(file: Path) -> AsyncIterator[None]:
    """Another connection in the middle of writing.

    It waits its turn in a thread: whoever writes just now may need the loop to come to an end.
    """
    holder = sqlite3.connect(file, timeout=60, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(holder.execute, "BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        holder.close()


@contextlib.contextmanager
def files_no_larger(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.asynccontextmanager
async def full_disk(file: Path) -> AsyncIterator[None]:
    """No file can grow beyond what the database's journal has now."""
    with files_no_larger(file.with_name(f"{file.name}-wal").stat().st_size):
        yield
