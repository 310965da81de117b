"""What people type in the room: a line goes to the desk as words, or to the clerk as a command.

Somebody who holds both seats types "E5": it is said as the player to move. A line that comes twice,
since the page lost its connection, has the same key and is ruled once.

Forty people watch, and one of them types `match status`: neither the question nor its answer stands
in everybody's talk. A question is not kept at all, and so it is answered while the database can't
be written, too. What a command does in the match concerns the room: that line is kept and shown.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

from bot.commands.acts import act_of
from bot.commands.catalogue import Name
from bot.commands.clerk import Clerk
from bot.commands.confirming import is_confirmed
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.desk.desk import Desk
from bot.engine.chat import read_words
from bot.logs.fields import about
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.ruling import Ignored, Refused
from bot.referee.submission import Act, Resign, Said, Submission
from bot.storage.room import REFUSAL, SAID, Line, NewLine
from bot.venues.room.message_log import MessageLog
from bot.venues.room.page_view import offer
from bot.venues.room.place import place
from bot.venues.room.presses import Presses, answered, asked, author_of, in_room
from bot.venues.room.seats import Participant
from bot.venues.room.typed_commands import NOT_HERE, order_in
from bot.venues.room.voice import harmless
from bot.venues.room.whisper import Whisper
from bot.wording.room import HELP, OVER, UNCLEAR
from bot.wording.troubles import DAMAGED
from renderers.png import png

LONGEST_SAID = 2000


class Acts:
    """Takes what people type, as whoever their tokens say they are."""

    def __init__(
        self,
        desk: Desk,
        clerk: Clerk,
        presses: Presses,
        messages: MessageLog,
        now: Callable[[], datetime],
    ) -> None:
        self._desk = desk
        self._clerk = clerk
        self._presses = presses
        self._log = messages
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
        """Stores, shows and rules a typed line. `key` makes a repeat of it harmless.

        A question, or a slip, is answered only to whoever typed it, and nobody sees that it was
        typed. Nor does anybody see an act that can't be taken back before its author has confirmed
        it. `waits` is called where a line can't be stored at once.
        """
        words = harmless(text, LONGEST_SAID, keep_lines=True)
        if not words:
            return None
        try:
            order = order_in(words)
            act = None if order is None else _act_of(order)
        except OrderError as error:
            return Whisper(self._clerk.refusal(error).text)
        if order is not None:
            private = _asked_back(order, act, participant, match)
            if private is None and act is not None:
                private = await self._question(order, act, participant, match, at)
            if act is None:
                private = await self._to_asker(order, participant, match, at)
            if private is not None:
                return private
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
        message = str(line.serial)
        with about(match=number, message=message):
            if order is not None:
                return await self._carry_out(order, act, participant, number, match, line)
            submission = Submission(speaker, Said(words), line.at, message, participant.hosts)
            return await self._submit(submission, match, line)

    def expecting(self, number: int, at: datetime) -> AbstractContextManager[None]:
        """Within it, no time is called: an act has arrived and has not been ruled."""
        return self._desk.expecting(number, at)

    async def _submit(self, submission: Submission, match: Match, line: Line) -> Whisper | None:
        answer = await self._desk.submit(place(line.room), submission)
        if answer is None and match.damaged:
            return Whisper(DAMAGED)
        if answer is None:
            meant = match.over and isinstance(read_words(line.text, match.spelling), tuple)
            return Whisper(OVER) if meant and match.seat(submission.author.id) else None
        plea = isinstance(answer.ruling, Ignored) and answer.ruling.plea is not None
        if answer.text and (plea or isinstance(answer.ruling, Refused)):
            # The whole room saw the words, so it sees the answer.
            await self._refuse(line, answer.text)
            return None
        if answer.text:
            return Whisper(answer.text)
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            return Whisper(UNCLEAR)
        return None

    async def _to_asker(
        self, order: Order, participant: Participant, match: Match, at: datetime
    ) -> Whisper:
        """The answer to a question, for whoever asked it."""
        elsewhere = NOT_HERE.get(order.command)
        if elsewhere is not None:
            return Whisper(elsewhere)
        if order.command is Name.HELP:
            return Whisper(HELP)
        # A host who plays asks as a player: "my groups" are those of their seat.
        author = participant.speaker(match)
        asker = Asker(author, place(participant.room), at, participant.hosts, only_here=True)
        reply = in_room(await self._clerk.carry_out(order, asker))
        if reply.scene is None:
            return Whisper(reply.text, reply.files)
        picture = await asyncio.to_thread(png, reply.scene)
        return Whisper(reply.text, reply.files, picture=picture, alt=reply.scene.alt)

    async def _question(
        self, order: Order, act: Act, participant: Participant, match: Match, at: datetime
    ) -> Whisper | None:
        """What the referee asks back before an act counts."""
        author = author_of(participant, match, act)
        asker = Asker(
            author, place(participant.room), at, participant.hosts, asks_back=True, only_here=True
        )
        reply = await self._clerk.question(order, asker)
        return None if reply is None else asked(reply)

    async def _carry_out(
        self,
        order: Order,
        act: Act | None,
        participant: Participant,
        number: int,
        match: Match,
        line: Line,
    ) -> Whisper | None:
        """Does what a command says: the room is told of it, else whoever typed it."""
        if order.command is Name.READY:
            return await self._presses.ready(participant, number, match, line.at)
        asker = Asker(
            author_of(participant, match, act), place(line.room), line.at, participant.hosts,
            str(line.serial), only_here=True,
        )  # fmt: skip
        return answered(await self._clerk.carry_out(order, asker))

    async def _refuse(self, line: Line, text: str) -> None:
        """Answers a line for everybody to see."""
        new = NewLine(
            room=line.room,
            at=self._now(),
            kind=REFUSAL,
            text=text,
            nonce=f"reply/{line.serial}",
            reply_to=line.serial,
        )
        await self._log.add(new)


def _act_of(order: Order) -> Act | None:
    """What a command does in the match; None for a question, or an act that the room has not."""
    return None if order.command in NOT_HERE else act_of(order, {})


def _asked_back(
    order: Order, act: Act | None, participant: Participant, match: Match
) -> Whisper | None:
    """The question before an act that can't be taken back, as its button asks it too."""
    if "match" in order.options or is_confirmed(order):
        return None
    match act:
        case Resign() if participant.seats(match) and not match.over:
            return Whisper(ask=offer("resign", match, participant))
        case _:
            return None
