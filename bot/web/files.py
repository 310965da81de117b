"""What a watcher takes home: the board after any turn, the record, the film and the race.

They are files of the match and nothing else. What costs a processor is drawn once for all who ask
for it meanwhile, one picture and one film at a time, and kept for whoever asks next. Somebody asks
for every board of one match at once: those who want another match's wait behind a few of them.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

from cachetools import LRUCache

from bot.referee.match import Match
from bot.timing import break_off
from bot.views.files import board_file, film_file, race_file, record_file
from bot.web.finding import Watched

MOST_KEPT = 32 * 2**20
"""How many bytes all kept files have together; a film has up to three million, a board 50,000."""
MOST_WAITING, MOST_OF_ONE = 20, 4
"""Files that may wait to be drawn at once: of all matches, and of one match."""
_Key = tuple[object, ...]
_Draw = Callable[[Callable[[], bool]], bytes]
"""Draws a file; the function that it is given says whether the file is no longer wanted."""


class TooManyError(Exception):
    """Too many files are waited for."""


class Takeaways:
    """The files of watched matches."""

    def __init__(self) -> None:
        # A pasted link's picture does not wait for a film.
        self._filming, self._picturing = asyncio.Lock(), asyncio.Lock()
        self._under_way: dict[_Key, asyncio.Task[bytes]] = {}
        self._waiting: Counter[int] = Counter()
        self._kept: LRUCache[_Key, bytes] = LRUCache(MOST_KEPT, getsizeof=len)

    async def record(self, watched: Watched) -> bytes:
        """The record of the game as text."""
        # It is not kept: it has the names of hosts and of whoever was replaced, which `my forget`
        # takes out without a turn being played.
        return await asyncio.to_thread(record_file, watched.match, watched.venue.name)

    async def board(self, watched: Watched, turn: int | None = None) -> bytes | None:
        """The board as PNG, as it stands or after so many turns; None where there is none."""
        played = watched.match.position.number
        turn = played if turn is None else turn
        if not 0 <= turn <= played:
            return None
        now = watched.venue.now()
        draw = partial(board_file, watched.match, turn, now, watched.number, watched.look)
        return await self._drawn(watched, "board", turn, lambda _: draw())

    async def film(self, watched: Watched) -> bytes | None:
        """The game as GIF; None before its first turn."""
        if not watched.match.turns:
            return None
        draw = partial(film_file, watched.match, watched.venue.now(), watched.number, watched.look)
        return await self._drawn(watched, "film", 0, draw)

    async def race(self, watched: Watched) -> bytes | None:
        """Both players' figures by turn as PNG; None before the first turn."""
        if not watched.match.turns:
            return None
        draw = partial(race_file, watched.match, watched.number, watched.look)
        return await self._drawn(watched, "race", 0, lambda _: draw())

    async def close(self) -> None:
        """Gives up what is being drawn."""
        await break_off(*self._under_way.values())

    async def _drawn(self, watched: Watched, what: str, turn: int, draw: _Draw) -> bytes:
        number = watched.number
        # Found by token as well: after `my forget`, no new token leads to a file with the name.
        key = what, turn, watched.token, watched.look, *_pictured(watched.match)
        if key in self._kept:
            return self._kept[key]
        task = self._under_way.get(key)
        if task is None:
            if self._waiting[number] >= MOST_OF_ONE or len(self._under_way) >= MOST_WAITING:
                raise TooManyError
            lane = self._filming if what == "film" else self._picturing
            task = asyncio.create_task(self._draw(key, number, lane, draw))
            self._under_way[key] = task
            self._waiting[number] += 1
        return await asyncio.shield(task)

    async def _draw(self, key: _Key, number: int, lane: asyncio.Lock, draw: _Draw) -> bytes:
        given_up = threading.Event()
        try:
            async with lane:
                data = await asyncio.to_thread(draw, given_up.is_set)
            if len(data) <= MOST_KEPT:
                self._kept[key] = data
            return data
        finally:
            # Cancelling this task does not end the thread, for which a stop would have to wait.
            given_up.set()
            del self._under_way[key]
            self._waiting[number] -= 1
            if not self._waiting[number]:
                del self._waiting[number]


def _pictured(match: Match) -> tuple[object, ...]:
    """All of a match that its pictures show, its players too, since they may be replaced.

    What is left of a running clock is shown as it was when the picture was drawn.
    """
    banks = None if match.clock is None else match.clock.banks
    standing = match.status, match.start.choice, match.ended
    return match.players, match.terms, match.turns, banks, *standing
