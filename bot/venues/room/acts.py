"""What people do in the room: a typed line goes to the desk or the clerk, and so does a press.

Somebody who holds both seats types "E5": it is said as the player to move. They press "Resign" and
are asked back as whom. A line that comes twice, since the page lost its connection, has the same
key and is ruled once.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime

from bot.commands.acts import act_of
from bot.commands.clerk import Clerk
from bot.commands.command import Name
from bot.commands.confirming import is_confirmed
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.desk.desk import Desk
from bot.engine.chat import read_words
from bot.pages.match_view import Json
from bot.referee.events import Player, Request
from bot.referee.formats import COLOURS
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.room import Room
from bot.referee.ruling import Ignored, Refused
from bot.referee.submission import (
    Act,
    Ask,
    Cancel,
    ChooseFirst,
    Pause,
    Ready,
    Resign,
    Respond,
    Resume,
    Said,
    StartNow,
    Submission,
    Undo,
)
from bot.storage.failures import RoomTakenError
from bot.storage.room import ANSWER, REFUSAL, ROOM_VENUE, SAID, Line, NewLine
from bot.venues.room.message_log import MessageLog
from bot.venues.room.opening_form import rematch
from bot.venues.room.page_view import offer
from bot.venues.room.seats import Participant
from bot.venues.room.typed_commands import NOT_HERE, order_in
from bot.venues.room.voice import harmless
from bot.wording.room import HELP, NO_MATCH, NOT_HOST, NOT_OVER, OVER, UNCLEAR
from renderers.png import png

SERVER = "local"
VENUE = ROOM_VENUE
LONGEST_SAID = 2000


def place(room: str) -> Room:
    """The room of an id, as the store knows it."""
    return Room(VENUE, SERVER, room)


_ACTS: dict[str, Act] = {
    "start": StartNow(),
    **{f"first-{colour}": ChooseFirst(colour) for colour in COLOURS},
    "resign": Resign(),
    "accept": Respond(accept=True),
    "decline": Respond(accept=False),
    "take-back": Respond(accept=False),
    "pause": Pause(),
    "resume": Resume(),
    "undo": Undo(),
    "cancel": Cancel(),
    **{f"ask-{request}": Ask(request) for request in Request},
}


@dataclass(frozen=True, slots=True)
class Whisper:
    """What only the one who acted is told; `files` are names with their content.

    `ask` is a button that the page asks about and then presses, with the `reason` that was typed;
    `save` says that the page saves the files at once, since it asked for them by a button.
    """

    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    ask: Json | None = None
    reason: str = ""
    save: bool = False


class Acts:
    """Takes what people do, as whoever their tokens say they are."""

    def __init__(
        self, desk: Desk, clerk: Clerk, kept: MessageLog, now: Callable[[], datetime]
    ) -> None:
        self._desk = desk
        self._clerk = clerk
        self._log = kept
        self._now = now

    async def say(
        self,
        participant: Participant,
        number: int,
        match: Match,
        text: str,
        key: str,
        at: datetime,
        waits: Callable[[], None],
    ) -> Whisper | None:
        """A typed line: kept and shown, then ruled. `key` makes a repeat of it harmless.

        What can't be taken back is asked about first, and nobody sees that it was typed: a slip
        stays a slip. `waits` is told where a line can't be stored at once.
        """
        words = harmless(text, LONGEST_SAID, keep_lines=True)
        if not words:
            return None
        order = _read_order(words)
        if isinstance(order, Order):
            asked = _asked_back(order, participant, match)
            if asked is not None:
                return asked
        speaker, seat = participant.speaker(match), participant.seat(match)
        new = NewLine(
            room=participant.room,
            at=at,
            kind=SAID,
            text=words,
            speaker=speaker.id,
            name=speaker.name,
            colour="" if seat is None else match.terms.colours[seat],
        )
        line, is_new = await self._log.keep(new, f"{participant.room}/{key}", waits)
        if not is_new:
            return None
        if isinstance(order, OrderError):
            await self._answer(line, self._clerk.refusal(order))
            return None
        if order is not None:
            return await self._carry_out(order, participant, number, match, line)
        submission = Submission(speaker, Said(words), line.at, str(line.serial), participant.hosts)
        return await self._submit(submission, match, line)

    def expecting(self, number: int, at: datetime) -> AbstractContextManager[None]:
        """While what somebody did has arrived and has not been ruled, no time is called."""
        return self._desk.expecting(number, at)

    async def press(
        self,
        participant: Participant,
        number: int,
        match: Match,
        act: str,
        at: datetime,
        reason: str = "",
    ) -> Whisper | None:
        """A pressed button; `reason` is for the end of a match without a result."""
        if act == "rematch":
            return await self._rematch(participant, match, at)
        if act == "ready":
            return await self._ready(participant, number, match, at)
        done = _ACTS.get(act)
        if done is None:
            return None
        if isinstance(done, Cancel):
            done = Cancel(reason)
        asker = Asker(
            _author(participant, match, done), place(participant.room), at, participant.hosts
        )
        return Whisper(_here(await self._clerk.act(done, asker, number)).text)

    async def _submit(self, submission: Submission, match: Match, line: Line) -> Whisper | None:
        answer = await self._desk.submit(place(line.room), submission)
        if answer is None:
            meant = match.over and isinstance(read_words(line.text, match.spelling), tuple)
            return Whisper(OVER) if meant and match.seat(submission.author.id) else None
        plea = isinstance(answer.ruling, Ignored) and answer.ruling.plea is not None
        if answer.text and (plea or isinstance(answer.ruling, Refused)):
            # An answer that the whole room sees, as it sees what was said.
            await self._answer(line, Reply(answer.text), REFUSAL)
            return None
        if answer.text:
            return Whisper(answer.text)
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            return Whisper(UNCLEAR)
        return None

    async def _carry_out(
        self, order: Order, participant: Participant, number: int, match: Match, line: Line
    ) -> Whisper | None:
        elsewhere = NOT_HERE.get(order.command)
        if elsewhere is not None:
            await self._answer(line, Reply(elsewhere))
            return None
        if order.command is Name.HELP:
            return Whisper(HELP)
        if order.command is Name.READY:
            return await self._ready(participant, number, match, line.at)
        try:
            act = act_of(order, {})
        except OrderError as error:
            return Whisper(self._clerk.refusal(error).text)
        author = _author(participant, match, act)
        asker = Asker(
            author, place(line.room), line.at, participant.hosts, str(line.serial), only_here=True
        )
        reply = _here(await self._clerk.carry_out(order, asker))
        if reply.private or reply.files:
            return Whisper(reply.text, reply.files)
        await self._answer(line, reply)
        return None

    async def _ready(
        self, participant: Participant, number: int, match: Match, at: datetime
    ) -> Whisper | None:
        """Whoever holds both seats is ready for both."""
        seats = participant.seats(match)
        waiting = [colour for colour in seats if colour not in match.ready]
        authors = [match.players[colour] for colour in waiting or seats[:1]]
        reply = Reply("")
        for author in authors or [participant.speaker(match)]:
            asker = Asker(author, place(participant.room), at, participant.hosts)
            reply = _here(await self._clerk.act(Ready(), asker, number))
        return Whisper(reply.text)

    async def _rematch(
        self, participant: Participant, match: Match, at: datetime
    ) -> Whisper | None:
        if not participant.hosts:
            return Whisper(NOT_HOST)
        try:
            await self._desk.open(place(participant.room), rematch(match, at))
        except RoomTakenError:
            return Whisper(NOT_OVER)
        return None

    async def _answer(self, line: Line, reply: Reply, kind: str = ANSWER) -> None:
        """Answers a line for everybody to see."""
        picture = None if reply.scene is None else await asyncio.to_thread(png, reply.scene)
        new = NewLine(
            room=line.room,
            at=self._now(),
            kind=kind,
            text=reply.text,
            nonce=f"reply/{line.serial}",
            reply_to=line.serial,
            alt="" if reply.scene is None else reply.scene.alt,
        )
        await self._log.add(new, picture)


def _here(reply: Reply) -> Reply:
    """Where there is no match, what to do about it in this room."""
    return replace(reply, text=NO_MATCH) if reply.no_match else reply


def _read_order(words: str) -> Order | OrderError | None:
    """The command in a line, or what is wrong with it."""
    try:
        return order_in(words)
    except OrderError as error:
        return error


def _asked_back(order: Order, participant: Participant, match: Match) -> Whisper | None:
    """What can't be taken back is asked about first, as its button does."""
    if "match" in order.options or is_confirmed(order):
        return None
    try:
        act = act_of(order, {})
    except OrderError:
        return None
    match act:
        case Resign() if participant.seats(match) and not match.over:
            return Whisper(ask=offer("resign", match, participant))
        case Cancel(reason) if participant.hosts and not match.over:
            return Whisper(ask=offer("cancel", match, participant), reason=reason)
        case _:
            return None


def _author(participant: Participant, match: Match, act: Act | None) -> Player:
    """As whom somebody with several roles does a thing."""
    match act:
        case ChooseFirst() if match.dmo in participant.seats(match) and match.dmo is not None:
            return match.players[match.dmo]
        case Resign() | Ask() | ChooseFirst():
            return participant.speaker(match)
        case Respond():
            # Whoever holds both seats answers for the one that was asked.
            asked = match.request
            held = participant.seats(match)
            if asked is not None and asked.colour.other in held:
                return match.players[asked.colour.other]
            return participant.speaker(match)
        case _:
            return participant.as_host(match)
