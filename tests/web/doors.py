"""One player types in a channel of the loopback Discord, the other taps on a page of their own."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from end_to_end.house import house
from loopback import Message, User
from loopback.world import walk
from ports import free_port
from venues.room.visitor import Visitor, browser


@dataclass
class Doors:
    """A match on Discord, and the way to its players' own pages."""

    place: Any
    """A `DiscordHouse`, or a `Hall`."""
    session: aiohttp.ClientSession
    address: str
    number: int = 1
    _keys: Any = field(default_factory=count)

    async def link(self, board: Message, player: User) -> str:
        """The address of a player's own page: what *Play* answers, for their eyes only."""
        answer = self.place.discord.click(board, "Play", player)
        await answer
        assert answer.ephemeral
        assert answer.message is not None
        (address,) = [part["url"] for part in walk(answer.message.components) if part.get("url")]
        return str(address)

    async def opened(self) -> None:
        while True:
            with suppress(aiohttp.ClientConnectorError):
                await (await self.session.get(f"{self.address}/robots.txt")).read()
                return
            await asyncio.sleep(0.01)

    async def socket(self) -> aiohttp.ClientWebSocketResponse:
        path = f"{self.address}/match/{self.number}/socket"
        return await self.session.ws_connect(path, headers={"Origin": self.address})

    async def visit(self, link: str, *, seen: int = 0) -> Visitor:
        """The page behind a link, whose hello has been sent; `seen` is its last line."""
        socket = await self.socket()
        token = link.partition("#")[2]
        await socket.send_str(json.dumps({"type": "hello", "tokens": [token], "after": seen}))
        return Visitor(socket, self._keys)

    async def tapping(self, board: Message, player: User) -> Visitor:
        page = await self.visit(await self.link(board, player))
        await page.get("state")
        return page


@asynccontextmanager
async def doors(folder: Path) -> AsyncIterator[Doors]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = {"WEB_URL": address, "WEB_PORT": str(port)}
    async with house(folder, **settings) as place, browser() as session:
        yield Doors(place, session, address)
