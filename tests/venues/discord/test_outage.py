"""A referee with a token and without a network: one sentence for each reason, no traceback."""

import asyncio
import logging
from datetime import timedelta

import aiohttp
import discord
import pytest
from discord.http import Route
from loopback.bell import patience

from bot.app import serve
from bot.desk.venue import VenueError
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.discord import venue
from bot.venues.discord.outage import Outage
from bot.venues.discord.requests import brief

LIBRARY = logging.getLogger("discord.client")


async def test_a_start_without_a_network_is_one_sentence_and_no_traceback(
    tmp_path, monkeypatch, caplog
):
    """However often it is tried; nor is anybody told that there is no voice."""
    monkeypatch.setattr(venue, "RETRY_FIRST", timedelta(milliseconds=1))
    monkeypatch.setattr(venue, "RETRY_MAX", timedelta(milliseconds=1))
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    tries, stop = 0, asyncio.Event()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal tries
        await reader.readuntil(b"\r\n\r\n")
        tries += 1
        if tries == 5:
            stop.set()
        writer.close()

    door = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    port = door.sockets[0].getsockname()[1]
    settings = Settings(
        discord_token="a.b.c",  # noqa: S106
        discord_api_url=f"http://127.0.0.1:{port}",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}",
        thinking=False,
    )
    with caplog.at_level(logging.INFO):
        async with door, patience():
            await serve(settings, RealTime(), stop)
    assert tries >= 5
    told = [record for record in caplog.records if "discord" in record.name]
    assert not [record for record in told if record.exc_info]
    (warned,) = [record for record in told if record.levelno >= logging.WARNING]
    assert warned.getMessage() == (
        "Discord can't be reached (Server disconnected). I go on trying; look at the network, and "
        "at DISCORD_API_URL and DISCORD_GATEWAY_URL if you set them."
    )
    assert sum("logging in" in record.getMessage() for record in told) == 1


@pytest.fixture
def outage():
    """What is said of a connection, the library's records passing by."""
    outage = Outage()
    outage.begin()
    yield outage
    outage.end()


def lost(error: Exception) -> None:
    """discord.py's own record of a try that failed."""
    try:
        raise error
    except Exception:
        LIBRARY.exception("Attempting a reconnect in %.2fs", 1.5)


def test_a_connection_lost_later_is_told_alike_and_so_is_its_end(outage, caplog):
    """A reason is told once until the connection stands, and another reason is told too."""
    with caplog.at_level(logging.INFO):
        for error in (aiohttp.ClientError("gone"), TimeoutError(), aiohttp.ClientError("gone")):
            lost(error)
        outage.over()
        outage.over()
        lost(TimeoutError())
    told = [record.getMessage().partition(".")[0] for record in caplog.records]
    assert told == [
        "Discord can't be reached (gone)",
        "Discord can't be reached (no answer in time)",
        "Discord is reached again",
        "Discord can't be reached (no answer in time)",
    ]
    assert not any(record.exc_info for record in caplog.records)


def test_what_is_a_fault_keeps_its_traceback(outage, caplog):
    """Whatever else the library logs is logged, in an outage too."""
    lost(TimeoutError())
    lost(KeyError("author"))
    LIBRARY.warning("something else")
    mine = [record for record in caplog.records if record.name == LIBRARY.name]
    assert [bool(record.exc_info) for record in mine] == [True, False]


def test_a_reason_is_the_systems_own_words():
    """Without brackets of a library's, which would stand in ours."""
    refused = ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 9)")
    assert brief(refused) == "Connection refused"
    assert brief(OSError(-2, "Name or service not known")) == "Name or service not known"
    assert brief(VenueError("Discord did not answer in time")) == "Discord did not answer in time"
