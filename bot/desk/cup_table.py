"""The open cups that are served here, in memory as they are stored, and how their matches open.

Whoever changes a cup holds its lock, stores the event, and only then the cup in memory goes on. If
another process has stored something first, the cup is taken as it is stored then, and what was to
be done is decided anew.

Ann and Bob are paired in round 2. They get a thread, and their match is opened in it; the second
game of a best of three is opened in the same one. Killed between the thread and the match, the next
process finds the thread by its title, and opens the match there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.cups.events import CupEvent, GameSeated, is_told
from bot.cups.fold import applied, fold_cup
from bot.cups.running import MatchFacts, SeatGame
from bot.cups.state import CupPairing, CupState
from bot.desk.ledger import Ledger
from bot.desk.rulings import Answer
from bot.desk.venue import HERE, Venue
from bot.referee.events import MatchOpened, Player, Terms
from bot.referee.match import Room
from bot.referee.submission import Cancel, Submission
from bot.storage.cups import Cups, StoredCup
from bot.storage.failures import RoomTakenError, StaleError, StoreError
from bot.wording.cup_telling import called_off_text, room_title

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


log = logging.getLogger(__name__)

Submit = Callable[[int, Submission], Awaitable[Answer | None]]
LookAt = Callable[[int], Awaitable[None]]
"""Has somebody look whether a match can be held in its room."""


class CupSeating:
    def __init__(self, ledger: Ledger, table: CupTable, submit: Submit, look_at: LookAt) -> None:
        self._ledger = ledger
        self._table = table
        self._submit = submit
        self._look_at = look_at

    async def seat(self, held: HeldCup, wanted: SeatGame, venue: Venue) -> bool:
        """Opens the match of a game; False where its room has another one. The lock is held."""
        state = held.state
        room = await self._room(held, wanted, venue)
        event = _opened(state, wanted, venue)
        seen, seated = len(held.events), list[GameSeated]()

        def as_event(match: int) -> GameSeated:
            game = (wanted.pairing, wanted.game, wanted.first)
            seated[:] = [GameSeated(event.at, *game, match, room.id)]
            return seated[0]

        async def write(opened: MatchOpened) -> int:
            return await self._table.cups.seat(held.id, seen, room, opened, as_event)

        try:
            live = await self._ledger.open(room, event, write)
        except RoomTakenError:
            return False
        except StaleError:
            await self._table.reload(held)
            return True
        self._table.took(held, seated[0])
        await self._look_at(live.id)
        return True

    async def _room(self, held: HeldCup, wanted: SeatGame, venue: Venue) -> Room:
        """Where a game is held: as the pairing's games before it, else in a new room."""
        where = held.state.opened.plan.rooms
        if wanted.room or where == HERE:
            return replace(held.room, id=wanted.room or held.room.id)
        title = room_title(held.state, wanted)
        made = await venue.places.find_room(held.room, where, title)
        if made is None or await self._ledger.store.latest_in(made) is not None:
            made = await venue.places.make_room(held.room, where, title)
        return made

    async def call_off(self, held: HeldCup, match: int, venue: Venue) -> None:
        """Ends a match without a result: the cup has one for its pairing, or needs none."""
        by = venue.places.account() or held.state.host
        reason = called_off_text(held.state, match)
        await self._submit(match, Submission(by, Cancel(reason), venue.now(), may_host=True))


def _opened(state: CupState, wanted: SeatGame, venue: Venue) -> MatchOpened:
    players = _player(state, wanted.first), _player(state, wanted.second)
    return MatchOpened(venue.now(), state.host, players, _terms(state, wanted))


def _player(state: CupState, entrant: str) -> Player:
    return state.players[entrant]


def _terms(state: CupState, wanted: SeatGame) -> Terms:
    """The terms of a game; of two the worse seed can be the DMO."""
    terms = state.opened.plan.terms
    if not state.opened.plan.lower_seed_is_dmo:
        return terms
    seeds = [entrant.id for entrant in state.seeds]
    is_second = seeds.index(wanted.second) > seeds.index(wanted.first)
    return replace(terms, dmo=terms.colours[is_second])
