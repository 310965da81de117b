"""What the pages ask of one player of a server: counted matches, and the rating over time."""

from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.careers import Outing
from bot.servers.results import FORGOTTEN
from bot.storage.ladders import RatingPoint, ladder_of
from bot.storage.records import Shelf
from bot.storage.schema import facts, players, results
from bot.storage.store import Store

MOST_OUTINGS = 1000
"""The latest matches of a player that are counted on their page."""
MOST_POINTS = 200
"""How many points a rating has over time; of more of them, some are left out."""


class PlayerRecords:
    """The players of all servers; StoreError where the database can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def outings(self, shelf: Shelf, player: str) -> list[Outing]:
        """The counted matches of a player that the pages show, the first ended first."""
        mine, other = players.alias("mine"), players.alias("other")
        query = (
            sa.select(
                facts.c.match,
                facts.c.ruleset,
                facts.c.side,
                facts.c.winner,
                facts.c.ending,
                facts.c.whole,
                mine.c.colour,
                other.c.player.label("opponent"),
            )
            .select_from(mine)
            .join(facts, facts.c.match == mine.c.match)
            .join(other, (other.c.match == mine.c.match) & (other.c.colour != mine.c.colour))
            .where(mine.c.player == player, facts.c.counts.is_(True), facts.c.shown.is_(True))
            .where(facts.c.venue == shelf.venue, facts.c.server == shelf.server)
            .order_by(facts.c.ended.desc(), facts.c.match.desc())
            .limit(MOST_OUTINGS)
        )
        return await self._store.read(partial(_outings, query))

    async def rating_points(self, shelf: Shelf, player: str) -> list[RatingPoint]:
        """A player's rating after each match that the pages show, the first first."""
        kept = await ladder_of(self._store, shelf.venue, shelf.server)
        query = (
            sa.select(facts.c.match)
            .join(players, players.c.match == facts.c.match)
            .where(facts.c.venue == shelf.venue, facts.c.server == shelf.server)
            .where(facts.c.shown.is_(True), players.c.player == player)
        )
        shown = set(await self._store.scalars(query))
        points = [point for point in kept.points.get(player, ()) if point.match in shown]
        step = max(1, -(-len(points) // MOST_POINTS))
        # The first and the last are among them.
        return [*points[:1], *points[step - 1 : -1 : step], *points[-1:]] if step > 1 else points

    async def names(self, ids: set[str], matches: list[int]) -> dict[str, str]:
        """What some players were called in some matches, by id."""
        query = sa.select(results.c.data).where(results.c.match.in_(matches))
        seated = [result.players for result in await self._store.scalars(query) if result]
        return {one.id: one.name for players in seated for one in players if one.id in ids}

    async def find(self, shelf: Shelf, player: str) -> Player | None:
        """A player by id, as they were called in the last match that the pages show."""
        if player.startswith(FORGOTTEN):
            return None
        query = (
            sa.select(results.c.data)
            .select_from(players)
            .join(facts, facts.c.match == players.c.match)
            .join(results, results.c.match == players.c.match)
            .where(players.c.player == player, facts.c.shown.is_(True))
            .where(facts.c.venue == shelf.venue, facts.c.server == shelf.server)
            .order_by(facts.c.ended.desc())
            .limit(1)
        )
        result = await self._store.scalar(query)
        return next((one for one in result.players if one.id == player), None) if result else None


def _outings(query: sa.Select[Any], connection: sa.Connection) -> list[Outing]:
    rows = connection.execute(query).all()
    return [
        Outing(
            match,
            ruleset,
            side,
            Colour(colour),
            opponent,
            None if winner is None else winner == colour,
            Termination(ending),
        )
        for match, ruleset, side, winner, ending, whole, colour, opponent in reversed(rows)
        # Who did not play all of a match neither won nor lost it.
        if whole >> colour & 1
    ]
