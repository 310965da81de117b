"""The WebSocket of one page: a hello, what the page missed, and from then on messages both ways.

Red's laptop loses its Wi-Fi for a minute. The page connects again and says hello, with its tokens
and the serial number and timestamp of the last line it has seen. It is answered with `welcome`, the
`lines` that it missed and the `state` of the match; then it may `say` and `act`. What it had sent
without an answer it sends again with the same key, which makes that idempotent; what is told to it
alone has that key as well.

What arrives is stamped at once, and dealt with one after the other: what takes long, such as a
database that can't be written, makes nothing behind it late. A line is called `taken` when it is
stored; one beyond the limits of a page is answered with `again`, and the page sends it again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.desk.venue import Venue
from bot.engine.chat import read_words
from bot.referee.match import Room
from bot.storage.room import Line
from bot.timing import break_off
from bot.web.dispatch import Services, dispatch
from bot.web.hello import Hello, turn_away
from bot.web.kinds import Around, Held, Participant
from bot.web.messages_in import LONGEST_MESSAGE, read_object
from bot.web.page_limits import HELLO_TIMEOUT, MessageLimits, PageLimits
from bot.web.page_view import line_shown, preview, state
from bot.web.page_writer import PageWriter, Whisper
from bot.web.view import Json, MatchView
from bot.wording import room as words

log = logging.getLogger(__name__)

LONGEST_TURN = 200
MOST_ARRIVED = 100
"""Messages of one page that are not dealt with yet."""
_CHUNK = 100


@dataclass(frozen=True, slots=True)
class _Arrived:
    """A message that is to be dealt with; no time is called before it while `expected` is open."""

    message: Mapping[str, Any]
    at: datetime
    expected: contextlib.ExitStack


class PageConnection:
    """One page."""

    def __init__(
        self, socket: web.WebSocketResponse, subject: str, services: Services, limits: PageLimits
    ) -> None:
        self._subject = subject
        self.participant: Participant
        self._welcomed: datetime
        self._limits = limits
        self._socket = socket
        self._services = services
        self._writer: PageWriter
        self._messages = MessageLimits(services.timepiece.monotonic())
        self._arrived: asyncio.Queue[_Arrived] = asyncio.Queue(MOST_ARRIVED)
        self._looked_at: asyncio.Queue[int] = asyncio.Queue()
        self._missed: list[Line | int] | None = []
        self._remote = self._source = ""
        self._cut_off: Callable[[], None]
        self._has_seat = False
        self._room: Room | None = None
        self._is_leaving = False
        self.host_token = ""
        self._board = ""
        self._moves: Sequence[Json] | None = None
        self._cup: Json = {}
        self._pictures: Sequence[str] | None = None

    async def serve(self, request: web.Request, source: str) -> None:
        """Serves the page until it goes; `source` is whom it comes from."""

        def cut_off() -> None:
            if request.transport is not None:
                request.transport.abort()

        self._source = source
        self._remote, self._cut_off = request.remote or "", cut_off
        with self._limits.unknown(source, cut_off):
            hello = await self._services.entrance.hello(self._socket, self._subject, HELLO_TIMEOUT)
        if hello is None:
            return
        self.participant, self.host_token = hello.participant, hello.host_token
        self._room = self.participant.room
        if self._services.kind.is_elsewhere(self._room):
            await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return
        now = partial(self._services.kind.now, self.participant.room)
        self._writer = PageWriter(self._socket, now)
        seats = await self._services.kind.seats_of(self.participant)
        self._has_seat = bool(seats)
        if not seats and self._limits.bars(source, self._now()):
            await turn_away(self._socket, words.TOO_MANY, WSCloseCode.TRY_AGAIN_LATER)
            return
        with self._limits.take(seats, self._subject, source, cut_off) as free:
            if free:
                await self._serve(hello)
            else:
                await turn_away(self._socket, words.TOO_MANY, WSCloseCode.TRY_AGAIN_LATER)

    def is_at(self, venue: Venue) -> bool:
        """Whether the page is about a match that a venue holds."""
        room = self._room
        return room is not None and room.venue == venue.name and venue.holds(room)

    async def let_go(self) -> None:
        """Takes nothing more from the page, deals with what has come, and ends its connection."""
        self._is_leaving = True
        await self._arrived.join()
        self.go()

    async def _serve(self, hello: Hello) -> None:
        await self._services.kind.ready(self.participant.room)
        works = (self._writer.run(), self._deal_with_arrived(), self._show_past())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            await self._until_gone(hello)
            # A page that is gone meant what it sent: that is still dealt with.
            await self._arrived.join()
        finally:
            await break_off(*tasks)
            while not self._arrived.empty():
                self._arrived.get_nowait().expected.close()

    async def _until_gone(self, hello: Hello) -> None:
        try:
            with self._services.pages.arriving(self._subject):
                self._welcomed = self._services.kind.now(self.participant.room)
                await self._welcome(hello)
            async for message in self._socket:
                self._on_frame(message.type, message.data)
                # A thousand frames may have come at once: others have their turn between them.
                await asyncio.sleep(0)
        finally:
            self._services.log.leave(self.participant.log, self._on_news)
            self._services.pages.leave(self)
            if not self._services.pages.is_open(self._subject):
                self._services.arrivals.forget(self._subject)

    def show(self, view: MatchView, around: Around, here: frozenset[str]) -> None:
        """Sends how the match stands, with the board where it has changed."""
        kind, held = self._services.kind, self._services.pages.match(self._subject)
        now = kind.now(self.participant.room)
        more = [] if held is None else kind.acts(self.participant, held)
        thinks = self._services.thinks()
        shown = state(view, self.participant, around, here, more, thinks, now)
        if self.host_token:
            shown["links"] = kind.tokens(self.host_token, view.match)
        if held is not None and (beside := kind.beside(self.participant, held)):
            shown["beside"] = beside
        if view.board != self._board:
            self._board = shown["board"] = view.board
        if view.moves != self._moves:
            self._moves = view.moves
            shown["moves"] = view.moves
        self._writer.send(shown)

    def show_cup(self, shown: Json, pictures: Sequence[str]) -> None:
        """Sends how the cup stands where it has changed, and its pictures where they have."""
        cups = self._services.kind.cups
        if self.host_token and cups is not None:
            shown = shown | {"links": cups.links(self.host_token)}
        if shown == self._cup and pictures == self._pictures:
            return
        message: Json = {"type": "cup", "cup": shown}
        if pictures != self._pictures:
            message["pictures"] = pictures
        self._cup, self._pictures = shown, pictures
        self._writer.send(message)

    def tell(self, text: str) -> None:
        """Tells this page alone."""
        self._writer.whisper(Whisper(text))

    def go(self) -> None:
        """Ends the connection after what waits has been sent."""
        self._writer.end()

    async def _welcome(self, hello: Hello) -> None:
        reach = self._services.kind.reach(self._remote) if self.host_token else {}
        self._writer.send(hello.welcome(reach))
        await self._services.log.follow(self.participant.log, hello.after, self._on_news)
        missed, self._missed = self._missed or [], None
        lines = [self._line(news) for news in missed if isinstance(news, Line)]
        for start in range(0, len(lines), _CHUNK):
            self._writer.send(
                {"type": "lines", "lines": lines[start : start + _CHUNK], "old": True}
            )
        gone = [serial for serial in missed if isinstance(serial, int)]
        self._writer.send({"type": "gone", "serials": gone})
        await self._services.pages.enter(self)

    def _on_news(self, news: Line | int) -> None:
        if self._missed is not None:
            self._missed.append(news)
        elif isinstance(news, Line):
            self._writer.send({"type": "lines", "lines": [self._line(news)]})
        else:
            self._writer.send({"type": "gone", "serials": [news]})

    def _line(self, line: Line) -> Json:
        return line_shown(line, self._services.kind.role_of)

    def _on_frame(self, kind: WSMsgType, data: Any) -> None:
        if self._is_leaving or kind is WSMsgType.ERROR:
            # A frame that is none, or far too long, ends the connection by itself.
            return
        held = self._services.pages.match(self._subject)
        match = None if held is None else held.match
        at = self._services.arrivals.stamp(self.participant, match, self._welcomed)
        length = len(data.encode() if isinstance(data, str) else data)
        if not self._messages.frame(self._now(), length, is_long=length > LONGEST_MESSAGE):
            # Reading what it sends would take the time of all other pages.
            self._is_leaving = True
            self._limits.note_cut(self._source, self._now())
            self._cut_off()
            return
        if kind is not WSMsgType.TEXT:
            self.tell(words.UNREADABLE)
            return
        message = read_object(data)
        if message.get("type") == "look":
            turn = message.get("turn")
            if isinstance(turn, int) and self._messages.look(self._now()):
                self._looked_at.put_nowait(turn)
            return
        if message.get("type") == "try":
            self._try(held, message.get("text"))
            return
        if length > LONGEST_MESSAGE:
            self._done(message, Whisper(words.too_long_text(length, LONGEST_MESSAGE)))
        elif self._arrived.full() or not self._is_in_limits(message):
            self._on_too_fast(message)
        else:
            expected = contextlib.ExitStack()
            if held is not None:
                turn = self._reads_as_turn(message)
                waits = self._services.expecting(held.number, at, brings_turn=turn)
                expected.enter_context(waits)
            self._arrived.put_nowait(_Arrived(message, at, expected))

    def _try(self, held: Held | None, text: object) -> None:
        """Says what a turn would come to; whoever is not to move has none to try."""
        if held is None or not isinstance(text, str) or len(text) > LONGEST_TURN:
            return
        mine = held.match.to_move in self.participant.seats(held.match)
        if mine and self._messages.look(self._now()):
            says = preview(held.match, text)
            self._writer.send({"type": "tried", "text": text, "says": says})

    async def _show_past(self) -> None:
        """Shows earlier positions to this page; nothing is ruled, so nothing waits for it."""
        while True:
            turn = await self._looked_at.get()
            held = self._services.pages.match(self._subject)
            if held is None:
                continue
            try:
                drawings = self._services.pages.drawings
                shown = await drawings.after(held.number, held.match, turn)
            except Exception:
                log.exception("%s: an earlier position could not be shown", self._subject)
                self.tell(words.BROKEN)
            else:
                if shown is not None:
                    self._writer.send({"type": "position"} | shown)

    def _is_in_limits(self, message: Mapping[str, Any]) -> bool:
        if not self._messages.message(self._now(), is_turn=self._reads_as_turn(message)):
            return False
        is_talk = message.get("type") == "say" and not self._has_seat
        return not is_talk or self._limits.talk(self._subject, self._now())

    def _reads_as_turn(self, message: Mapping[str, Any]) -> bool:
        text, held = message.get("text"), self._services.pages.match(self._subject)
        if held is None or not isinstance(text, str) or len(text) > LONGEST_TURN:
            return False
        match = held.match
        if not self.participant.seats(match):
            return False
        return isinstance(read_words(text, match.spelling), tuple)

    def _on_too_fast(self, message: Mapping[str, Any]) -> None:
        """Refuses a message for now: the page sends words again, but not a press."""
        key = message.get("key")
        if message.get("type") != "say" or not isinstance(key, str):
            self._done(message, Whisper(words.TOO_FAST, refused=True))
            return
        self._writer.send({"type": "again", "key": key})
        if self._messages.to_tell(self._now()):
            self.tell(words.SENT_AGAIN)

    async def _deal_with_arrived(self) -> None:
        while True:
            arrived = await self._arrived.get()
            message, at, who = arrived.message, arrived.at, self.participant
            with arrived.expected:
                done = await dispatch(self._services, who, message, at, self.tell)
                self._done(message, done)
            self._arrived.task_done()

    def _done(self, message: Mapping[str, Any], whisper: Whisper | None) -> None:
        """Tells the page that it need not send a message again, whatever came of it.

        The answer goes first and has the message's key: a connection that breaks in between loses
        no answer, and the page does not show the answer to a repeat.
        """
        key = message.get("key")
        key = key if isinstance(key, str) else None
        if whisper is not None:
            self._writer.whisper(whisper, key)
        if key is not None:
            self._writer.send({"type": "taken", "key": key})

    def _now(self) -> timedelta:
        return self._services.timepiece.monotonic()
