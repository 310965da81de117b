"""The result of a match in a row of its own, written in the transaction that changes it.

Ann wins by resignation: with the event goes the row that the leaderboard is worked out from. The
host takes the last turn back, and the row is gone; the match ends once more, and there is another.
Nobody says what has changed: the row is made anew from the match's events.
"""

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, or_, select, update
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


def refresh(connection: Connection, match: int) -> None:
    """Makes a match's row what its events tell, and forgets what was worked out from another."""
    # Nobody else changes the match meanwhile, nor makes its row from what it was before.
    query = select(matches).where(matches.c.id == match).with_for_update()
    held = connection.execute(query).one()
    result = None if held.open else _told(connection, match)
    before = connection.scalar(
        delete(results).where(results.c.match == match).returning(results.c.ended)
    )
    keys = [] if before is None else [(int(before), match)]
    if result is not None:
        keys.append((microseconds(result.at), match))
        row = {"match": match, "venue": held.venue, "server": held.server, "ended": keys[-1][0]}
        connection.execute(insert(results).values(row | {"data": encode_result(result)}))
    if keys:
        _changed(connection, held, min(keys))


def after(key: Key) -> ColumnElement[bool]:
    """The results that come after one of them."""
    ended, match = key
    return and_(results.c.ended >= ended, or_(results.c.ended > ended, results.c.match > match))


def _told(connection: Connection, match: int) -> Result | None:
    """The result that the events tell; None where they can't be read."""
    query = (
        select(events.c.data)
        .where(events.c.match == match, events.c.kind.in_(_TELLING))
        .order_by(events.c.number)
    )
    try:
        return result_of(match, [decode(data) for data in connection.scalars(query)])
    except DECODE_ERRORS:
        return None


def _changed(connection: Connection, held: Row[tuple[object, ...]], key: Key) -> None:
    """Notes that a server's results have changed from there on."""
    here = {"venue": held.venue, "server": held.server}
    made = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    noted = made(ladders).values(here | {"changes": 1})
    more = {"changes": ladders.c.changes + 1}
    connection.execute(noted.on_conflict_do_update(index_elements=list(here), set_=more))
    ended, match = key
    kept = (ladders.c.venue == held.venue, ladders.c.server == held.server)
    told = or_(ladders.c.ended > ended, and_(ladders.c.ended == ended, ladders.c.match >= match))
    nothing = {"ended": None, "match": None, "data": None}
    connection.execute(update(ladders).where(*kept, told).values(nothing))
