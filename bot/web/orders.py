"""Carries out what a page orders: a press on a button, a dialog of the host, a file to take home.

Somebody who holds both seats presses *Resign* and is asked back as whom; whoever hosts and plays
presses *Start now* as the host and *Resign* as the player.

The host presses *Rule a forfeit*, chooses Red and gives a reason. It is `host forfeit red`, already
confirmed: the dialog said what happens then. Where a turn was made meanwhile, that is not so any
more, and nothing is done.

What is taken home is what `match record`, `match replay` and `match board` give, one file at a
time; nobody else sees that somebody asked.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.commands.acts import PLAYER, PRESSES, act_of
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM, ON
from bot.commands.parsing import Order
from bot.commands.request import ACTION as CONFIRMS
from bot.commands.request import Asker, Reply
from bot.desk.venue import VenueError
from bot.referee import submission
from bot.referee.events import ASKABLE, Player
from bot.referee.hosting import colour_named, read_by
from bot.referee.match import Match
from bot.referee.problems import (
    LengthOutside,
    Missing,
    NoLengthOfTime,
    NotOneOf,
    OrderError,
    Problem,
)
from bot.servers.settings import USUAL_LOOK
from bot.views.files import race_file
from bot.web.kinds import Held, PageKind, Participant
from bot.web.order_forms import FORMS, LONGEST_FIELD, standing
from bot.web.page_writer import Whisper
from bot.web.pieces import harmless
from bot.wording.confirming import moved_on_text
from bot.wording.forms import ACCEPTS
from bot.wording.room import FIELD_LABELS, NO_MATCH, NOT_ONE_PERSON, empty_field_text
from bot.wording.voice import LONGEST_NAME, LONGEST_PLAIN
from renderers.png import png

HINT = "hint"
_ACTS: dict[str, submission.Act] = {
    **PRESSES,
    "accept": submission.Respond(accept=True),
    **{one: submission.Respond(accept=True, which=which) for which, one in enumerate(ACCEPTS, 1)},
    "decline": submission.Respond(accept=False),
    "take-back": submission.Respond(accept=False),
    **{f"ask-{request}": submission.Ask(request) for request in ASKABLE},
}


class Presses:
    """Takes presses, as whoever the page's links say it is."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind

    async def press(
        self, who: Participant, held: Held, act: str, at: datetime, asked: object = None
    ) -> Whisper | None:
        """A pressed button; `asked` is the mark of the request that it stood below."""
        match, clerk = held.match, self._kind.clerk(held.room)
        if act.endswith("rematch"):
            return await self._kind.press(who, held, act, at)
        if act == "ready":
            return await self.ready(who, held, at)
        if act == HINT:
            mover = match.players[match.to_move]
            player = mover if match.to_move in who.seats(match) else who.speaker(match)
            asker = Asker(player, held.room, at, who.hosts(match))
            order = Order(Name.HINT, {"match": str(held.number)})
            return answered(await clerk.carry_out(order, asker))
        if act.startswith(CONFIRMS):
            asker = Asker(who.as_host(match), held.room, at, who.hosts(match))
            return answered(await clerk.confirm(act, asker))
        done = _ACTS.get(act)
        if done is None:
            return None
        if isinstance(done, submission.Respond):
            done = replace(done, read=read_by(asked))
        asker = Asker(author_of(who, match, done), held.room, at, who.hosts(match))
        return answered(await clerk.act(done, asker, held.number))

    async def ready(self, who: Participant, held: Held, at: datetime) -> Whisper | None:
        """Makes a player ready; somebody who holds both seats is ready for both."""
        match, clerk = held.match, self._kind.clerk(held.room)
        seats = who.seats(match)
        waiting = [colour for colour in seats if colour not in match.start.ready]
        authors = [match.players[colour] for colour in waiting or seats[:1]]
        reply = Reply("")
        for author in authors or [who.speaker(match)]:
            asker = Asker(author, held.room, at, who.hosts(match))
            reply = await clerk.act(submission.Ready(), asker, held.number)
        return answered(reply)


def asked(reply: Reply) -> Whisper | None:
    """The question that a command asks back, with the button that says yes to it."""
    if not reply.question or not reply.buttons:
        return None
    button = reply.buttons[0]
    text = harmless(reply.question, LONGEST_PLAIN)
    return Whisper(ask={"act": button.action, "label": button.label, "ask": text})


def answered(reply: Reply) -> Whisper | None:
    """The answer to an act; None where the whole room is told the same."""
    return None if reply.announced else Whisper(in_room(reply).text)


def in_room(reply: Reply) -> Reply:
    """An answer for this room: where there is no match, it says what to do about that."""
    return replace(reply, text=NO_MATCH) if reply.no_match else reply


def author_of(participant: Participant, match: Match, act: submission.Act | None) -> Player:
    """The role in which somebody with several roles does something."""
    match act:
        case submission.Choose() if match.chooser is not None and match.chooser in (
            participant.seats(match)
        ):
            return match.players[match.chooser]
        case submission.Resign() | submission.Ask() | submission.Choose():
            return participant.speaker(match)
        case submission.Respond():
            # Somebody who holds both seats answers for the seat that was asked.
            asked = match.request
            held = participant.seats(match)
            if asked is not None and asked.colour.other in held:
                return match.players[asked.colour.other]
            return participant.speaker(match)
        case _:
            return participant.as_host(match)


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


_RACE = "-race.png"
_NAMES = {"record": Name.RECORD, "replay": Name.REPLAY, "board": Name.BOARD}


class Downloads:
    """Answers what pages want to save."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind

    async def take(
        self, who: Participant, held: Held, what: str, turn: object, at: datetime
    ) -> Whisper | None:
        """The files, or why there are none; None for a kind of file that there is not.

        `turn` is for the board only: the number of turns played by then.
        """
        number, match = held.number, held.match
        if what == "race":
            return await _race(number, match)
        name = _NAMES.get(what)
        if name is None:
            return None
        options = {"turn": str(turn)} if name is Name.BOARD else {}
        order = self._kind.order(Order(name, options), held)
        asker = Asker(who.speaker(match), held.room, at, who.hosts(match), only_here=True)
        reply = await self._kind.clerk(held.room).carry_out(order, asker)
        files = reply.files
        if reply.scene is not None:
            picture = await asyncio.to_thread(png, reply.scene)
            files = (*files, (f"match-{number}-turn-{turn}.png", picture))
        # The replay of an ended match comes with its race, which has a button of its own.
        files = tuple(file for file in files if not file[0].endswith(_RACE))
        return Whisper("" if files else reply.text, files, save=bool(files))


async def _race(number: int, match: Match) -> Whisper | None:
    """The chart of both players' figures by turn, once the match is over."""
    if not match.over or not match.turns:
        return None
    chart = await asyncio.to_thread(race_file, match, number, USUAL_LOOK)
    return Whisper("", ((f"match-{number}{_RACE}", chart),), save=True)
