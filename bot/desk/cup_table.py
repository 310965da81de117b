"""The open cups that are served here, in memory as they are stored.

Whoever changes a cup holds its lock, stores the event, and only then the cup in memory goes on. If
another process has stored something first, the cup is taken as it is stored then, and what was to
be done is decided anew.
"""

import asyncio
from collections.abc import Callable

from bot.cups.events import CupEvent, is_told
from bot.cups.facts import MatchFacts
from bot.cups.fold import applied, fold_cup
from bot.cups.state import CupPairing, CupState
from bot.referee.room import Room
from bot.storage.cups import Cups, StoredCup
from bot.storage.failures import StaleError, StoreError

GOING_ON = "going on"
"""Among a cup's obstacles: that the next thing that is due in it can't be done."""
_TRIES = 5


class HeldCup:
    """A cup in memory; `facts` is what is known of its matches, by their numbers."""

    def __init__(self, stored: StoredCup) -> None:
        self.id = stored.id
        self.room = stored.room
        self.events = list(stored.events)
        self.state = stored.state()
        self._as_told = fold_cup(self.events[:1])
        self.facts: dict[int, MatchFacts] = {}
        self.lock = asyncio.Lock()
        self.telling = asyncio.Lock()
        self.fresh: set[int] = set()
        """The events that this process stored and has not tried to tell of."""
        self.unheard: set[int] = set()
        """The matches in which somebody may be ready by now, and nobody knows."""
        self.obstacles: dict[str, str] = {}
        """What was in the way last when the room was told, or when the cup was to go on."""

    @property
    def untold(self) -> int | None:
        """The number of the first event that the room is still to be told of."""
        numbers = range(self.state.told + 1, len(self.events))
        return next((number for number in numbers if is_told(self.events[number])), None)

    def took(self, event: CupEvent) -> None:
        """An event was stored."""
        self.state = applied(self.state, event)
        self.events.append(event)
        self.fresh.add(len(self.events) - 1)

    def reloaded(self, stored: StoredCup) -> None:
        """The cup as it is stored now."""
        self.events, self.state = list(stored.events), stored.state()
        self._as_told = fold_cup(self.events[:1])

    def as_of(self, number: int) -> CupState:
        """The cup as it was after an event: what is told of that is true of that moment.

        Events are told in their order, so that none has to be read anew for it.
        """
        if self._as_told.seen > number + 1:
            self._as_told = fold_cup(self.events[:1])
        for event in self.events[self._as_told.seen : number + 1]:
            self._as_told = applied(self._as_told, event)
        return self._as_told


class CupTable:
    """Cups by their numbers, and which of their games each match is."""

    def __init__(self, cups: Cups) -> None:
        self.cups = cups
        self.watchers: list[Callable[[HeldCup], None]] = []
        """Told of every change of a cup, once it is stored."""
        self._held: dict[int, HeldCup] = {}
        self._game_of: dict[int, tuple[int, int]] = {}
        """The cup and the pairing of each match."""

    def held(self) -> list[HeldCup]:
        """All that are in memory, oldest first."""
        return [self._held[number] for number in sorted(self._held)]

    def of_match(self, match: int) -> tuple[HeldCup, CupPairing] | None:
        """The cup and the pairing that a match is a game of, if that is in memory."""
        cup, pairing = self._game_of.get(match, (0, 0))
        held = self._held.get(cup)
        return None if held is None else (held, held.state.meeting(pairing))

    def holds(self, held: HeldCup) -> bool:
        """Whether a cup is still served here, and in memory as this very one."""
        return self._held.get(held.id) is held

    def drop(self, held: HeldCup) -> None:
        """A cup is over and told of, or served elsewhere."""
        self._held.pop(held.id, None)
        for match in [match for match, (cup, _) in self._game_of.items() if cup == held.id]:
            del self._game_of[match]

    async def find(self, number: int) -> HeldCup | None:
        """A cup by its number, None if there is none; one that is over stays in the store."""
        held = self._held.get(number)
        if held is not None:
            return held
        stored = await self.cups.load(number)
        if stored is None:
            return None
        found = HeldCup(stored)
        return self._hold(found) if stored.open else found

    def _hold(self, found: HeldCup) -> HeldCup:
        held = self._held.setdefault(found.id, found)
        self._note_games(held)
        return held

    def _note_games(self, held: HeldCup) -> None:
        for meeting in held.state.meetings:
            for game in meeting.games:
                self._game_of[game.match] = (held.id, meeting.number)

    def took(self, held: HeldCup, event: CupEvent) -> None:
        """An event of a cup was stored."""
        held.took(event)
        self._note_games(held)
        for watcher in self.watchers:
            watcher(held)

    async def append(
        self, held: HeldCup, decide: Callable[[CupState], CupEvent | None]
    ) -> CupEvent | None:
        """Stores what is decided; decided anew where others came first. The lock is held."""
        for _ in range(_TRIES):
            event = decide(held.state)
            if event is None:
                return None
            # What makes no cup is not stored: it could never be read again.
            applied(held.state, event)
            try:
                await self.cups.append(held.id, len(held.events), (event,))
            except StaleError:
                await self.reload(held)
            else:
                self.took(held, event)
                return event
        raise StoreError(f"cup {held.id} is changed elsewhere at the same time")

    async def reload(self, held: HeldCup) -> None:
        """Takes a cup as it is stored now; StoreError if it is gone."""
        stored = await self.cups.load(held.id)
        if stored is None:
            raise StoreError(f"cup {held.id} is gone from the database")
        held.reloaded(stored)
        self._note_games(held)

    async def latest_in(self, room: Room) -> HeldCup | None:
        """The open cup of a room, or else its last one."""
        number = await self.cups.latest_in(room)
        return None if number is None else await self.find(number)
