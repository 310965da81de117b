"""How much later turns are told while a cup's round of 32 pairings is paired and posted."""

import asyncio
from datetime import timedelta

from loopback import Channel, User

from bench.arena import LATEST, Arena, arena
from bench.load import Held, Load, Stage
from bot.referee.clock import TimeControl

PAIRINGS = 32
MATCHES = 40
"""So many other matches are played meanwhile."""
STAGE = Stage(10, timedelta(seconds=15))
"""Turns in them, without a cup and then while its round is posted, which takes about as long."""
THREADS, PER = 10, timedelta(seconds=5)
"""Discord takes so many new threads of a channel in so long; beyond that it answers 429."""
_SLOW = TimeControl(timedelta(days=7), timedelta(0))


def cup_round() -> tuple[Held, Held, timedelta]:
    """The turns without a cup and during a round, and how long it took to post all of the round."""
    return asyncio.run(_measured())


async def _measured() -> tuple[Held, Held, timedelta]:
    async with arena() as place:
        now = place.discord.clock()
        await place.furnish(MATCHES, lambda _: _SLOW, lambda _: now)
        place.discord.limits.set("POST /channels/*/threads", THREADS, PER)
        async with place.referee() as usage:
            await place.at_rest()
            host, room = await _signed_up(place)
            load = Load(place, usage)
            before = await load.hold(STAGE)
            begun = place.discord.clock()
            posted = asyncio.create_task(_posted(place, room))
            place.discord.slash(room, host, "cup start", seeding="order")
            meanwhile = await load.hold(STAGE)
            await posted
            last = max(one.history[0].created_at for one in _threads(place, room))
            return before, meanwhile, last - begun


async def _signed_up(place: Arena) -> tuple[User, Channel]:
    """A cup that can be started: its host, and its room."""
    host, guild = place.matches[0].players[0], next(iter(place.discord.world.guilds.values()))
    room = place.discord.text_channel(guild, "cup")
    await place.discord.slash(room, host, "cup open", name="Colosseum", clock="none")
    card = await place.discord.wait_message(room, "sign up now", LATEST)
    for number in range(2 * PAIRINGS):
        player = place.discord.user(f"Entrant {number}", guilds=[guild])
        await place.discord.click(card, "Join", player)
    return host, room


def _threads(place: Arena, room: Channel) -> list[Channel]:
    """The threads of a room in which a match has been told of."""
    places = place.discord.world.channels.values()
    return [one for one in places if one.parent is room and one.history]


async def _posted(place: Arena, room: Channel) -> None:
    """Returns once every pairing has its thread and its match."""
    await place.discord.wait_until(lambda: len(_threads(place, room)) == PAIRINGS, LATEST)
