"""All matches that are being watched: each is followed and drawn once for all who watch it.

Red's turn is ruled, stored and announced; a moment later the match is drawn, and its watchers are
sent the board, a few at a time, so that a ruling in another match never waits behind a thousand of
them. Whoever reads slowly is sent how the match stands then, and nothing twice.

A page that is opened when its server has turned watch pages off, or after `my forget`, finds
nothing; one that is open is ended within ten seconds.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.desk.tables import OpenMatch
from bot.desk.venue import Venue
from bot.storage.failures import StoreError
from bot.timing import Timepiece, wait_for
from bot.web import frames
from bot.web.drawing import Drawings
from bot.web.finding import MatchFinder, Watched
from bot.web.frames import StreamFrame
from bot.web.passing import HeldElsewhereError
from bot.web.reviews import WatchReviews
from bot.web.view import Json, MatchView, moment

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


class OpenBroadcasts:
    """The broadcasts of pages of one kind."""

    def __init__(self, about: str) -> None:
        self._about = about
        self._running: dict[str, tuple[Broadcast, asyncio.Task[None]]] = {}

    def __iter__(self) -> Iterator[Broadcast]:
        return iter([broadcast for broadcast, _ in self._running.values()])

    @property
    def watchers(self) -> int:
        return sum(broadcast.watchers for broadcast in self)

    async def watch(
        self, token: str, make: Callable[[], Broadcast], seen: str
    ) -> AsyncGenerator[StreamFrame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""
        broadcast = self._of(token, make)
        try:
            async with aclosing(broadcast.watch(seen)) as frames:
                async for frame in frames:
                    yield frame
        finally:
            if not broadcast.watchers:
                self._end(token, broadcast)

    async def close(self) -> None:
        """Ends all broadcasts."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, token: str, make: Callable[[], Broadcast]) -> Broadcast:
        running = self._running.get(token)
        if running is not None and not running[1].done():
            return running[0]
        broadcast = make()
        name = f"watchers of {self._about} {broadcast.number}"
        self._running[token] = broadcast, asyncio.create_task(broadcast.run(), name=name)
        return broadcast

    def _end(self, token: str, broadcast: Broadcast) -> None:
        running = self._running.get(token)
        if running is not None and running[0] is broadcast:
            del self._running[token]
            running[1].cancel()


class Broadcasts:
    """The matches that are watched, and what else their pages ask for."""

    def __init__(
        self, desk: Desk, drawings: Drawings, pages: PageLinks, timepiece: Timepiece
    ) -> None:
        self._finding = MatchFinder(desk, pages)
        self._timepiece = timepiece
        self._running = OpenBroadcasts("match")
        self._drawings = drawings
        self.reviews = WatchReviews(desk, timepiece)
        desk.watchers.append(self._changed)
        desk.handover.closing.append(self._leave)

    @property
    def watchers(self) -> int:
        return self._running.watchers

    async def find(self, token: str) -> Watched | None:
        """The match behind a token; None if there is none, or nobody may watch it."""
        return await self._finding.find(token)

    def watch(self, watched: Watched, seen: str) -> AsyncGenerator[StreamFrame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""

        def make() -> Broadcast:
            draw = partial(self._draw, watched.token)
            return Broadcast(watched.number, draw, watched.venue.now, self._timepiece)

        return self._running.watch(watched.token, make, seen)

    async def after(self, watched: Watched, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        return await self._drawings.after(watched.number, watched.match, turn)

    async def close(self) -> None:
        """Ends all broadcasts."""
        await self._running.close()
        await self._finding.close()

    async def _leave(self, _: Venue) -> None:
        """A venue is given up: the streams of its matches are looked at, and end."""
        self._finding.forget()
        for broadcast in self._running:
            broadcast.change()

    async def _draw(self, token: str) -> MatchView | None:
        try:
            watched = await self.find(token)
        except HeldElsewhereError:
            return None
        if watched is None:
            return None
        number, match, venue = watched.number, watched.match, watched.venue
        return await self._drawings.of(number, match, venue.now, watched.look)

    def _changed(self, live: OpenMatch) -> None:
        self._finding.changed(live.id)
        for broadcast in self._running:
            if broadcast.number == live.id:
                broadcast.change()
