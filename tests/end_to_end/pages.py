"""A page of the local room at a referee that is a process of its own, and what that one logs."""

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from venues.room.process import Running
from venues.room.visitor import FORM, Visitor


@dataclass
class Page:
    """A page that both players and the host look at, on whichever referee serves the room."""

    session: aiohttp.ClientSession
    made: dict[str, Any] = field(default_factory=dict)

    async def open(self, running: Running, **changes: Any) -> Visitor:
        """A new room, with a match under way in it."""
        headers = {"Origin": running.address}
        async with self.session.post(
            f"{running.address}/rooms", json=FORM | changes, headers=headers
        ) as answer:
            self.made = await answer.json()
        visitor = await self.visit(running)
        await visitor.act("ready")
        await visitor.state(lambda match: match["status"] == "running")
        return visitor

    async def visit(self, running: Running) -> Visitor:
        room = f"{running.address}/room/{self.made['room']}/socket"
        socket = await self.session.ws_connect(room, headers={"Origin": running.address})
        tokens = list(self.made["tokens"].values())
        await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
        visitor = Visitor(socket, count())
        await visitor.get("state")
        return visitor


def log_of(folder: Path) -> str:
    return (folder / "referee.log").read_text()
