"""What a run needs of a venue: its tables, the referee's process, its store, and its weather."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from loopback import LoopbackDiscord
from loopback.snowflakes import real_clock
from storage.postgres import POSTGRES, fresh_database, network

from chaos.discord_hall import DiscordHall
from chaos.faults import PostgresStore, SqliteStore, Store
from chaos.ledger import Ledger, PostgresLedger, SqliteLedger
from chaos.process import RefereeProcess
from chaos.room_hall import RoomHall
from chaos.table import Place
from chaos.tapping import Tapping
from chaos.timesheet import Timesheet
from chaos.weather import Weather

VENUE_AHEAD = timedelta(minutes=7)
"""The machine's wall clock is wrong by so much, as Discord sees it."""
FOREVER = 10**9


def venue_clock() -> datetime:
    return real_clock() + VENUE_AHEAD


@dataclass(frozen=True, slots=True)
class Scene:
    """A venue at which a referee can be started; `rage` is its weather, until cancelled."""

    hall: Any
    place: Callable[[int, str], Place]
    process: RefereeProcess
    store: Store
    ledger: Ledger
    timesheet: Timesheet
    now: Callable[[], datetime]
    rage: Callable[[], Awaitable[None]]
    clear: Callable[[], None]
    happened: Callable[[], Counter[str]]
    complaints: Callable[[], list[str]]


@contextlib.asynccontextmanager
async def opened(
    venue: str, folder: Path, seed: int, code: Path, doors: int = 1
) -> AsyncIterator[Scene]:
    """A venue by its name: `discord` or `room`; with two `doors` Discord has pages as well."""
    async with _stored(folder) as (url, ledger, make_store):
        at = partial(_at_discord, doors) if venue == "discord" else _in_room
        async with at(folder, seed, code, url, ledger, make_store) as scene:
            yield scene


MakeStore = Callable[[RefereeProcess], contextlib.AbstractContextManager[Store]]


@contextlib.asynccontextmanager
async def _stored(folder: Path) -> AsyncIterator[tuple[str, Ledger, MakeStore]]:
    """A database: a file, or one on the server that REFEREE_TEST_POSTGRES names."""
    if not POSTGRES:
        file = folder / "store" / "referee.sqlite3"

        @contextlib.contextmanager
        def in_file(process: RefereeProcess) -> Any:
            store = SqliteStore(file, process)
            with store.mount():
                yield store

        yield f"sqlite+aiosqlite:///{file}", SqliteLedger(file), in_file
        return
    async with fresh_database() as url, network(url) as (line, address):
        ledger = PostgresLedger(url)

        @contextlib.contextmanager
        def on_server(_: RefereeProcess) -> Any:
            yield PostgresStore(url, line)

        yield address, ledger, on_server
        await ledger.close()


@contextlib.asynccontextmanager
async def _at_discord(
    doors: int, folder: Path, seed: int, code: Path, url: str, ledger: Ledger, make_store: MakeStore
) -> AsyncIterator[Scene]:
    timesheet = Timesheet(timedelta(seconds=3))
    async with LoopbackDiscord(clock=venue_clock) as discord:
        settings = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DATABASE_URL": url,
        }
        address = ""
        if doors > 1:
            port = _free_port()
            address = f"http://127.0.0.1:{port}"
            settings |= {"WEB_URL": address, "WEB_PORT": str(port), "ROOM": "off"}
        process = RefereeProcess(folder, settings, code=code)
        hall = DiscordHall(discord, timesheet, Tapping(address, ledger, VENUE_AHEAD))
        weather = Weather(discord, timesheet, Random(f"{seed} weather"))

        async with contextlib.aclosing(hall.tapping):
            with make_store(process) as store:
                yield Scene(
                    hall, hall.place, process, store, ledger, timesheet, discord.clock,
                    weather.rage, weather.clear,
                    happened=lambda: Counter(discord.faults.injected) + weather.happened
                    + Counter({"tapped turns that count": hall.tapping.counted}),
                    complaints=lambda: [
                        *discord.unknown_requests, *map(repr, discord.violations),
                        *hall.tapping.complaints,
                        *(["no turn was tapped"] if address and not hall.tapping.counted else []),
                    ],
                )  # fmt: skip


@contextlib.asynccontextmanager
async def _in_room(
    folder: Path, _: int, code: Path, url: str, ledger: Ledger, make_store: MakeStore
) -> AsyncIterator[Scene]:
    timesheet = Timesheet(timedelta(seconds=0.5))
    port = _free_port()
    process = RefereeProcess(folder, {"DATABASE_URL": url}, ("--port", str(port)), code)
    hall = RoomHall(port, timesheet, ledger)
    try:
        with make_store(process) as store:
            yield Scene(
                hall, hall.place, process, store, ledger, timesheet, lambda: datetime.now(UTC),
                lambda: asyncio.sleep(FOREVER), lambda: None, Counter, lambda: hall.complaints,
            )  # fmt: skip
    finally:
        await hall.close()


def _free_port() -> int:
    lowest = 20_000 + os.getpid() % 5_000
    for port in range(lowest, lowest + 5_000):
        with contextlib.suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port")
