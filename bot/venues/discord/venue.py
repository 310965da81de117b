"""The Discord venue: what the desk may ask, and the supervision of the connection.

The gateway breaks off and Discord names a host to resume at that answers nobody. discord.py would
knock there for ever, as it does not survive a refused first connection or an exception in an event
parser either. So a client that is silent for `SILENT_TIMEOUT`, that fails, or that can't take up
the matches for `OFF_DUTY_TIMEOUT` is closed, and a fresh one is made. The settings say whether the
venue is Discord whole, or each of the shards that are served here.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

from bot.commands.clerk import Clerk
from bot.desk.desk import Desk
from bot.desk.venue import Announcement, Posted, TooFewPartsError, VenueError
from bot.parts import Part
from bot.referee.match import Room
from bot.referee.submission import Submission
from bot.settings import Settings
from bot.storage.identifies import Identifies
from bot.storage.store import Store
from bot.timing import Backoff, Timepiece, VenueClock, break_off
from bot.venues.discord import gateway
from bot.venues.discord.client import RefereeClient
from bot.venues.discord.gateway import SHARED_INTERVAL, IdentifyLimit, SharedIdentifyLimit
from bot.venues.discord.message_answers import AnswerLimits
from bot.venues.discord.messages import find_own, read_back, send
from bot.venues.discord.places import DiscordPlaces
from bot.venues.discord.requests import (
    UNREACHED,
    Outage,
    as_venue_errors,
    use_api_address,
    use_gateway_address,
)
from bot.venues.discord.rooms import VENUE
from bot.venues.discord.voice import DiscordVoice
from bot.wording import venues as words
from bot.wording.leases import more_shards_text, no_such_shard_text

log = logging.getLogger(__name__)

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
ZERO = timedelta(0)
CHECK_INTERVAL = timedelta(seconds=5)
SILENT_TIMEOUT, OFF_DUTY_TIMEOUT = timedelta(seconds=30), timedelta(minutes=10)
"""A client cut off for so long is given up and made anew; so is one that can't take up its work."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(seconds=30)
"""Pauses between two connections."""
CLOSE_TIMEOUT = timedelta(seconds=1.5)
"""How long closing a connection may take: Discord may not answer."""
NO_CONTENT_HINT = (
    "-# I may not read plain messages here: mention me with your coordinates, or reply to my board."
)


