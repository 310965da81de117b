"""Slash commands, presses on buttons, and forms: carried out by the clerk, and answered.

A message that was talk to the referee may be ruled all the same: the host opens its menu, chooses
*Rule this message*, and says in a form which turn it is, and why. It counts by its own stamp.
"""

import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.commands.catalogue import COMMANDS
from bot.commands.clerk import Clerk
from bot.commands.parsing import Order
from bot.commands.request import ACTION, Asker, Reply
from bot.commands.show import within_reach
from bot.commands.start import is_bare_start
from bot.desk.desk import Desk
from bot.desk.venue import Button
from bot.engine.chat import likely_turn
from bot.logs.lines import about
from bot.referee.arbiter import rule
from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import RuleMessage, Said, Submission
from bot.storage.failures import StoreError
from bot.timing import VenueClock
from bot.venues.discord import start_forms
from bot.venues.discord.buttons import (
    ORDERS,
    PLAY,
    REASON,
    STONES,
    TYPE,
    act_of,
    message_of,
    read_id,
    rule_form,
    turn_form,
    written_in,
)
from bot.venues.discord.connection import Connection
from bot.venues.discord.interaction_answers import Work, answer, at_once, show_form
from bot.venues.discord.markup import neutral
from bot.venues.discord.members import Members, asker_of
from bot.venues.discord.message_answers import SeenIds
from bot.venues.discord.rooms import room_of
from bot.wording.clerk import no_match_text, useless_button_text
from bot.wording.forms import LABELS, own_page_text, prompt_text, spectator_text
from bot.wording.refusals import refusal_text

log = logging.getLogger(__name__)


