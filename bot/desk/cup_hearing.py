"""What a cup knows of its matches, and up to when that is all there is to know.

Bob presses Ready a second before the round is over, and his press waits for a ruling in his match:
until that is made nothing is known of this match, and he is no no-show.
"""

import logging
from dataclasses import replace
from datetime import datetime

from bot.cups.facts import MatchFacts, facts_of
from bot.cups.running import Facts
from bot.desk.cup_absences import CupAbsences
from bot.desk.cup_table import HeldCup
from bot.desk.ledger import Ledger
from bot.desk.venue import Venue
from bot.storage.failures import DamagedMatchError

log = logging.getLogger(__name__)

_UNREADABLE = MatchFacts(begun=True, over=True)
"""A match whose record is damaged, or gone: the host says what becomes of its pairing."""


class CupHearing:
    def __init__(self, ledger: Ledger, absences: CupAbsences) -> None:
        self._ledger = ledger
        self._absences = absences

    async def learn(self, held: HeldCup) -> None:
        """Looks at the matches of which nothing is known, or not the latest."""
        for meeting in held.state.meetings:
            for game in meeting.games:
                if game.match not in held.facts:
                    facts = await self._look_up(game.match, meeting.entrants)
                    # If it has changed meanwhile, that is known already.
                    held.facts.setdefault(game.match, facts)

    async def _look_up(self, match: int, entrants: tuple[str, str]) -> MatchFacts:
        try:
            live = await self._ledger.find(match)
        except DamagedMatchError:
            log.warning("match %s of a cup can't be read", match)
            return _UNREADABLE
        return _UNREADABLE if live is None else facts_of(live.match, entrants)

    def known(self, held: HeldCup) -> Facts:
        """What is known of matches, without those where somebody may be ready by now.

        Such a press is on its way, or nothing is ruled there: nobody is a no-show before it is.
        """
        held.unheard = {
            match
            for match, known in held.facts.items()
            if not known.over and (self._absences.last or self._may_be_ready(match, known))
        }
        return {match: known for match, known in held.facts.items() if match not in held.unheard}

    def _may_be_ready(self, match: int, known: MatchFacts) -> bool:
        live = self._ledger.tables.get(match)
        if live is None or not live.in_sync.is_set():
            return True
        # In a room that can't be used nobody presses Ready; where somebody has, it could be.
        return bool(live.expected or (live.obstacle and not known.ready))


def heard_until(held: HeldCup, venue: Venue) -> datetime:
    """Up to which moment all is known that people did in the rooms of a cup's games."""
    games = (meeting.game for meeting in held.state.playing)
    rooms = (replace(held.room, id=game.room) for game in games if game is not None)
    read = (venue.places.read_until(room) for room in rooms)
    heard = venue.heard_at() or held.state.opened.at
    moments = [venue.certain_until(), venue.now(), heard, *(at for at in read if at is not None)]
    return min(moments) - venue.grace
