"""The result and the facts of a match, a row each, written in the transaction that changes them.

Ann wins by resignation: with the event goes the row that the leaderboard is worked out from, and
beside it what her server's pages ask of the match. The host takes the last turn back, and both rows
are gone; the match ends once more, and there are others. Nobody says what has changed: the rows are
made anew from the match's events. Where the record can't be read, its facts say so, and the pages
list the match as such. `referee tidy --facts` makes all facts anew.
"""

import logging
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from bot.referee.events import FirstChosen, MatchEnded, MatchReopened, PagesChosen, PlayerReplaced
from bot.servers.facts import FACTUAL, GameFacts, facts_of, is_shown
from bot.servers.results import TELLING, Result, result_of
from bot.servers.settings import ROOM_VENUE
from bot.storage.columns import DECODE_ERRORS, decode
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
_OF = events.c.match == sa.bindparam("of")
_EVENTS = sa.select(events.c.kind, events.c.data).where(_OF).order_by(events.c.number)
_TELLING = _EVENTS.where(events.c.kind.in_([kind.__name__ for kind in TELLING]))
_FACTUAL = _EVENTS.where(events.c.kind.in_([kind.__name__ for kind in FACTUAL]))
_ADD, _ADD_FACTS = sa.insert(results), sa.insert(facts)
_REMOVE = sa.delete(results).where(results.c.match == sa.bindparam("of"))
_REMOVE_FACTS = sa.delete(facts).where(facts.c.match == sa.bindparam("of"))


def refresh(connection: sa.Connection, match: int) -> None:
    # Nobody else changes the match meanwhile, nor makes its row from what it was before.
    held = connection.execute(_HELD, {"of": match}).one()
    result: Result | None = None
    if not held.open:
        with suppress(*DECODE_ERRORS):
            told = connection.execute(_TELLING, {"of": match})
            result = result_of(match, [decode(row.data) for row in told])
    here = {"match": match, "venue": held.venue, "server": held.server}
    connection.execute(_REMOVE, {"of": match})
    if result is not None:
        connection.execute(_ADD, here | {"ended": result.at, "data": result})
    _note_facts(connection, here, result)


def check_facts(connection: sa.Connection, after: int) -> dict[int, bool]:
    """Makes the facts of the next results by number anew: whether each was wrong before."""
    query = sa.select(results).where(results.c.match > after).order_by(results.c.match)
    rows = connection.execute(query.limit(PORTION)).all()
    wrong = {}
    for row in rows:
        # Nobody changes the match meanwhile.
        connection.execute(_HELD, {"of": row.match})
        mine = sa.select(facts).filter_by(match=row.match)
        before = connection.execute(mine).first()
        here = {"match": row.match, "venue": row.venue, "server": row.server}
        _note_facts(connection, here, row.data)
        wrong[row.match] = before != connection.execute(mine).first()
    return wrong


def _note_facts(connection: sa.Connection, here: dict[str, Any], result: Result | None) -> None:
    """Makes a match's row of facts what its events tell; none where it has no result."""
    connection.execute(_REMOVE_FACTS, {"of": here["match"]})
    if result is not None:
        # The local room is that of whoever runs the referee: all of it is theirs to see.
        made = _made(connection, here["match"], result, usual=here["venue"] == ROOM_VENUE)
        connection.execute(_ADD_FACTS, here | {"ended": result.at} | values_of(made, result))


def _made(connection: sa.Connection, match: int, result: Result, *, usual: bool) -> GameFacts:
    """The facts that the events tell; where some are damaged, only whether it is shown."""
    told, damaged, hidden = [], False, False
    for kind, data in connection.execute(_FACTUAL, {"of": match}).all():
        try:
            told.append(decode(data))
        except DECODE_ERRORS:
            damaged, hidden = True, hidden or kind in _SETTLING
    try:
        if not damaged:
            return facts_of(result, told, usual=usual)
    except Exception as error:
        # Whatever lies there, a match ends, and the referee starts.
        log.warning("match %s can't be read and is listed as such: %r", match, error)
    return GameFacts(shown=is_shown(told, usual=usual) and not hidden, readable=False)


def values_of(made: GameFacts, result: Result) -> dict[str, object]:
    """The columns of a row of facts but for the match, its server and when it ended."""
    names = ("ruleset", "side", "turns", "long_turns", "opening", "options", "readable")
    told: dict[str, object] = {name: getattr(made, name) for name in names}
    told |= {"seconds": int(made.length.total_seconds()), "moves": BETWEEN.join(made.moves)}
    winner = None if result.winner is None else int(result.winner)
    whole = sum(1 << colour for colour in result.whole)
    told |= {"shown": made.listed, "winner": winner, "ending": result.termination.value}
    return told | {"counts": result.counts, "whole": whole}
