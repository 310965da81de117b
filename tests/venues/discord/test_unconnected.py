"""What Discord's venue does while it has no connection: nothing is lost, and nobody is wronged."""

import asyncio
import logging

from discord.gateway import DiscordWebSocket
from discord.http import Route
from end_to_end.process import settings_of
from fakes import ROOM, house
from loopback import LoopbackDiscord
from settling import meanwhile

from bot.referee.events import Player
from bot.settings import Settings, read_settings
from bot.venues.discord.gateway import IdentifyLimit
from bot.venues.discord.outage import Outage
from bot.venues.discord.venue import DiscordVenue

SETTINGS = Settings(discord_token="token")  # noqa: S106


async def test_a_reminder_that_cannot_be_taken_back_is_no_trouble_of_its_match(tmp_path, caplog):
    """A turn is stored just before the connection breaks: its reminder stays, and play goes on."""
    caplog.set_level(logging.INFO)
    async with house(tmp_path) as place:
        await unconnected(place).withdraw(ROOM, "5")
    assert "reminder 5 stays: Discord is not connected" in caplog.text


async def test_private_word_waits_for_the_connection(tmp_path, monkeypatch):
    """A host is told that their match paused as soon as Discord is there."""
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
    """The venue before its first connection."""
    return DiscordVenue(settings, place.desk, place.store, place.clock, IdentifyLimit(), Outage())
