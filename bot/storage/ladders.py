"""A server's leaderboard without its whole past: what its results come to is kept.

Twenty thousand matches have ended, and Ann asks for the leaderboard: what is kept of all but the
last few results is read, and those few are added. Where an earlier result has changed meanwhile,
what was kept is gone (`results.py`), and all is worked out anew.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, select, update

from bot.servers.ratings import Ladder, Standing
from bot.storage.codec import DECODE_ERRORS, decode_ladder, decode_result, encode_ladder
from bot.storage.failures import StoreError
from bot.storage.results import Key, after
from bot.storage.schema import ladders, results
from bot.storage.store import Store

log = logging.getLogger(__name__)

RECENT, STEP = 50, 100
"""A stored ladder leaves out so many of the latest results, since these may still change; it is
stored anew after so many more."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A ladder as it was stored, and the results that came later, in their order."""

    changes: int
    ladder: str | None
    later: Sequence[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A ladder to be stored, as it is after the result of this key."""

    key: Key
    data: str


async def standings_of(store: Store, venue: str, server: str) -> list[Standing]:
    """Everybody with a counted result in a server, the best rating first."""
    read = await _read(store, venue, server)
    # A server of thousands of matches is worked out beside the rulings, not between them.
    try:
        standings, ladder = await asyncio.to_thread(_worked_out, read)
    except (*DECODE_ERRORS, AttributeError):
        log.warning("what was kept of server %s's leaderboard is damaged: made anew", server)
        read = await _read(store, venue, server, anew=True)
        standings, ladder = await asyncio.to_thread(_worked_out, read)
    if ladder is not None:
        try:
            await store.write(partial(_keep, venue, server, read.changes, ladder))
        except StoreError as error:
            # The next leaderboard takes a little longer, and is no other.
            log.warning("the leaderboard of server %s is not kept: %s", server, error)
    return standings


async def _read(store: Store, venue: str, server: str, *, anew: bool = False) -> _Read:
    """The stored ladder and the later results; all results where it is worked out `anew`."""
    here = (ladders.c.venue == venue, ladders.c.server == server)
    there = (results.c.venue == venue, results.c.server == server)
    later = select(results.c.ended, results.c.match, results.c.data).where(*there)
    later = later.order_by(results.c.ended, results.c.match)
    while True:
        async with store.reading() as connection:
            row = (await connection.execute(select(ladders).where(*here))).first()
            if row is None:
                return _Read(0, None, ())
            data = None if anew else row.data
            query = later if data is None else later.where(after((row.ended, row.match)))
            rows = [tuple(result) for result in await connection.execute(query)]
            now = await connection.scalar(select(ladders.c.changes).where(*here))
        # A server's database shows each query what was stored by then.
        if now == row.changes:
            return _Read(row.changes, data, rows)


def _worked_out(read: _Read) -> tuple[list[Standing], _Kept | None]:
    """The leaderboard, and the ladder to store; one of DECODE_ERRORS if the old one is damaged."""
    ladder = Ladder(() if read.ladder is None else decode_ladder(read.ladder))
    last = len(read.later) - RECENT if len(read.later) > RECENT + STEP else 0
    to_keep = None
    for number, (ended, match, data) in enumerate(read.later, 1):
        try:
            ladder.add(decode_result(data))
        except DECODE_ERRORS:
            log.warning("the result of match %s is damaged, and left out", match)
        if number == last:
            to_keep = _Kept((ended, match), encode_ladder(ladder.rated))
    return ladder.standings(), to_keep


def _keep(venue: str, server: str, changes: int, ladder: _Kept, connection: Connection) -> None:
    """Keeps a ladder, unless a result has changed since it was read."""
    ended, match = ladder.key
    here = (ladders.c.venue == venue, ladders.c.server == server, ladders.c.changes == changes)
    values = {"ended": ended, "match": match, "data": ladder.data}
    connection.execute(update(ladders).where(*here).values(values))
