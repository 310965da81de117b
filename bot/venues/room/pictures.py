"""The boards in the talk, by their names: as they are stored, or drawn anew where they were freed.

Somebody scrolls back to last winter's final: its pictures were freed (`bot/storage/tidying.py`),
and each is drawn from the turns that were played by then.
"""

import asyncio
import logging

from bot.referee.fold import fold
from bot.servers.settings import USUAL_LOOK
from bot.storage.failures import DamagedMatchError
from bot.storage.room import RoomStore, told_by
from bot.storage.store import Store
from bot.views.scenes import match_scene
from renderers.png import png

log = logging.getLogger(__name__)

AT_ONCE = 2
"""TalkPictures that are drawn at the same time: whoever scrolls far back asks for many."""


class TalkPictures:
    """The pictures of all rooms."""

    def __init__(self, lines: RoomStore, matches: Store) -> None:
        self._lines = lines
        self._matches = matches
        self._drawing = asyncio.Semaphore(AT_ONCE)

    async def get(self, name: str) -> bytes | None:
        """A picture's PNG; None where there is none."""
        stored = await self._lines.picture(name)
        if stored is not None:
            return stored
        line = await self._lines.line(picture=name)
        told = None if line is None else told_by(line.nonce)
        if line is None or told is None:
            return None
        number, through = told
        try:
            match = await self._matches.load(number)
        except DamagedMatchError as error:
            log.warning("picture of match %s: %s", number, error)
            return None
        if match is None:
            return None
        scene = match_scene(fold(match.events[: through + 1]), line.at, number, USUAL_LOOK)
        async with self._drawing:
            return await asyncio.to_thread(png, scene)
