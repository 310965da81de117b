"""The first message of a page: who is it, and which line has it seen last?

Red's page says hello with its tokens, the serial number and the timestamp of its last line. Where
that line is not the one that is kept, a backup was restored: `restored` has the page load anew. A
page without a seat is told so and comes no more; any other that is turned away may come again.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from aiohttp import WSCloseCode, WSMsgType, web

from bot.commands.catalogue import COMMANDS
from bot.storage.room import RoomStore
from bot.venues.room.frames import name_in, read_object
from bot.venues.room.seats import MOST_TOKENS, Participant, Role, keys_of
from bot.venues.room.typed_commands import COMMANDS_HERE
from bot.venues.room.voice import pieces
from bot.web.view import Json, moment
from bot.wording.room import NO_SEAT, RESTORED, UNREADABLE
from renderers import theme as themes

NO_SEAT_CODE, UNREADABLE_CODE, RESTORED_CODE = 4401, 4400, 4409
LARGEST_SERIAL = 2**53
"""Beyond this a browser can't count in whole numbers."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A page that has a seat: who it is, its tokens, and the last serial number it has seen."""

    participant: Participant
    tokens: tuple[str, ...]
    after: int

    def host(self, roles: Mapping[str, str]) -> str:
        """The host's token; "" for everybody else."""
        return next((token for token in self.tokens if Role.HOST in keys_of([token], roles)), "")

    def welcome(self, roles: Mapping[str, str], reach: Json) -> Json:
        """What a page is told first; `roles` are the room's keys by hash of the token.

        `reach` is the address under which others reach the room, for the host's page.
        """
        return {
            "reach": reach,
            "type": "welcome",
            # The page keeps only tokens that open a seat.
            "tokens": {
                next(iter(k)): token for token in self.tokens if (k := keys_of([token], roles))
            },
            "themes": themes.names(),
            "commands": {name: COMMANDS[name].help for name in COMMANDS_HERE},
        }


async def read_hello(
    socket: web.WebSocketResponse, room: str, store: RoomStore, patience: timedelta
) -> Hello | None:
    """The hello of a page that may come in; None for one that was turned away."""
    try:
        async with asyncio.timeout(patience.total_seconds()):
            frame = await socket.receive()
    except TimeoutError:
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return None
    message = read_object(frame.data) if frame.type is WSMsgType.TEXT else {}
    after = message.get("after", 0)
    if not isinstance(after, int) or abs(after) > LARGEST_SERIAL:
        await turn_away(socket, UNREADABLE, UNREADABLE_CODE)
        return None
    sent = message.get("tokens")
    tokens = [token for token in sent if isinstance(token, str)] if isinstance(sent, list) else []
    tokens = tokens[:MOST_TOKENS]
    keys = keys_of(tokens, await store.roles(room))
    if not keys:
        await _refuse(socket)
        return None
    if not await _is_same_past(store, room, after, message.get("at")):
        await turn_away(socket, RESTORED, RESTORED_CODE, "restored")
        return None
    return Hello(
        Participant(room, keys, name_in(message)),
        tuple(tokens),
        max(0, after),
    )


async def turn_away(
    socket: web.WebSocketResponse, text: str, code: int, kind: str = "whisper"
) -> None:
    """Tells a page why it can't come in; it may come again."""
    if not socket.closed:
        await socket.send_json({"type": kind, "parts": pieces(text)})
        await socket.close(code=code)


async def _refuse(socket: web.WebSocketResponse) -> None:
    if not socket.closed:
        await socket.send_json({"type": "closed", "text": NO_SEAT})
        await socket.close(code=NO_SEAT_CODE, message=b"no seat")


async def _is_same_past(store: RoomStore, room: str, after: int, at: object) -> bool:
    """Whether the last line that the page has seen is the one that is stored under its number.

    After a backup was restored no line has that number, or one with another timestamp.
    """
    if after <= 0 or not isinstance(at, int) or not at:
        return True
    stamp = await store.stamp_of(room, after)
    return stamp is not None and moment(stamp) == at
