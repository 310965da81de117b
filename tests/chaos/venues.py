"""What a run needs of a venue: its tables, the referee's process, its store, and its weather."""

import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopback import LoopbackDiscord
from storage.postgres import POSTGRES, fresh_database, network

from chaos.discord_hall import DiscordHall, venue_clock
from chaos.faults import PostgresStore, SqliteStore, Store
from chaos.ledger import Ledger, PostgresLedger, SqliteLedger
from chaos.process import RefereeProcess
from chaos.room_hall import RoomHall
from chaos.timesheet import Timesheet


@dataclass(frozen=True, slots=True)
class Scene:
    """A venue at which a referee can be started; the hall is a `DiscordHall` or a `RoomHall`."""

    hall: Any
    process: RefereeProcess
    store: Store
    ledger: Ledger
    timesheet: Timesheet


@contextlib.asynccontextmanager
async def opened(
    venue: str, folder: Path, seed: int, code: Path, doors: int = 1
) -> AsyncIterator[Scene]:
    """A venue by its name: `discord` or `room`; with two `doors` Discord has pages as well."""
    async with AsyncExitStack() as stack:
        url, ledger, make_store = await stack.enter_async_context(_stored(folder))
        hall: Any
        if venue == "discord":
            discord = await stack.enter_async_context(LoopbackDiscord(clock=venue_clock))
            hall = DiscordHall(discord, ledger, seed, _free_port() if doors > 1 else None)
        else:
            hall = RoomHall(_free_port(), ledger)
        stack.push_async_callback(hall.close)
        settings = hall.settings | {"DATABASE_URL": url}
        process = RefereeProcess(folder, settings, hall.arguments, code)
        yield Scene(hall, process, stack.enter_context(make_store(process)), ledger, hall.timesheet)


@contextlib.asynccontextmanager
async def _stored(
    folder: Path,
) -> AsyncIterator[tuple[str, Ledger, Callable[[RefereeProcess], AbstractContextManager[Store]]]]:
    """A database: a file, or one on the server that REFEREE_TEST_POSTGRES names."""
    if not POSTGRES:
        file = folder / "store" / "referee.sqlite3"
        url = f"sqlite+aiosqlite:///{file}"
        yield url, SqliteLedger(file), lambda process: SqliteStore(file, process).mount()
        return
    async with fresh_database() as url, network(url) as (line, address):
        ledger = PostgresLedger(url)
        yield address, ledger, lambda _: nullcontext(PostgresStore(url, line))
        await ledger.close()


def _free_port() -> int:
    lowest = 20_000 + os.getpid() % 5_000
    for port in range(lowest, lowest + 5_000):
        with contextlib.suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port")
