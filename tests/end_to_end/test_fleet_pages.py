"""Pages of a fleet, opened at a process that does not hold their match.

Each process is asked at its own port, as by a proxy that spreads one `WEB_URL` over all of them.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from chaos.page import Page
from loopback import LoopbackDiscord, Message, User
from loopback.bell import PATIENCE, patience
from playwright.async_api import expect
from ports import free_port
from storage.postgres import WITH_POSTGRES
from venues.room.browsing import chromium, visiting
from venues.room.visitor import browser
from web.doors import Doors
from web.hall import PHONE
from yarl import URL

from bot.serving.hosts import HEADER, InnerDoor
from end_to_end.fleets import FleetProcess, Hall, end_process, until_shared

pytestmark = [pytest.mark.real_time, WITH_POSTGRES]

WEB_URL = "https://referee.test"


class Process(FleetProcess):
    """One that serves pages, at a port of its own."""

    def __init__(self, hall: Hall, folder: Path, database: str) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        super().__init__(hall, folder, database, WEB_URL=WEB_URL, WEB_PORT=str(port))


class Watcher:
    """A watch page as browsers have it: its stream is opened anew, where it ends."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self.address = address

    async def until(self, turn: list[str]) -> None:
        """Waits until the page shows a turn as the last one."""
        async with patience():
            async for match in self._states():
                if match["last"] == turn:
                    return

    async def _states(self) -> AsyncIterator[dict[str, Any]]:
        while True:
            async with self._session.get(f"{self.address}/events") as stream:
                assert stream.status in (200, 503), stream.status
                kind = ""
                async for line in stream.content:
                    word, _, rest = line.decode().rstrip("\n").partition(": ")
                    kind = rest if word == "event" else kind
                    if word == "data" and kind == "state":
                        yield json.loads(rest)["match"]
            await asyncio.sleep(0.1)


@dataclass
class Fleet:
    """A process that holds two shards, another one that is to come, and a match in shard 1."""

    hall: Hall
    first: Process
    second: Process
    session: aiohttp.ClientSession
    database: str
    board: Message
    closing: contextlib.AsyncExitStack

    async def link(self, player: User) -> str:
        """What a player is answered who presses *Play*."""
        return await Doors(self.hall, self.session, "").link(self.board, player)

    async def page(self, process: Process, player: User) -> Page:
        """A player's own page, opened at a process."""
        path, _, token = (await self.link(player)).removeprefix(f"{WEB_URL}/").partition("#")
        page = Page(process.address, path, token, lambda: None)
        self.closing.push_async_callback(page.close)
        return page

    async def watch(self, process: Process) -> str:
        answer = await self.hall.discord.slash(self.hall.rooms[1], self.hall.red, "match watch")
        assert f"{WEB_URL}/watch/" in answer.content
        return f"{process.address}/watch/{answer.content.partition('/watch/')[2][:32]}"

    async def play(self, page: Page, turn: str) -> None:
        await page.say(turn)
        await self.told(turn)

    async def told(self, turn: str) -> None:
        await self.hall.discord.wait_message(self.hall.rooms[1], f"**{turn}**", PATIENCE)

    async def shared(self, first: int, second: int) -> None:
        held = ((self.first, first), (self.second, second))
        await until_shared(self.database, *(one for one in held if one[0].running))


@pytest.fixture
async def fleet(server_database: str, tmp_path: Path) -> AsyncIterator[Fleet]:
    """The first process is at work, and both are ended in any case."""
    async with LoopbackDiscord() as discord, contextlib.AsyncExitStack() as stack:
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall, database = Hall(discord), server_database
        hall.rooms[1].guild.owner = hall.host
        first, second = (Process(hall, tmp_path / f"{n}", database) for n in range(2))
        for process in (first, second):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(database, (first, 2))
        await discord.slash(hall.rooms[1], hall.host, "setup", watch="on")
        await hall.start(1)
        board = await discord.wait_message(hall.rooms[1], "Both are ready", PATIENCE)
        session = await stack.enter_async_context(browser())
        yield Fleet(hall, first, second, session, database, board, stack)
        for process in (first, second):
            assert not process.log.exists() or "Traceback" not in process.log.read_text()


