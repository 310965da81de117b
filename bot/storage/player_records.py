"""What is asked of the players of a server: their ratings, now and over time, and their matches.

Ratings are worked out from the results when somebody asks. Ann wins, and the leaderboard is asked
for: her result is added to what was worked out before. Where an earlier result has changed, here or
in another process, all are worked out anew, in a thread beside the rulings: 10,000 take 0.3 s.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.ratings import Ladder
from bot.servers.results import FORGOTTEN, Outing, Result
from bot.storage.columns import DECODE_ERRORS, decode_result
from bot.storage.records import Shelf, conditions
from bot.storage.schema import facts, players, results
from bot.storage.store import Book, Store

log = logging.getLogger(__name__)

MOST_OUTINGS = 1000
"""The latest matches of a player that are counted on their page."""
MOST_POINTS = 200
"""How many points a rating has over time; of more of them, some are left out."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """How a match left its player: the model's mean and doubt of their skill."""

    match: int
    ended: datetime
    mu: float
    sigma: float


class KeptLadder:
    """The ratings after all results of a server, and after each match of each player."""

    def __init__(self) -> None:
        self.ladder = Ladder()
        self.points: dict[str, list[RatingPoint]] = defaultdict(list)
        self.hashes: list[int] = []
        """Of the rows that were taken."""

    def take(self, row: sa.Row[Any]) -> None:
        self.hashes.append(hash(tuple(row)))
        if (result := read_result(row)) is None:
            return
        self.ladder.add(result)
        for player in {player.id for player in result.players}:
            if (rated := self.ladder.rated(player)) is not None:
                point = RatingPoint(row.match, row.ended, rated.mu, rated.sigma)
                self.points[player].append(point)


def _after(kept: KeptLadder, rows: Sequence[sa.Row[Any]]) -> KeptLadder:
    known = len(kept.hashes)
    if [hash(tuple(row)) for row in rows[:known]] != kept.hashes:
        kept, known = KeptLadder(), 0
    for row in rows[known:]:
        kept.take(row)
    return kept


async def ladder_of(store: Store, venue: str, server: str) -> KeptLadder:
    """The ratings of a server as its results make them; StoreError."""
    # Nothing is decoded to see that it was taken before.
    text = sa.type_coerce(results.c.data, sa.Text).label("data")
    query = (
        sa.select(results.c.match, results.c.ended, text)
        .where(results.c.venue == venue, results.c.server == server)
        .order_by(results.c.ended, results.c.match)
    )
    async with store.rating:
        rows: Sequence[Any] = await store.rows(query)
        before: KeptLadder = store.ladders.get((venue, server)) or KeptLadder()
        kept = await asyncio.to_thread(_after, before, rows)
        store.ladders[venue, server] = kept
        return kept


def read_result(row: sa.Row[Any]) -> Result | None:
    try:
        return decode_result(row.data)
    except DECODE_ERRORS:
        log.warning("the result of match %s is damaged, and left out", row.match)
        return None


class PlayerRecords(Book):
    async def outings(self, shelf: Shelf, player: str) -> list[Outing]:
        """The counted matches of a player that the pages show, the first ended first."""
        mine, other = players.alias("mine"), players.alias("other")
        query = (
            sa.select(facts, mine.c.colour, other.c.player.label("opponent"))
            .select_from(mine)
            .join(facts, facts.c.match == mine.c.match)
            .join(other, (other.c.match == mine.c.match) & (other.c.colour != mine.c.colour))
            .where(mine.c.player == player, facts.c.counts.is_(True))
            .where(*conditions(shelf))
            .order_by(facts.c.ended.desc(), facts.c.match.desc())
            .limit(MOST_OUTINGS)
        )

        def outings(connection: sa.Connection) -> list[Outing]:
            return [
                Outing(
                    row.match,
                    row.ruleset,
                    row.side,
                    Colour(row.colour),
                    row.opponent,
                    None if row.winner is None else row.winner == row.colour,
                    Termination(row.ending),
                )
                for row in reversed(connection.execute(query).all())
                # Who did not play all of a match neither won nor lost it.
                if row.whole >> row.colour & 1
            ]

        return await self._store.read(outings)

    async def rating_points(self, shelf: Shelf, player: str) -> list[RatingPoint]:
        """A player's rating after each match that the pages show, the first first."""
        kept = await ladder_of(self._store, shelf.venue, shelf.server)
        query = (
            sa.select(facts.c.match)
            .join(players, players.c.match == facts.c.match)
            .where(*conditions(shelf))
            .where(players.c.player == player)
        )
        shown = set(await self._store.scalars(query))
        points = [point for point in kept.points.get(player, ()) if point.match in shown]
        step = max(1, -(-len(points) // MOST_POINTS))
        # The first and the last are among them.
        return [*points[:1], *points[step - 1 : -1 : step], *points[-1:]] if step > 1 else points

    async def names(self, ids: set[str], matches: list[int]) -> dict[str, str]:
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
            .where(players.c.player == player)
            .where(*conditions(shelf))
            .order_by(facts.c.ended.desc())
            .limit(1)
        )
        result = await self._store.scalar(query)
        return next((one for one in result.players if one.id == player), None) if result else None
