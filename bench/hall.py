"""How soon the pages of a server of a hundred thousand matches answer, and what that costs turns.

The referee is a process of its own, on a loopback Discord where forty matches are played. Each page
is asked for again and again, with other players, openings and searches each time, by somebody with
another address now and then, since nobody is given more than so many pages a minute.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from time import perf_counter

import aiohttp

from bench.archive import FIRST, PEOPLE, SLUG, fill
from bench.arena import arena
from bench.load import Held, Load, Stage
from bot.referee.clock import TimeControl

MATCHES, TIMES = 100_000, 100
PLAYED = 40
"""So many other matches are played meanwhile."""
STAGE = Stage(10, timedelta(seconds=20))
SERVER = "a-server-of-many-matches"
_OF_ONE = 100
"""So many pages are asked for from one address."""
_SLOW = TimeControl(timedelta(days=7), timedelta(0))
_CELLS = [f"{row}{number}" for row in "ABCDEFGHI" for number in range(1, 6)]
Asked = Callable[[Random], str]
PAGES: dict[str, Asked] = {
    "home": lambda _: "",
    "matches": lambda random: f"games?page={random.choice((1, 2, 3, 10, 100, 1000, 1900))}",
    "matches of a player": lambda random: (
        f"games?player=p{_somebody(random)}&order={random.choice(('newest', 'longest'))}"
    ),
    "matches of players called alike": lambda random: (
        f"games?player={random.choice(('ann', 'Evil', 'Bob', 'Duck'))}"
    ),
    "matches of a game": lambda random: (
        f"games?ruleset={random.choice(('genius', 'catena', 'too'))}"
        f"&side={random.choice((4, 5))}&order={random.choice(('newest', 'oldest', 'longest'))}"
    ),
    "matches of some days": lambda random: (
        f"games?since=202{random.randrange(4)}-0{random.randrange(1, 10)}-01"
        f"&until=2024-06-01&fewest={random.choice((0, 30))}"
    ),
    "matches by opening": lambda random: f"games?side=5&opening={random.choice(_CELLS)}",
    "a player": lambda random: f"player/p{_somebody(random)}",
    "openings": lambda random: random.choice(
        (
            "openings",
            "openings?ruleset=catena&side=4",
            f"openings?ruleset=genius&side=5&key={random.choice(_CELLS)}/",
        )
    ),
    "rules": lambda _: "rules",
    "a match": lambda random: f"match/{FIRST + random.randrange(MATCHES)}",
    "the board of a match": lambda random: f"match/{FIRST + random.randrange(MATCHES)}/board.png",
    "feed": lambda random: f"results.atom?player=p{_somebody(random)}",
}
"""A page by its name, with something else on it each time."""


@dataclass(frozen=True, slots=True)
class HallFigures:
    """What was measured: each page's times to the first byte, sorted; exports a second by kind.

    `memory` is how much the process grew while everything was exported, in bytes; `before` and
    `meanwhile` are the turns, without anybody reading and while many do.
    """

    pages: dict[str, list[float]]
    exports: dict[str, float]
    memory: int
    before: Held
    meanwhile: Held


def hall_figures() -> HallFigures:
    """The figures of a server of so many matches."""
    return asyncio.run(_measured())


async def _measured() -> HallFigures:
    async with arena() as place:
        now = place.discord.clock()
        await place.furnish(PLAYED, lambda _: _SLOW, lambda _: now)
        file = Path(place.address.removeprefix("sqlite+aiosqlite:///"))
        await asyncio.to_thread(fill, file, MATCHES, "discord", SERVER)
        port = _free_port()
        where = f"http://127.0.0.1:{port}/hall/{SLUG}/"
        settings = {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port)}
        async with place.referee(settings) as usage:
            await place.at_rest()
            load = Load(place, usage)
            pages = {name: await _asked(where, path, n) for n, (name, path) in _numbered(PAGES)}
            before = await load.hold(STAGE)
            reading = asyncio.create_task(_read_on(where))
            meanwhile = await load.hold(STAGE)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            grown = usage.memory()
            exports = {
                kind: MATCHES / await _exported(f"{where}export.{kind}")
                for kind in ("txt", "jsonl", "csv")
            }
            grown = usage.memory() - grown
            return HallFigures(pages, exports, grown, before, meanwhile)


def _numbered(pages: dict[str, Asked]) -> list[tuple[int, tuple[str, Asked]]]:
    return list(enumerate(pages.items(), 1))


async def _asked(where: str, path: Asked, number: int, times: int = TIMES) -> list[float]:
    """How long a page took to its first byte, each time, the shortest first."""
    random, taken = Random(number), list[float]()
    for part in range(-(-times // _OF_ONE)):
        async with _somebody_at(f"127.1.{number}.{part + 1}") as session:
            for _ in range(min(times, _OF_ONE)):
                begun = perf_counter()
                async with session.get(f"{where}{path(random)}") as answer:
                    taken.append(perf_counter() - begun)
                    await answer.read()
                    if answer.status != 200:
                        raise RuntimeError(f"{answer.status} for {answer.url}")
    return sorted(taken)


async def _read_on(where: str) -> None:
    """Many people read, four pages at once, until cancelled."""

    async def read(reader: int) -> None:
        random = Random(reader)
        for number in range(1, 250):
            async with _somebody_at(f"127.2.{reader}.{number}") as session:
                for _ in range(_OF_ONE):
                    path = random.choice(list(PAGES.values()))(random)
                    async with session.get(f"{where}{path}") as answer:
                        await answer.read()

    await asyncio.gather(*(read(reader) for reader in range(1, 5)))


async def _exported(address: str) -> float:
    """How long it took to take everything home."""
    begun = perf_counter()
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        async for _ in answer.content.iter_any():
            pass
    return perf_counter() - begun


def _somebody_at(address: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0)))


def _somebody(random: Random) -> int:
    return int(PEOPLE * random.random() ** 2)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
