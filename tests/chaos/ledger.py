"""What the referee stored, read from its database while it works and after the storm."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy.engine import make_url

from chaos.history import Event, Row, Stored

TRIES, PAUSE = 200, 0.25
"""A database that is being broken can't be read for a moment; that is nobody's fault."""


class Ledger(Protocol):
    """A database; a query has `?` for each value, and no rows where there are no tables yet."""

    async def fetch(self, query: str, *values: Any) -> Sequence[Sequence[Any]]: ...


class SqliteLedger:
    def __init__(self, file: Path) -> None:
        self.file = file

    async def fetch(self, query: str, *values: Any) -> Sequence[Sequence[Any]]:
        for left in range(TRIES, 0, -1):
            if not self.file.exists():
                return []
            try:
                # Read-only, so that the last one to close it writes nothing.
                with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as database:
                    return database.execute(query, values).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                if left == 1:
                    raise
                await asyncio.sleep(PAUSE)
        return []


class PostgresLedger:
    """A database on a server, reached without whatever stands before the referee."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql")
        self._line: Any = None
        self._busy = asyncio.Lock()

    async def fetch(self, query: str, *values: Any) -> Sequence[Sequence[Any]]:
        import asyncpg

        for number in range(1, len(values) + 1):
            query = query.replace("?", f"${number}", 1)
        async with self._busy:
            if self._line is None:
                self._line = await asyncpg.connect(self._url.render_as_string(hide_password=False))
            try:
                return [tuple(row) for row in await self._line.fetch(query, *values)]
            except asyncpg.UndefinedTableError:
                return []

    async def close(self) -> None:
        if self._line is not None:
            await self._line.close()


async def read_matches(ledger: Ledger, which: str = "", *values: Any) -> list[Stored]:
    """All matches, by number; or those `which` a clause of SQL names."""
    found = await ledger.fetch(f"SELECT id, room, open FROM matches {which} ORDER BY id", *values)  # noqa: S608 - ours
    return [await _match(ledger, *row) for row in found]


async def read_match(ledger: Ledger, number: int) -> Stored:
    (found,) = await read_matches(ledger, "WHERE id = ?", number)
    return found


async def read_latest(ledger: Ledger, room: str) -> Stored | None:
    latest = "WHERE id = (SELECT max(id) FROM matches WHERE room = ?)"
    return next(iter(await read_matches(ledger, latest, room)), None)


async def read_duty(ledger: Ledger) -> datetime | None:
    """When the referee last noted that it was on duty."""
    found = await ledger.fetch("SELECT at FROM duty")
    return max((datetime.fromisoformat(at) for (at,) in found), default=None)


async def count_unsent(ledger: Ledger) -> int:
    return len(await ledger.fetch("SELECT through FROM outbox WHERE NOT sent"))


async def _match(ledger: Ledger, number: int, room: str, still_open: bool) -> Stored:
    # The outbox first: what is announced later than that is of no account yet.
    rows = await ledger.fetch(
        "SELECT first, through, sent FROM outbox WHERE match = ? ORDER BY through", number
    )
    ruled = await ledger.fetch("SELECT message, accepted FROM rulings WHERE match = ?", number)
    lines = await ledger.fetch("SELECT data FROM events WHERE match = ? ORDER BY number", number)
    events = tuple(Event.read(line) for (line,) in lines)
    rulings = {str(key): bool(accepted) for key, accepted in ruled}
    outbox = tuple(Row(first, through, bool(sent)) for first, through, sent in rows)
    return Stored(number, bool(still_open), events, str(room), rulings, outbox)
