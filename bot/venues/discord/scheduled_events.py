"""The events in a server's own list: one for each match that has an appointment there.

Ann and Bob are to play on Saturday at 20:00. The server's list of events says so, with a link to
the room; the event moves with the hour, is under way while they play, and is gone with the match.
A server that does not let the referee make events has none, and a match that not everybody on the
server may watch has none either.

Nothing is stored of an event: which match it is of stands in its own words. Before one is made,
Discord is asked which there are, and so an answer that was lost, or a crash before it came, leads
to no second one. After a return every open match is shown to its watchers, and what stayed behind
of those that ended meanwhile is found in what Discord tells of each server at the start.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto

import discord

from bot.desk.desk import Desk
from bot.desk.tables import OpenMatch
from bot.desk.venue import Venue, VenueError
from bot.logs.lines import about
from bot.referee.match import Match, Room, Status
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import Backoff, Timepiece
from bot.venues.discord import rooms
from bot.venues.discord.requests import as_venue_errors
from bot.wording.appointments import event_text, event_title_text
from bot.wording.venues import SERVER_UNAVAILABLE

log = logging.getLogger(__name__)

LENGTH = timedelta(hours=3)
"""Discord asks how long an event lasts, and ends it then; the referee ends it with the match."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=2), timedelta(minutes=5)
"""Between two tries to change an event."""
AT_ONCE = 4
"""Events that are dealt with side by side: rulings come first."""
_NUMBER = re.compile(r"\bMatch (\d+)\b")


class Stage(Enum):
    """How far the match of an event is."""

    AHEAD = auto()
    BEGUN = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class EventWanted:
    """What the list of events should say of a match."""

    room: Room
    title: str
    hour: datetime
    stage: Stage

    @property
    def link(self) -> str:
        return f"https://discord.com/channels/{self.room.server}/{self.room.id}"


def event_wanted(number: int, room: Room, match: Match) -> EventWanted | None:
    """What should be said of a match; None of one that nobody made an appointment for."""
    if match.appointment is None:
        return None
    ahead = Stage.AHEAD if match.status is Status.WAITING else Stage.BEGUN
    stage = Stage.OVER if match.over else ahead
    return EventWanted(room, event_title_text(number, match), match.appointment.hour, stage)


