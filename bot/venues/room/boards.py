"""The boards in the talk, by their names, and the one on the start page.

Somebody scrolls back to last winter's final: its pictures were freed (`bot/storage/tidying.py`),
and each is drawn from the turns that were played by then. The start page shows a game of Catchup at
the moment when three stones are allowed.
"""

import asyncio
import logging
from functools import cache

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.rulesets import find
from bot.referee.fold import fold
from bot.servers.settings import USUAL_LOOK
from bot.storage.failures import DamagedMatchError
from bot.storage.room import RoomStore, told_by
from bot.storage.store import Store
from bot.views.scenes import match_scene, table
from renderers.png import png
from renderers.svg import svg

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


_TURNS = "F6/D3 F7/B2 G5/G6/G4 H5/A4 D8/A1 C3/D5 D6/B4 B5/D7 F8"
_COLOURS = ("red", "blue")


@cache
def example_board() -> str:
    """The example as SVG."""
    ruleset = find("genius")
    position = Position(board(5))
    spelling = Spelling(position.board, _COLOURS)
    for words in _TURNS.split("/"):
        turn = read_turn(spelling, words.split(), position.to_move)
        after = turn if isinstance(turn, Misread) else play(ruleset, position, turn)
        assert isinstance(after, Position), words  # noqa: S101
        position = after
    return svg(table(ruleset, position, _COLOURS, ("Red", "Blue")), board_only=True)
