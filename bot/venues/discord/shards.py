"""Shards as Discord counts them: which servers each is told of, and how many it wants."""

import logging
from datetime import timedelta

import discord

from bot.desk.venue import VenueError
from bot.timing import Backoff, Timepiece
from bot.venues.discord.outage import UNREACHED
from bot.wording.venues import TOKEN_REFUSED

log = logging.getLogger(__name__)

INVALID_SHARD, SHARDS_REQUIRED = 4010, 4011
"""Why the gateway refuses a shard: there is none of that number, or it has too many servers."""


async def recommended_shards(token: str) -> int:
    """How many shards Discord recommends; 1 if it can't be asked."""
    try:
        return await _ask(token)
    except (*UNREACHED, discord.DiscordException):
        return 1


async def agreed_shards(token: str, timepiece: Timepiece) -> int:
    """How many shards Discord recommends, asked until it answers; VenueError for a bad token."""
    pauses = Backoff(timedelta(seconds=1), timedelta(seconds=30))
    while True:
        try:
            return await _ask(token)
        except discord.LoginFailure as error:
            raise VenueError(TOKEN_REFUSED) from error
        except (*UNREACHED, discord.DiscordException) as error:
            log.warning("Discord can't be asked how many shards it recommends: %s", error)
        await timepiece.sleep(pauses.next())


async def _ask(token: str) -> int:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        shards, _, _ = await client.http.get_bot_gateway()
    return shards
