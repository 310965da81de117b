"""A server's leaderboard without its whole past: it is what each player's last rating says."""

from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.servers.ratings import Ladder, Standing
from bot.storage.codec import decode_rated
from bot.storage.rating import DAMAGED, Here, bring_up, make_anew, within
from bot.storage.schema import ladders, ratings
from bot.storage.store import Store


def _last_rows() -> sa.Select[Any]:
    """Each player's last row of a server, and from where on they are wrong.

    It goes from one player to the next by the key: a thousand rows between them aren't looked at.
    """
    first = sa.select(sa.func.min(ratings.c.player).label("player")).where(within(ratings))
    who = first.cte("who", recursive=True)
    after = sa.select(sa.func.min(ratings.c.player)).where(
        within(ratings), ratings.c.player > who.c.player
    )
    who = who.union_all(sa.select(after.scalar_subquery()).where(who.c.player.is_not(None)))
    last = (
        sa.select(ratings.c.data)
        .where(within(ratings), ratings.c.player == who.c.player)
        .order_by(ratings.c.ended.desc(), ratings.c.match.desc())
        .limit(1)
    )
    wrong_from = sa.select(ladders.c.ended).where(within(ladders))
    return sa.select(
        last.scalar_subquery().label("data"), wrong_from.scalar_subquery().label("wrong_from")
    ).where(who.c.player.is_not(None))


_LAST_ROWS = _last_rows()


async def standings_of(store: Store, venue: str, server: str) -> list[Standing]:
    """Everybody with a counted result in a server, the best rating first."""
    here = {"venue": venue, "server": server}
    while True:
        try:
            standings = await store.ask(partial(_standings, here=here))
        except DAMAGED:
            await store.write(partial(make_anew, here=here))
        else:
            if standings is not None:
                return standings
            await store.write(partial(bring_up, here=here))


def _standings(connection: sa.Connection, here: Here) -> list[Standing] | None:
    """The leaderboard of what is known of each player; None where some of it is to be rated anew.

    One of DAMAGED if it can't be read.
    """
    rows = connection.execute(_LAST_ROWS, here).all()
    if any(row.wrong_from is not None for row in rows):
        return None
    return Ladder(decode_rated(row.data) for row in rows if row.data).standings()