async def test_pages_follow_the_match_from_one_process_to_another(fleet: Fleet) -> None:
    """It changes hands three times while turns are sent: given up, left at a stop, at a kill."""
    hall, first, second = fleet.hall, fleet.first, fleet.second
    ann, bob = await fleet.page(first, hall.red), await fleet.page(first, hall.blue)
    watcher = Watcher(fleet.session, await fleet.watch(first))
    await fleet.play(ann, "E5")
    await watcher.until(["E5"])

    # Another one comes, and is given the shard of the match. The pages stay at the first one.
    await second.start()
    for number, turn in enumerate(["C3 F3", "B2", "G4", "D3"]):
        await fleet.play((bob, ann)[number % 2], turn)
    await fleet.shared(1, 1)
    await fleet.play(bob, "B4")
    await watcher.until(["B4"])
    await fleet.play(ann, "C5")

    stopping = asyncio.create_task(second.stop())
    await fleet.play(bob, "F6")
    await stopping
    await watcher.until(["F6"])
    await fleet.shared(2, 0)

    await second.start()
    await fleet.shared(1, 1)
    await second.kill()
    await fleet.play(ann, "D6")
    await watcher.until(["D6"])
    turns = ["E5", "C3 F3", "B2", "G4", "D3", "B4", "C5", "F6", "D6"]
    assert [hall.times_told(1, turn) for turn in turns] == [1] * len(turns)


OBSERVED = """() => {
  window.told = [];
  new MutationObserver(() => told.push(document.getElementById("trouble").textContent))
    .observe(document.getElementById("trouble"), { childList: true, subtree: true });
}"""


@pytest.mark.thorough
async def test_browsers_follow_the_match(fleet: Fleet) -> None:
    """A seat's page on a phone and a watch page, while the match is given up and taken back."""
    first, second = fleet.first, fleet.second
    link = await fleet.link(fleet.hall.red)
    async with chromium() as browser, visiting(browser, first.address) as browsing:
        ann = await browsing.page(link.replace(WEB_URL, first.address), **PHONE)
        fan = await browsing.page(await fleet.watch(first))
        turns = 0

        async def play(cell: str) -> None:
            nonlocal turns
            if turns % 2:
                await fleet.hall.play(1, fleet.hall.blue, cell)
            else:
                await ann.tap(f"button[data-cell={cell}]")
                await ann.tap("#play-here")
                await fleet.told(cell)
            turns += 1
            for page in (ann, fan):
                await expect(page.locator("button.cell.taken")).to_have_count(turns)

        await play("E5")
        for page in (ann, fan):
            await page.evaluate(OBSERVED)
        await second.start()
        await fleet.shared(1, 1)
        await play("C3")
        await play("B2")
        stopping = asyncio.create_task(second.stop())
        await play("G4")
        await play("D3")
        await stopping
        for page in (ann, fan):
            await expect(page.locator("#link-state")).to_have_text("Connected")
            told = await page.evaluate("told")
            assert not any("Too many" in text for text in told), told
        # A browser complains of what it was told to ask for again.
        browsing.problems = [one for one in browsing.problems if "status of 503" not in one]


async def test_all_that_pages_ask_for_is_passed_on(fleet: Fleet) -> None:
    """Files and earlier positions, as the holder itself answers, and what is not there."""
    first, second = fleet.first, fleet.second
    ann = await fleet.page(first, fleet.hall.red)
    await fleet.play(ann, "E5")
    await second.start()
    await fleet.shared(1, 1)
    here = await fleet.watch(first)
    there = here.replace(first.address, second.address)

    async def answers(address: str) -> list[Any]:
        found = []
        for method in ("GET", "HEAD"):
            async with fleet.session.request(method, address) as answer:
                told = {name: text for name, text in answer.headers.items() if name != "Date"}
                found.append((answer.status, told, await answer.read()))
        return found

    # What the new holder has to tell at first is told by then.
    await fleet.hall.play(1, fleet.hall.blue, "C3 F3")
    await fleet.play(ann, "B2")
    for path in ("", "/board.png", "/board.png?turn=1", "/turns/1", "/record.txt", "/turns/9"):
        for _ in range(10):
            passed_on, held = await answers(here + path), await answers(there + path)
            # It may have changed in between.
            if passed_on == held:
                break
        assert passed_on == held, path
    async with fleet.session.get(f"{first.address}/watch/{'s' * 32}") as nothing:
        assert nothing.status == 404


async def test_only_the_fleet_itself_passes_on(fleet: Fleet) -> None:
    """Whoever forges the header is refused, and what was passed on once is not passed on again."""
    first, second, asked = fleet.first, fleet.second, []
    await second.start()
    await fleet.shared(1, 1)
    watch = URL(await fleet.watch(first))
    door = InnerDoor(fleet.hall.discord.token)
    request = make_mocked_request("GET", watch.raw_path_qs)
    sealed = door.sealed(first.address, request, "203.0.113.7")
    for header in (sealed, "203.0.113.7 0f", "203.0.113.7", sealed.replace("7", "8", 1)):
        async with fleet.session.get(watch, headers={HEADER: header}) as answer:
            asked.append((answer.status, answer.headers.get("Retry-After")))
    assert asked == [(503, "1"), (403, None), (403, None), (403, None)]
    # Sealed for one of them, it is good for no other.
    away = watch.with_port(URL(second.address).port)
    async with fleet.session.get(away, headers={HEADER: sealed}) as answer:
        assert answer.status == 403
