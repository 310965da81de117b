"""The WebSocket of one page: a hello, what the page missed, and from then on messages both ways.

Red's laptop loses its Wi-Fi for a minute. The page connects again and says hello, with its tokens
and the serial number and timestamp of the last line it has seen. It is answered with `welcome`, the
`lines` that it missed and the `state` of the match; then it may `say` and `act`. What it had sent
without an answer it sends again with the same key, which makes that idempotent. Where the line that
it has seen is not the one that is kept, a backup was restored: `restored` has it load anew.

What arrives is stamped at once, and dealt with one after the other: what takes long, such as a
database that can't be written, makes nothing behind it late. A line is called `taken` when it is
stored; one beyond the limits of a page is answered with `again`, and the page sends it again.
"""

import asyncio
import base64
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.commands.catalogue import COMMANDS
from bot.engine.chat import read_words
from bot.limits import Bucket
from bot.pages.match_view import Json, MatchView, moment, paints
from bot.storage.room import Line, RoomStore
from bot.timing import Timepiece, VenueClock
from bot.venues.room.acts import Acts, Whisper
from bot.venues.room.downloads import Downloads
from bot.venues.room.message_log import MessageLog
from bot.venues.room.open_pages import OpenPages
from bot.venues.room.page_limits import HELLO_TIMEOUT, LOOKS, LOOKS_REFILL, PageLimits
from bot.venues.room.page_view import line_shown, state
from bot.venues.room.seats import MOST_TOKENS, Participant, Role, all_tokens, roles_of
from bot.venues.room.typed_commands import COMMANDS_HERE
from bot.venues.room.voice import LONGEST_NAME, harmless, parts
from bot.wording.room import (
    BROKEN,
    NO_SEAT,
    RESTORED,
    SENT_AGAIN,
    TOO_FAST,
    TOO_MANY,
    UNREADABLE,
    WAITS,
    too_long_text,
)

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 4096
LONGEST_FRAME = 64 * 1024
"""A longer frame ends the connection; up to here the page is told that it was too long."""
MOST_AT_ONCE, REFILL = 10, timedelta(seconds=5)
TURNS_AT_ONCE = 3
"""Beside the other messages, so that chatter uses up no turn's place."""
LONGEST_TURN = 200
MOST_WAITING = 500
MOST_ARRIVED = 100
"""Messages of one page that are not dealt with yet."""
HEARTBEAT_INTERVAL = timedelta(seconds=10)
NO_SEAT_CODE, UNREADABLE_CODE, RESTORED_CODE = 4401, 4400, 4409
LARGEST_SERIAL = 2**53
"""Whole numbers beyond this are none in a browser."""
_CHUNK = 100


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the room that every connection works with."""

    store: RoomStore
    log: MessageLog
    pages: OpenPages
    acts: Acts
    downloads: Downloads
    clock: VenueClock
    timepiece: Timepiece
    ready: Callable[[], Awaitable[None]]
    """Returns when the room is on duty; nothing is ruled before."""


@dataclass(frozen=True, slots=True)
class _Arrived:
    """A message that is to be dealt with; no time is called before it while `expected` is open."""

    said: Mapping[str, Any]
    at: datetime
    expected: contextlib.ExitStack


class PageConnection:
    """One page."""

    def __init__(
        self, socket: web.WebSocketResponse, room: str, services: Services, limits: PageLimits
    ) -> None:
        self.participant = Participant(room, frozenset())
        self._limits = limits
        self._socket = socket
        self._services = services
        self._bucket = Bucket(MOST_AT_ONCE, REFILL, services.timepiece.monotonic())
        now = services.timepiece.monotonic()
        self._turns = Bucket(TURNS_AT_ONCE, REFILL, now)
        self._told_too_fast = Bucket(1, REFILL, now)
        self._arrived: asyncio.Queue[_Arrived] = asyncio.Queue(MOST_ARRIVED)
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue(MOST_WAITING)
        self._missed: list[Line | int] | None = []
        self._looks = Bucket(LOOKS, LOOKS_REFILL, now)
        self._board = ""
        self._moves: Sequence[Json] | None = None

    async def serve(self, request: web.Request) -> None:
        """Serves the page until it goes."""

        def cut_off() -> None:
            if request.transport is not None:
                request.transport.abort()

        with self._limits.unknown(request.remote or "", cut_off):
            hello = await self._hello()
        if hello is None:
            return
        with self._limits.take(self.participant.room, self.participant.roles) as free:
            if free:
                await self._serve(*hello)
            else:
                await self._turn_away(TOO_MANY, WSCloseCode.TRY_AGAIN_LATER)

    async def _serve(self, tokens: list[str], after: int) -> None:
        await self._services.ready()
        tasks = [asyncio.create_task(work) for work in (self._write(), self._deal_with_arrived())]
        try:
            await self._until_gone(tokens, after)
            # Whoever sent something and went meant it all the same.
            await self._arrived.join()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            while not self._arrived.empty():
                self._arrived.get_nowait().expected.close()

    async def _until_gone(self, tokens: list[str], after: int) -> None:
        try:
            await self._welcome(tokens, after)
            async for message in self._socket:
                self._on_frame(message.type, message.data)
        finally:
            self._services.log.leave(self.participant.room, self._on_news)
            self._services.pages.leave(self)

    def show(self, view: MatchView, here: frozenset[Role]) -> None:
        """Sends how the match stands, with the board where it has changed."""
        shown = state(view, self.participant, here, self._services.clock.now())
        if view.board != self._board:
            self._board = view.board
            shown["board"] = view.board
        if view.moves != self._moves:
            self._moves = view.moves
            shown["moves"] = view.moves
        self._send(shown)

    def tell(self, text: str) -> None:
        """Tells this page alone."""
        self._whisper(Whisper(text))

    def go(self) -> None:
        """Ends the connection after what waits has been sent."""
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)

    async def _hello(self) -> tuple[list[str], int] | None:
        """The tokens and the last serial number seen; None for somebody without a seat."""
        try:
            async with asyncio.timeout(HELLO_TIMEOUT.total_seconds()):
                frame = await self._socket.receive()
        except TimeoutError:
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return None
        said = _read(frame.data) if frame.type is WSMsgType.TEXT else {}
        after = said.get("after", 0)
        if not isinstance(after, int) or abs(after) > LARGEST_SERIAL:
            await self._turn_away(UNREADABLE, UNREADABLE_CODE)
            return None
        given = said.get("tokens")
        tokens = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
        tokens = tokens[:MOST_TOKENS]
        room = self.participant.room
        roles = roles_of(tokens, await self._services.store.roles(room))
        if not roles:
            await self._refuse()
            return None
        if not await self._is_same_past(room, after, said.get("at")):
            await self._turn_away(RESTORED, RESTORED_CODE, "restored")
            return None
        self.participant = Participant(room, roles, _name(said))
        return tokens, max(0, after)

    async def _is_same_past(self, room: str, after: int, at: object) -> bool:
        """Whether the last line that the page has seen is the one that is kept under its number.

        After a backup was restored there is none, or another one with another timestamp.
        """
        if after <= 0 or not isinstance(at, int) or not at:
            return True
        kept = await self._services.store.stamp_of(room, after)
        return kept is not None and moment(kept) == at

    async def _turn_away(self, text: str, code: int, kind: str = "whisper") -> None:
        """The page is told why it can't come in; it may come again."""
        if not self._socket.closed:
            await self._socket.send_json({"type": kind, "parts": parts(text)})
            await self._socket.close(code=code)

    async def _refuse(self) -> None:
        if not self._socket.closed:
            await self._socket.send_json({"type": "closed", "text": NO_SEAT})
            await self._socket.close(code=NO_SEAT_CODE, message=b"no seat")

    async def _welcome(self, tokens: list[str], after: int) -> None:
        room = self.participant.room
        known = await self._services.store.roles(room)
        host = [one for one in tokens if Role.HOST in roles_of([one], known)]
        self._send(
            {
                "type": "welcome",
                "roles": sorted(self.participant.roles),
                "links": all_tokens(host[0]) if host else {},
                # Only what opens a seat is worth keeping.
                "tokens": {next(iter(r)): one for one in tokens if (r := roles_of([one], known))},
                "paints": paints(),
                "commands": {name: COMMANDS[name].help for name in COMMANDS_HERE},
            }
        )
        await self._services.log.follow(room, after, self._on_news)
        missed, self._missed = self._missed or [], None
        lines = [line_shown(news) for news in missed if isinstance(news, Line)]
        for start in range(0, len(lines), _CHUNK):
            self._send({"type": "lines", "lines": lines[start : start + _CHUNK], "old": True})
        self._send({"type": "gone", "serials": [one for one in missed if isinstance(one, int)]})
        await self._services.pages.enter(self)

    def _on_news(self, news: Line | int) -> None:
        if self._missed is not None:
            self._missed.append(news)
        elif isinstance(news, Line):
            self._send({"type": "lines", "lines": [line_shown(news)]})
        else:
            self._send({"type": "gone", "serials": [news]})

    def _on_frame(self, kind: WSMsgType, data: Any) -> None:
        at = self._services.clock.now()
        if kind is not WSMsgType.TEXT:
            self._whisper(Whisper(UNREADABLE))
            return
        said, length = _read(data), len(data.encode())
        if said.get("type") == "look":
            self._show_past(said)
            return
        if length > LONGEST_MESSAGE:
            self._done(said, Whisper(too_long_text(length, LONGEST_MESSAGE)))
        elif self._arrived.full() or not self._is_in_limits(said):
            self._on_too_fast(said)
        else:
            expected, view = contextlib.ExitStack(), self._view()
            if view is not None:
                expected.enter_context(self._services.acts.expecting(view.number, at))
            self._arrived.put_nowait(_Arrived(said, at, expected))

    def _show_past(self, said: Mapping[str, Any]) -> None:
        """An earlier position, for this page alone; nothing is ruled, so nothing waits for it."""
        view = self._view()
        if view is None or not self._looks.take(self._services.timepiece.monotonic()):
            return
        try:
            shown = self._services.pages.past.after(view, said.get("turn"))
        except Exception:
            log.exception("room %s: an earlier position could not be shown", self.participant.room)
            self._whisper(Whisper(BROKEN))
            return
        if shown is not None:
            self._send(shown)

    def _is_in_limits(self, said: Mapping[str, Any]) -> bool:
        now = self._services.timepiece.monotonic()
        return self._bucket.take(now) or (self._reads_as_turn(said) and self._turns.take(now))

    def _reads_as_turn(self, said: Mapping[str, Any]) -> bool:
        text, view = said.get("text"), self._view()
        if view is None or not isinstance(text, str) or len(text) > LONGEST_TURN:
            return False
        if not self.participant.seats(view.match):
            return False
        return isinstance(read_words(text, view.match.spelling), tuple)

    def _on_too_fast(self, said: Mapping[str, Any]) -> None:
        """Words are sent again by the page; a press is not."""
        key = said.get("key")
        if said.get("type") != "say" or not isinstance(key, str):
            self._whisper(Whisper(TOO_FAST))
            return
        self._send({"type": "again", "key": key})
        if self._told_too_fast.take(self._services.timepiece.monotonic()):
            self._whisper(Whisper(SENT_AGAIN))

    async def _deal_with_arrived(self) -> None:
        while True:
            arrived = await self._arrived.get()
            with arrived.expected:
                self._done(arrived.said, await self._guarded(arrived.said, arrived.at))
            self._arrived.task_done()

    def _done(self, said: Mapping[str, Any], whisper: Whisper | None) -> None:
        """Whatever came of a message, the page need not send it again."""
        key = said.get("key")
        if isinstance(key, str):
            self._send({"type": "taken", "key": key})
        if whisper is not None:
            self._whisper(whisper)

    def _view(self) -> MatchView | None:
        return self._services.pages.view(self.participant.room)

    async def _guarded(self, said: Mapping[str, Any], at: datetime) -> Whisper | None:
        try:
            return await self._on_message(said, at)
        except Exception:
            log.exception("room %s: a message could not be dealt with", self.participant.room)
            return Whisper(BROKEN)

    async def _on_message(self, said: Mapping[str, Any], at: datetime) -> Whisper | None:
        await self._services.ready()
        view = self._view()
        if view is None:
            return Whisper(BROKEN)
        match said:
            case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
                participant = replace(self.participant, name=_name(said) or self.participant.name)
                return await self._services.acts.say(
                    participant, view.number, view.match, text, key, at, self._on_waiting
                )
            case {"type": "save", "what": str(what)}:
                return await self._services.downloads.take(
                    self.participant, view.number, view.match, what, said.get("turn"), at
                )
            case {"type": "act", "act": str(act)}:
                reason = str(said.get("reason", ""))
                return await self._services.acts.press(
                    self.participant, view.number, view.match, act, at, reason
                )
            case _:
                return Whisper(UNREADABLE)

    def _on_waiting(self) -> None:
        self._whisper(Whisper(WAITS))

    def _whisper(self, whisper: Whisper) -> None:
        if whisper.ask is not None:
            self._send({"type": "ask", "action": whisper.ask, "reason": whisper.reason})
            return
        shown: Json = {"type": "whisper", "parts": parts(whisper.text) if whisper.text else []}
        if whisper.files:
            shown["save"] = whisper.save
            shown["files"] = [
                {"name": name, "data": base64.b64encode(data).decode()}
                for name, data in whisper.files
            ]
        self._send(shown)

    def _send(self, message: Json) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            # A page that reads so slowly comes back and catches up from the log.
            self._queue = asyncio.Queue(MOST_WAITING)
            self._queue.put_nowait(None)

    async def _write(self) -> None:
        """Sends what waits, and heartbeats, by which the page knows that it is still connected."""
        while not self._socket.closed:
            message: Json | None
            try:
                async with asyncio.timeout(HEARTBEAT_INTERVAL.total_seconds()):
                    message = await self._queue.get()
            except TimeoutError:
                message = {"type": "beat", "now": moment(self._services.clock.now())}
            if message is None:
                await self._socket.close(code=WSCloseCode.GOING_AWAY)
                return
            try:
                await self._socket.send_str(json.dumps(message, ensure_ascii=False))
            except (ConnectionError, RuntimeError):
                return


def read_json(text: str) -> object:
    """What a page sent; None where it is no JSON, or has half a letter in it."""
    try:
        said: object = json.loads(text)
        # "\\ud800" is JSON, but no text that could be stored or shown.
        json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return said


def _read(text: str) -> Mapping[str, Any]:
    """The JSON object in a message; an empty one for anything else."""
    said = read_json(text)
    return said if isinstance(said, dict) else {}


def _name(said: Mapping[str, Any]) -> str:
    name = said.get("name")
    return harmless(name, LONGEST_NAME) if isinstance(name, str) else ""
