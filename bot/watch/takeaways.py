"""What a watcher takes home: the board after any turn, the record, the film and the race.

They are files of the match and nothing else; what costs a processor is made one at a time, and kept
for whoever asks next.
"""

import asyncio
import threading
from collections.abc import Callable
from functools import partial

from cachetools import LRUCache

from bot.engine.record import write
from bot.views.film import HOLD, match_film, match_race, pace, rewound
from bot.views.record import match_record
from bot.views.scenes import match_scene
from bot.watch.broadcasts import Watched
from renderers.chart import chart
from renderers.gif import gif
from renderers.png import png

MOST_KEPT = 40
MOST_WAITING = 10
"""Files of all matches that may be waited for at once."""


class TooManyError(Exception):
    """Too many files are waited for."""


class Takeaways:
    """The files of watched matches."""

    def __init__(self) -> None:
        self._drawing = asyncio.Lock()
        self._waiting = 0
        self._kept: LRUCache[tuple[object, ...], bytes] = LRUCache(MOST_KEPT)

    def record(self, watched: Watched) -> bytes:
        """The record of the game as text."""
        return write(match_record(watched.match, watched.venue.name)).encode()

    async def board(self, watched: Watched, turn: int | None = None) -> bytes | None:
        """The board as PNG, as it stands or after so many turns; None where there is none."""
        played = watched.match.position.number
        turn = played if turn is None else turn
        if not 0 <= turn <= played:
            return None
        of = played if turn < played else None
        match, now = rewound(watched.match, turn), watched.venue.now()
        draw = partial(match_scene, match, now, watched.number, watched.look, of)
        return await self._drawn(watched, "board", turn, lambda _: png(draw()))

    async def film(self, watched: Watched) -> bytes | None:
        """The game as GIF; None before its first turn."""
        if not watched.match.turns:
            return None
        draw = partial(match_film, watched.match, watched.venue.now(), watched.number, watched.look)

        def film(given_up: Callable[[], bool]) -> bytes:
            scenes = draw()
            return gif(scenes, pace(scenes), HOLD, given_up)

        return await self._drawn(watched, "film", 0, film)

    async def race(self, watched: Watched) -> bytes | None:
        """Both players' figures by turn as PNG; None before the first turn."""
        if not watched.match.turns:
            return None
        draw = partial(match_race, watched.match, watched.number, watched.look)
        return await self._drawn(watched, "race", 0, lambda _: chart(draw()))

    async def _drawn(
        self, watched: Watched, what: str, turn: int, draw: Callable[[Callable[[], bool]], bytes]
    ) -> bytes:
        match = watched.match
        key = what, turn, watched.number, watched.look, match.turns, match.ended, match.status
        if key in self._kept:
            return self._kept[key]
        if self._waiting >= MOST_WAITING:
            raise TooManyError
        given_up = threading.Event()
        self._waiting += 1
        try:
            async with self._drawing:
                if key not in self._kept:
                    self._kept[key] = await asyncio.to_thread(draw, given_up.is_set)
                return self._kept[key]
        finally:
            self._waiting -= 1
            # The thread is not cancelled with us, and at a stop it would be waited for.
            given_up.set()
