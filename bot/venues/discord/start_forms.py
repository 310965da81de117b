"""The form of `match start`: shown, filled in, and shown again with what was typed.

A host names a bot as a player, and sends the form. Discord has closed it by then, and shows no form
in answer to one: so the answer says what is wrong and has a button, whose id holds all that was
filled in, also after a restart. A press on it opens the form as it was.
"""

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.commands.clerk import Clerk
from bot.commands.command import NAMED
from bot.commands.request import Asker, Reply
from bot.commands.start import NOT_ASKED, FormOffer, StartForm, Starts, read_start_form
from bot.desk.venue import Button, VenueError
from bot.referee.formats import FORMATS
from bot.referee.problems import OrderError
from bot.servers.settings import USUAL
from bot.venues.discord.buttons import form, id_of
from bot.venues.discord.connection import Connection
from bot.venues.discord.interaction_answers import DEFER_AFTER, answer, at_once, show_form
from bot.venues.discord.members import find_seats
from bot.wording import forms as words
from bot.wording.formats import FORMAT_LINES

ACTION = "form"
"""The action of the form and of the button that opens it empty; that which opens it again has what
was filled in behind it."""
OPEN = Button(ACTION, words.OPEN_LABEL)
LONGEST_CLOCK = 40
"""Of clock and hour together; with two people and a format they have room in a button's id."""


class StartForms:
    """The forms of one client, in which matches are set up."""

    def __init__(self, clerk: Clerk, connection: Connection) -> None:
        self._clerk = clerk
        self._connection = connection

    async def open(
        self, interaction: discord.Interaction, asker: Asker, filled: StartForm | None = None
    ) -> None:
        """Opens the form; what would be refused however it is filled in, is refused at once."""
        offer = await self._offer(asker)
        if offer.refused:
            await answer(interaction, at_once(Reply(offer.refused, private=True)))
            return
        filled = filled or StartForm(format=offer.rules.format)
        await show_form(interaction, start_form(filled, offer))

    async def filled_in(
        self, interaction: discord.Interaction, asker: Asker, written: Mapping[str, str]
    ) -> None:
        """Sets up the match that a form asks for, or says what is wrong and how to mend it."""
        filled = read_start_form(written)
        await answer(interaction, partial(self._set_up, filled, asker, interaction.guild))

    async def _offer(self, asker: Asker) -> FormOffer:
        """What is asked of the clerk, or the usual: a form can't be deferred like an answer."""
        try:
            async with asyncio.timeout(DEFER_AFTER.total_seconds()):
                return await self._clerk.offer_form(asker)
        except TimeoutError:
            return FormOffer(USUAL, sparring=False, refused="")

    async def _set_up(self, filled: StartForm, asker: Asker, guild: discord.Guild | None) -> Reply:
        try:
            reply = await self._ordered(filled, asker, guild)
        except OrderError as error:
            reply = self._clerk.refusal(error)
        except VenueError as error:
            reply = Reply(str(error), private=True)
        back = Button(action_of(filled), words.BACK_LABEL)
        return reply if reply.match else replace(reply, buttons=(*reply.buttons, back))

    async def _ordered(self, filled: StartForm, asker: Asker, guild: discord.Guild | None) -> Reply:
        order = filled.order(asker.at)
        async with self._connection.once_back(order, asker.room, asker.at):
            seats = {} if guild is None else await find_seats(guild, order)
            return await self._clerk.carry_out(order, replace(asker, seats=seats))


def start_form(filled: StartForm, offer: FormOffer) -> discord.ui.Modal:
    """The form, with what is filled in already."""
    hints = words.hints(offer.rules, sparring=offer.sparring, others=NOT_ASKED)
    clock = discord.ui.TextInput[Any](
        placeholder=words.CLOCK_EXAMPLES,
        default=filled.clock,
        required=False,
        max_length=LONGEST_CLOCK,
        custom_id="clock",
    )
    games = {key: (key, FORMAT_LINES[key]) for key in FORMATS}
    fields = {
        **{name: _person(name, player) for name, player in filled.players.items()},
        "format": _choice("format", games, filled.format),
        "clock": clock,
        "first": _choice("first", words.STARTS, filled.first),
    }
    labels = (
        discord.ui.Label[Any](text=text, description=hints.get(key), component=fields[key])
        for key, text in words.START_LABELS.items()
    )
    return form(words.TITLE, id_of(ACTION, 0), *labels)


def action_of(filled: StartForm) -> str:
    """The action of the button that opens a form again, with all that is filled in there."""
    people = map(_packed, filled.players.values())
    first = str(list(Starts).index(Starts(filled.first)))
    clock = filled.clock[:LONGEST_CLOCK]
    return " ".join((ACTION, *people, filled.format, first, clock))


def opens(action: str) -> bool:
    """Whether a button opens the form, empty or as it was filled in."""
    return action.partition(" ")[0] == ACTION


def read_action(action: str) -> StartForm | None:
    """What was filled in where a button opens the form again; None for one that opens it empty."""
    if action == ACTION:
        return None
    _, *people, form_, first, clock = action.split(" ", 5)
    fields = dict(zip(NAMED, map(_unpacked, people), strict=True))
    start = tuple(Starts)[int(first)]
    return read_start_form(fields | {"format": form_, "first": start, "clock": clock})


def _packed(player: str) -> str:
    """The id of a person in eleven letters."""
    return urlsafe_b64encode(int(player or 0).to_bytes(8)).decode().rstrip("=")


def _unpacked(letters: str) -> str:
    return str(int.from_bytes(urlsafe_b64decode(f"{letters}=")) or "")


def _person(key: str, chosen: str) -> discord.ui.UserSelect[Any]:
    people = [discord.Object(int(chosen), type=discord.User)] if chosen else []
    return discord.ui.UserSelect(custom_id=key, default_values=people, required=True)


def _choice(
    key: str, offered: Mapping[str, tuple[str, str]], chosen: str
) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=label, value=value, description=line or None, default=value == chosen
        )
        for value, (label, line) in offered.items()
    ]
    return discord.ui.Select(custom_id=key, options=options)
