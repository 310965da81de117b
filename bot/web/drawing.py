"""Draws matches for their pages: each state once, beside the event loop, however many are shown it.

Red's turn is ruled, and both seats and a thousand watchers are to see it. The board is drawn in a
thread: that takes some milliseconds, in which other matches are ruled.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.referee.match import Match
from bot.servers.settings import USUAL_LOOK, Look
from bot.web.moves import MoveLists, PastPositions
from bot.web.view import Json, MatchView
from bot.wording.room import NOT_WRITABLE
from bot.wording.troubles import DAMAGED
from bot.wording.web import STANDS

MOST_DRAWN = 200


@dataclass(frozen=True, slots=True)
class _State:
    """All that a drawing depends on."""

    match: Match
    look: Look
    stands: datetime | None
    trouble: str
    thinks: bool


class Drawings:
    """The last drawing of each match, which is kept while nothing changes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._drawn: LRUCache[int, tuple[_State, MatchView]] = LRUCache(MOST_DRAWN)
        self._moves = MoveLists()
        self._past = PastPositions()
        self._drawing, self._stepping = asyncio.Lock(), asyncio.Lock()

    async def of(
        self, number: int, match: Match, now: Callable[[], datetime], look: Look = USUAL_LOOK
    ) -> MatchView:
        """How a match stands; `now` is the venue's present."""
        async with self._drawing:
            state = self._state(number, match, look)
            before, view = self._drawn.get(number, (None, None))
            if view is None or before != state:
                moves = self._moves.of(number, match)
                draw = partial(MatchView.of, number, match, now(), state.stands, state.trouble)
                view = await asyncio.to_thread(draw, moves, look, thinks=state.thinks)
                self._drawn[number] = state, view
            return view

    async def after(self, number: int, match: Match, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        async with self._stepping:
            return await asyncio.to_thread(self._past.after, number, match, turn)

    def _state(self, number: int, match: Match, look: Look) -> _State:
        stands = self._desk.stands_since(number)
        trouble = ""
        if stands is not None and not match.over:
            trouble = STANDS if self._desk.can_store() else NOT_WRITABLE
        thinks = self._desk.thinking is not None
        return _State(match, look, stands, DAMAGED if match.damaged else trouble, thinks)
