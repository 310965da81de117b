"""One connection to Discord: a discord.py client, wired to those who deal with its events."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import discord

from bot.commands.clerk import Clerk
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.parts import Part
from bot.timing import Timepiece, VenueClock
from bot.venues.discord.commands import build_tree, sync_commands
from bot.venues.discord.connection import Connection
from bot.venues.discord.gateway import IdentifyLimit
from bot.venues.discord.gateway_events import MessageEvents, RoomEvents
from bot.venues.discord.incoming import Incoming
from bot.venues.discord.interactions import Interactions
from bot.venues.discord.members import Members
from bot.venues.discord.message_answers import AnswerLimits, SeenIds
from bot.venues.discord.requests import Outage, date_trace, end_tries
from bot.venues.discord.rooms import PERMISSIONS
from bot.venues.discord.scheduled_events import ScheduledEvents
from bot.venues.discord.workarounds import GlobalLimit, skip_unparseable, space_sweeps
from bot.wording.leases import parts_text

log = logging.getLogger(__name__)

GUILDS_TIMEOUT = 0.5
"""Seconds without a further server after which a session counts as ready, whoever is missing."""


class RefereeClient(discord.Client):
    """The client; when its connection can't be mended the venue makes a new one."""

    def __init__(
        self,
        venue: Venue,
        desk: Desk,
        clerk: Clerk,
        *,
        clock: VenueClock,
        timepiece: Timepiece,
        identify_limit: IdentifyLimit,
        answer_limits: AnswerLimits,
        reads_content: bool,
        outage: Outage,
        shard: Part | None = None,
    ) -> None:
        # discord.py would warn that packages for voice are missing, which nobody here uses.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.guild_scheduled_events = True
        intents.message_content = reads_content
        trace = date_trace(clock.hint)
        trace.on_request_end.append(end_tries)
        super().__init__(
            shard_id=None if shard is None else shard.shard,
            shard_count=None if shard is None else shard.shards,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=GUILDS_TIMEOUT,
            http_trace=trace,
            # Every frame is a sign of life, answers to heartbeats included.
            enable_debug_events=True,
        )
        self._identify_limit = identify_limit
        self._shard = shard
        self.identifying = False
        """Whether the client waits for its turn to identify."""
        self._outage = outage
        self._timepiece = timepiece
        self._sync: asyncio.Task[None] | None = None
        self._returns: set[asyncio.Task[None]] = set()
        """Tasks that take matches up again; discord.py would leave such tasks behind at the end."""
        self._awaited: set[int] = set()
        """The servers of which a new session has yet to tell."""
        self.connection = Connection(desk, venue, clock)
        self.global_limit = GlobalLimit(self.http)
        space_sweeps(self.http, timepiece)
        self.members = Members(clock.now)
        seen = SeenIds()
        self.scheduled_events = ScheduledEvents(self, desk, venue, timepiece)
        self.incoming = Incoming(
            self, desk, clerk, answer_limits, timepiece, self.members, self.connection
        )
        interactions = Interactions(desk, clerk, clock, self.connection, self.members, seen)
        self.tree = build_tree(self, interactions)
        self._listen_with(interactions)
        self._listen_with(MessageEvents(desk, clock, self.connection, self.incoming, seen))
        rooms = RoomEvents(self, desk)
        self._listen_with(rooms)
        skip_unparseable(self._connection.parsers, rooms.skipped)

    async def setup_hook(self) -> None:
        """Of several shards, one registers the commands for all."""
        if self._shard is not None:
            _, _, limits = await self.http.get_bot_gateway()
            self._identify_limit.learn(int(limits["max_concurrency"]))
            if not limits["remaining"]:
                self._identify_limit.pause(timedelta(milliseconds=limits["reset_after"]))
            if self._shard.shard:
                return
        self._sync = self.loop.create_task(sync_commands(self.tree, self._timepiece))
        if self.application_id is not None:
            url = discord.utils.oauth_url(
                self.application_id,
                permissions=PERMISSIONS,
                scopes=("bot", "applications.commands"),
            )
            log.info("invite me with %s", url)

    async def close(self) -> None:
        """Ends the connection, and what is done beside it."""
        left = [*self._returns, *([] if self._sync is None else [self._sync])]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self.scheduled_events.close()
        await super().close()

    def me(self) -> int:
        return 0 if self.user is None else self.user.id

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Notes what an event says about the connection, and then hands it on."""
        if self.is_closed():
            # Some of discord.py's tasks outlive its loop.
            return
        if event == "socket_raw_receive":
            self.connection.heard()
        elif event in ("connect", "resumed"):
            self.connection.begun()
        elif event == "disconnect":
            self.connection.lost()
        if event == "connect":
            self._awaited = {guild.id for guild in self.guilds}
            self._wait_for_guilds()
        elif event == "guild_available":
            self._awaited.discard(args[0].id)
            self._wait_for_guilds()
        super().dispatch(event, *args, **kwargs)

    def _wait_for_guilds(self) -> None:
        """discord.py waits after each server for a further one; after the last there is none."""
        self._connection.guild_ready_timeout = GUILDS_TIMEOUT if self._awaited else 0.0

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits no longer than Discord asks for."""
        self.identifying = True
        try:
            await self._identify_limit.wait(shard_id, initial=initial)
        finally:
            self.identifying = False

    async def on_ready(self) -> None:
        """A fresh session: nothing is replayed, so the rooms are read."""
        self._outage.over()
        where = "" if self._shard is None else f", {parts_text([self._shard])}"
        log.info("on duty as %s in %d servers%s", self.user, len(self.guilds), where)
        self._return_to_duty()

    async def on_resumed(self) -> None:
        """A resumed session; what it replays and what is read are ruled once."""
        self._outage.over()
        self._return_to_duty()

    def _return_to_duty(self) -> None:
        task = self.loop.create_task(self._take_up(), name="return to duty")
        self._returns.add(task)
        task.add_done_callback(self._returned)

    async def _take_up(self) -> None:
        await self.connection.return_to_duty()
        await self.scheduled_events.look_through()

    def _returned(self, task: asyncio.Task[None]) -> None:
        self._returns.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the matches could not be taken up", exc_info=task.exception())

    def _listen_with(self, listener: object) -> None:
        """Has a listener's `on_` methods called with the events that they are named after."""
        for name in dir(listener):
            if name.startswith("on_"):
                self.event(getattr(listener, name))
