"""Who has asked for a rematch: a player asks, the host accepts.

Bob has lost and asks for another match. Everybody in the room is told so, and the host's page has a
button to accept. That he asks is kept in the lines of the room and nowhere else, and so it outlives
the referee: the nonce `rematch/7/1/two` is of the line that says that he asks after match 7, for
the first time anybody does; `rematch/7/1/over` is of the one that says that this is over.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.referee.match import Match
from bot.storage.room import TOLD, NewLine, RoomStore
from bot.venues.room.message_log import MessageLog
from bot.venues.room.seats import Participant, key_of
from bot.venues.room.voice import RoomVoice
from bot.wording.room import REMATCH_DECLINED, rematch_asked_text, rematch_taken_back_text

_OVER = "over"
_NONCE = re.compile(r"rematch/\d+/(\d+)/([\w-]+)")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is asked after a match: for which time, and the key of who still asks."""

    match: int
    time: int = 0
    by: str = ""


class Rematches:
    """What is asked for in the rooms in which pages are open."""

    def __init__(self, kept: MessageLog, store: RoomStore, now: Callable[[], datetime]) -> None:
        self._log = kept
        self._store = store
        self._now = now
        self._wishes: dict[str, _Wish] = {}
        self.watchers: list[Callable[[str], None]] = []
        """Each is told the room in which somebody asks, or asks no more."""

    async def read(self, room: str, number: int) -> None:
        """Reads what is asked after a match of a room, as when the referee has come back."""
        nonces = await self._store.nonces(room, f"rematch/{number}/")
        known = self._wishes.get(room)
        # What somebody asked while this was read is newer.
        if known is None or known.match != number:
            self._wishes[room] = _read(number, nonces)

    def forget(self, room: str) -> None:
        """Nobody looks at the room any more."""
        self._wishes.pop(room, None)

    def asked_by(self, room: str, number: int) -> str:
        """The key of the player who asks for a rematch of a match; empty where nobody does."""
        return self._of(room, number).by

    async def ask(self, participant: Participant, number: int, match: Match) -> None:
        """A player asks; nothing changes where one does already."""
        speaker, wish = participant.speaker(match), self._of(participant.room, number)
        if not wish.by:
            asks = _Wish(number, wish.time + 1, key_of(speaker.id))
            await self._tell(participant.room, asks, rematch_asked_text(RoomVoice().name(speaker)))

    async def take_back(self, participant: Participant, number: int, match: Match) -> None:
        """The player who asked does so no more."""
        wish = self._of(participant.room, number)
        if wish.by in participant.keys:
            name = RoomVoice().name(participant.speaker(match))
            ended = _Wish(number, wish.time)
            await self._tell(participant.room, ended, rematch_taken_back_text(name))

    async def decline(self, participant: Participant, number: int) -> None:
        """The host would rather not."""
        wish = self._of(participant.room, number)
        if participant.hosts and wish.by:
            await self._tell(participant.room, _Wish(number, wish.time), REMATCH_DECLINED)

    def _of(self, room: str, number: int) -> _Wish:
        wish = self._wishes.get(room)
        return wish if wish is not None and wish.match == number else _Wish(number)

    async def _tell(self, room: str, wish: _Wish, text: str) -> None:
        """Tells the room, which keeps it; told twice at once, it is kept once."""
        nonce = f"rematch/{wish.match}/{wish.time}/{wish.by or _OVER}"
        await self._log.add(NewLine(room, self._now(), TOLD, text, nonce=nonce))
        self._wishes[room] = wish
        for watcher in self.watchers:
            watcher(room)


def _read(number: int, nonces: Iterable[str]) -> _Wish:
    """The wish that stands, by the nonces that are kept after a match."""
    found = [(int(kept[1]), kept[2]) for nonce in nonces if (kept := _NONCE.fullmatch(nonce))]
    time = max((time for time, _ in found), default=0)
    words = {word for at, word in found if at == time}
    asking = words - {_OVER} if _OVER not in words else set()
    return _Wish(number, time, asking.pop() if asking else "")
