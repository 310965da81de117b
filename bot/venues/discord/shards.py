"""Shards as Discord counts them: which servers each is told of, and how many it wants."""

import discord

from bot.referee.room import Room
from bot.venues.discord.outage import UNREACHED

INVALID_SHARD, SHARDS_REQUIRED = 4010, 4011
"""Why the gateway refuses a shard: there is none of that number, or it has too many servers."""
_LOW_BITS = 22
"""How many bits of an id are below its timestamp."""


def shard_of(room: Room, count: int) -> int:
    """The shard of a room's server; direct messages have none, which is number 0."""
    server = int(room.server) if room.server.isdecimal() else 0
    return (server >> _LOW_BITS) % count


async def recommended_shards(token: str) -> int:
    """How many shards Discord recommends; 1 if it can't be asked."""
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with client:
            await client.login(token)
            shards, _, _ = await client.http.get_bot_gateway()
    except (*UNREACHED, discord.DiscordException):
        return 1
    return shards
