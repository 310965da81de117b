"""The result of a match in a row of its own, written in the transaction that changes it.

Ann wins by resignation: with the event goes the row that the leaderboard is worked out from. The
host takes the last turn back, and the row is gone; the match ends once more, and there is another.
Nobody says what has changed: the row is made anew from the match's events.
"""

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.referee.events import FirstChosen, MatchEnded, MatchReopened, PlayerReplaced
from bot.servers.results import TELLING, Result, result_of
from bot.storage.codec import DECODE_ERRORS, decode, encode_result, microseconds
from bot.storage.schema import events, ladders, matches, results

CHANGING = (MatchEnded, MatchReopened, PlayerReplaced, FirstChosen)
"""The kinds of events that may change the result of a match."""
_TELLING = [kind.__name__ for kind in TELLING]
Key = tuple[int, int]
"""Where a result comes among those of its server: when the match ended, and its number."""

# A thousand flags may fall at once, so all of this is put together once.
_HELD = select(matches).where(matches.c.id == bindparam("of")).with_for_update()
_TOLD = (
    select(events.c.data)
    .where(events.c.match == bindparam("of"), events.c.kind.in_(_TELLING))
    .order_by(events.c.number)
)
_ADD = insert(results)
_REMOVE = delete(results).where(results.c.match == bindparam("of")).returning(results.c.ended)
_HERE = ("venue", "server")
_COUNT = {
    name: made(ladders).on_conflict_do_update(
        index_elements=_HERE, set_={"changes": ladders.c.changes + 1}
    )
    for name, made in (("postgresql", postgresql.insert), ("sqlite", sqlite.insert))
}
_OUTDATED = (
    update(ladders)
    .where(ladders.c.venue == bindparam("at_venue"), ladders.c.server == bindparam("at_server"))
    .where(
        or_(
            ladders.c.ended > bindparam("since"),
            and_(ladders.c.ended == bindparam("since"), ladders.c.match >= bindparam("of")),
        )
    )
    .values(ended=None, match=None, data=None)
)


def refresh(connection: Connection, match: int) -> None:
    """Makes a match's row anew from its events; if it changed, ladders are worked out anew."""
    # The match's row is locked: nobody else changes the match or its result meanwhile.
    held = connection.execute(_HELD, {"of": match}).one()
    result = None if held.open else _told(connection, match)
    before = connection.scalar(_REMOVE, {"of": match})
    keys = [] if before is None else [(int(before), match)]
    if result is not None:
        keys.append((microseconds(result.at), match))
        row = {"match": match, "venue": held.venue, "server": held.server, "ended": keys[-1][0]}
        connection.execute(_ADD, row | {"data": encode_result(result)})
    if keys:
        _changed(connection, held, min(keys))


def after(key: Key) -> ColumnElement[bool]:
    """The results that come after one of them."""
    ended, match = key
    return and_(results.c.ended >= ended, or_(results.c.ended > ended, results.c.match > match))


def _told(connection: Connection, match: int) -> Result | None:
    """A match's result, from its events; None where there is none, or they can't be read."""
    try:
        return result_of(match, [decode(data) for data in connection.scalars(_TOLD, {"of": match})])
    except DECODE_ERRORS:
        return None


def _changed(connection: Connection, held: Row[tuple[object, ...]], key: Key) -> None:
    """Notes that a server's results have changed from there on."""
    here = {"venue": held.venue, "server": held.server}
    connection.execute(_COUNT[connection.dialect.name], here | {"changes": 1})
    there = {"at_venue": held.venue, "at_server": held.server}
    connection.execute(_OUTDATED, there | {"since": key[0], "of": key[1]})
