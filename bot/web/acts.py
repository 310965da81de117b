"""What people type in the room: a line goes to the desk as words, or to the clerk as a command.

Somebody who holds both seats types "E5": it is said as the player to move. A line that comes twice,
since the page lost its connection, has the same key and is ruled once.

Forty people watch, and one of them types `match status`: neither the question nor its answer stands
in everybody's talk. A question is not kept at all, and so it is answered while the database can't
be written, too. What a command does in the match concerns the room: that line is kept and shown.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot.commands.acts import act_of
from bot.commands.catalogue import Name
from bot.commands.cup_options import CUP_NAMES
from bot.commands.parsing import Order
from bot.commands.request import Asker, is_confirmed
from bot.engine.chat import read_words
from bot.logs.lines import about
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.ruling import Ignored, Reason, Refused
from bot.referee.submission import Act, Resign, Said, Submission
from bot.storage.room import REFUSAL, SAID, Line, NewLine
from bot.web.kinds import Held, PageKind, Participant
from bot.web.message_log import MessageLog
from bot.web.messages_in import order_in
from bot.web.orders import Presses, answered, asked, author_of, in_room
from bot.web.page_view import offer
from bot.web.page_writer import Whisper
from bot.web.pieces import harmless
from bot.wording.refusals import refusal_text
from bot.wording.room import TALK_THERE, UNCLEAR, WAITS
from bot.wording.troubles import DAMAGED
from renderers.png import png

LONGEST_SAID = 2000


class Acts:
    """Takes what people type, as whoever their links say they are."""

    def __init__(self, kind: PageKind, presses: Presses, messages: MessageLog) -> None:
        self._kind = kind
        self._presses = presses
        self._log = messages

    async def say(
        self,
        who: Participant,
        held: Held,
        text: str,
        key: str,
        at: datetime,
        tell: Callable[[str], None],
    ) -> Whisper | None:
        """Stores, shows and rules a typed line. `key` makes a repeat of it harmless.

        A question, or a slip, is answered only to whoever typed it, and nobody sees that it was
        typed. Nor does anybody see an act that can't be taken back before its author has confirmed
        it. `tell` tells the page what its line waits for.
        """
        match, words = held.match, harmless(text, LONGEST_SAID, keep_lines=True)
        if not words:
            return None
        try:
            order = order_in(words)
            act = None if order is None else self._act_of(order)
        except OrderError as error:
            return Whisper(self._kind.clerk(held.room).refusal(error).text)
        if order is not None and order.command in CUP_NAMES and self._kind.cups is not None:
            return await self._kind.cups.typed(who, order, at)
        if order is not None:
            private = _asked_back(order, act, who, match)
            order = self._kind.order(order, held)
            if private is None and act is not None:
                private = await self._question(order, act, who, held, at)
            if act is None:
                private = await self._to_asker(order, who, held, at)
            if private is not None:
                return private
        elif not self._kind.talks() and (why := _in_vain(words, who, match)):
            return Whisper(why)
        speaker, seat = who.speaker(match), who.seat(match)
        new = NewLine(
            room=who.log,
            at=at,
            kind=SAID,
            text=words,
            speaker=speaker.id,
            name=speaker.name,
            colour="" if seat is None else match.terms.colours[seat],
        )
        line, is_new = await self._log.keep(new, f"{who.log}/{key}", lambda: tell(WAITS))
        if not is_new:
            return None
        message = self._kind.message(line.serial)
        with about(match=held.number, message=message):
            if order is not None:
                return await self._carry_out(order, act, who, held, line)
            submission = Submission(speaker, Said(words), line.at, message, who.hosts(match))
            if waits := self._kind.waits(held, submission):
                tell(waits)
            return await self._submit(submission, held, line)

    async def say_without_match(
        self, who: Participant, text: str, key: str, at: datetime, tell: Callable[[str], None]
    ) -> Whisper | None:
        """A line in the room of a cup in which there is no match: a command, or talk."""
        words = harmless(text, LONGEST_SAID, keep_lines=True)
        if not words:
            return None
        clerk = self._kind.clerk(who.room)
        try:
            order = order_in(words)
        except OrderError as error:
            return Whisper(clerk.refusal(error).text)
        if order is None:
            author = who.guest
            new = NewLine(who.log, at, SAID, words, speaker=author.id, name=author.name)
            await self._log.keep(new, f"{who.log}/{key}", lambda: tell(WAITS))
            return None
        if order.command in CUP_NAMES and self._kind.cups is not None:
            return await self._kind.cups.typed(who, order, at)
        if order.command is Name.HELP:
            return Whisper(self._kind.help)
        asker = Asker(who.guest, who.room, at, zone=who.zone, only_here=True)
        return Whisper(in_room(await clerk.carry_out(order, asker)).text)

    async def _submit(self, submission: Submission, held: Held, line: Line) -> Whisper | None:
        match = held.match
        answer = await self._kind.submit(held, submission)
        if answer is None and match.damaged:
            return Whisper(DAMAGED)
        if answer is None:
            meant = match.over and isinstance(read_words(line.text, match.spelling), tuple)
            return Whisper(self._kind.over) if meant and match.seat(submission.author.id) else None
        plea = isinstance(answer.ruling, Ignored) and answer.ruling.plea is not None
        if answer.text and (plea or isinstance(answer.ruling, Refused)):
            # Whoever saw the words sees the answer.
            await self._refuse(line, answer.text, self._kind.now(held.room))
            return None
        if answer.text:
            return Whisper(answer.text)
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            return Whisper(UNCLEAR)
        return None

    async def _to_asker(self, order: Order, who: Participant, held: Held, at: datetime) -> Whisper:
        """The answer to a question, for whoever asked it."""
        elsewhere = self._kind.not_here.get(order.command)
        if elsewhere is not None:
            return Whisper(elsewhere)
        if order.command is Name.HELP:
            return Whisper(self._kind.help)
        # A host who plays asks as a player: "my groups" are those of their seat.
        author = who.speaker(held.match)
        asker = Asker(author, held.room, at, who.hosts(held.match), zone=who.zone, only_here=True)
        reply = in_room(await self._kind.clerk(held.room).carry_out(order, asker))
        if reply.scene is None:
            return Whisper(reply.text, reply.files)
        picture = await asyncio.to_thread(png, reply.scene)
        return Whisper(reply.text, reply.files, picture=picture, alt=reply.scene.alt)

    async def _question(
        self, order: Order, act: Act, who: Participant, held: Held, at: datetime
    ) -> Whisper | None:
        """What the referee asks back before an act counts."""
        author, hosts = author_of(who, held.match, act), who.hosts(held.match)
        asker = Asker(author, held.room, at, hosts, asks_back=True, only_here=True)
        reply = await self._kind.clerk(held.room).question(order, asker)
        return None if reply is None else asked(reply)

    async def _carry_out(
        self, order: Order, act: Act | None, who: Participant, held: Held, line: Line
    ) -> Whisper | None:
        """Does what a command says: the room is told of it, else whoever typed it."""
        if order.command is Name.READY:
            return await self._presses.ready(who, held, line.at)
        asker = Asker(
            author_of(who, held.match, act), held.room, line.at, who.hosts(held.match),
            self._kind.message(line.serial), only_here=True,
        )  # fmt: skip
        async with self._kind.once_ruled(held, line.at):
            reply = await self._kind.clerk(held.room).carry_out(order, asker)
        return answered(reply)

    async def _refuse(self, line: Line, text: str, at: datetime) -> None:
        """Answers a line for everybody to see who sees the line."""
        new = NewLine(
            room=line.room,
            at=at,
            kind=REFUSAL,
            text=text,
            nonce=f"reply/{line.serial}",
            reply_to=line.serial,
        )
        await self._log.add(new)

    def _act_of(self, order: Order) -> Act | None:
        """What a command does in the match; None for a question, or what is not done here."""
        return None if order.command in self._kind.not_here else act_of(order, {})


def _in_vain(words: str, who: Participant, match: Match) -> str:
    """Why words do nothing where nobody talks; "" for a player's turn."""
    if not isinstance(read_words(words, match.spelling), tuple):
        return TALK_THERE
    return "" if who.seats(match) else refusal_text(match, Refused(Reason.NOT_A_PLAYER))


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
