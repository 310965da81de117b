"""The facts of ended matches: a row each, written in the transaction that changes the result.

Ann wins, and with her result is written what her server's pages ask of the match. Where the record
can't be read, the row says so, and the pages list the match as such. `referee tidy --facts` makes
all rows anew.
"""

import logging
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bot.servers.facts import FACTUAL, GameFacts, facts_of, is_shown
from bot.servers.results import Result
from bot.servers.settings import ROOM_VENUE
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.schema import events, facts, matches, results

log = logging.getLogger(__name__)

BETWEEN = " / "
"""Between two turns of a game."""
PORTION = 10
"""How many matches are read in one transaction; between two of them others write."""
_KINDS = [kind.__name__ for kind in FACTUAL]
_SETTLING = ("MatchMoved", "PagesChosen")
"""The kinds of events that may take a match off the pages."""
_TOLD = (
    sa.select(events.c.kind, events.c.data)
    .where(events.c.match == sa.bindparam("of"), events.c.kind.in_(_KINDS))
    .order_by(events.c.number)
)
_ADD = sa.insert(facts)
_REMOVE = sa.delete(facts).where(facts.c.match == sa.bindparam("of"))


def note_facts(
    connection: sa.Connection, match: int, here: Mapping[str, str], result: Result | None
) -> None:
    """Makes a match's row what its events tell; none where it has no result."""
    connection.execute(_REMOVE, {"of": match})
    if result is not None:
        row = {"match": match, "ended": result.at, **here}
        # The local room is that of whoever runs the referee: all of it is theirs to see.
        made = _made(connection, match, result, usual=here["venue"] == ROOM_VENUE)
        connection.execute(_ADD, row | values_of(made, result))


def check_facts(connection: sa.Connection, after: int) -> dict[int, bool]:
    """The next results by number, made anew: whether each was wrong before."""
    query = sa.select(results).where(results.c.match > after).order_by(results.c.match)
    rows = connection.execute(query.limit(PORTION)).all()
    return {row.match: _refresh(connection, row) for row in rows}


def _refresh(connection: sa.Connection, row: sa.Row[Any]) -> bool:
    """Makes the facts of a result anew; whether they were otherwise before."""
    # Nobody changes the match meanwhile.
    held = sa.select(matches.c.id).where(matches.c.id == row.match).with_for_update()
    connection.execute(held)
    mine = sa.select(facts).where(facts.c.match == row.match)
    before = connection.execute(mine).first()
    note_facts(connection, row.match, {"venue": row.venue, "server": row.server}, row.data)
    after = connection.execute(mine).first()
    return before != after


def _made(
    connection: sa.Connection, match: int, result: Result, *, usual: bool
) -> GameFacts | bool:
    """The facts that the events tell; where some are damaged, only whether it is shown."""
    told, damaged, hidden = [], False, False
    for kind, data in connection.execute(_TOLD, {"of": match}).all():
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
    """The columns of a row but for the match, its server and when it ended."""
    if isinstance(made, bool):
        nothing = dict.fromkeys(("ruleset", "opening", "options", "moves"), "")
        none = dict.fromkeys(("side", "seconds", "turns", "long_turns"), 0)
        told: dict[str, object] = {**nothing, **none, "shown": made, "readable": False}
    else:
        told = {
            "ruleset": made.ruleset,
            "side": made.side,
            "seconds": int(made.length.total_seconds()),
            "turns": made.turns,
            "long_turns": made.long_turns,
            "opening": made.opening,
            "options": made.options,
            "moves": BETWEEN.join(made.moves),
            "shown": made.listed,
            "readable": True,
        }
    winner = None if result.winner is None else int(result.winner)
    whole = sum(1 << colour for colour in result.whole)
    told |= {"winner": winner, "ending": result.termination.value}
    return told | {"counts": result.counts, "whole": whole}
