"""The links to pages of matches, where this referee serves any (`WEB_URL`).

"match watch" is typed in a channel: the answer is the address of that match's page. The page itself
is served by `bot/web`, which shows what the desk tells it.
"""

from bot.desk.venue import Venue
from bot.referee.room import Room
from bot.servers.settings import Look
from bot.storage.servers import Servers
from bot.storage.store import Store
from bot.storage.watch_links import WatchLinks


class PageLinks:
    """The addresses under which matches can be watched; `url` is where pages are reached."""

    def __init__(self, store: Store, url: str) -> None:
        self._links = WatchLinks(store)
        self._servers = Servers(store)
        self._url = url

    async def may_watch(self, venue: Venue, room: Room) -> bool:
        """Whether matches of a room may be watched: as its server has settled it.

        A venue without servers belongs to whoever runs the referee, who has set `WEB_URL`.
        """
        if not venue.places.has_servers:
            return True
        return (await self._servers.rules(room.venue, room.server)).watch

    async def look(self, venue: Venue, room: Room) -> Look:
        """How matches of a room are drawn."""
        return venue.places.look(await self._servers.rules(room.venue, room.server))

    async def watch(self, match: int) -> str:
        """The address of a match's page; StoreError if it can't be stored."""
        return self.watch_address(await self._links.token(match))

    def watch_address(self, token: str) -> str:
        """The address of the page behind a token."""
        return f"{self._url}/watch/{token}"

    async def watched(self, token: str) -> int | None:
        """The match behind a token, None if there is none."""
        return await self._links.match(token)
