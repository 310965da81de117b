"""Where somebody plays: their open matches on one server of a venue, or on all of them."""

from sqlalchemy import select

from bot.storage.schema import matches, players
from bot.storage.store import Store


class Seats:
    """Who has a seat in which match, in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open_matches(self, venue: str, server: str | None, player: str) -> list[int]:
        """The numbers of somebody's open matches, on a server or, with None, on all."""
        query = (
            select(matches.c.id)
            .join(players, players.c.match == matches.c.id)
            .where(players.c.player == player, matches.c.open, matches.c.venue == venue)
            .distinct()
            .order_by(matches.c.id)
        )
        if server is not None:
            query = query.where(matches.c.server == server)
        return await self._store.scalars(query)
