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
from bot.commands.command import CONFIRM, ON
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.referee.hosting import colour_named
from bot.referee.match import Match
from bot.referee.problems import (
    LengthOutside,
    Missing,
    NoLengthOfTime,
    NotOneOf,
    OrderError,
    Problem,
)
from bot.web.kinds import Held, PageKind
from bot.web.order_forms import FORMS, LONGEST_FIELD, standing
from bot.web.people import Participant
from bot.web.pieces import harmless
from bot.web.presses import in_room
from bot.web.whisper import Whisper
from bot.wording.confirming import moved_on_text
from bot.wording.room import FIELD_LABELS, NOT_ONE_PERSON, empty_field_text
from bot.wording.voice import LONGEST_NAME


class Orders:
    """Takes what the host settles in a dialog."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind

    async def take(
        self, who: Participant, held: Held, act: str, fields: object, at: datetime
    ) -> Whisper | None:
        """Carries out an order; a problem is told with its field."""
        match, clerk = held.match, self._kind.clerk(held.room)
        name = FORMS.get(act)
        if name is None or not isinstance(fields, dict):
            return None
        order = self._kind.order(Order(name, _options(name, fields)), held)
        try:
            people = await self._people(order, who, match)
            if people is None:
                return Whisper(NOT_ONE_PERSON, refused=True, field=PLAYER)
            act_of(order, people)
        except VenueError as error:
            return Whisper(str(error), refused=True, field=PLAYER)
        except OrderError as error:
            field = _field_of(error.problem)
            text = clerk.refusal(error).text
            if isinstance(error.problem, Missing):
                text = empty_field_text(FIELD_LABELS[act, field][0])
            return Whisper(text, refused=True, field=field)
        if fields.get("standing", standing(match)) != standing(match):
            return Whisper(moved_on_text(), refused=True)
        host = who.as_host(match)
        asker = Asker(host, held.room, at, who.hosts(match), seats=people, only_here=True)
        reply = in_room(await clerk.carry_out(order, asker))
        # The room is told what was done: that is not said twice.
        return Whisper() if reply.announced else Whisper(reply.text, refused=True)

    async def _people(
        self, order: Order, who: Participant, match: Match
    ) -> dict[str, Player] | None:
        """The player who is named for a seat; None if that is nobody, or several people."""
        name = harmless(order.options.get(PLAYER, ""), LONGEST_NAME)
        colour = colour_named(match, order.options.get("colour", ""))
        if not name or colour is None:
            return {}
        player = await self._kind.newcomer(who, colour, name, match)
        return None if player is None else {PLAYER: player}


def _options(name: Name, fields: Mapping[str, Any]) -> dict[str, str]:
    keys = COMMANDS[name].options.keys() - {"match", CONFIRM}
    words = {
        key: harmless(value, LONGEST_FIELD)
        for key, value in fields.items()
        if key in keys and isinstance(value, str)
    }
    confirmed = {CONFIRM: ON[0]} if CONFIRM in COMMANDS[name].options else {}
    return {key: text for key, text in words.items() if text} | confirmed


def _field_of(problem: Problem) -> str:
    match problem:
        case (
            Missing(option=field)
            | NotOneOf(option=field)
            | NoLengthOfTime(option=field)
            | LengthOutside(option=field)
        ):
            return field
        case _:
            return ""
