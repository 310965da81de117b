"""What the server refuses and notes, and what goes wrong.

Only what no test of the referee would miss: a loopback that lets all pass proves nothing.
"""

from datetime import timedelta

import aiohttp
import pytest

from .connection import Intent
from .errors import Impossible
from .faults import Drop, Duplicate, Reorder
from .http_api import TABLES
from .server import LoopbackDiscord

NOTED = ["POST /channels/{channel_id}/messages", "GET /channels/{channel_id}/messages"]


class Room:
    def __init__(self, server: LoopbackDiscord, session: aiohttp.ClientSession) -> None:
        self.server, self.session = server, session
        guild = server.guild("Genius")
        self.channel = server.text_channel(guild, "match")
        self.red = server.user("Red", guilds=[guild])
        self.path = f"/channels/{self.channel.id}/messages"

    async def ask(self, method: str, path: str, body=None):
        """The answer to a request of the bot's, or the code of an error."""
        headers = {"Authorization": f"Bot {self.server.token}"}
        url = self.server.api_url + path
        async with self.session.request(method, url, json=body, headers=headers) as answer:
            told = await answer.json() if answer.status != 204 else None
            return told if answer.ok else told["code"]

    def said(self) -> list[str]:
        return [one.content for one in self.server.messages(self.channel)]


@pytest.fixture
async def room():
    """At the end every request must have been known and by the book, both ways."""
    async with LoopbackDiscord() as server, aiohttp.ClientSession() as session:
        yield Room(server, session)
        server.assert_clean()
        assert not server.schema.answers


async def test_archived_and_locked_thread(room) -> None:
    thread = room.server.thread(room.channel, room.red, "Match")
    path = f"/channels/{thread.id}/messages"
    board = await room.ask("POST", path, {"content": "board"})
    room.server.archive(thread)
    await room.server.say(thread, room.red, "reopens it")
    assert not thread.archived
    room.server.archive(thread, locked=True)
    with pytest.raises(Impossible):
        await room.server.say(thread, room.red, "locked out")
    assert await room.ask("POST", path, {"content": "more"}) == 50083
    assert await room.ask("PATCH", f"{path}/{board['id']}", {"content": "other"}) == 50083


async def test_deleted_messages_are_unknown_and_long_ones_refused(room) -> None:
    message = await room.ask("POST", room.path, {"content": "soon gone"})
    await room.server.delete(room.server.messages(room.channel)[0])
    assert await room.ask("PATCH", f"{room.path}/{message['id']}", {"content": "too late"}) == 10008
    assert await room.ask("POST", room.path, {"content": "x" * 2001}) == 50035
    room.server.violations.clear()
    room.server.delete_channel(room.channel)
    assert await room.ask("POST", room.path, {"content": "anyone?"}) == 10003


async def test_unknown_route_is_loud(room) -> None:
    await room.ask("GET", "/sticker-packs")
    assert room.server.unknown_requests == ["GET /api/v10/sticker-packs"]
    room.server.unknown_requests.clear()


async def test_violation_is_noted(room) -> None:
    """Also where the server itself could make something of it."""
    await room.ask("POST", room.path, {"content": "x", "tts": "perhaps"})
    await room.ask("GET", f"{room.path}?sort=up")
    assert [f"{one.method} {one.route}" for one in room.server.violations] == NOTED
    room.server.violations.clear()


def test_routes_are_described() -> None:
    description = LoopbackDiscord().schema.description
    for table in TABLES:
        for route in table.routes:
            assert description.parameters(route.method, route.template) is not None, route.template


async def test_interaction_answered_too_late_or_twice(room) -> None:
    async def answer(asked):
        path = f"/interactions/{asked.id}/{asked.token}/callback"
        return await room.ask("POST", path, {"type": 4, "data": {"content": "first"}})

    commands = f"/applications/{room.server.world.bot.id}/commands"
    await room.ask("PUT", commands, [{"name": "answer", "description": "Answer twice"}])
    asked = room.server.slash(room.channel, room.red, "answer")
    assert [await answer(asked), await answer(asked)] == [None, 40060]
    room.server.interaction_window = timedelta(0)
    late = room.server.slash(room.channel, room.red, "answer")
    assert await answer(late) == 10062
    assert not late.acknowledged
    assert room.said() == ["first"]


async def test_events_are_dropped_told_twice_and_out_of_order(room) -> None:
    for fault in (Drop(), Duplicate(), Reorder()):
        room.server.faults.next("MESSAGE_CREATE", fault)
    async with room.session.ws_connect(room.server.gateway_url) as socket:
        intents = Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT
        await socket.send_json({"op": 2, "d": {"token": room.server.token, "intents": intents}})
        await room.server.gateway.wait_connected()
        for text in "12345":
            await room.server.say(room.channel, room.red, text)
        heard = ""
        while "5" not in heard:
            told = await socket.receive_json()
            heard += told["d"]["content"] if told.get("t") == "MESSAGE_CREATE" else ""
    assert heard == "22435"


async def test_nonce_is_remembered_within_its_window(room) -> None:
    made = {"content": "made", "nonce": "n", "enforce_nonce": True}
    for window in (timedelta(minutes=5), timedelta(minutes=5), timedelta(0)):
        room.server.nonce_window = window
        await room.ask("POST", room.path, made)
    assert room.said() == ["made"] * 2


async def test_gateway_refuses_an_identify_too_soon_within_its_bucket(room) -> None:
    """Shards 0 and 2 are of one bucket of two; shard 1 is of the other."""
    gateway = room.server.gateway
    gateway.max_concurrency, gateway.identify_interval = 2, timedelta(hours=1)
    assert [gateway.takes_identify(shard) for shard in (0, 1, 2, 3)] == [True, True, False, False]
