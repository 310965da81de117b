"""How things stand at the venues, for whoever asks from outside: who is heard, how much is open.

Discord is not heard since 22:04: its 40 matches are open, and 3 announcements wait to be made.
"""

from dataclasses import dataclass

from bot.desk.ledger import Ledger
from bot.desk.presence import State
from bot.parts import Part


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand at a venue, or at one part of it.

    `on_duty` says whether matches are ruled there now: that also takes a machine that is awake.
    `waiting` are the announcements to be made, as far as is known.
    """

    part: Part
    state: State
    on_duty: bool
    open_matches: int
    waiting: int


def standings(ledger: Ledger) -> list[Standing]:
    """How things stand at each venue that is served."""
    found = []
    for part, venue in ledger.venues.items():
        here = ledger.of(venue)
        open_matches = sum(not live.match.over for live in here)
        waiting = sum(ledger.outbox.waiting(live.id) for live in here)
        state = ledger.presence(venue).state
        found.append(Standing(part, state, venue.on_duty(), open_matches, waiting))
    return found
