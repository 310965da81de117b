"""The score of the matches that were played in a room, one after the other.

Ann and Bob have played three matches, and Ann has won two: their pages say "Ann 2 – 1 Bob". Who
sits on a seat may change its colour with every match; so it is the seat that is counted for. In the
room of a cup others may have played before them: then there is no score.
"""

import logging
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from bot.referee.events import Termination
from bot.referee.match import Match
from bot.servers.results import NO_RESULT, Result
from bot.storage.archive import Archive
from bot.storage.failures import StoreError
from bot.venues.room.place import SERVER, VENUE
from bot.venues.room.seats import SEATS, seat_of
from bot.wording.room import series_text

log = logging.getLogger(__name__)

Outcome = str
"""The seat that won a match, "tie", or "none" while it goes on, or where it has no result."""


@dataclass(slots=True)
class _Played:
    """The outcomes of a room's matches, by number; `read` says that the store was asked."""

    outcomes: dict[int, Outcome] = field(default_factory=dict)
    read: bool = False


class Series:
    """The scores of the rooms in which pages are open."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._rooms: dict[str, _Played] = defaultdict(_Played)

    async def read(self, room: str) -> None:
        """Reads the ended matches of a room, once; without the store there is no score."""
        played = self._rooms[room]
        if played.read:
            return
        try:
            results = await self._archive.results(VENUE, SERVER, room=room)
        except StoreError as error:
            log.warning("room %s: its series can't be read: %s", room, error)
            return
        # Outcomes that were noted meanwhile are newer.
        played.outcomes = {result.match: _of_result(result) for result in results} | played.outcomes
        played.read = True

    def take(self, room: str, number: int, match: Match) -> None:
        """Notes how a match of the room stands now: it may have ended, or been reopened."""
        self._rooms[room].outcomes[number] = _of_match(match)

    def forget(self, room: str) -> None:
        """Forgets a room that nobody looks at any more."""
        self._rooms.pop(room, None)

    def text(self, room: str, number: int, match: Match) -> str:
        """The score in words, with the names of this match; empty where it is the first."""
        played = self._rooms.get(room)
        if played is None or not played.read:
            return ""
        counted = {key: won for key, won in played.outcomes.items() if won != "none"}
        if not counted.keys() - {number}:
            return ""
        score = Counter(counted.values())
        names = {seat_of(player.id): player.name for player in match.players}
        if score.keys() - names.keys() - {"tie"}:
            return ""
        # The seats keep their order; in a cup it is that of the players, as on their cards.
        order = SEATS if names.keys() <= set(SEATS) else tuple(names)
        first, second = ((names[seat], score[seat]) for seat in order)
        return series_text(first, second, score["tie"])


def _of_result(result: Result) -> Outcome:
    winner = None if result.winner is None else result.players[result.winner].id
    return _outcome(winner, result.termination)


def _of_match(match: Match) -> Outcome:
    ended = match.ended
    if ended is None:
        return "none"
    winner = None if ended.winner is None else match.players[ended.winner].id
    return _outcome(winner, ended.termination)


def _outcome(winner: str | None, termination: Termination) -> Outcome:
    if termination in NO_RESULT:
        return "none"
    return "tie" if winner is None else seat_of(winner)
