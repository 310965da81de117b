"""In which order the matches of a venue are taken up as it comes back.

The referee was away, and ten thousand rooms are to be read, fifty a second. In one of them a player
writes meanwhile: that match is next. Of the others the one is next whose time runs out first, and
then those of its server, since no flag falls before all rooms of a server have been read.
"""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from itertools import count

from bot.desk.open_match import OpenMatch

_WAITED_FOR, _IN_TURN, _END = range(3)


def nearest_first(matches: Mapping[int, tuple[str, datetime]]) -> list[int]:
    """The order of matches; each comes with its server and the moment its time runs out."""
    nearest: dict[str, datetime] = {}
    for server, moment in matches.values():
        nearest[server] = min(moment, nearest.get(server, moment))

    def place(number: int) -> tuple[datetime, str, datetime]:
        server, moment = matches[number]
        return nearest[server], server, moment

    return sorted(matches, key=place)


class ReturnOrder:
    """The matches that one return has to take up; a match may be handed out twice."""

    def __init__(self) -> None:
        self._queue: asyncio.PriorityQueue[tuple[int, int, OpenMatch | None]]
        self._queue = asyncio.PriorityQueue()
        self._places = count()
        self._waited_for: set[int] = set()
        self._fresh: set[int] = set()

    def add(self, live: OpenMatch, *, fresh: bool = False) -> None:
        """Adds a match; `fresh` if it was taken from the store just now."""
        if fresh:
            self._fresh.add(live.id)
        self._put(_IN_TURN, live)

    def hurry(self, live: OpenMatch) -> None:
        if live.id not in self._waited_for:
            self._waited_for.add(live.id)
            self._put(_WAITED_FOR, live)

    def close(self, readers: int) -> None:
        """Nothing is added any more; each of so many readers is told so in the end."""
        for _ in range(readers):
            self._put(_END, None)

    async def next(self) -> OpenMatch | None:
        return (await self._queue.get())[2]

    def is_fresh(self, live: OpenMatch) -> bool:
        """Whether a match is in memory as it was stored when this return began; asked once."""
        fresh = live.id in self._fresh
        self._fresh.discard(live.id)
        return fresh

    def _put(self, urgency: int, live: OpenMatch | None) -> None:
        self._queue.put_nowait((urgency, next(self._places), live))
