"""The store of cups: events, and the matches that are opened for their games.

A round is one event, and so one transaction, before anybody is told of it. The match of a game is
opened together with the event that says so: killed at any moment, the next process finds both or
neither. The number of events is the optimistic lock, as that of matches is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.cups.events import CupEvent, CupOpened, GameSeated
from bot.cups.fold import CorruptCupError, fold_cup
from bot.cups.state import CupState
from bot.referee.events import MatchOpened
from bot.referee.match import Room
from bot.storage import rows
from bot.storage.columns import DECODE_ERRORS, room_of
from bot.storage.failures import DamagedMatchError, StaleError
from bot.storage.journal import CUPS
from bot.storage.schema import cup_games, cups
from bot.storage.store import Book


@dataclass(frozen=True, slots=True)
class StoredCup:
    id: int
    room: Room
    events: tuple[CupEvent, ...]
    open: bool

    def state(self) -> CupState:
        try:
            return fold_cup(self.events)
        except CorruptCupError as error:
            raise DamagedMatchError(f"cup {self.id} can't be read: {error}") from error


class Cups(Book):
    async def open(self, room: Room, opened: CupOpened) -> int:
        """Stores a new cup; its number."""
        return await self._store.write(lambda connection: CUPS.open(connection, room, opened))

    async def append(self, cup: int, seen: int, events: Sequence[CupEvent]) -> None:
        await self._store.write(lambda connection: _append(connection, cup, seen, events))

    async def seat(
        self,
        cup: int,
        seen: int,
        room: Room,
        opened: MatchOpened,
        seated: Callable[[int], GameSeated],
    ) -> int:
        """Opens the match of a game, and stores with it that it was; the match's number.

        `seated` makes the event of that number. StaleError if others came first, RoomTakenError if
        the room has another match.
        """

        def work(connection: Connection) -> int:
            match = rows.add_match(connection, room, opened)
            event = seated(match)
            game = {"cup": cup, "pairing": event.pairing, "game": event.game, "match": match}
            try:
                connection.execute(insert(cup_games).values(game))
            except IntegrityError:
                raise StaleError(f"cup {cup}: {event}") from None
            _append(connection, cup, seen, (event,))
            return match

        return await self._store.write(work)

    async def close(self, cup: int) -> None:
        """Notes that nothing is left to be done in a cup that is over."""
        await self._store.change(update(cups).where(cups.c.id == cup).values(open=False))

    async def load(self, cup: int) -> StoredCup | None:
        def stored(connection: Connection) -> StoredCup | None:
            row = connection.execute(select(cups).where(cups.c.id == cup)).first()
            if row is None:
                return None
            try:
                events = tuple(map(CUPS.decode, CUPS.lines(connection, cup)))
            except DECODE_ERRORS as error:
                text = f"cup {cup} can't be read: its record is damaged"
                raise DamagedMatchError(text) from error
            return StoredCup(cup, room_of(row), events, row.open)

        return await self._store.read(stored)

    async def open_cups(self) -> dict[int, Room]:
        return await self._store.read(lambda connection: CUPS.rooms(connection, cups.c.open))

    async def latest_in(self, room: Room) -> int | None:
        return await self._store.scalar(CUPS.latest_in(room))

    async def of_match(self, match: int) -> int | None:
        query = select(cup_games.c.cup).where(cup_games.c.match == match)
        return await self._store.scalar(query)


def _append(connection: Connection, cup: int, seen: int, events: Sequence[CupEvent]) -> None:
    if CUPS.count(connection, cup) != seen:
        raise StaleError(f"cup {cup}: not at event {seen}")
    CUPS.append(connection, cup, seen, events)
