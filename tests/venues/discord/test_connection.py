"""A connection to Discord that is not there: what waits, what is told, what is skipped."""

import asyncio
import gc
import logging
from datetime import timedelta

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from end_to_end.process import settings_of
from fakes import ROOM, house
from loopback import LoopbackDiscord
from loopback.bell import patience
from ports import hanging_up
from settling import meanwhile
from storage.kept import sqlite

from bot.app import serve
from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.settings import Settings, read_settings
from bot.timing import RealTime, VenueClock
from bot.venues.discord import venue
from bot.venues.discord.connection import Connection
from bot.venues.discord.gateway import IdentifyLimit
from bot.venues.discord.requests import Outage, brief
from bot.venues.discord.venue import DiscordVenue
from bot.venues.discord.workarounds import NEEDED, skip_unparseable


@pytest.mark.parametrize("command", [Name.PAUSE, Name.HELP])
async def test_work_that_is_broken_off_before_its_time_was_never_begun(tmp_path, command):
    begun = []

    async def carry_out() -> None:
        async with connection.once_back(Order(command), ROOM, place.clock.now()):
            begun.append("it")

    async with house(tmp_path) as place:
        connection = Connection(place.desk, place.venue, VenueClock(place.clock, place.clock.now()))
        await place.start()
        place.desk.duty.leave(place.venue)
        waiting = asyncio.create_task(carry_out())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        # What is never awaited is a warning of the collector's, and with it an error here.
        gc.collect()
        assert begun == []
        await place.desk.duty.come_back(place.venue)
        await carry_out()
        assert begun == ["it"]


async def test_ready_after_the_connection_has_broken_is_no_return(tmp_path):
    """discord.py says "ready" some time after READY, whatever became of the connection.

    The rooms could be read, but nothing is heard: without a session the referee stays away, and the
    clocks stand, until the next READY or RESUMED.
    """
    async with house(tmp_path) as place:
        connection = Connection(place.desk, place.venue, VenueClock(place.clock, place.clock.now()))
        connection.begun()
        connection.lost()
        await connection.return_to_duty()
        assert not connection.is_back()
        connection.begun()
        await connection.return_to_duty()
        assert connection.is_back()


SETTINGS = Settings(discord_token="token")  # noqa: S106


async def test_a_reminder_that_cannot_be_taken_back_is_no_trouble_of_its_match(tmp_path, caplog):
    """A turn is stored just before the connection breaks: its reminder stays, and play goes on."""
    caplog.set_level(logging.INFO)
    async with house(tmp_path) as place:
        venue = unconnected(place)
        await venue.withdraw(ROOM, "5")
        # A heartbeat before the first connection notes no duty.
        await place.desk.duty.note_duty(venue)
        assert await place.store.last_on_duty(venue.part) is None
    assert "reminder 5 stays: Discord is not connected" in caplog.text


async def test_private_word_waits_for_the_connection(tmp_path, monkeypatch):
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    async with house(tmp_path) as place, LoopbackDiscord() as discord:
        ann = discord.user("Ann", guilds=[discord.guild("The Genius")])
        addressed = settings_of(discord, "sqlite+aiosqlite:///unused")
        venue = unconnected(place, read_settings(addressed))
        player = Player(str(ann.id), "Ann")
        telling = asyncio.create_task(venue.places.whisper(ROOM, player, "It is paused."))
        # It has tried once, and waits for the next time.
        await asyncio.wait({telling}, timeout=0)
        await asyncio.sleep(0)
        assert not telling.done()
        async with meanwhile(venue.run()):
            assert await telling
        said = discord.messages(discord.direct(ann))
        assert [message.content for message in said] == ["It is paused."]


def unconnected(place, settings=SETTINGS) -> DiscordVenue:
    return DiscordVenue(settings, place.desk, place.store, place.clock, IdentifyLimit(), Outage())


LIBRARY = logging.getLogger("discord.client")


async def test_a_start_without_a_network_is_one_sentence(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(venue, "RETRY_FIRST", timedelta(milliseconds=1))
    monkeypatch.setattr(venue, "RETRY_MAX", timedelta(milliseconds=1))
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    stop = asyncio.Event()
    async with hanging_up(5, stop) as url, patience():
        settings = Settings(
            discord_token="a.b.c",  # noqa: S106
            discord_api_url=url,
            database_url=sqlite(tmp_path / "referee.sqlite3"),
            thinking=False,
        )
        with caplog.at_level(logging.INFO):
            await serve(settings, RealTime(), stop)
    assert stop.is_set()
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
    outage = Outage()
    outage.begin()
    yield outage
    outage.end()


def lost(error: Exception) -> None:
    try:
        raise error
    except Exception:
        LIBRARY.exception("Attempting a reconnect in %.2fs", 1.5)


def test_a_connection_lost_later_is_told_alike_and_so_is_its_end(outage, caplog):
    with caplog.at_level(logging.INFO):
        for error in (aiohttp.ClientError("gone"), TimeoutError(), aiohttp.ClientError("gone")):
            lost(error)
        outage.over()
        outage.over()
        lost(TimeoutError())
    assert [record.getMessage().partition(".")[0] for record in caplog.records] == [
        "Discord can't be reached (gone)",
        "Discord can't be reached (no answer in time)",
        "Discord is reached again",
        "Discord can't be reached (no answer in time)",
    ]
    assert not any(record.exc_info for record in caplog.records)


def test_outage_keeps_the_traceback_of_a_fault(outage, caplog):
    lost(TimeoutError())
    lost(KeyError("author"))
    LIBRARY.warning("something else")
    mine = [record for record in caplog.records if record.name == LIBRARY.name]
    assert [bool(record.exc_info) for record in mine] == [True, False]


def test_a_reason_is_the_systems_own_words():
    refused = ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 9)")
    assert brief(refused) == "Connection refused"
    assert brief(OSError(-2, "Name or service not known")) == "Name or service not known"
    assert brief(VenueError("Discord did not answer in time")) == "Discord did not answer in time"


def broken(_: object) -> None:
    raise KeyError("author")


@pytest.mark.parametrize(
    ("event", "data", "read"),
    [
        ("MESSAGE_CREATE", {"id": "9", "guild_id": "3", "channel_id": "5"}, ("3", "5")),
        ("THREAD_DELETE", {"id": "5", "guild_id": "3"}, ("3", "5")),
        ("CHANNEL_UPDATE", {"id": "5", "guild_id": "3"}, ("3", "5")),
        ("GUILD_CREATE", {"id": "3"}, ("3", "")),
        ("GUILD_MEMBER_UPDATE", {"guild_id": "3"}, ("3", "")),
        ("MESSAGE_CREATE", {"guild_id": None, "channel_id": "5"}, None),
        ("MESSAGE_CREATE", {"guild_id": "three", "channel_id": "5"}, None),
        ("PRESENCES_REPLACE", ["no object"], None),
        ("USER_UPDATE", None, None),
    ],
)
def test_the_room_is_known_by_what_the_event_names(event, data, read, caplog):
    skipped, parsers = [], {event: broken}
    skip_unparseable(parsers, lambda *place: skipped.append(place))
    parsers[event](data)
    assert skipped == ([] if read is None else [read])
    assert event in caplog.text
    caplog.clear()


@pytest.mark.parametrize("event", sorted(NEEDED))
def test_parsers_of_a_session_are_not_skipped(event):
    parsers = {event: broken}
    skip_unparseable(parsers, lambda *_: None)
    with pytest.raises(KeyError):
        parsers[event]({})