class ScheduledEvents:
    """Brings the events of one connection's servers about; each match by itself."""

    def __init__(
        self, client: discord.Client, desk: Desk, venue: Venue, timepiece: Timepiece
    ) -> None:
        self._client = client
        self._desk = desk
        self._venue = venue
        self._timepiece = timepiece
        self._wanted: dict[int, EventWanted] = {}
        self._asked: set[int] = set()
        """The matches of which Discord may know more than it has told by itself."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        desk.watchers.append(self._on_change)

    async def close(self) -> None:
        """Changes nothing more; the next connection goes on with it."""
        with contextlib.suppress(ValueError):
            self._desk.watchers.remove(self._on_change)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def look_through(self) -> None:
        """After a return: looks whether an event stayed behind of a match that is over."""
        for guild in self._client.guilds:
            for number in {_number(event) for event in self._own(guild.scheduled_events)}:
                if number is None or number in self._wanted:
                    continue
                try:
                    held = await self._desk.match(number)
                except (DamagedMatchError, StoreError) as error:
                    log.warning("match %s: its event can't be looked after: %s", number, error)
                    continue
                if held is not None and held[0].server == str(guild.id):
                    self._want(number, event_wanted(number, *held))

    def _on_change(self, live: OpenMatch) -> None:
        # One at rest is as it was when this was asked last; what is out of sync may not be stored.
        if not live.at_rest and live.in_sync.is_set() and self._venue.holds(live.room):
            self._want(live.id, event_wanted(live.id, live.room, live.match))

    def _want(self, number: int, wanted: EventWanted | None) -> None:
        if wanted is None or wanted == self._wanted.get(number):
            return
        self._wanted[number] = wanted
        if number not in self._tasks:
            with about(match=number, venue=wanted.room.venue, room=wanted.room.id):
                task = asyncio.get_running_loop().create_task(self._follow(number), name="event")
            self._tasks[number] = task
            task.add_done_callback(lambda done: self._followed(number, done))

    def _followed(self, number: int, task: asyncio.Task[None]) -> None:
        del self._tasks[number]
        if not task.cancelled() and task.exception() is not None:
            log.error("the event of match %s is left alone", number, exc_info=task.exception())

    async def _follow(self, number: int) -> None:
        """Brings about what is wanted last, however often that has to be tried."""
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        brought: EventWanted | None = None
        while (wanted := self._wanted[number]) != brought:
            try:
                async with self._turns, as_venue_errors():
                    await self._bring_about(number, wanted)
            except VenueError as error:
                log.info("the event of match %s could not be changed: %s", number, error)
                if not error.lasting:
                    await self._timepiece.sleep(pauses.next())
                    continue
            brought = wanted
        if brought is not None and brought.stage is Stage.OVER:
            del self._wanted[number]
            self._asked.discard(number)

    async def _bring_about(self, number: int, wanted: EventWanted) -> None:
        guild = self._client.get_guild(int(wanted.room.server))
        if guild is not None and guild.unavailable:
            raise VenueError(SERVER_UNAVAILABLE)
        if guild is None or not guild.me.guild_permissions.create_events:
            return
        if number not in self._asked and _as_told(self._of(number, guild.scheduled_events), wanted):
            return
        self._asked.add(number)
        # Somebody else's change, or one whose answer was lost, may not have been told yet.
        there = self._of(number, await guild.fetch_scheduled_events(with_counts=False))
        if wanted.stage is Stage.AHEAD and not await self._may_all_see(wanted.room):
            wanted = replace(wanted, stage=Stage.OVER)
        kept = [event for event in there[:1] if _may_stay(event, wanted)]
        for event in there[len(kept) :]:
            with contextlib.suppress(discord.NotFound):
                await event.delete()
        if kept:
            await _change(kept[0], number, wanted)
        elif wanted.stage is Stage.AHEAD and wanted.hour > self._venue.now():
            await _make(guild, number, wanted)

    async def _may_all_see(self, room: Room) -> bool:
        """Whether everybody on the server may see a room: the list of events is for all of them."""
        # The gateway does not tell of a thread that is asleep.
        found = rooms.find_place(self._client, room) or await self._client.fetch_channel(
            int(room.id)
        )
        return isinstance(found, rooms.Place) and rooms.open_to_all(found)

    def _own(self, events: Iterable[discord.ScheduledEvent]) -> list[discord.ScheduledEvent]:
        me = self._client.user
        return [event for event in events if me is not None and event.creator_id == me.id]

    def _of(
        self, number: int, events: Iterable[discord.ScheduledEvent]
    ) -> list[discord.ScheduledEvent]:
        """The referee's events of a match, oldest first."""
        own = (event for event in self._own(events) if _number(event) == number)
        return sorted(own, key=lambda event: event.id)


def _number(event: discord.ScheduledEvent) -> int | None:
    """The match that an event is of, by its words; somebody may have given it another title."""
    found = _NUMBER.search(f"{event.description}\n{event.name}")
    return None if found is None else int(found[1])


def _as_told(there: list[discord.ScheduledEvent], wanted: EventWanted) -> bool:
    """Whether what is known to be there is all that is wanted."""
    if wanted.stage is Stage.AHEAD:
        return len(there) == 1 and _says(there[0], wanted)
    begun = wanted.stage is Stage.BEGUN
    return all(begun and event.status is discord.EventStatus.active for event in there)


def _says(event: discord.ScheduledEvent, wanted: EventWanted) -> bool:
    said = event.name, event.location, event.start_time
    return said == (wanted.title, wanted.link, wanted.hour)


def _may_stay(event: discord.ScheduledEvent, wanted: EventWanted) -> bool:
    """Whether an event can become what is wanted; one that is under way can't be moved."""
    if wanted.stage is Stage.AHEAD:
        ahead = event.status is discord.EventStatus.scheduled
        return ahead or event.start_time == wanted.hour
    return wanted.stage is Stage.BEGUN


async def _change(event: discord.ScheduledEvent, number: int, wanted: EventWanted) -> None:
    if event.status is not discord.EventStatus.scheduled:
        return
    if wanted.stage is Stage.BEGUN:
        await event.start()
    elif not _says(event, wanted):
        await event.edit(
            name=wanted.title,
            description=event_text(number),
            start_time=wanted.hour,
            end_time=wanted.hour + LENGTH,
            location=wanted.link,
        )


async def _make(guild: discord.Guild, number: int, wanted: EventWanted) -> None:
    await guild.create_scheduled_event(
        name=wanted.title,
        description=event_text(number),
        start_time=wanted.hour,
        end_time=wanted.hour + LENGTH,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=wanted.link,
    )
