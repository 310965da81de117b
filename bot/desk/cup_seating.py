"""Opens the matches of a cup's games, and calls off those that nobody is to play any more.

Ann and Bob are paired in round 2. They get a thread, and their match is opened in it; the second
game of a best of three is opened in the same one. Killed between the thread and the match, the next
process finds the thread by its title, and opens the match there.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.cups.events import GameSeated
from bot.cups.running import SeatGame
from bot.cups.state import CupState
from bot.desk.cup_table import CupTable, HeldCup
from bot.desk.ledger import Ledger
from bot.desk.rulings import Answer
from bot.desk.venue import HERE, Venue
from bot.referee.events import MatchOpened, Player, Terms
from bot.referee.room import Room
from bot.referee.submission import Cancel, Submission
from bot.storage.failures import RoomTakenError, StaleError
from bot.wording.cup_telling import called_off_text, room_title

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
