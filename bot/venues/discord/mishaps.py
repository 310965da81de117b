"""What can go wrong with a request to Discord, in the referee's words, and what of it will last."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.venue import VenueError

SEND_TIMEOUT = 20
"""Seconds for one request; discord.py itself would wait for minutes."""
_WORDS = {
    10003: "the channel is gone",
    10004: "I am not on that server any more",
    50001: "I can't see the channel any more",
    50008: "nobody can write in that channel",
    50013: "I lack a permission in the channel",
    50083: "the thread is archived",
    160002: "I may not read the channel's history",
    160005: "the thread is locked",
}


@asynccontextmanager
async def as_venue_errors() -> AsyncIterator[None]:
    """Turns what can go wrong with a request into VenueError, within a time limit."""
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            yield
    except discord.HTTPException as error:
        raise refusal(error) from error
    except TimeoutError as error:
        raise VenueError("Discord did not answer in time") from error
    except (
        discord.DiscordException,
        aiohttp.ClientError,
        OSError,
        RuntimeError,  # aiohttp's word for a session that was closed meanwhile
    ) as error:
        raise VenueError(f"Discord could not be reached: {error!r}") from error


def refusal(error: discord.HTTPException) -> VenueError:
    """Discord's answer as an error: whoever is refused for good need not try again."""
    known = _WORDS.get(error.code)
    lasting = known is not None or error.status in (400, 403, 404)
    text = known or f"Discord refused: {error.text or error.status}"
    return VenueError(text if lasting else f"Discord answered {error.status}", lasting=lasting)
