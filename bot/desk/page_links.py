"""The links to pages of matches, where this referee serves any (`WEB_URL`).

"match watch" is typed in a channel: the answer is the address of that match's page, the same for
everybody. Ann presses *Play* and is told the address of her seat, for her eyes only. The pages
themselves are served by `bot/web`, which shows what the desk tells it.
"""

from cachetools import LRUCache

from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.room import Room
from bot.servers.settings import Look
from bot.storage.links import Link, Links, Role
from bot.storage.servers import Servers
from bot.storage.store import Store

MOST_KNOWN = 1000
"""Links to watch that are told again; another one is made for a match of longer ago."""


class PageLinks:
    """The addresses of pages; `url` is where they are reached."""

    def __init__(self, store: Store, url: str) -> None:
        self._links = Links(store)
        self._servers = Servers(store)
        self._url = url.rstrip("/")
        self._watch: LRUCache[int, str] = LRUCache(MOST_KNOWN)

    async def may_watch(self, venue: Venue, room: Room) -> bool:
        """Whether matches of a room may be watched: as its server has settled it.

        A venue without servers belongs to whoever runs the referee, who has set `WEB_URL`.
        """
        if not venue.places.has_servers:
            return True
        return (await self._servers.rules(room.venue, room.server)).watch

    async def may_play(self, venue: Venue, room: Room) -> bool:
        """Whether players of a room are offered pages of their own."""
        if not venue.places.has_servers:
            return True
        return (await self._servers.rules(room.venue, room.server)).play

    async def look(self, venue: Venue, room: Room) -> Look:
        """How matches of a room are drawn."""
        return venue.places.look(await self._servers.rules(room.venue, room.server))

    async def watch(self, match: int) -> str:
        """The address at which a match can be watched; StoreError if it can't be stored."""
        token = self._watch.get(match, "")
        # A player whose name was forgotten ends the links that lead to it.
        if not token or not await self._links.find([token]):
            token = self._watch[match] = await self._links.make(Link(Role.WATCH, match=match))
        return self.watch_address(token)

    async def own(self, match: int, person: Player) -> str:
        """A new address for somebody's own page of a match; those from before stay good.

        The token stands behind a "#", which browsers send to nobody: it is in no log.
        """
        link = Link(Role.SEAT, match=match, person=person.id, name=person.name)
        return f"{self._url}/match/{match}#{await self._links.make(link)}"

    def watch_address(self, token: str) -> str:
        """The address of the page behind a token to watch."""
        return f"{self._url}/watch/{token}"

    async def watched(self, token: str) -> int | None:
        """The match that a token to watch stands for, None if it is none."""
        link = (await self._links.find([token])).get(token)
        # One to watch a local room opens its page, and is of no match.
        return link.match if link is not None and link.role is Role.WATCH and link.match else None
