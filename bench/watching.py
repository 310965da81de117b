"""What a thousand watchers of one match cost the turns of the others.

The watch pages are served as they are in the referee; the watchers are connections of another
process, which reads what it is sent. Drawing boards is the browsers' work, and not counted here.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

from bench.games import record
from bench.rulings import PLAYERS, ROUNDS, TURNS, Referee, at_work, within_99
from bench.watchers import READY
from bot.desk.desk import Desk
from bot.referee.submission import Said
from bot.settings import Settings
from bot.timing import RealTime
from bot.web.broadcasts import Broadcasts
from bot.web.server import WebServer
from bot.web.watch import WatchPages

WATCHERS = 1000
_HOST, _PORT = "127.0.0.1", 18081
_SETTINGS = Settings("a token", web_url=f"http://{_HOST}:{_PORT}", web_port=_PORT)


def watched_rulings(rounds: int = ROUNDS, watchers: int = WATCHERS) -> tuple[float, float]:
    """How many seconds 99 of 100 turns take at most: while nothing is handed out, and meanwhile.

    They are turns of other matches. Before each second twenty of them a turn of the watched match
    is played, and while they are ruled it is drawn and handed out to its watchers.
    """
    return asyncio.run(_measured(rounds, watchers))


async def _measured(rounds: int, watchers: int) -> tuple[float, float]:
    before, meanwhile = list[float](), list[float]()
    async with at_work(web_url=_SETTINGS.web_url) as (desk, table):
        referee = Referee(desk, table)
        room, number = await referee.opened()
        async with _watched(desk, number, watchers):
            await referee.played(TURNS)
            for turn, entry in enumerate(islice(record(0).turns, rounds)):
                before += await referee.played(TURNS)
                await referee.told(room, PLAYERS[turn % 2], Said(" ".join(entry.words)))
                meanwhile += await referee.played(TURNS)
    return within_99(before), within_99(meanwhile)


@asynccontextmanager
async def _watched(desk: Desk, number: int, watchers: int) -> AsyncIterator[None]:
    """The watch pages are served, and all watch one match."""
    pages = desk.page_links
    if pages is None:
        raise RuntimeError("no watch pages are set")
    server = WebServer(_SETTINGS, desk, RealTime())
    broadcasts = Broadcasts(desk, server.drawings, pages, RealTime())
    WatchPages(server, broadcasts, pages.watch_address)
    serving = asyncio.create_task(server.run())
    path = (await pages.watch(number)).removeprefix(_SETTINGS.web_url)
    command = ("-m", "bench.watchers", _HOST, str(_PORT), f"{path}/events", str(watchers))
    process = None
    try:
        await _served()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            cwd=Path(__file__).parent.parent,
            stdout=asyncio.subprocess.PIPE,
        )
        said = await process.stdout.readline() if process.stdout is not None else b""
        if said.decode().strip() != READY:
            raise RuntimeError("not all could watch")
        yield
        if process.returncode is not None:
            raise RuntimeError("the watchers have left")
    finally:
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def _served() -> None:
    """Returns when somebody answers."""
    while True:
        try:
            _, writer = await asyncio.open_connection(_HOST, _PORT)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
