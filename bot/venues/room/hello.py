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
from bot.pages.match_view import Json, moment, paints
from bot.servers.settings import USUAL_LOOK, Look
from bot.storage.room import RoomStore
from bot.venues.room.frames import name_in, read_object
from bot.venues.room.seats import MOST_TOKENS, Participant, Role, keys_of
from bot.venues.room.themes import look_of
from bot.venues.room.typed_commands import COMMANDS_HERE
from bot.venues.room.voice import parts
from bot.wording.room import NO_SEAT, RESTORED, UNREADABLE
from renderers import theme as themes

NO_SEAT_CODE, UNREADABLE_CODE, RESTORED_CODE = 4401, 4400, 4409
LARGEST_SERIAL = 2**53
"""Whole numbers beyond this are none in a browser."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A page that has a seat: who it is, its tokens, and the last serial number it has seen."""

    participant: Participant
    tokens: tuple[str, ...]
    after: int
    look: Look = USUAL_LOOK
    """How this page wants to see the board."""

    def host(self, known: Mapping[str, str]) -> str:
        """The host's token; "" for everybody else."""
        return next((one for one in self.tokens if Role.HOST in keys_of([one], known)), "")

    def welcome(self, known: Mapping[str, str], reach: Json) -> Json:
        """What a page is told first; `known` are the room's keys by hash of the token.

        `reach` is for the host's page: under which address others reach the room.
        """
        return {
            "reach": reach,
            "type": "welcome",
            # Only what opens a seat is worth keeping.
            "tokens": {next(iter(r)): one for one in self.tokens if (r := keys_of([one], known))},
            "paints": paints(self.look.theme),
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
    said = read_object(frame.data) if frame.type is WSMsgType.TEXT else {}
    after = said.get("after", 0)
    if not isinstance(after, int) or abs(after) > LARGEST_SERIAL:
        await turn_away(socket, UNREADABLE, UNREADABLE_CODE)
        return None
    given = said.get("tokens")
    tokens = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
    tokens = tokens[:MOST_TOKENS]
    keys = keys_of(tokens, await store.roles(room))
    if not keys:
        await _refuse(socket)
        return None
    if not await _is_same_past(store, room, after, said.get("at")):
        await turn_away(socket, RESTORED, RESTORED_CODE, "restored")
        return None
    return Hello(
        Participant(room, keys, name_in(said)),
        tuple(tokens),
        max(0, after),
        look_of(said.get("theme")),
    )


async def turn_away(
    socket: web.WebSocketResponse, text: str, code: int, kind: str = "whisper"
) -> None:
    """The page is told why it can't come in; it may come again."""
    if not socket.closed:
        await socket.send_json({"type": kind, "parts": parts(text)})
        await socket.close(code=code)


async def _refuse(socket: web.WebSocketResponse) -> None:
    if not socket.closed:
        await socket.send_json({"type": "closed", "text": NO_SEAT})
        await socket.close(code=NO_SEAT_CODE, message=b"no seat")


async def _is_same_past(store: RoomStore, room: str, after: int, at: object) -> bool:
    """Whether the last line that the page has seen is the one that is kept under its number.

    After a backup was restored there is none, or another one with another timestamp.
    """
    if after <= 0 or not isinstance(at, int) or not at:
        return True
    kept = await store.stamp_of(room, after)
    return kept is not None and moment(kept) == at
