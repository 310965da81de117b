"""The results of ended matches, so that a leaderboard need not read every event of a server."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.servers.results import TELLING, result_of
from bot.storage.codec import DECODE_ERRORS, decode, encode_result, microseconds

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_PAGE = 500
"""How many matches are read at once."""
_TELLING = [kind.__name__ for kind in TELLING]


def upgrade() -> None:
    """Creates the tables, and writes the results of the matches that have ended."""
    results = op.create_table(
        "results",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("venue", sa.String(32), nullable=False),
        sa.Column("server", sa.String(64), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    columns = ["venue", "server", "ended", "match"]
    op.create_index("results_by_server", "results", columns)
    ladders = op.create_table(
        "ladders",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("match", sa.Integer),
        sa.Column("data", sa.Text),
    )
    matches = sa.table("matches", *map(sa.column, ("id", "venue", "server", "open")))
    servers, last = set[tuple[str, str]](), 0
    while page := _page(matches, last):
        events = _told([row.id for row in page])
        rows = [row for match in page if (row := _row(match, events[match.id])) is not None]
        if rows:
            op.bulk_insert(results, rows)
        servers |= {(match.venue, match.server) for match in page}
        last = page[-1].id
    empty = [{"venue": venue, "server": server, "changes": 0} for venue, server in sorted(servers)]
    if empty:
        op.bulk_insert(ladders, empty)


def _page(matches: sa.TableClause, after: int) -> list[sa.Row[Any]]:
    """The next ended matches."""
    ended = (sa.not_(matches.c.open.cast(sa.Boolean)), matches.c.id > after)
    query = sa.select(matches).where(*ended).order_by(matches.c.id).limit(_PAGE)
    return list(op.get_bind().execute(query))


def _told(numbers: list[int]) -> dict[int, list[str]]:
    """What is told of these matches' results, in order."""
    events = sa.table("events", *map(sa.column, ("match", "number", "kind", "data")))
    query = (
        sa.select(events.c.match, events.c.data)
        .where(events.c.match.in_(numbers), events.c.kind.in_(_TELLING))
        .order_by(events.c.match, events.c.number)
    )
    events_of = defaultdict[int, list[str]](list)
    for match, data in op.get_bind().execute(query):
        events_of[match].append(data)
    return events_of


def _row(match: sa.Row[Any], events: list[str]) -> dict[str, object] | None:
    """The row of a match; None for one without a result, or that can't be read."""
    try:
        result = result_of(match.id, [decode(data) for data in events])
    except DECODE_ERRORS:
        return None
    if result is None:
        return None
    return {
        "match": match.id,
        "venue": match.venue,
        "server": match.server,
        "ended": microseconds(result.at),
        "data": encode_result(result),
    }
