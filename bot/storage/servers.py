"""The servers' settings, a row each."""

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from bot.servers.settings import USUAL, ServerSettings
from bot.storage.schema import servers
from bot.storage.store import Store
from bot.storage.upsert import upsert

_KEY = (servers.c.venue, servers.c.server)


class Servers:
    """The settings of servers, in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rules(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled; the usual where it has not, or where it can't be read.

        Every announcement asks: the store is asked for it once.
        """
        settings = self._store.settings.get((venue, server))
        if settings is not None:
            return settings
        query = select(servers.c.rules).where(servers.c.venue == venue, servers.c.server == server)
        settled = await self._store.scalar(query) or USUAL
        return self._store.settings.setdefault((venue, server), settled)

    async def fresh(self, venue: str, server: str) -> ServerSettings:
        """What a server has settled by now, maybe at another process of a fleet."""
        self._store.settings.pop((venue, server), None)
        return await self.rules(venue, server)

    async def settle(self, venue: str, server: str, rules: ServerSettings) -> None:
        """Keeps what a server has settled."""
        await self.change(venue, server, lambda _: rules)

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
            here = [column == value for column, value in zip(_KEY, key.values(), strict=True)]
            connection.execute(update(servers).where(*here).values(rules=rules))
            return rules

        rules = await self._store.write(work)
        self._store.settings[venue, server] = rules
        return rules

    def forget(self, venue: str) -> None:
        """Another process may serve a venue, and settle something, before it is served here."""
        for key in [key for key in self._store.settings if key[0] == venue]:
            del self._store.settings[key]
