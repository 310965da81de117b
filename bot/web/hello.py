"""The first message of a page: who is it, and which line has it seen last?

Red's page says hello with its tokens, the serial number and the timestamp of its last line. Where
that line is not the one that is kept, a backup was restored: `restored` has the page load anew. A
page without a seat is told so and comes no more; any other that is turned away may come again.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta

from aiohttp import WSCloseCode, WSMsgType, web

from bot.commands.catalogue import COMMANDS
from bot.referee.moments import zone_named
from bot.storage.links import Link, Links, Role
from bot.storage.room import RoomStore
from bot.web.kinds import PageKind, Participant
from bot.web.messages_in import COMMANDS_HERE, name_in, read_object
from bot.web.pieces import pieces
from bot.web.view import Json, moment
from bot.wording.room import RESTORED, UNREADABLE
from renderers import theme as themes

MOST_TOKENS, LONGEST_ZONE, LONGEST_HELLO = 40, 64, 8 * 1024
NO_SEAT_CODE, UNREADABLE_CODE, RESTORED_CODE = 4401, 4400, 4409
LARGEST_SERIAL = 2**53
"""Beyond this a browser can't count in whole numbers."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A page that may come in: who it is, its links, and the last serial number it has seen."""

    participant: Participant
    links: dict[str, Link]
    after: int

    @property
    def host_token(self) -> str:
        """The host's token; "" for everybody else."""
        return next((key for key, link in self.links.items() if link.role is Role.HOST), "")

    def welcome(self, reach: Json) -> Json:
        """What a page is told first.

        `reach` is the address under which others reach the room, for the host's page.
        """
        return {
            "reach": reach,
            "type": "welcome",
            # The page keeps only tokens that open something.
            "tokens": list(self.links),
            "themes": themes.names(),
            "commands": {name: COMMANDS[name].help for name in COMMANDS_HERE},
        }


@dataclass(frozen=True, slots=True)
class Entrance:
    """Lets the pages of one kind in, by their links."""

    kind: PageKind
    links: Links
    store: RoomStore

    async def hello(
        self, socket: web.WebSocketResponse, subject: str, patience: timedelta
    ) -> Hello | None:
        """The hello of a page that may come in; None for one that was turned away."""
        try:
            async with asyncio.timeout(patience.total_seconds()):
                frame = await socket.receive()
        except TimeoutError:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return None
        is_text = frame.type is WSMsgType.TEXT
        is_long = is_text and len(frame.data) > LONGEST_HELLO
        message = read_object(frame.data) if is_text and not is_long else {}
        after = message.get("after", 0)
        if is_long or type(after) is not int or abs(after) > LARGEST_SERIAL:
            await turn_away(socket, UNREADABLE, UNREADABLE_CODE)
            return None
        sent = message.get("tokens")
        texts = [text for text in sent if isinstance(text, str)] if isinstance(sent, list) else []
        found = await self.links.find(texts[:MOST_TOKENS])
        held = {token: link for token, link in found.items() if self.kind.opens(link, subject)}
        room = await self.kind.place(subject) if held else None
        if room is None:
            await _refuse(socket, self.kind.no_seat)
            return None
        who = self.kind.participant(subject, room, held, name_in(message))
        who = replace(who, zone=zone_named(str(message.get("zone", ""))[:LONGEST_ZONE]) or "")
        if not await self._is_same_past(who.log, after, message.get("at")):
            await turn_away(socket, RESTORED, RESTORED_CODE, "restored")
            return None
        return Hello(who, held, max(0, after))

    async def _is_same_past(self, room: str, after: int, at: object) -> bool:
        """Whether the last line that the page has seen is the one that is stored under its number.

        After a backup was restored no line has that number, or one with another timestamp.
        """
        if after <= 0 or not isinstance(at, int) or not at:
            return True
        stamp = await self.store.stamp_of(room, after)
        return stamp is not None and moment(stamp) == at


async def turn_away(
    socket: web.WebSocketResponse, text: str, code: int, kind: str = "whisper"
) -> None:
    """Tells a page why it can't come in; it may come again."""
    if not socket.closed:
        await socket.send_json({"type": kind, "parts": pieces(text)})
        await socket.close(code=code)


async def _refuse(socket: web.WebSocketResponse, text: str) -> None:
    if not socket.closed:
        await socket.send_json({"type": "closed", "text": text})
        await socket.close(code=NO_SEAT_CODE, message=b"no seat")
