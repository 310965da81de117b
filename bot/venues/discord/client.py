"""The gateway's events → submissions and orders. All that is Discord's ends in this folder."""

import asyncio
import logging
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.commands.clerk import Clerk
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.submission import Said
from bot.timing import Timepiece, VenueClock, wait_for
from bot.venues.discord import replies
from bot.venues.discord.buttons import ACTS, PLAY, MatchButton
from bot.venues.discord.commands import build_tree
from bot.venues.discord.contact import Contact, Greeting, date_trace
from bot.venues.discord.forms import TurnForm
from bot.venues.discord.listening import Listener
from bot.venues.discord.manners import Manners, Seen
from bot.venues.discord.people import Members, asker_of
from bot.venues.discord.reach import Reach
from bot.venues.discord.rooms import PERMISSIONS, room_of
from bot.wording.clerk import useless_button_text
from bot.wording.forms import prompt_text

log = logging.getLogger(__name__)

SOON, LATEST = timedelta(seconds=1), timedelta(seconds=15)
"""Between two tries to take the matches up again."""
LONGEST_HALT = 8
"""How often in a row `unblock` lets a halt of all requests pass."""
PATIENCE = timedelta(seconds=30)
"""How long a press or a command waits for the referee to be back."""


class RefereeClient(Reach):
    """One connection to Discord."""

    def __init__(
        self,
        venue: Venue,
        desk: Desk,
        clerk: Clerk,
        clock: VenueClock,
        timepiece: Timepiece,
        greeting: Greeting,
        manners: Manners,
        away_since: datetime | None,
        reads_content: bool,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = True
        intents.message_content = reads_content
        super().__init__(
            desk,
            clock,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            http_trace=date_trace(clock),
            # Every frame is a sign of life, answers to heartbeats included.
            enable_debug_events=True,
        )
        self._venue = venue
        self._desk = desk
        self._timepiece = timepiece
        self._greeting = greeting
        self._away_since = away_since
        self._contact = Contact(clock)
        self._in_touch = False
        self.was_on_duty = False
        self._returns = 0
        self._halted = 0
        self._waking: asyncio.Task[None] | None = None
        self._seen = Seen()
        self.clerk = clerk
        self.members = Members(clock.now)
        self.listener = Listener(self, desk, self.clerk, manners, self.members)
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

    def on_duty(self) -> bool:
        """Whether the gateway is heard and what was missed has been read."""
        return self.back.is_set() and not self._contact.broken()

    def in_touch(self) -> bool:
        """Whether the gateway is heard, whatever is left to be read."""
        return self._in_touch and not self._contact.broken()

    def heard_at(self) -> datetime | None:
        """When the gateway last gave a sign of life: an event, or an answer to a heartbeat."""
        return self._contact.heard_at()

    def away_since(self) -> datetime | None:
        """Since when the referee is off duty, once the connection is gone."""
        return self._away_since or self.heard_at()

    def leave_duty(self) -> None:
        """The connection is gone: off duty from the last sign of life on."""
        self._returns += 1
        if self.back.is_set():
            self._away_since = self.heard_at()
            self.back.clear()
        # Also in the middle of a return: what has been taken up is not heard any more.
        self._desk.leave_duty(self._venue)

    def overslept(self, since: datetime) -> None:
        """The machine stood still without its clocks knowing: nobody was on duty meanwhile."""
        if self.back.is_set():
            log.warning("the machine stood still since %s", since)
            self._wake_up(since)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Before anything is done with an event: what it says about the connection."""
        if self.is_closed():
            # Some of discord.py's tasks outlive its loop.
            return
        if event == "socket_raw_receive":
            self._on_sign_of_life()
        elif event == "disconnect":
            self._in_touch = False
            self.leave_duty()
        super().dispatch(event, *args, **kwargs)

    def unblock(self) -> None:
        """Called every few seconds: ends a halt of all requests that nobody else would end.

        discord.py halts them at Discord's global limit. If the one that waits for its end is given
        up meanwhile, they stay halted.
        """
        flowing = getattr(self.http, "_global_over", None)
        if not isinstance(flowing, asyncio.Event) or flowing.is_set():
            self._halted = 0
            return
        self._halted += 1
        if self._halted > LONGEST_HALT:
            log.warning("requests were halted for too long; going on")
            flowing.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Waits no longer than Discord asks for; a client's first IDENTIFY has waited already."""
        await self._greeting.wait(at_once=initial)

    async def on_ready(self) -> None:
        """A fresh session: nothing is replayed, so the rooms are read."""
        log.info("on duty as %s in %d servers", self.user, len(self.guilds))
        await self._return_to_duty()

    async def on_resumed(self) -> None:
        """A resumed session; what it replays and what is read are ruled once."""
        await self._return_to_duty()

    async def on_message(self, message: discord.Message) -> None:
        """A turn, a command, or talk."""
        self._clock.observe(message.created_at)
        if message.author.bot or message.guild is None or not self._seen.first(message.id):
            return
        if self.listener.is_order(message):
            await wait_for(self.back, self._timepiece, PATIENCE)
        await self.listener.on_message(message)

    async def on_command_found(self, message: discord.Message) -> None:
        """A typed command that has been read in a room's history, perhaps after an absence."""
        missed = not self.back.is_set()
        if self._seen.first(message.id):
            await wait_for(self.back, self._timepiece, PATIENCE)
            await self.listener.on_message(message, missed=missed)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """An edit of a ruled message changes nothing; the room is told once."""
        if payload.data.get("edited_timestamp"):
            room = room_of(payload.guild_id, payload.channel_id)
            await self._desk.messages_changed(room, str(payload.message_id), deleted=False)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A deletion of a ruled message changes nothing; the room is told once."""
        room = room_of(payload.guild_id, payload.channel_id)
        await self._desk.messages_changed(room, str(payload.message_id), deleted=True)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """So does a deletion of many, of which the room is told in one sentence."""
        room = room_of(payload.guild_id, payload.channel_id)
        messages = (str(message) for message in payload.message_ids)
        await self._desk.messages_changed(room, *messages, deleted=True)

    async def pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        """A press on a match's button."""
        if not self.first(interaction):
            return
        asker = self.asker(interaction)
        act = ACTS.get(action)
        if action == PLAY:
            await interaction.response.send_modal(await self._turn_form(interaction, match))
            return
        if act is None:
            await replies.answer(interaction, replies.at_once(Reply(useless_button_text())))
            return
        await replies.answer(interaction, self._when_back(self.clerk.act(act, asker, match)))

    async def filled_in(self, interaction: discord.Interaction, match: int, text: str) -> None:
        """A turn written in the form."""
        if not self.first(interaction):
            return
        asker = self.asker(interaction)
        work = self.clerk.act(Said(text), asker, match)
        await replies.answer(interaction, self._expected(match, asker.at, work))

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
        work = self._when_back(self.clerk.carry_out(order, asker))
        await replies.answer(interaction, work, openly=order.command == "match replay")

    def first(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction has not been told of before."""
        return self._seen.first(interaction.id)

    def asker(
        self, interaction: discord.Interaction, seats: dict[str, Player] | None = None
    ) -> Asker:
        """Who is behind an interaction."""
        at = snowflake_time(interaction.id)
        self._clock.observe(at)
        self.members.note(interaction.user, at)
        room = room_of(interaction.guild_id, interaction.channel_id)
        return asker_of(interaction.user, room, at, f"i{interaction.id}", seats)

    def _on_sign_of_life(self) -> None:
        if self.back.is_set() and self._contact.broken():
            # The machine slept, or the process was stopped; the connection may have survived it.
            self._wake_up(self.heard_at())
        self._contact.heard()
        self._in_touch = True

    def _wake_up(self, since: datetime | None) -> None:
        self.leave_duty()
        self._away_since = since
        self._waking = self.loop.create_task(self._return_to_duty(), name="wake up")

    async def _return_to_duty(self) -> None:
        """Takes the matches up again, however often that has to be tried."""
        self._returns += 1
        this, pause = self._returns, SOON
        while True:
            try:
                await self._desk.return_to_duty(self._venue, self._away_since)
                break
            except Exception:
                log.exception("the matches could not be taken up; trying again")
            await self._timepiece.sleep(pause)
            pause = min(2 * pause, LATEST)
            if this != self._returns:
                return
        if this == self._returns:
            self._away_since = None
            self.was_on_duty = True
            self.back.set()
            self._desk.changed.set()

    async def _expected(self, match: int, at: datetime, reply: Awaitable[Reply]) -> Reply:
        with self._desk.expecting(match, at):
            return await self._when_back(reply)

    async def _when_back(self, reply: Awaitable[Reply]) -> Reply:
        await wait_for(self.back, self._timepiece, PATIENCE)
        return await reply
