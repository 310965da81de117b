"""The addresses of the pages of servers, in the store's database.

Ann manages a server and types `setup pages:link`: the server gets an address that nobody can guess,
and keeps it for good, also where its pages are closed and opened again.
"""

from dataclasses import dataclass
from functools import partial

from sqlalchemy import Row, select

from bot.storage.links import TOKEN, new_token
from bot.storage.schema import halls
from bot.storage.store import Store
from bot.storage.upsert import upsert

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Hall:
    """The pages of a server: what stands for it in their address, and what it was called last."""

    slug: str
    venue: str
    server: str
    name: str


class Halls:
    """The halls of all servers; StoreError where the database can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, slug: str) -> Hall | None:
        """The hall at an address; None where there never was one."""
        if not TOKEN.fullmatch(slug):
            return None
        query = select(halls).where(halls.c.slug == slug)
        row = await self._store.row(query)
        return None if row is None else _hall(row)

    async def of(self, venue: str, server: str, name: str) -> Hall:
        """The hall of a server, made where there is none; `name` is what it is called now."""
        name = name[:LONGEST_NAME]
        found = await self._of(venue, server)
        if found is None or name not in ("", found.name):
            key, new = {"venue": venue, "server": server}, {"slug": new_token()}
            change = partial(upsert, table=halls, key=key, values={"name": name}, new=new)
            await self._store.write(change)
            found = await self._of(venue, server)
        assert found is not None  # noqa: S101
        return found

    async def _of(self, venue: str, server: str) -> Hall | None:
        query = select(halls).where(halls.c.venue == venue, halls.c.server == server)
        row = await self._store.row(query)
        return None if row is None else _hall(row)


def _hall(row: Row[tuple[str, str, str, str]]) -> Hall:
    return Hall(row.slug, row.venue, row.server, row.name)
