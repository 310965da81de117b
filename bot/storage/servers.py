"""The servers' settings, a row each."""

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from bot.servers.settings import USUAL, ServerSettings
from bot.storage.columns import upsert
from bot.storage.schema import servers
from bot.storage.store import Book


class Servers(Book):
    async def rules(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled; the usual where it has not, or where it can't be read.

        Every announcement asks: the store is asked for it once.
        """
        if settings := self._store.settings.get((venue, server)):
            return settings
        query = select(servers.c.rules).filter_by(venue=venue, server=server)
        settled = await self._store.scalar(query) or USUAL
        return self._store.settings.setdefault((venue, server), settled)

    async def fresh(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled by now, maybe at another process of a fleet."""
        self._store.settings.pop((venue, server), None)
        return await self.rules(venue, server)

    async def change(
        self, venue: str, server: str, changed: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Changes what a server has settled by now, maybe at another process or a moment ago.

        What `changed` raises leaves all as it was.
        """
        key = {"venue": venue, "server": server}
        query = select(servers.c.rules).filter_by(**key)

        def work(connection: Connection) -> ServerSettings:
            # The row is there, and whoever else would change it waits.
            upsert(connection, servers, key, key, {"rules": USUAL})
            rules = changed(connection.execute(query).scalar_one())
            connection.execute(update(servers).filter_by(**key).values(rules=rules))
            return rules

        rules = await self._store.write(work)
        self._store.settings[venue, server] = rules
        return rules

    def forget(self, venue: str) -> None:
        """Another process may serve a venue, and settle something, before it is served here."""
        for key in [key for key in self._store.settings if key[0] == venue]:
            del self._store.settings[key]
