"""The faults under a real discord.py: each happens as scripted, and is what the library sees."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import aiohttp
import discord
import pytest

from .faults import Answer, Delay, Drop, Duplicate, Hang, Malform, Reorder, Reset
from .server import LoopbackDiscord
from .tiny import Tiny, pointed_at, running
from .world import Channel, User

SEND = "POST /channels/*/messages"


class Table:
    """A server with somebody to talk, and a client who may answer."""

    def __init__(self, server: LoopbackDiscord, client: Tiny) -> None:
        self.server = server
        self.client = client
        guild = server.guild("Genius")
        self.place: Channel = server.text_channel(guild, "match")
        self.red: User = server.user("Red", guilds=[guild])

    @property
    def channel(self) -> discord.TextChannel:
        found = self.client.get_channel(self.place.id)
        assert isinstance(found, discord.TextChannel)
        return found

    @property
    def said(self) -> list[str]:
        """What stands in the channel."""
        return [one.content for one in self.server.messages(self.place)]

    async def say(self, *texts: str) -> None:
        for text in texts:
            await self.server.say(self.place, self.red, text)


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """A server and a client that is ready there."""
    async with LoopbackDiscord() as server:
        with pointed_at(server):
            made = Table(server, Tiny())
            async with running(server, made.client):
                yield made
        server.assert_clean()


@pytest.mark.parametrize("status", [408, 503])
async def test_not_retried(table: Table, status: int) -> None:
    """503 and 408 come out of discord.py at once, and nothing was sent."""
    table.server.faults.next(SEND, Answer(status))
    with pytest.raises(discord.HTTPException) as failed:
        await table.channel.send("lost")
    assert failed.value.status == status
    assert table.said == []
    assert table.server.requests[-1].fault == f"answer {status}"


async def test_retried(table: Table) -> None:
    """502 is retried by discord.py itself."""
    table.server.faults.next(SEND, Answer(502))
    await table.channel.send("arrives")
    assert table.said == ["arrives"]
    assert table.server.count("POST", "/channels/{channel_id}/messages") == 2


async def test_rate_limited(table: Table) -> None:
    """A 429 is waited for where it came through the proxy, and raised where it did not."""
    table.server.faults.next(SEND, Answer(429, retry_after=timedelta(milliseconds=10)))
    await table.channel.send("waited")
    table.server.faults.next(SEND, Answer(429, via=False))
    with pytest.raises(discord.HTTPException) as failed:
        await table.channel.send("raised")
    assert failed.value.status == 429
    assert table.said == ["waited"]


async def test_ceiling(table: Table) -> None:
    """A ceiling set for a route is announced in the headers, and the client keeps to it."""
    table.server.limits.set(SEND, 2, timedelta(milliseconds=200))
    for number in range(5):
        await table.channel.send(str(number))
    assert table.said == ["0", "1", "2", "3", "4"]
    statuses = [one.status for one in table.server.requests if one.line.startswith("POST")]
    assert statuses == [200] * 5


async def test_reset_before(table: Table) -> None:
    """A connection reset before the request was handled leaves nothing behind."""
    table.server.faults.next(SEND, Reset())
    with pytest.raises((OSError, aiohttp.ClientError)):
        await table.channel.send("lost")
    assert table.said == []


@pytest.mark.parametrize("fault", [Reset(after=True), Answer(503, after=True)])
async def test_answer_lost(table: Table, fault: Reset | Answer) -> None:
    """Where only the answer is lost the message is there, and its nonce finds it again."""
    table.server.faults.next(SEND, fault)
    with pytest.raises((OSError, aiohttp.ClientError, discord.DiscordServerError)):
        await table.channel.send("made", nonce="n")
    assert table.said == ["made"]
    again = await table.channel.send("made", nonce="n")
    assert again.id == table.server.messages(table.place)[0].id
    assert table.said == ["made"]


async def test_nonce_forgotten(table: Table) -> None:
    """After the window a nonce is forgotten, and a repeat makes a second message."""
    table.server.nonce_window = timedelta(0)
    await table.channel.send("made", nonce="n")
    await table.channel.send("made", nonce="n")
    assert table.said == ["made", "made"]


async def test_hang(table: Table) -> None:
    """A hanging request ends when the client gives up; whether it was handled is the fault's."""
    for fault, text in ((Hang(), "lost"), (Hang(after=True), "made")):
        table.server.faults.next(SEND, fault)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await table.channel.send(text)
    assert table.said == ["made"]


