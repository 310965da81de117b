"""Match after match in one room: who has asked for a rematch, and the score so far.

Bob has lost and asks for another match. Everybody in the room is told so, and the host's page has a
button to accept. That he asks is kept in the lines of the room and nowhere else, and so it outlives
the referee: the nonce `rematch/7/1/two` is of the line that says that he asks after match 7, for
the first time anybody does; `rematch/7/1/over` is of the one that says that this is over.

Ann and Bob have played three matches, and Ann has won two: their pages say "Ann 2 – 1 Bob". Who
sits on a seat may change its colour with every match; so it is the seat that is counted for. In the
room of a cup others may have played before them: then there is no score.
"""

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.commands.sparring import FittingLevels
from bot.desk.desk import Desk
from bot.referee.events import MatchOpened, Player, Termination
from bot.referee.match import Match
from bot.referee.partner import partner
from bot.referee.submission import Ready, Submission
from bot.servers.results import NO_RESULT, Result
from bot.storage.archive import Archive
from bot.storage.failures import RoomTakenError, StoreError
from bot.storage.room import TOLD, NewLine, RoomStore
from bot.venues.room.opening_form import rematch
from bot.venues.room.seats import SEATS, SERVER, VENUE, RoomVoice, key_of, player_id, seat_of
from bot.web.kinds import Held, Participant
from bot.web.message_log import MessageLog
from bot.web.page_writer import Whisper
from bot.wording.room import (
    NOT_HOST,
    NOT_OVER,
    REMATCH_DECLINED,
    rematch_asked_text,
    rematch_taken_back_text,
    series_text,
)

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


_OVER = "over"
_NONCE = re.compile(r"rematch/\d+/(\d+)/([\w-]+)")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A wish for a rematch: how often there was one by now, and the key of who still asks."""

    match: int
    time: int = 0
    by: str = ""


class Rematches:
    """The wishes for rematches in all rooms with an open page."""

    def __init__(
        self,
        messages: MessageLog,
        store: RoomStore,
        levels: FittingLevels,
        now: Callable[[], datetime],
    ) -> None:
        self._levels = levels
        self._log = messages
        self._store = store
        self._now = now
        self._wishes: dict[str, _Wish] = {}
        self.watchers: list[Callable[[str], None]] = []
        """Each is called with the room in which somebody asks, or asks no more."""

    async def read(self, room: str, number: int) -> None:
        """Reads what is asked after a match of a room, as when the referee has come back."""
        nonces = await self._store.nonces(room, f"rematch/{number}/")
        wish = self._wishes.get(room)
        # What somebody asked while this was read is newer.
        if wish is None or wish.match != number:
            self._wishes[room] = _read(number, nonces)

    def forget(self, room: str) -> None:
        """Forgets a room that nobody looks at any more."""
        self._wishes.pop(room, None)

    def asked_by(self, room: str, number: int) -> str:
        """The key of the player who asks for a rematch of a match; empty where nobody does."""
        return self._of(room, number).by

    async def press(
        self, desk: Desk, who: Participant, held: Held, act: str, at: datetime
    ) -> Whisper | None:
        """A press about a rematch: players ask for one, the host begins it."""
        number, match = held.number, held.match
        if not match.over:
            return Whisper(NOT_OVER)
        match act:
            case "rematch" | "accept-rematch" if not may_begin(who, match):
                return Whisper(NOT_HOST)
            case "rematch" | "accept-rematch":
                opened = await self._levels.settle(rematch(match, at), held.room)
                try:
                    await desk.open(held.room, opened)
                except RoomTakenError:
                    return Whisper(NOT_OVER)
                if (alone := _alone(who, opened)) is not None:
                    await desk.submit(held.room, Submission(alone, Ready(), at))
            case "ask-rematch" if who.seats(match):
                await self._ask(who, number, match)
            case "no-rematch":
                await self._take_back(who, number, match)
            case "decline-rematch" if who.hosts(match):
                await self._decline(who, number)
        return None

    async def _ask(self, who: Participant, number: int, match: Match) -> None:
        """A player asks; nothing changes where one does already."""
        speaker, wish = who.speaker(match), self._of(who.subject, number)
        if not wish.by:
            asks = _Wish(number, wish.time + 1, key_of(speaker.id))
            await self._tell(who.subject, asks, rematch_asked_text(RoomVoice().name(speaker)))

    async def _take_back(self, who: Participant, number: int, match: Match) -> None:
        """The player who asked does so no more."""
        wish = self._of(who.subject, number)
        if wish.by and player_id(who.subject, wish.by) in who.persons:
            name = RoomVoice().name(who.speaker(match))
            ended = _Wish(number, wish.time)
            await self._tell(who.subject, ended, rematch_taken_back_text(name))

    async def _decline(self, who: Participant, number: int) -> None:
        """The host declines."""
        wish = self._of(who.subject, number)
        if wish.by:
            await self._tell(who.subject, _Wish(number, wish.time), REMATCH_DECLINED)

    def _of(self, room: str, number: int) -> _Wish:
        wish = self._wishes.get(room)
        return wish if wish is not None and wish.match == number else _Wish(number)

    async def _tell(self, room: str, wish: _Wish, text: str) -> None:
        """Says something in the room, where it is stored; said twice at once, it is stored once."""
        nonce = f"rematch/{wish.match}/{wish.time}/{wish.by or _OVER}"
        await self._log.add(NewLine(room, self._now(), TOLD, text, nonce=nonce))
        self._wishes[room] = wish
        for watcher in self.watchers:
            watcher(room)


def may_begin(who: Participant, match: Match) -> bool:
    """Whether somebody begins a rematch without asking: as host, or against the partner."""
    return who.hosts(match) or (partner(match) is not None and bool(who.seats(match)))


def _alone(who: Participant, opened: MatchOpened) -> Player | None:
    """Who presses, if they alone play against the partner: nobody else is to be waited for."""
    people = [player for player in opened.players if not player.level]
    return people[0] if len(people) == 1 and people[0].id in who.persons else None


def _read(number: int, nonces: Iterable[str]) -> _Wish:
    """The wish that stands, by the nonces that are stored after a match."""
    matches = (_NONCE.fullmatch(nonce) for nonce in nonces)
    wishes = [(int(match[1]), match[2]) for match in matches if match is not None]
    time = max((time for time, _ in wishes), default=0)
    words = {word for at, word in wishes if at == time}
    asking = words - {_OVER} if _OVER not in words else set()
    return _Wish(number, time, asking.pop() if asking else "")
