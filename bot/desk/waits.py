"""How long a ruling waits for what was said before it and may still be under way.

Red's time ran out a second ago, and a turn that Red made in time may arrive within the venue's
grace: until then no flag falls. Blue writes "C3" out of turn five times: the room is read for a
turn of Red's that was overtaken, but once a second at the most. Nothing here changes anything.
"""

from datetime import datetime, timedelta

from bot.desk.ledger import Ledger
from bot.desk.open_match import OpenMatch
from bot.desk.rulings import is_out_of_turn
from bot.referee.clock import ZERO
from bot.referee.ruling import Ruling
from bot.referee.submission import Submission

READ_INTERVAL = timedelta(seconds=1)
"""Between two readings of a room in search of an overtaken turn, and between two looks whether a
flag must still wait."""


def present(ledger: Ledger, live: OpenMatch) -> datetime:
    """The present as far as the room is known: a room may have been read a while ago."""
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    return venue.now() if until is None else min(until, venue.now())


def until_reading(ledger: Ledger, live: OpenMatch, arrived: timedelta) -> timedelta:
    """How long the room is not read again, so that chatter can't have it read all the time."""
    if live.read_at is None or live.was_read_since(arrived):
        return ZERO
    return live.read_at + READ_INTERVAL - ledger.timepiece.monotonic()


def grace_left(ledger: Ledger, live: OpenMatch) -> timedelta:
    """How long a move stamped in time may still be under way, once the deadline is past."""
    deadline, venue = live.match.deadline(), ledger.venue(live)
    if deadline is None:
        return ZERO
    return deadline + venue.grace + timedelta.resolution - present(ledger, live)


def until_settled(
    ledger: Ledger, live: OpenMatch, submission: Submission, ruling: Ruling
) -> timedelta:
    """How long a turn that seems out of turn may yet prove to be in turn.

    Where a room is only read every now and then, the turn before it may not be visible yet.
    """
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    if until is None or not is_out_of_turn(ruling):
        return ZERO
    return submission.sent_at + venue.grace - until


def until_readable(ledger: Ledger, live: OpenMatch, submission: Submission) -> timedelta:
    """How long until a reading of the room finds all that was written before a page's turn.

    ZERO where the room need not be read for it, or has been.
    """
    if not is_unread(ledger, live, submission):
        return ZERO
    venue = ledger.venue(live)
    return submission.sent_at + venue.grace - venue.now()


def is_unread(ledger: Ledger, live: OpenMatch, submission: Submission) -> bool:
    """Whether a room that is only read every now and then was not read up to a page's turn."""
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    return until is not None and until < submission.sent_at + venue.grace


def may_be_stopped(ledger: Ledger, live: OpenMatch) -> bool:
    """Whether a room is still to be read in which an act of a match may have been written.

    After an absence "host pause match:7" counts from every room of the match's server.
    """
    presence = ledger.presence(ledger.venue(live))
    if presence.here:
        return False
    if not presence.loaded.is_set():
        return True
    there = ledger.tables.of_server(live.room.venue, live.room.server)
    return any(not held.in_sync.is_set() and not held.glance.over for held in there)
