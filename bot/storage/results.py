"""The result of a match in a row of its own, written in the transaction that changes it.

Ann wins by resignation: with the event goes the row that the leaderboard is worked out from. The
host takes the last turn back, and the row is gone; the match ends once more, and there is another.
Nobody says what has changed: the row is made anew from the match's events.
"""

import sqlalchemy as sa

from bot.referee.events import (
    FirstChosen,
    MatchEnded,
    MatchReopened,
    PagesChosen,
    PlayerReplaced,
)
from bot.servers.results import TELLING, Result, result_of
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.facts import note_facts
from bot.storage.schema import events, matches, results

CHANGING = (MatchEnded, MatchReopened, PlayerReplaced, FirstChosen, PagesChosen)
"""The kinds of events that may change the result of a match, or what is shown of it."""
_TELLING = [kind.__name__ for kind in TELLING]

# A thousand flags may fall at once, so all of this is put together once.
_HELD = sa.select(matches).where(matches.c.id == sa.bindparam("of")).with_for_update()
_TOLD = (
    sa.select(events.c.data)
    .where(events.c.match == sa.bindparam("of"), events.c.kind.in_(_TELLING))
    .order_by(events.c.number)
)
_ADD = sa.insert(results)
_REMOVE = sa.delete(results).where(results.c.match == sa.bindparam("of"))


def refresh(connection: sa.Connection, match: int) -> None:
    """Makes a match's rows what its events tell."""
    # Nobody else changes the match meanwhile, nor makes its row from what it was before.
    held = connection.execute(_HELD, {"of": match}).one()
    result = None if held.open else _told(connection, match)
    here = {"venue": held.venue, "server": held.server}
    connection.execute(_REMOVE, {"of": match})
    if result is not None:
        row = here | {"match": match, "ended": result.at}
        connection.execute(_ADD, row | {"data": result})
    note_facts(connection, match, here, result)


def _told(connection: sa.Connection, match: int) -> Result | None:
    """The result that the events tell; None where they can't be read."""
    try:
        return result_of(match, [decode(data) for data in connection.scalars(_TOLD, {"of": match})])
    except DECODE_ERRORS:
        return None
