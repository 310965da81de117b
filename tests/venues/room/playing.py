"""Two players at their pages, and a referee in a process of its own, by the real clock."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

from venues.room.process import Running
from venues.room.visitor import FORM, Visitor, at_the_room, browser, plain, words


@dataclass(frozen=True)
class Seats:
    room: str
    tokens: dict[str, str]


async def set_up(running: Running, **changes: Any) -> Seats:
    headers = {"Origin": running.address}
    async with aiohttp.ClientSession(headers=headers) as session:
        answer = await session.post(f"{running.address}/rooms", json=FORM | changes)
        made = await answer.json()
        return Seats(made["room"], made["tokens"])


@asynccontextmanager
async def entered(running: Running, seats: Seats) -> AsyncIterator[tuple[Visitor, Visitor]]:
    headers, address = {"Origin": running.address}, running.address
    async with browser(headers=headers) as session:
        keys, visitors = count(), []
        for role in ("one", "two"):
            socket = await at_the_room(session, address, seats.room)
            await socket.send_json({"type": "hello", "tokens": [seats.tokens[role]]})
            visitors.append(Visitor(socket, keys))
        yield visitors[0], visitors[1]


@asynccontextmanager
async def begun(running: Running, **changes: Any) -> AsyncIterator[tuple[Visitor, Visitor]]:
    async with entered(running, await set_up(running, **changes)) as visitors:
        await begin(*visitors)
        yield visitors


async def begin(*visitors: Visitor) -> None:
    for visitor in visitors:
        await visitor.act("ready")


async def deadline_of(visitor: Visitor) -> float:
    shown = await visitor.state(lambda match: match["clock"]["deadline"] is not None)
    left = float(shown["match"]["clock"]["deadline"] - shown["now"]) / 1000
    return asyncio.get_running_loop().time() + left


def stored(folder: Path) -> list[dict[str, Any]]:
    with contextlib.closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        rows = database.execute("SELECT data FROM events ORDER BY number").fetchall()
    return [json.loads(data) for (data,) in rows]


def went_on(folder: Path) -> float:
    events = stored(folder)
    back = max(number for number, one in enumerate(events) if one["kind"] == "RefereeBack")
    event = events[back]
    if event["told"]:
        event = next(one for one in events if one["kind"] == "Shown" and one["through"] >= back)
    return datetime.fromisoformat(event["at"]).timestamp()


def heard_until(folder: Path) -> float:
    with contextlib.closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        (at,) = database.execute("SELECT at FROM duty WHERE venue = 'room'").fetchone()
    return datetime.fromisoformat(at).timestamp()


async def left_at_return(visitor: Visitor, folder: Path) -> float:
    """How many seconds the player to move had left when the clock went on.

    A page is told later, on a busy machine much later, and meanwhile the clock runs.
    """
    shown = await visitor.state(lambda match: match["clock"]["deadline"] is not None)
    return float(shown["match"]["clock"]["deadline"] / 1000 - went_on(folder))


async def until(moment: float) -> None:
    await asyncio.sleep(moment - asyncio.get_running_loop().time())


def told(visitor: Visitor) -> str:
    return "\n".join(words(line) for line in visitor.lines() if line["kind"] == "told")


def whispers(visitor: Visitor) -> str:
    return "\n".join(plain(one["parts"]) for one in visitor.seen if one["type"] == "whisper")
