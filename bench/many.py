"""What thousands of open matches cost: the start, the memory, and flags that fall all at once."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bench.arena import LATEST, Arena, arena
from bench.rulings import within_99
from bench.usage import Usage
from bot.referee.clock import TimeControl
from bot.venues.discord.venue import DiscordVenue

TURNS = 10
"""So many turns have been made in each match at the start."""
TALK = 500
"""So many messages are written where no match is held, one after another."""
SPREAD = timedelta(seconds=10)
"""Within this all flags fall: so much longer is the last one's turn than the first one's."""
AT_DISCORDS_RATE = 250
"""So many can be told within that: each needs two requests, and Discord takes fifty a second."""
_LEAD = timedelta(seconds=10)
"""The first one's turn."""
_START, _EACH = timedelta(seconds=3), timedelta(milliseconds=12)
"""For the start and for the reading of each room, before turns begin: no time is lost to them then.
Where they take longer, the flags fall further apart, as is printed."""
_SLOW = TimeControl(timedelta(days=7), timedelta(0))
_ZERO = timedelta(0)


@dataclass(frozen=True, slots=True)
class Start:
    """How soon after it was started the referee ruled for the first time, and was at rest again.

    `memory` is what all matches together add to what it holds, in bytes, `talk` the processor's
    time for a message in a channel where no match is held.
    """

    first: timedelta
    rest: timedelta
    memory: int
    talk: timedelta


def started(matches: int) -> Start:
    """The start on so many matches, where a player of the last one writes as it connects."""

    async def measured() -> Start:
        empty = (await _start(1)).memory
        full = await _start(matches)
        return replace(full, memory=full.memory - empty)

    return asyncio.run(measured())


async def _start(matches: int) -> Start:
    async with arena() as place:
        begun = place.discord.clock() - timedelta(hours=1)
        await place.furnish(matches, lambda _: _SLOW, lambda _: begun, lambda _, __: TURNS)
        started = place.discord.clock()
        async with place.referee() as usage:
            await place.discord.gateway.wait_connected(LATEST)
            said = await place.say(place.matches[-1])
            first = (await place.told(said)).created_at - started
            rest = await place.at_rest() - started
            memory = usage.memory()
            return Start(first, rest, memory, await _talk(place, usage))


async def _talk(place: Arena, usage: Usage) -> timedelta:
    """The processor's time for a message of somebody who talks where no match is held."""
    last, before = place.matches[-1], usage.processor()
    guild = last.channel.guild
    lobby, somebody = place.discord.text_channel(guild, "lobby"), last.players[0]
    for _ in range(TALK):
        await place.discord.say(lobby, somebody, "what a match")
    # Once what was written after all of that is answered, it has been read.
    await place.told(await place.say(last))
    return (usage.processor() - before) / TALK


@dataclass(frozen=True, slots=True)
class Flags:
    """How much later than the grace allows each fallen flag was told, and within what they fell."""

    late: tuple[timedelta, ...]
    missed: int
    spread: timedelta

    @property
    def within(self) -> timedelta:
        """How late 99 of 100 were told at most."""
        return timedelta(seconds=within_99([one.total_seconds() for one in self.late]))


def flags(matches: int) -> Flags:
    """So many flags, of matches in which nobody writes any more."""
    return asyncio.run(_fallen(matches))


async def _fallen(matches: int) -> Flags:
    async with arena() as place:
        before = _START + _EACH * matches
        begins = place.discord.clock() + before

        def control(number: int) -> TimeControl:
            return TimeControl(_LEAD + SPREAD * number / matches, _ZERO)

        await place.furnish(matches, control, lambda _: begins)
        async with place.referee():
            ended = await _ends(place, before)
        fell = [flag for flag, _ in ended]
        late = tuple(max(_ZERO, told - flag - DiscordVenue.grace) for flag, told in ended)
        return Flags(late, matches - len(ended), max(fell) - min(fell))


async def _ends(place: Arena, before: timedelta) -> list[tuple[datetime, datetime]]:
    """When each flag fell and when that was told, once no more are told; turns begin later."""
    await place.at_rest(before + _LEAD + SPREAD)
    found = []
    for events in await place.events():
        flag = next((event for event in events if event["kind"] == "FlagFell"), None)
        told = events[-1]
        if flag is not None and told["kind"] == "Shown":
            fell, shown = datetime.fromisoformat(flag["at"]), datetime.fromisoformat(told["at"])
            found.append((fell, shown))
    return found
