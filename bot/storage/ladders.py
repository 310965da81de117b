"""A server's ratings, worked out from its results when somebody asks.

Ann wins, and the leaderboard is asked for: her result is added to what was worked out before. Where
an earlier result has changed, here or in another process, all are worked out anew, in a thread
beside the rulings: 10,000 take 0.3 s.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.servers.ratings import Ladder, Standing
from bot.servers.results import Result
from bot.storage.codec import DECODE_ERRORS, decode_result
from bot.storage.schema import results
from bot.storage.store import Store

log = logging.getLogger(__name__)


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

    def take(self, rows: Iterable[sa.Row[Any]]) -> None:
        """Takes the next rows."""
        for row in rows:
            self.hashes.append(hash(tuple(row)))
            self._take(row)

    def _take(self, row: sa.Row[Any]) -> None:
        result = read_result(row)
        if result is None:
            return
        self.ladder.add(result)
        for player in {player.id for player in result.players}:
            if (rated := self.ladder.rated(player)) is not None:
                point = RatingPoint(row.match, row.ended, rated.mu, rated.sigma)
                self.points[player].append(point)


def _after(kept: KeptLadder, rows: Sequence[sa.Row[Any]]) -> KeptLadder:
    """The ladder after all rows: the one that was kept, if they begin with those that it took."""
    known = len(kept.hashes)
    if [hash(tuple(row)) for row in rows[:known]] != kept.hashes:
        kept, known = KeptLadder(), 0
    kept.take(rows[known:])
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


async def standings_of(store: Store, venue: str, server: str) -> list[Standing]:
    """Everybody with a counted result in a server, the best rating first."""
    return (await ladder_of(store, venue, server)).ladder.standings()


def read_result(row: sa.Row[Any]) -> Result | None:
    """The result that a row holds; None if it is damaged."""
    try:
        return decode_result(row.data)
    except DECODE_ERRORS:
        log.warning("the result of match %s is damaged, and left out", row.match)
        return None
