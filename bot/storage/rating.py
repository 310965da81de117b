"""How each result left its two players, written in the transaction that changes the result.

Ann wins, and with the result are written her rating and Bob's after it, made from those of their
results before. Where the host corrects an early result, all later ratings change: in the same
transaction if they are few; else it is noted from where on they are wrong, and whoever asks for the
leaderboard next has them worked out, some at a time.
"""

import logging
from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row
from sqlalchemy.dialects import postgresql, sqlite

from bot.servers.ratings import Ladder
from bot.servers.results import Result
from bot.storage.codec import DECODE_ERRORS, decode_rated, decode_result, encode_rated
from bot.storage.schema import ladders, ratings, results

log = logging.getLogger(__name__)

Here = Mapping[str, str]
"""A server: its `venue`, and its own id."""
Key = tuple[int, int]
"""Where a result comes among those of its server: when the match ended, and its number."""
FEW, PORTION, SAMPLE = 50, 500, 200
"""So many results are rated anew together with a change, in one transaction of those that take
long, and looked at each night."""
_FIRST = (0, 0)
DAMAGED = (*DECODE_ERRORS, AttributeError)
"""What reading ratings that other hands have changed can raise."""


def within(table: sa.Table) -> sa.ColumnElement[bool]:
    """The rows of a server, whose `venue` and `server` a statement is given."""
    return sa.and_(table.c.venue == sa.bindparam("venue"), table.c.server == sa.bindparam("server"))


# With each result that comes all of this is needed, so it is put together once.
_AT: sa.BindParameter[int] = sa.bindparam("at")
_OF: sa.BindParameter[int] = sa.bindparam("of")
_FROM = (
    sa.select(results)
    .where(within(results), results.c.ended >= _AT)
    .where(sa.or_(results.c.ended > _AT, results.c.match >= _OF))
    .order_by(results.c.ended, results.c.match)
    .limit(sa.bindparam("most"))
)
_BEFORE = (
    sa.select(ratings.c.data)
    .where(within(ratings), ratings.c.player == sa.bindparam("player"), ratings.c.ended <= _AT)
    .where(sa.or_(ratings.c.ended < _AT, ratings.c.match < _OF))
    .order_by(ratings.c.ended.desc(), ratings.c.match.desc())
    .limit(1)
)
_WRONG_FROM = sa.select(ladders.c.ended, ladders.c.match).where(within(ladders)).with_for_update()
_HOLD = {
    name: made(ladders).on_conflict_do_update(
        index_elements=["venue", "server"], set_={"venue": ladders.c.venue}
    )
    for name, made in (("postgresql", postgresql.insert), ("sqlite", sqlite.insert))
}
_NOTE = (
    sa.update(ladders)
    .where(
        ladders.c.venue == sa.bindparam("at_venue"), ladders.c.server == sa.bindparam("at_server")
    )
    .values(ended=sa.bindparam("ended"), match=sa.bindparam("match"))
)
_ADD = sa.insert(ratings)
_REMOVE = sa.delete(ratings).where(ratings.c.match.in_(sa.bindparam("these", expanding=True)))


def hold(connection: Connection, here: Here) -> None:
    """Until the transaction ends nobody else changes results or ratings of a server."""
    connection.execute(_HOLD[connection.dialect.name], here)


def note_change(connection: Connection, here: Here, key: Key) -> None:
    """Rates a server's results anew from there on, or notes that it is to be done."""
    key = min(key, _wrong_from(connection, here) or key)
    rows = _rows(connection, here, key, FEW)
    if len(rows) > FEW:
        _note(connection, here, key)
    else:
        _rate(connection, here, rows, FEW)


def bring_up(connection: Connection, here: Here) -> None:
    """Rates the next portion of a server's results that is to be rated anew."""
    key = _wrong_from(connection, here)
    if key is not None:
        _rate(connection, here, _rows(connection, here, key, PORTION), PORTION)