class Interactions:
    """What people do with the referee's commands, buttons and forms, in one client.

    Bob presses Ready while the gateway is being resumed: his press waits until the match is
    ruled again, and is then ruled with the stamp of the press.
    """

    def __init__(
        self,
        desk: Desk,
        clerk: Clerk,
        clock: VenueClock,
        connection: Connection,
        members: Members,
        seen: SeenIds,
    ) -> None:
        self._desk = desk
        self._clerk = clerk
        self._clock = clock
        self._connection = connection
        self._members = members
        self._seen = seen
        self._start_forms = start_forms.StartForms(clerk, connection)

    def first(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction is new; Discord may deliver the same one twice."""
        return self._seen.first(interaction.id)

    async def ordered(
        self, interaction: discord.Interaction, order: Order, seats: dict[str, Player]
    ) -> None:
        """Carries out a slash command; `seats` are the players whom its options name.

        A match that nothing is said of is asked for by a form.
        """
        asker = self._asker(interaction, seats)
        work = partial(self._carried_out, order, asker)
        with _about(interaction):
            if is_bare_start(order, seats):
                await self._start_forms.open(interaction, asker)
                return
            await answer(interaction, work, openly=COMMANDS[order.command].public)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A press, or a form; commands are carried out by their tree (`commands.py`)."""
        data: Mapping[str, Any] = interaction.data or {}
        asked = read_id(str(data.get("custom_id", "")))
        if asked is None or not self.first(interaction):
            return
        action, match = asked
        with _about(interaction, match):
            if interaction.type is discord.InteractionType.modal_submit:
                written = dict(written_in(data.get("components", ())))
                await self._filled_in(interaction, action, match, written)
            else:
                await self._pressed(interaction, action, match)

    async def _pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        asker = self._asker(interaction)
        if action == PLAY:
            await self._play(interaction, asker, match)
        elif action == TYPE:
            await self._open_form(interaction, asker, match)
        elif start_forms.opens(action):
            await self._start_forms.open(interaction, asker, start_forms.read_action(action))
        elif action.startswith(ACTION):
            confirm = partial(self._clerk.confirm, action, asker)
            await answer(interaction, partial(self._done, confirm, asker, match))
        elif action in ORDERS:
            name, option = ORDERS[action]
            order = Order(name, {option: str(match)})
            await answer(interaction, partial(self._carried_out, order, asker))
        elif act := act_of(action, _sent(interaction)):
            done = partial(self._clerk.act, act, asker, match)
            await answer(interaction, partial(self._done, done, asker, match))
        else:
            await answer(interaction, at_once(Reply(useless_button_text())))

    async def _filled_in(
        self, interaction: discord.Interaction, action: str, match: int, written: Mapping[str, str]
    ) -> None:
        """Sets up a match, or rules on a turn written in the form behind Play, or on a message."""
        asker, stones = self._asker(interaction), neutral(written.get(STONES, ""))
        if action == start_forms.ACTION:
            await self._start_forms.filled_in(interaction, asker, written)
            return
        message = message_of(action)
        if message is None:
            await answer(interaction, partial(self._ruled, asker, match, stones))
            return
        act = RuleMessage(_said(*message, stones), written.get(REASON, "").strip())
        ruled = partial(self._clerk.act, act, replace(asker, message=str(message[0])), match)
        await answer(interaction, partial(self._done, ruled, asker, match))

    async def asked_to_rule(
        self, interaction: discord.Interaction, message: discord.Message
    ) -> None:
        """The host wants a message to count: a form asks for which turn, and why.

        What would be refused whichever turn it is, is refused at once.
        """
        asker = self._asker(interaction)
        number, match = await self._desk.latest(asker.room) or (0, None)
        if match is None:
            await answer(interaction, at_once(Reply(no_match_text(), private=True)))
            return
        turn = " ".join(likely_turn(neutral(message.content), match.spelling))
        said = replace(_said(message.id, message.author.id, turn), written_at=message.edited_at)
        ruling = rule(match, await self._clerk.submission(RuleMessage(said, ""), asker))
        if isinstance(ruling, Refused) and ruling.reason is not Reason.ILLEGAL:
            reply = Reply(refusal_text(match, ruling), private=True)
            await answer(interaction, at_once(reply))
        else:
            form = rule_form(number, message.id, message.author.id, turn)
            await show_form(interaction, form)

    def refusal(self, error: OrderError) -> Reply:
        """What is answered to a command that can't be carried out as it stands."""
        return self._clerk.refusal(error)

    async def known_matches(self, interaction: discord.Interaction) -> dict[int, str]:
        """The matches that somebody may want to name, by number, in a few words each."""
        return await self._clerk.known_matches(self._asker(interaction))

    async def understood(self, interaction: discord.Interaction, moment: str) -> str:
        """How words for a moment are understood, while somebody types them."""
        return await self._clerk.understood(moment, self._asker(interaction))

    async def _carried_out(self, order: Order, asker: Asker) -> Reply:
        async with self._connection.once_back(order, asker.room, asker.at):
            return await self._clerk.carry_out(order, asker)

    async def _done(self, work: Work, asker: Asker, match: int) -> Reply:
        async with self._connection.once_ruled(asker.room, asker.at, match):
            return await work()

    async def _ruled(self, asker: Asker, match: int, text: str) -> Reply:
        # Reading the room does not find forms: no time is called before this form is ruled.
        with self._desk.expecting(match, asker.at):
            work = partial(self._clerk.act, Said(text), asker, match)
            return await self._done(work, asker, match)

    async def _play(self, interaction: discord.Interaction, asker: Asker, number: int) -> None:
        """Whoever has a page, or one to watch, is told its address; others fill in the form."""
        match = await self._match_here(asker, number)
        page = None if match is None else await self._page_of(asker, number, match)
        if page is None:
            await self._open_form(interaction, asker, number)
        else:
            await answer(interaction, at_once(page))

    async def _page_of(self, asker: Asker, number: int, match: Match) -> Reply | None:
        """The way to the page of a player or of the host, or to watch; None where there is none."""
        pages, venue, player = self._desk.page_links, self._desk.serving(asker.room), asker.player
        plays, hosts = bool(match.seat(player.id)), match.host.id == player.id
        if pages is None or venue is None:
            return None
        try:
            if (plays or hosts) and await pages.may_play(venue, asker.room):
                name, text = "page", own_page_text(plays=plays)
                address = await pages.own(number, player)
            elif not plays and await pages.may_watch(venue, asker.room):
                name, text, address = "watch", spectator_text(), await pages.watch(number)
            else:
                return None
        except StoreError as error:
            log.warning("match %s: no link to a page: %s", number, error)
            return None
        ways = [Button("page", LABELS[name], important=True, url=address)]
        ways += [Button(TYPE, LABELS[TYPE])] if plays else []
        return Reply(text, private=True, buttons=tuple(ways), match=number)

    async def _open_form(self, interaction: discord.Interaction, asker: Asker, number: int) -> None:
        match = await self._match_here(asker, number)
        if match is not None and not match.seat(asker.player.id):
            await answer(interaction, at_once(Reply(spectator_text(), private=True)))
            return
        form = turn_form(number, "" if match is None else prompt_text(match))
        await show_form(interaction, form)

    async def _match_here(self, asker: Asker, number: int) -> Match | None:
        """A match of the asker's server; None if it is another server's, or can't be read now."""
        try:
            _, match = await within_reach(self._desk, number, asker) or (None, None)
        except StoreError as error:
            log.warning("match %s: %s", number, error)
            return None
        return match

    def _asker(
        self, interaction: discord.Interaction, seats: dict[str, Player] | None = None
    ) -> Asker:
        at = snowflake_time(interaction.id)
        self._clock.observe(at)
        self._members.note(interaction.user, at)
        room = room_of(interaction.guild_id, interaction.channel_id)
        return asker_of(interaction.user, room, at, f"i{interaction.id}", seats, alone=True)


def _sent(interaction: discord.Interaction) -> datetime | None:
    """When the message was sent below which somebody pressed a button."""
    return None if interaction.message is None else snowflake_time(interaction.message.id)


def _said(message: int, author: int, turn: str) -> Submission:
    """A message by its own stamp, as the turn that it is taken for."""
    return Submission(Player(str(author), ""), Said(turn), snowflake_time(message), str(message))


def _about(
    interaction: discord.Interaction, match: int | None = None
) -> AbstractContextManager[None]:
    """Within it, log lines are about an interaction, which counts as a message."""
    room = room_of(interaction.guild_id, interaction.channel_id)
    return about(match=match, venue=room.venue, room=room.id, message=f"i{interaction.id}")
