"""Carries out what the host orders in a dialog: the command that it stands for, and nothing else.

The host presses *Rule a forfeit*, chooses Red and gives a reason. It is `host forfeit red`, already
confirmed: the dialog said what happens then. Where a turn was made meanwhile, that is not so any
more, and nothing is done.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.commands.acts import PLAYER, act_of
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.clerk import Clerk
from bot.commands.command import CONFIRM, ON
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.referee.events import Player
from bot.referee.hosting import colour_named
from bot.referee.match import Match
from bot.referee.problems import Missing, NoLengthOfTime, NotOneOf, OrderError, Problem
from bot.storage.room import RoomStore
from bot.venues.room.open_pages import OpenPages
from bot.venues.room.order_forms import FORMS, LONGEST_FIELD, standing
from bot.venues.room.place import place
from bot.venues.room.presses import in_room
from bot.venues.room.seats import Participant, all_tokens, hashed, next_key, player_id, role_of
from bot.venues.room.voice import harmless
from bot.venues.room.whisper import Whisper
from bot.wording.confirming import moved_on_text
from bot.wording.room import FIELD_LABELS, empty_field_text
from bot.wording.voice import LONGEST_NAME


class Orders:
    """Takes what the host settles in a dialog."""

    def __init__(self, clerk: Clerk, store: RoomStore, pages: OpenPages) -> None:
        self._clerk = clerk
        self._store = store
        self._pages = pages

    async def take(
        self, participant: Participant, match: Match, act: str, fields: object, at: datetime
    ) -> Whisper | None:
        """Carries out an order; a problem is told with its field."""
        name = FORMS.get(act)
        if name is None or not isinstance(fields, dict):
            return None
        order = Order(name, _options(name, fields))
        people = _people(order, participant, match)
        try:
            act_of(order, people)
        except OrderError as error:
            field = _field_of(error.problem)
            text = self._clerk.refusal(error).text
            if isinstance(error.problem, Missing):
                text = empty_field_text(FIELD_LABELS[act, field][0])
            return Whisper(text, refused=True, field=field)
        if fields.get("standing", standing(match)) != standing(match):
            return Whisper(moved_on_text(), refused=True)
        if name is Name.REPLACE and participant.hosts:
            await self._make_links(participant.room, people)
        host = participant.as_host(match)
        asker = Asker(
            host, place(participant.room), at, participant.hosts, seats=people, only_here=True
        )  # fmt: skip
        reply = in_room(await self._clerk.carry_out(order, asker))
        # The room is told what was done: that is not said twice.
        return Whisper() if reply.announced else Whisper(reply.text, refused=True)

    async def _make_links(self, room: str, people: Mapping[str, Player]) -> None:
        """Stores a new seat's tokens before anybody sits there; until then they open no seat."""
        player = people.get(PLAYER)
        if player is None:
            return
        key, roles = player.id.rpartition(".")[2], await self._store.roles(room)
        made = {
            hashed(all_tokens(host, [key])[role_of(player.id)]): key
            for host in self._pages.host_tokens(room)
        }
        new = {token: role for token, role in made.items() if token not in roles}
        if new:
            await self._store.add_seats(room, new)


def _options(name: Name, fields: Mapping[str, Any]) -> dict[str, str]:
    keys = COMMANDS[name].options.keys() - {"match", CONFIRM}
    words = {
        key: harmless(value, LONGEST_FIELD)
        for key, value in fields.items()
        if key in keys and isinstance(value, str)
    }
    confirmed = {CONFIRM: ON[0]} if CONFIRM in COMMANDS[name].options else {}
    return {key: text for key, text in words.items() if text} | confirmed


def _people(order: Order, participant: Participant, match: Match) -> dict[str, Player]:
    """The player who is named for a seat, with a new id and so with a new link."""
    name = harmless(order.options.get(PLAYER, ""), LONGEST_NAME)
    colour = colour_named(match, order.options.get("colour", ""))
    if not name or colour is None:
        return {}
    key = next_key(match.players[colour].id)
    return {PLAYER: Player(player_id(participant.room, key), name)}


def _field_of(problem: Problem) -> str:
    match problem:
        case Missing(option=field) | NotOneOf(option=field) | NoLengthOfTime(option=field):
            return field
        case _:
            return ""
