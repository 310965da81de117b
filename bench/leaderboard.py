"""What the leaderboard costs in a server where thousands of matches have ended."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import Connection, insert

from bench.games import results
from bot.storage import schema
from bot.storage.archive import Archive
from bot.storage.store import open_store

MATCHES = 20_000
_ASKED = 20
_HERE = {"venue": "discord", "server": "1"}


def leaderboard() -> float:
    """The processor's seconds for a leaderboard, after it was asked for once."""
    return asyncio.run(_measured())


async def _measured() -> float:
    with TemporaryDirectory() as folder:
        store = await open_store(f"sqlite+aiosqlite:///{Path(folder) / 'referee.sqlite3'}")
        try:
            await store.write(_filled)
            archive = Archive(store)
            await archive.standings(**_HERE)
            begun = process_time()
            for _ in range(_ASKED):
                await archive.standings(**_HERE)
            return (process_time() - begun) / _ASKED
        finally:
            await store.close()


def _filled(connection: Connection) -> None:
    """A server in which so many matches have ended."""
    matches, rows = (list[dict[str, object]]() for _ in range(2))
    for number, result in enumerate(results(MATCHES)):
        opened = {"room": str(number), "open": False, "opened_at": result.at}
        matches.append(_HERE | opened | {"id": result.match})
        told = {"ended": result.at, "data": result}
        rows.append(_HERE | told | {"match": result.match})
    connection.execute(insert(schema.matches), matches)
    connection.execute(insert(schema.results), rows)
