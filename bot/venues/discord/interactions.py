"""Slash commands, presses on buttons, and forms: carried out by the clerk, and answered."""

import logging
from contextlib import AbstractContextManager
from functools import partial

import discord
from discord.utils import snowflake_time

from bot.commands.catalogue import COMMANDS
from bot.commands.clerk import Clerk
from bot.commands.confirming import ACTION
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.commands.show import within_reach
from bot.desk.desk import Desk
from bot.logs.fields import about
from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.submission import Said
from bot.storage.failures import StoreError
from bot.timing import VenueClock
from bot.venues.discord.buttons import ACTS, PLAY
from bot.venues.discord.connection import Connection
from bot.venues.discord.forms import TurnForm
from bot.venues.discord.interaction_answers import Work, answer, at_once
from bot.venues.discord.markup import neutral
from bot.venues.discord.members import Members, asker_of
from bot.venues.discord.recent import SeenIds
from bot.venues.discord.rooms import room_of
from bot.wording.clerk import useless_button_text
from bot.wording.forms import prompt_text, spectator_text

log = logging.getLogger(__name__)


class Interactions:
    """The handler of one client: see `handler.py`.

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

    def first(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction is new; Discord may deliver the same one twice."""
        return self._seen.first(interaction.id)

    async def ordered(
        self, interaction: discord.Interaction, order: Order, seats: dict[str, Player]
    ) -> None:
        """Carries out a slash command; `seats` are the players whom its options name."""
        work = partial(self._carried_out, order, self._asker(interaction, seats))
        with _about(interaction):
            await answer(interaction, work, openly=COMMANDS[order.command].public)

    async def pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        """Carries out a press on a match's button."""
        if self.first(interaction):
            with _about(interaction, match):
                await self._pressed(interaction, action, match)

    async def _pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        asker = self._asker(interaction)
        act = ACTS.get(action)
        if action == PLAY:
            await self._open_form(interaction, asker, match)
            return
        if action.startswith(ACTION):
            confirm = partial(self._clerk.confirm, action, asker)
            await answer(interaction, partial(self._done, confirm, asker, match))
            return
        if act is None:
            await answer(interaction, at_once(Reply(useless_button_text())))
            return
        done = partial(self._clerk.act, act, asker, match)
        await answer(interaction, partial(self._done, done, asker, match))

    async def filled_in(self, interaction: discord.Interaction, match: int, text: str) -> None:
        """Rules on a turn written in the form behind the Play button."""
        if self.first(interaction):
            ruled = partial(self._ruled, self._asker(interaction), match, text)
            with _about(interaction, match):
                await answer(interaction, ruled)

    def refusal(self, error: OrderError) -> Reply:
        """What is answered to a command that can't be carried out as it stands."""
        return self._clerk.refusal(error)

    async def known_matches(self, interaction: discord.Interaction) -> dict[int, str]:
        """The matches that somebody may want to name, by number, in a few words each."""
        return await self._clerk.known_matches(self._asker(interaction))

    async def _carried_out(self, order: Order, asker: Asker) -> Reply:
        async with self._connection.once_back(order, asker.room, asker.at):
            return await self._clerk.carry_out(order, asker)

    async def _done(self, work: Work, asker: Asker, match: int) -> Reply:
        async with self._connection.once_ruled(asker.room, asker.at, match):
            return await work()

    async def _ruled(self, asker: Asker, match: int, text: str) -> Reply:
        # Reading the room does not find forms: no time is called before this form is ruled.
        with self._desk.expecting(match, asker.at):
            work = partial(self._clerk.act, Said(neutral(text)), asker, match)
            return await self._done(work, asker, match)

    async def _open_form(self, interaction: discord.Interaction, asker: Asker, number: int) -> None:
        match = await self._match_here(asker, number)
        if match is not None and not match.seat(asker.player.id):
            await answer(interaction, at_once(Reply(spectator_text(), private=True)))
            return
        form = TurnForm(number, "" if match is None else prompt_text(match))
        await interaction.response.send_modal(form)

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
        return asker_of(interaction.user, room, at, f"i{interaction.id}", seats)


def _about(
    interaction: discord.Interaction, match: int | None = None
) -> AbstractContextManager[None]:
    """Within it, log lines are about an interaction, which counts as a message."""
    room = room_of(interaction.guild_id, interaction.channel_id)
    return about(match=match, venue=room.venue, room=room.id, message=f"i{interaction.id}")
