"""The gateway's events → submissions and orders. All that is Discord's ends in this folder."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord
from discord.utils import snowflake_time

from bot.asking import Asker, Reply
from bot.clerk import Clerk
from bot.desk import Desk
from bot.orders import Order, OrderError, is_order, read_order
from bot.referee.events import Player
from bot.referee.ruling import Ignored, Refused
from bot.referee.submission import Said, Submission
from bot.venue import Venue, VenueClock, VenueError
from bot.venues.discord import replies
from bot.venues.discord.buttons import ACTS, PLAY, MatchButton
from bot.venues.discord.commands import build_tree
from bot.venues.discord.forms import TurnForm
from bot.venues.discord.people import find_seats, may_host, player_of
from bot.venues.discord.rooms import PERMISSIONS, room_of
from bot.wording.forms import prompt_text

log = logging.getLogger(__name__)

UNCLEAR = "❔"
BROKEN = "Something went wrong on my side; nothing was changed. Please try again."


class RefereeClient(discord.Client):
    """One connection to Discord."""

    def __init__(
        self,
        venue: Venue,
        desk: Desk,
        clock: VenueClock,
        away_since: datetime | None,
        reads_content: bool,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = True
        intents.message_content = reads_content
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            http_trace=_date_trace(clock),
        )
        self._venue = venue
        self._desk = desk
        self._clock = clock
        self._away_since = away_since
        self._heard: datetime | None = None
        self.clerk = Clerk(desk, venue)
        self.back = asyncio.Event()
        """Set while the gateway is connected and what was missed has been read."""
        self.tree = build_tree(self)

    async def setup_hook(self) -> None:
        """Registers the commands and the buttons, and says how to invite the bot."""
        self.add_dynamic_items(MatchButton)
        await self.tree.sync()
        if self.application_id is not None:
            url = discord.utils.oauth_url(
                self.application_id,
                permissions=PERMISSIONS,
                scopes=("bot", "applications.commands"),
            )
            log.info("invite me with %s", url)

    def me(self) -> int:
        """The bot's own id."""
        return 0 if self.user is None else self.user.id

    def heard_at(self) -> datetime | None:
        """When the gateway last gave a sign of life: an event, or an answer to a heartbeat."""
        if self._heard is None or not self.back.is_set():
            return self._heard
        keep_alive = getattr(self.ws, "_keep_alive", None)
        last_ack = getattr(keep_alive, "_last_ack", None)
        if last_ack is None:
            return self._heard
        age = timedelta(seconds=max(0.0, time.perf_counter() - last_ack))
        return max(self._heard, self._clock.now() - age)

    def away_since(self) -> datetime | None:
        """Since when the referee is off duty, once the connection is gone."""
        return self._away_since or self._heard

    async def on_ready(self) -> None:
        """A fresh session: nothing is replayed, so the rooms are read."""
        log.info("on duty as %s in %d servers", self.user, len(self.guilds))
        await self._return_to_duty()

    async def on_resumed(self) -> None:
        """A resumed session; what it replays and what is read are ruled once."""
        await self._return_to_duty()

    async def on_disconnect(self) -> None:
        """Off duty from the last sign of life on."""
        if self.back.is_set():
            self._away_since = self.heard_at()
            self.back.clear()

    async def on_socket_event_type(self, _: str) -> None:
        """Any event is a sign of life."""
        self._heard = self._clock.now()

    async def on_message(self, message: discord.Message) -> None:
        """A turn, a command, or talk."""
        self._clock.observe(message.created_at)
        if message.author.bot or message.guild is None:
            return
        await self._guarded(message, self._on_words)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """An edit of a ruled message changes nothing; the room is told once."""
        if payload.data.get("edited_timestamp"):
            room = room_of(payload.guild_id, payload.channel_id)
            await self._desk.message_changed(room, str(payload.message_id), deleted=False)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A deletion of a ruled message changes nothing; the room is told once."""
        room = room_of(payload.guild_id, payload.channel_id)
        await self._desk.message_changed(room, str(payload.message_id), deleted=True)

    def submission_of(self, message: discord.Message) -> Submission | None:
        """What a message says to the referee; None if it says nothing, or is a command."""
        if message.author.bot:
            return None
        text = self._without_mention(message)
        if text != message.content and is_order(text):
            return None
        return Submission(
            author=player_of(message.author),
            act=Said(text),
            sent_at=message.created_at,
            message=str(message.id),
            may_host=may_host(message.author),
        )

    async def pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        """A press on a match's button."""
        asker = self.asker(interaction)
        act = ACTS.get(action)
        if action == PLAY:
            await interaction.response.send_modal(await self._turn_form(interaction, match))
            return
        if act is None:
            await replies.answer(interaction, _at_once(Reply("That button is of no use any more.")))
            return
        await replies.answer(interaction, self._when_back(self.clerk.act(act, asker, match)))

    async def filled_in(self, interaction: discord.Interaction, match: int, text: str) -> None:
        """A turn written in the form."""
        asker = self.asker(interaction)
        work = self.clerk.act(Said(text), asker, match)
        await replies.answer(interaction, self._when_back(work))

    async def _turn_form(self, interaction: discord.Interaction, match: int) -> TurnForm:
        found = await self._desk.match(match)
        room = await self._desk.room_of(match)
        here = room is not None and room.server == str(interaction.guild_id)
        return TurnForm(match, prompt_text(found[1]) if found is not None and here else "")

    async def ordered(
        self, interaction: discord.Interaction, order: Order, seats: dict[str, Player]
    ) -> None:
        """A slash command."""
        asker = self.asker(interaction, seats)
        await replies.answer(interaction, self._when_back(self.clerk.carry_out(order, asker)))

    def asker(
        self, interaction: discord.Interaction, seats: dict[str, Player] | None = None
    ) -> Asker:
        """Who is behind an interaction."""
        at = snowflake_time(interaction.id)
        self._clock.observe(at)
        return Asker(
            player=player_of(interaction.user),
            room=room_of(interaction.guild_id, interaction.channel_id),
            at=at,
            may_host=may_host(interaction.user),
            message=f"i{interaction.id}",
            seats=seats or {},
            asks_back=True,
        )

    async def _return_to_duty(self) -> None:
        self._heard = max(self._heard or self._clock.now(), self._clock.now())
        await self._desk.return_to_duty(self._venue, self._away_since)
        self._away_since = None
        self.back.set()
        self._desk.changed.set()

    async def _on_words(self, message: discord.Message) -> None:
        await self.back.wait()
        text = self._without_mention(message)
        if text != message.content and is_order(text):
            await self._on_order(message, text)
            return
        submission = self.submission_of(message)
        if submission is None or message.guild is None:
            return
        room = room_of(message.guild.id, message.channel.id)
        answer = await self._desk.submit(room, submission)
        if answer is None:
            return
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            await message.add_reaction(UNCLEAR)
        if isinstance(answer.ruling, Refused):
            await message.reply(answer.text, mention_author=False)

    async def _on_order(self, message: discord.Message, text: str) -> None:
        guild = message.guild
        assert guild is not None  # noqa: S101
        try:
            order = read_order(text)
            seats = await find_seats(guild, order)
        except OrderError as error:
            await message.reply(str(error), mention_author=False)
            return
        asker = Asker(
            player=player_of(message.author),
            room=room_of(guild.id, message.channel.id),
            at=message.created_at,
            may_host=may_host(message.author),
            message=str(message.id),
            seats=seats,
            asks_back=True,
        )
        await replies.post(message, await self.clerk.carry_out(order, asker))

    async def _guarded(
        self, message: discord.Message, work: Callable[[discord.Message], Awaitable[None]]
    ) -> None:
        """No exception leaves the venue: it is logged and the room is told in one sentence."""
        try:
            await work(message)
        except Exception:
            log.exception("channel %s, message %s", message.channel.id, message.id)
            try:
                await message.reply(BROKEN, mention_author=False)
            except (discord.DiscordException, aiohttp.ClientError, VenueError, OSError):
                log.warning("channel %s could not be told", message.channel.id)

    async def _when_back(self, reply: Awaitable[Reply]) -> Reply:
        await self.back.wait()
        return await reply

    def _without_mention(self, message: discord.Message) -> str:
        """The words without the referee's own mention at their beginning or end."""
        text = message.content.strip()
        for mention in (f"<@{self.me()}>", f"<@!{self.me()}>"):
            text = text.removeprefix(mention).removesuffix(mention).strip()
        return text if text != message.content.strip() else message.content


async def _at_once(reply: Reply) -> Reply:
    return reply


def _date_trace(clock: VenueClock) -> aiohttp.TraceConfig:
    """Every answer's Date header tells the venue's present, to the second."""

    async def ended(
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = params.response.headers.get("Date")
        if date is not None:
            try:
                clock.observe(parsedate_to_datetime(date))
            except (ValueError, TypeError):
                log.debug("unreadable Date header: %r", date)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