class DiscordVenue:
    """Matches in the channels, threads and posts of Discord servers, or of those of one shard.

    A shard has a client of its own: when its connection breaks, the others are heard.
    """

    name = VENUE
    grace = timedelta(seconds=3)
    """The time for which Discord waits for the answer to a form."""
    haze = timedelta(seconds=1.5)
    """Date headers are cut to the second, and their way takes a moment."""
    voice = DiscordVoice()

    def __init__(
        self,
        settings: Settings,
        desk: Desk,
        store: Store,
        timepiece: Timepiece,
        identify_limit: IdentifyLimit,
        outage: Outage,
        shard: Part | None = None,
    ) -> None:
        self.part = shard or Part(VENUE)
        self._shard = shard
        self._settings = settings
        self._desk = desk
        self._store = store
        self._clerk = Clerk(desk, store, self)
        self._timepiece = timepiece
        self.places = DiscordPlaces(self._connected)
        self._client: RefereeClient | None = None
        self._clock = VenueClock(timepiece, DISCORD_EPOCH, self._stood_still)
        self._reads_content = True
        self._identify_limit = identify_limit
        self._answer_limits = AnswerLimits(self._clock.now)
        self._replies: set[asyncio.Task[None]] = set()
        self._outage = outage
        use_api_address(settings)
        use_gateway_address(settings)

    def holds(self, room: Room) -> bool:
        """Whether Discord tells this shard of a room; direct messages belong to shard 0."""
        return room.venue == self.name and self.part.has(room.server)

    def on_duty(self) -> bool:
        """Whether the gateway is connected and what was missed has been read."""
        return self._client is not None and self._client.connection.on_duty()

    def hears(self) -> bool:
        """Whether the gateway is connected, and with it every room heard that has been read."""
        return self._client is not None and self._client.connection.hears()

    def now(self) -> datetime:
        return self._clock.now()

    def heard_at(self) -> datetime | None:
        """When the gateway last gave a sign of life."""
        return None if self._client is None else self._client.connection.heard_at()

    def certain_until(self) -> datetime:
        """The last moment by which all that had arrived in this process has been handled."""
        client = self._client
        return self.now() if client is None else client.connection.stall.certain_until()

    async def run(self) -> None:
        """Keeps a client connected until cancelled; VenueError if the token is refused."""
        self._outage.begin()
        try:
            await self._desk.take_over(self)
            await self._keep_connected()
        finally:
            self._outage.end()

    async def _keep_connected(self) -> None:
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        while True:
            await self._identify_limit.wait_to_start(self.part.shard)
            client = self._new_client()
            try:
                await self._supervise(client)
            except discord.LoginFailure as error:
                raise VenueError(words.TOKEN_REFUSED) from error
            except discord.PrivilegedIntentsRequired:
                log.warning(
                    "the message content intent is not granted: players mention the referee or "
                    "reply to its board (Discord developer portal, Bot, Message Content Intent)"
                )
                self._reads_content = False
                continue
            except UNREACHED as error:
                await self._check_shards(error)
                self._outage.failed(error)
            except Exception:
                log.exception("the connection to Discord broke down; connecting anew")
            finally:
                if client.connection.was_on_duty:
                    pauses.reset()
                client.connection.leave_duty()
                for reply in self._replies:
                    reply.cancel()
                await _close(client)
            await self._timepiece.sleep(pauses.next())

    async def _check_shards(self, error: BaseException) -> None:
        """VenueError where no other try helps: Discord does not take the shards as they are."""
        code = error.code if isinstance(error, discord.ConnectionClosed) else 0
        if code == gateway.INVALID_SHARD:
            raise VenueError(no_such_shard_text(self.part.shard, self.part.shards)) from error
        if code == gateway.SHARDS_REQUIRED:
            wanted = await gateway.recommended_shards(self._settings.discord_token)
            # What Discord recommends may lag behind what it requires.
            wanted = max(wanted, 2 * self.part.shards)
            text = more_shards_text(self.part.shards, wanted)
            raise TooFewPartsError(text, wanted) from error

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Sends the message, once per nonce."""
        client, channel = self._connected(), self._channel(room)
        await self.places.open_place(room, ask=True)
        hint = NO_CONTENT_HINT if announcement.buttons and not self._reads_content else ""
        if announcement.again:
            made = await find_own(channel, announcement, hint, client.me())
            if made is not None:
                return made
        begun = self._timepiece.monotonic()
        posted = await send(channel, announcement, hint)
        if announcement.again:
            # By its nonce, Discord may have found a message that was made before.
            self._clock.observe(posted.at)
        else:
            self._clock.settle(posted.at, begun)
        return posted

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a message without a ping; rulings don't wait for it."""
        work = self._connected().incoming.answers.refuse_late(room, int(message), text)
        task = asyncio.get_running_loop().create_task(work, name="reply")
        self._replies.add(task)
        task.add_done_callback(self._replies.discard)

    async def withdraw(self, room: Room, message: str) -> None:
        """Deletes a reminder that is out of date."""
        try:
            channel = self._channel(room)
            async with as_venue_errors():
                await channel.get_partial_message(int(message)).delete()
        except VenueError as error:
            log.info("room %s: reminder %s stays: %s", room.id, message, error)

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """What people said in the channel after a moment, oldest first."""
        await self.places.open_place(room, ask=False)
        messages = await read_back(self._channel(room), after)
        return await self._connected().incoming.look_back(room, messages, after)

    def _channel(self, room: Room) -> discord.PartialMessageable:
        return self._connected().get_partial_messageable(int(room.id), guild_id=int(room.server))

    def _new_client(self) -> RefereeClient:
        self._client = RefereeClient(
            self,
            self._desk,
            self._clerk,
            clock=self._clock,
            timepiece=self._timepiece,
            identify_limit=self._identify_limit,
            answer_limits=self._answer_limits,
            reads_content=self._reads_content,
            outage=self._outage,
            shard=self._shard,
        )
        return self._client

    def _stood_still(self, since: datetime) -> None:
        if self._client is not None:
            self._client.connection.stood_still(since)

    async def _supervise(self, client: RefereeClient) -> None:
        watch = asyncio.create_task(self._watch(client))
        stall = asyncio.create_task(client.connection.stall.run())
        work = asyncio.create_task(client.start(self._settings.discord_token))
        try:
            await asyncio.wait({watch, work}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            await break_off(watch, stall, work)

    async def _watch(self, client: RefereeClient) -> None:
        """Returns when the client has been out of touch, or off duty, for too long."""
        silent = off_duty = ZERO
        while silent < SILENT_TIMEOUT and off_duty < OFF_DUTY_TIMEOUT:
            await self._timepiece.sleep(CHECK_INTERVAL)
            # Other shards, also of other processes, may have to identify first.
            heard = client.connection.in_touch() or client.identifying
            silent = ZERO if heard else silent + CHECK_INTERVAL
            off_duty = ZERO if client.connection.on_duty() else off_duty + CHECK_INTERVAL
            client.global_limit.release()
        log.warning("off duty for %s; connecting to Discord anew", max(silent, off_duty))

    def _connected(self) -> RefereeClient:
        """The client, once it is logged in and knows its own messages; VenueError before that."""
        if self._client is None or self._client.is_closed() or self._client.user is None:
            raise VenueError(words.NOT_CONNECTED)
        return self._client


async def _close(client: RefereeClient) -> None:
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT.total_seconds()):
            await client.close()
    except TimeoutError:
        log.info("Discord did not take leave in time")
        await client.http.close()


def make_discord(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> list[DiscordVenue]:
    """A venue for each shard that is set; one for all servers where none is."""
    count = settings.shard_count
    if count is None:
        return [DiscordVenue(settings, desk, store, timepiece, IdentifyLimit(), Outage())]
    make = shard_maker(settings, desk, store, timepiece)
    return [make(Part(VENUE, shard, count)) for shard in settings.shard_ids]


def shard_maker(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> Callable[[Part], DiscordVenue]:
    """What makes a venue of a shard; those of one process take turns to identify."""
    use_api_address(settings)
    outage, limit = Outage(), SharedIdentifyLimit(Identifies(store, SHARED_INTERVAL))
    return lambda part: DiscordVenue(settings, desk, store, timepiece, limit, outage, part)