async def test_delay(table: Table) -> None:
    """A delayed request arrives all the same."""
    table.server.faults.next(SEND, Delay(timedelta(milliseconds=20)))
    table.server.faults.next(SEND, Delay(timedelta(milliseconds=20), after=True))
    await table.channel.send("late")
    await table.channel.send("later")
    assert table.said == ["late", "later"]
    assert table.server.faults.pending == 0


async def test_events_spoiled(table: Table) -> None:
    """Events can be dropped, told twice and told out of order."""
    faults = table.server.faults
    faults.next("MESSAGE_CREATE", Drop())
    faults.next("MESSAGE_CREATE", Duplicate())
    faults.next("MESSAGE_CREATE", Reorder())
    await table.say("1", "2", "3", "4", "5")
    await table.client.until_heard("5")
    assert table.client.texts == ["2", "2", "4", "3", "5"]
    faults.next("MESSAGE_CREATE", Reorder(timedelta(milliseconds=10)))
    await table.say("last")
    await table.client.until_heard("last")


async def test_malformed_event() -> None:
    """A payload discord.py can't parse ends its client, as the library does."""

    def beheaded(data: dict[str, object]) -> dict[str, object]:
        return {key: value for key, value in data.items() if key != "id"}

    async with LoopbackDiscord() as server, Tiny() as client:
        with pointed_at(server):
            table = Table(server, client)
            task = asyncio.create_task(client.start(server.token))
            await client.until_noted("ready")
            server.faults.next("MESSAGE_CREATE", Malform(beheaded))
            await table.say("hello")
            with pytest.raises(KeyError):
                await task


async def test_cut_and_mended(table: Table) -> None:
    """A cut line breaks the gateway and every request; mended, the session is resumed."""
    await table.server.cut()
    with pytest.raises((OSError, aiohttp.ClientError)):
        await table.channel.send("lost")
    await table.say("meanwhile")
    table.server.mend()
    await table.client.bell.until(
        lambda: "resumed" in table.client.noted, timedelta(seconds=20), "a resume"
    )
    await table.client.until_heard("meanwhile")


async def test_port_closed_and_opened(table: Table) -> None:
    """A closed port refuses connections; opened again it is the same server."""
    url = table.server.api_url
    await table.server.close_port()
    with pytest.raises(aiohttp.ClientConnectorError):
        await table.channel.send("refused")
    await table.server.open_port()
    assert table.server.api_url == url
    await table.channel.send("back")
    assert table.said == ["back"]


async def test_gateway_refuses(table: Table) -> None:
    """A gateway that accepts nobody answers the handshake with 503."""
    table.server.gateway.accepting = False
    async with Tiny() as client:
        await client.login(table.server.token)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.connect(reconnect=False)
    assert refused.value.status == 503


async def test_chance_is_seeded(table: Table) -> None:
    """The same seed does the same things to the same requests; all are counted."""
    faults = table.server.faults
    lines = [f"POST /channels/1/messages {number}" for number in range(300)]
    rates = {"reset": 0.05, "reset_after": 0.05, "5xx": 0.1, "429": 0.05, "delay": 0.05}
    runs = []
    for seed in (7, 7, 8):
        faults.random(seed, rates)
        runs.append([faults.for_request(line) for line in lines])
    assert runs[0] == runs[1] != runs[2]
    assert sum(faults.injected.values()) == sum(item is not None for run in runs for item in run)
    with pytest.raises(KeyError):
        faults.random(1, {"earthquake": 1.0})
    faults.clear()
    assert faults.for_request(lines[0]) is None


async def test_chance_breaks_the_gateway(table: Table) -> None:
    """The gateway breaks by chance too, and the client is told everything all the same."""
    table.server.faults.random(3, {"gateway_drop": 0.3, "gateway_reconnect": 0.1})
    for number in range(10):
        await table.say(str(number))
    table.server.faults.clear()
    await table.say("end")
    await table.client.until_heard("end")
    assert table.client.texts == [*map(str, range(10)), "end"]
    assert table.server.faults.injected.total() > 0
