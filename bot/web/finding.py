"""Which match is behind a token, found in a way that no crowd can hold up the referee with.

The referee has been restarted, and a thousand pages come back in the same second: they all ask for
one match, which is looked up once for all of them. Somebody tries one token after the other: they
wait for each other, and the database has connections left for what has to be ruled.
"""

import asyncio
from dataclasses import dataclass

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.desk.venue import Venue
from bot.referee.match import Match, Room
from bot.servers.results import NO_RESULT
from bot.servers.settings import ROOM_VENUE, Look
from bot.timing import break_off
from bot.web.passing import HeldElsewhereError

AT_ONCE = 3
"""How many tokens are looked up at the same time. A database server is given 15 connections; a wait
for one that takes too long would look as if the server did not answer."""
MOST_ENDED = 50
"""How many ended matches are kept here; others are read from the database and folded anew."""


def shows(room: Room, match: Match) -> bool:
    """Whether the pages of a server show a match.

    Those of the local room belong to whoever runs the referee: from before there were pages, too.
    """
    if match.damaged:
        # Whether its host took it off may be among what can't be read.
        return False
    if match.ended is not None and match.ended.termination in NO_RESULT and not match.played:
        return False
    nobody_asked = match.public is None and match.pages is None
    return match.on_pages or (room.venue == ROOM_VENUE and nobody_asked)


@dataclass(frozen=True, slots=True)
class Watched:
    """A match that may be watched, as it stands, and the looks of its server."""

    token: str
    number: int
    match: Match
    venue: Venue
    look: Look


class MatchFinder:
    """Looks up tokens."""

    def __init__(self, desk: Desk, pages: PageLinks) -> None:
        self._desk = desk
        self._pages = pages
        self._under_way: dict[str, asyncio.Task[Watched | None]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        # Whoever reads one old match after the other holds up no page that watches.
        self._hall_turns = asyncio.Semaphore(1)
        # By token, not by number: after `my forget` the name must not be found by another token.
        self._ended: LRUCache[str, tuple[int, Room, Match]] = LRUCache(MOST_ENDED)
        self._changes = 0

    async def find(self, token: str) -> Watched | None:
        """The match behind a token; None if there is none, or nobody may watch it.

        HeldElsewhereError where another process has it.
        """
        task = self._under_way.get(token)
        if task is None:
            task = self._under_way[token] = asyncio.create_task(self._find(token))
            task.add_done_callback(lambda _: self._under_way.pop(token, None))
        # Somebody who leaves meanwhile does not break off the look-up for the others.
        return await asyncio.shield(task)

    def changed(self, number: int) -> None:
        """A match has changed: it is kept no longer as it was."""
        self._changes += 1
        for token in [token for token, ended in self._ended.items() if ended[0] == number]:
            del self._ended[token]

    def forget(self) -> None:
        """Other processes may change what was kept."""
        self._changes += 1
        self._ended.clear()

    async def close(self) -> None:
        await break_off(*self._under_way.values())

    async def _find(self, token: str) -> Watched | None:
        if "/" in token:
            async with self._hall_turns:
                return await self._find_in_hall(token)
        async with self._turns:
            number = await self._pages.watched(token)
            away = number and await self._desk.handover.room_elsewhere(number)
            if away:
                raise HeldElsewhereError(away)
            held = None if number is None else await self._match(token, number)
            if number is None or held is None:
                return None
            room, match = held
            venue = self._desk.serving(room)
            if venue is None or not await self._pages.may_watch(venue, room):
                return None
            return Watched(token, number, match, venue, await self._pages.look(venue, room))

    async def _find_in_hall(self, token: str) -> Watched | None:
        """A match on the pages of its server, whose address stays the same for ever.

        It is read anew each time: a name in it may be forgotten, in another process as well.
        """
        found = await self._pages.in_hall(token)
        if found is None:
            return None
        number, hall = found
        away = await self._desk.handover.room_elsewhere(number)
        if away:
            raise HeldElsewhereError(away)
        held = await self._desk.match(number)
        venue = None if held is None else self._desk.serving(held[0])
        if held is None or venue is None:
            return None
        room, match = held
        here = (room.venue, room.server) == (hall.venue, hall.server)
        if not here or not shows(room, match):
            return None
        return Watched(token, number, match, venue, await self._pages.look(venue, room))

    async def _match(self, token: str, number: int) -> tuple[Room, Match] | None:
        ended = self._ended.get(token)
        if ended is not None:
            return ended[1:]
        changes = self._changes
        held = await self._desk.match(number)
        if held is not None and held[1].over and changes == self._changes:
            self._ended[token] = number, *held
        return held
