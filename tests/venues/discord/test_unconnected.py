"""What Discord's venue does while it has no connection: nothing is lost, and nobody is wronged."""

import asyncio
import logging

from fakes import RED, ROOM, house

from bot.settings import Settings
from bot.venues.discord.gateway import IdentifyLimit
from bot.venues.discord.outage import Outage
from bot.venues.discord.venue import DiscordVenue


async def test_a_reminder_that_cannot_be_taken_back_is_no_trouble_of_its_match(tmp_path, caplog):
    """A turn is stored just before the connection breaks: its reminder stays, and play goes on."""
    caplog.set_level(logging.INFO)
    async with house(tmp_path) as place:
        await unconnected(place).withdraw(ROOM, "5")
    assert "reminder 5 stays: Discord is not connected" in caplog.text


async def test_a_private_word_waits_for_the_connection(tmp_path):
    """A host is told that their match paused as soon as Discord is there."""
    async with house(tmp_path) as place:
        telling = asyncio.create_task(unconnected(place).places.whisper(ROOM, RED, "It is paused."))
        # It has tried once, and waits for the next time.
        await asyncio.wait({telling}, timeout=0)
        await asyncio.sleep(0)
        assert not telling.done()
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


def unconnected(place) -> DiscordVenue:
    """The venue before its first connection."""
    settings = Settings(discord_token="token")  # noqa: S106
    return DiscordVenue(settings, place.desk, place.store, place.clock, IdentifyLimit(), Outage())
