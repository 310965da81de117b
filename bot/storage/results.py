"""The result and the facts of a match, a row each, written in the transaction that changes them.

Ann wins by resignation: with the event goes the row that the leaderboard is worked out from, and
beside it what her server's pages ask of the match. The host takes the last turn back, and both rows
are gone; the match ends once more, and there are others. Nobody says what has changed: the rows are
made anew from the match's events. Where the record can't be read, its facts say so, and the pages
list the match as such. `referee tidy --facts` makes all facts anew.
"""

import logging
from typing import Any

import sqlalchemy as sa

from bot.referee.events import (
    FirstChosen,
    MatchEnded,
    MatchReopened,
    PagesChosen,
    PlayerReplaced,
)
from bot.servers.facts import FACTUAL, GameFacts, facts_of, is_shown
from bot.servers.results import TELLING, Result, result_of
from bot.servers.settings import ROOM_VENUE
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.schema import events, facts, matches, results

log = logging.getLogger(__name__)

CHANGING = (MatchEnded, MatchReopened, PlayerReplaced, FirstChosen, PagesChosen)
"""The kinds of events that may change the result of a match, or what is shown of it."""
BETWEEN = " / "
"""Between two turns of a game."""
PORTION = 10
"""The facts of so many matches are made in one transaction; between two of them others write."""
_SETTLING = ("MatchMoved", "PagesChosen")
"""The kinds of events that may take a match off the pages."""

# A thousand flags may fall at once, so all of this is put together once.
_HELD = sa.select(matches).where(matches.c.id == sa.bindparam("of")).with_for_update()
_EVENTS = (
    sa.select(events.c.kind, events.c.data)
    .where(events.c.match == sa.bindparam("of"))
    .order_by(events.c.number)
)
_TELLING = _EVENTS.where(events.c.kind.in_([kind.__name__ for kind in TELLING]))
_FACTUAL = _EVENTS.where(events.c.kind.in_([kind.__name__ for kind in FACTUAL]))
_ADD, _ADD_FACTS = sa.insert(results), sa.insert(facts)
_REMOVE = sa.delete(results).where(results.c.match == sa.bindparam("of"))
_REMOVE_FACTS = sa.delete(facts).where(facts.c.match == sa.bindparam("of"))


def refresh(connection: sa.Connection, match: int) -> None:
    # Nobody else changes the match meanwhile, nor makes its row from what it was before.
    held = connection.execute(_HELD, {"of": match}).one()
    result = None if held.open else _told(connection, match)
    here = {"match": match, "venue": held.venue, "server": held.server}
    connection.execute(_REMOVE, {"of": match})
    if result is not None:
        connection.execute(_ADD, here | {"ended": result.at, "data": result})
    _note_facts(connection, here, result)


def check_facts(connection: sa.Connection, after: int) -> dict[int, bool]:
    """Makes the facts of the next results by number anew: whether each was wrong before."""
    query = sa.select(results).where(results.c.match > after).order_by(results.c.match)
    rows = connection.execute(query.limit(PORTION)).all()
    return {row.match: _refresh_facts(connection, row) for row in rows}


def _refresh_facts(connection: sa.Connection, row: sa.Row[Any]) -> bool:
    # Nobody changes the match meanwhile.
    connection.execute(_HELD, {"of": row.match})
    mine = sa.select(facts).filter_by(match=row.match)
    before = connection.execute(mine).first()
    here = {"match": row.match, "venue": row.venue, "server": row.server}
    _note_facts(connection, here, row.data)
    return before != connection.execute(mine).first()


def _told(connection: sa.Connection, match: int) -> Result | None:
    """The result that the events tell; None where they can't be read."""
    told = connection.execute(_TELLING, {"of": match})
    try:
        return result_of(match, [decode(row.data) for row in told])
    except DECODE_ERRORS:
        return None


def _note_facts(connection: sa.Connection, here: dict[str, Any], result: Result | None) -> None:
    """Makes a match's row of facts what its events tell; none where it has no result."""
    connection.execute(_REMOVE_FACTS, {"of": here["match"]})
    if result is not None:
        # The local room is that of whoever runs the referee: all of it is theirs to see.
        made = _made(connection, here["match"], result, usual=here["venue"] == ROOM_VENUE)
        connection.execute(_ADD_FACTS, here | {"ended": result.at} | values_of(made, result))


def _made(
    connection: sa.Connection, match: int, result: Result, *, usual: bool
) -> GameFacts | bool:
    """The facts that the events tell; where some are damaged, only whether it is shown."""
    told, damaged, hidden = [], False, False
    for kind, data in connection.execute(_FACTUAL, {"of": match}).all():
        try:
            told.append(decode(data))
        except DECODE_ERRORS:
            damaged, hidden = True, hidden or kind in _SETTLING
    shown = is_shown(told, usual=usual) and not hidden
    try:
        return shown if damaged else facts_of(result, told, usual=usual)
    except Exception as error:
        # Whatever lies there, a match ends, and the referee starts.
        log.warning("match %s can't be read and is listed as such: %r", match, error)
        return shown


def values_of(made: GameFacts | bool, result: Result) -> dict[str, object]:
    """The columns of a row of facts but for the match, its server and when it ended."""
    if isinstance(made, bool):
        nothing = dict.fromkeys(("ruleset", "opening", "options", "moves"), "")
        none = dict.fromkeys(("side", "seconds", "turns", "long_turns"), 0)
        told: dict[str, object] = {**nothing, **none, "shown": made, "readable": False}
    else:
        names = ("ruleset", "side", "turns", "long_turns", "opening", "options")
        told = {name: getattr(made, name) for name in names}
        told |= {"seconds": int(made.length.total_seconds()), "moves": BETWEEN.join(made.moves)}
        told |= {"shown": made.listed, "readable": True}
    winner = None if result.winner is None else int(result.winner)
    whole = sum(1 << colour for colour in result.whole)
    told |= {"winner": winner, "ending": result.termination.value}
    return told | {"counts": result.counts, "whole": whole}
