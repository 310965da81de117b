"""One match and all who watch it: what they are shown is drawn once, and handed out in small lots.

Red's turn is ruled, stored and announced; a moment later the match is drawn, and its watchers are
sent the board, a few at a time, so that a ruling in another match never waits behind a thousand of
them. Whoever reads slowly is sent how the match stands then, and nothing twice.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from bot.storage.failures import StoreError
from bot.timing import Timepiece, wait_for
from bot.web import frames
from bot.web.frames import StreamFrame
from bot.web.view import Json, moment

log = logging.getLogger(__name__)

BEAT_INTERVAL = timedelta(seconds=10)
SETTLE = timedelta(milliseconds=150)
"""From a change to its drawing: a ruling is mostly announced by then, and both are drawn once."""
AT_ONCE = 20
"""How many watchers are woken together."""
PAUSE = timedelta(milliseconds=2)
"""How long the rulings have the event loop for themselves before more watchers are woken."""


class Drawn(Protocol):
    """What is watched, as it stands: the same value until something changes."""

    def told(self) -> Json:
        """What watchers are sent."""


class Broadcast:
    """The watchers of one match, or of one cup.

    `draw` gives it as it stands, the same drawing until something changes, and None if it
    may be watched no more; `now` is the venue's present.
    """

    def __init__(
        self,
        number: int,
        draw: Callable[[], Awaitable[Drawn | None]],
        now: Callable[[], datetime],
        timepiece: Timepiece,
    ) -> None:
        self.number = number
        self._draw = draw
        self._now = now
        self._timepiece = timepiece
        self._changed = asyncio.Event()
        self._view: Drawn | None = None
        self._state: StreamFrame | None = None
        self._beat = frames.beat(moment(now()))
        self._handed_out = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._ended = False
        self.watchers = 0

    def change(self) -> None:
        """The match has changed."""
        self._changed.set()

    async def run(self) -> None:
        """Shows every change, and that the page is still connected, until nobody may watch."""
        try:
            while await self._draw_again():
                await self._hand_out()
                await wait_for(self._changed, self._timepiece, BEAT_INTERVAL)
                if self._changed.is_set():
                    await self._timepiece.sleep(SETTLE)
                    self._changed.clear()
        finally:
            self._ended = True
            await self._hand_out()

    async def watch(self, known_state: str) -> AsyncGenerator[StreamFrame, None]:
        """What one watcher is sent; `known_state` is the id of the last state that they have.

        Each frame begins with the present time. Watchers who are woken together share a frame; one
        who has just come, or was still being sent the frame before, gets a frame of their own.
        """
        self.watchers += 1
        needs_own_time = True
        try:
            while not self._ended:
                sent_with = self._handed_out
                if self._state is not None:
                    beat = frames.beat(moment(self._now())) if needs_own_time else self._beat
                    is_known = self._state.id == known_state
                    frame = beat if is_known else beat.followed_by(self._state)
                    known_state = self._state.id
                    yield frame
                needs_own_time = sent_with != self._handed_out
                if not needs_own_time:
                    await self._next()
        finally:
            self.watchers -= 1

    async def _draw_again(self) -> bool:
        """Draws what is to be handed out next; False if nobody may watch any more."""
        try:
            view = await self._draw()
        except StoreError as error:
            # Watchers keep what they see, and see that the page is connected.
            log.warning("match %s could not be drawn for its watchers: %s", self.number, error)
            return True
        except Exception:
            log.exception("match %s could not be drawn for its watchers", self.number)
            return True
        if view is None:
            return False
        if view is not self._view:
            self._state = await asyncio.to_thread(frames.state, view.told())
            self._view = view
        return True

    async def _next(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting

    async def _hand_out(self) -> None:
        self._handed_out += 1
        waiting, self._waiting = self._waiting, []
        for first in range(0, len(waiting), AT_ONCE):
            # The last of a thousand watchers are woken a second after the first.
            self._beat = frames.beat(moment(self._now()))
            for watcher in waiting[first : first + AT_ONCE]:
                if not watcher.done():
                    watcher.set_result(None)
            await asyncio.sleep(PAUSE.total_seconds())