def make_anew(connection: Connection, here: Here) -> None:
    """Notes that all ratings of a server are to be worked out anew."""
    log.warning("the ratings of server %s are damaged: made anew", here["server"])
    hold(connection, here)
    _note(connection, here, _FIRST)


def disagreeing(connection: Connection) -> list[Here]:
    """The servers of which one result in a sample is rated otherwise than it should be.

    That is looked at from one result to the next: so all are right if each is.
    """
    last = connection.scalar(sa.select(sa.func.max(results.c.match))) or 0
    here = sa.and_(ladders.c.venue == results.c.venue, ladders.c.server == results.c.server)
    sample = (
        sa.select(results)
        .outerjoin(ladders, here)
        .where(ladders.c.ended.is_(None), results.c.match >= randbelow(max(1, last - SAMPLE)))
        .order_by(results.c.match)
        .limit(SAMPLE)
    )
    wrong = {
        (row.venue, row.server)
        for row in connection.execute(sample).all()
        if not _agrees(connection, row)
    }
    return [{"venue": venue, "server": server} for venue, server in sorted(wrong)]


def _agrees(connection: Connection, row: Row[Any]) -> bool:
    """Whether a result is rated as those before it and itself have it."""
    kept = connection.execute(sa.select(ratings).where(ratings.c.match == row.match))
    try:
        rated = _rated(connection, {"venue": row.venue, "server": row.server}, [row])
    except DAMAGED:
        return False
    return sorted(map(tuple, kept)) == sorted(tuple(it[c.name] for c in ratings.c) for it in rated)


def _rows(connection: Connection, here: Here, key: Key, most: int) -> Sequence[Row[Any]]:
    """A server's results from a key on, so many at the most and one."""
    there = {**here, "at": key[0], "of": key[1], "most": most + 1}
    return connection.execute(_FROM, there).all()


def _rate(connection: Connection, here: Here, rows: Sequence[Row[Any]], most: int) -> None:
    """Writes how so many results leave their players; those after them stay to be rated."""
    try:
        rated = _rated(connection, here, rows[:most])
    except DAMAGED:
        make_anew(connection, here)
        return
    connection.execute(_REMOVE, {"these": [row.match for row in rows[:most]]})
    if rated:
        connection.execute(_ADD, rated)
    _note(connection, here, (rows[most].ended, rows[most].match) if len(rows) > most else None)


def _rated(connection: Connection, here: Here, rows: Sequence[Row[Any]]) -> list[dict[str, object]]:
    """The rows of results that come one after the other, made from those of the results before."""
    told = [(row, result) for row in rows if (result := read_result(row)) is not None]
    if not told:
        return []
    people = {player.id for _, result in told for player in result.players}
    there = {**here, "at": rows[0].ended, "of": rows[0].match}
    before = [connection.scalar(_BEFORE, there | {"player": player}) for player in sorted(people)]
    ladder = Ladder(decode_rated(data) for data in before if data is not None)
    made = list[dict[str, object]]()
    for row, result in told:
        ladder.add(result)
        for player in sorted({player.id for player in result.players}):
            rated = ladder.rated(player)
            data = None if rated is None else encode_rated(rated)
            key = {"player": player, "ended": row.ended, "match": row.match}
            made.append({**here, **key, "data": data})
    return made


def read_result(row: Row[Any]) -> Result | None:
    """The result that a row holds; None if it is damaged."""
    try:
        return decode_result(row.data)
    except DECODE_ERRORS:
        log.warning("the result of match %s is damaged, and left out", row.match)
        return None


def _wrong_from(connection: Connection, here: Here) -> Key | None:
    row = connection.execute(_WRONG_FROM, here).first()
    return None if row is None or row.ended is None else (row.ended, row.match)


def _note(connection: Connection, here: Here, key: Key | None) -> None:
    """Notes from where on a server's ratings are wrong."""
    ended, match = key or (None, None)
    there = {"at_venue": here["venue"], "at_server": here["server"]}
    connection.execute(_NOTE, {**there, "ended": ended, "match": match})
