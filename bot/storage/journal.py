"""Streams of events: what happened in each match and in each cup, in its order.

The number of events is the optimistic lock: whoever appends to a stream that others have appended
to meanwhile gets a StaleError, and decides anew. Events are never changed, but when somebody asks
to be forgotten.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, func, insert, or_, select
from sqlalchemy import update as change
from sqlalchemy.exc import IntegrityError

from bot.cups import events as cup_events
from bot.cups.cup import Entrant, Pairing, PairingResult
from bot.cups.events import CupEvent
from bot.referee.events import Event, Player
from bot.referee.match import Room
from bot.storage import schema
from bot.storage.columns import DECODE_ERRORS, decode, decode_of_cup, encode, key
from bot.storage.failures import DamagedMatchError, RoomTakenError, StaleError

E = TypeVar("E", bound=Event | CupEvent)

_IDS: Mapping[type, tuple[str, ...]] = {
    Pairing: ("first", "second"),
    PairingResult: ("first", "second"),
    cup_events.CupDraw: ("apart",),
    cup_events.PlayersCalled: ("players",),
    cup_events.CupStarted: ("apart",),
    cup_events.GameSeated: ("first",),
    cup_events.RoundChanged: ("one", "other"),
    cup_events.PlayersReminded: ("absent",),
    cup_events.CupEnded: ("champion", "places"),
}
"""The fields in which people's ids stand by themselves."""


class Journal(Generic[E]):
    """The streams of one kind: a row for each, with its room, and the events of all."""

    def __init__(self, name: str, streams: Table, events: Table, decode: Callable[[str], E]):
        self.name, self.streams, self.events, self.decode = name, streams, events, decode
        self.stream: ColumnElement[int] = events.c[name]
        # Every turn needs this statement: building it takes longer than executing it.
        self._add = insert(events)

    def open(self, connection: Connection, room: Room, event: E, **values: object) -> int:
        """Writes a new stream and its first event; RoomTakenError if its room can't have two."""
        row = {**key(room), "open": True, **values}
        added = insert(self.streams).values(row).returning(self.streams.c.id)
        try:
            number = int(connection.execute(added).scalar_one())
        except IntegrityError:
            raise RoomTakenError(room.id) from None
        self.append(connection, number, 0, (event,))
        return number

    def append(self, connection: Connection, number: int, seen: int, events: Sequence[E]) -> None:
        """Writes events after the first `seen`; StaleError if others came first."""
        added = [
            {self.name: number, "number": at, "kind": type(event).__name__, "data": encode(event)}
            for at, event in enumerate(events, seen)
        ]
        try:
            connection.execute(self._add, added)
        except IntegrityError:
            raise StaleError(f"{self.name} {number}: event {seen}") from None

    def count(self, connection: Connection, number: int) -> int:
        query = select(func.count()).select_from(self.events).where(self.stream == number)
        return connection.execute(query).scalar_one()

    def lines(self, connection: Connection, number: int) -> Sequence[str]:
        query = select(self.events.c.data).where(self.stream == number)
        return connection.scalars(query.order_by(self.events.c.number)).all()

    def latest_in(self, room: Room) -> Select[int]:
        """Asks for the number of a room's open stream, or else of its last one."""
        c = self.streams.c
        return select(c.id).filter_by(**key(room)).order_by(c.open.desc(), c.id.desc()).limit(1)

    def rooms(self, connection: Connection, *conditions: ColumnElement[bool]) -> dict[int, Room]:
        """The rooms of some streams by their numbers, oldest first."""
        c = self.streams.c
        found = select(c.id, c.venue, c.server, c.room).where(*conditions).order_by(c.id)
        return {number: Room(*room) for number, *room in connection.execute(found)}

    def of_server(
        self, venue: str, server: str, *, open_: bool | None = None
    ) -> ColumnElement[bool]:
        """Of an event: that it's of a server's streams; of those alone that are open, or not."""
        c = self.streams.c
        of = [c.venue == venue, c.server == server, *[c.open.is_(open_)] * (open_ is not None)]
        return self.stream.in_(select(c.id).where(*of))

    def mentioning(
        self,
        connection: Connection,
        condition: ColumnElement[bool],
        *words: str,
        lock: bool = False,
    ) -> list[Row[Any]]:
        """The events whose text contains one of these words: stream, number, data.

        On a forum everything has a small number: a post's may be the same as a user's.
        """
        c = self.events.c
        with_words = or_(*(c.data.contains(word, autoescape=True) for word in words))
        query = select(self.stream.label("stream"), c.number, c.data).where(condition, with_words)
        query = query.order_by(self.stream, c.number)
        return list(connection.execute(query.with_for_update() if lock else query).all())

    def about(self, rows: Collection[Row[Any]], player: str) -> set[int]:
        """The streams of those events that are about a player, not just about the same number."""
        swap = partial(without, player=player, nobody=Player("", ""))
        return {row.stream for row in rows if (event := self.read(row)) != swap(event)}

    def read(self, row: Row[Any]) -> E:
        """The event of a row of `mentioning`; DamagedMatchError if it can't be read."""
        try:
            return self.decode(row.data)
        except DECODE_ERRORS as error:
            raise DamagedMatchError(f"{self.name} {row.stream} can't be read") from error

    def rewrite(self, connection: Connection, row: Row[Any], event: E) -> None:
        here = (self.stream == row.stream, self.events.c.number == row.number)
        connection.execute(change(self.events).where(*here).values(data=encode(event)))

    def forget(
        self, connection: Connection, numbers: Collection[int], player: str, nobody: Player
    ) -> None:
        here, words = self.stream.in_(numbers), (f'"{player}"', f"{player}>")
        # Two people of one match may ask to be forgotten at once.
        for row in self.mentioning(connection, here, *words, lock=True):
            event = self.read(row)
            if (changed := without(event, player, nobody)) != event:
                self.rewrite(connection, row, changed)


def without(value: Any, player: str, nobody: Player, *, is_id: bool = False) -> Any:
    """An event, or a part of one, with nobody in a player's place, in its words too."""
    swap = partial(without, player=player, nobody=nobody)
    match value:
        case Player() | Entrant() if value.id == player:
            return nobody if isinstance(value, Player) else Entrant(nobody.id, nobody.name)
        case Player() | Entrant() | Enum():
            return value
        case str() if is_id:
            return nobody.id if value == player else value
        case str():
            return re.sub(rf"<@!?{re.escape(player)}>", nobody.name, value)
        case tuple():
            return tuple(swap(part, is_id=is_id) for part in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            ids, names = _IDS.get(type(value), ()), [part.name for part in fields(value)]
            parts = {name: swap(getattr(value, name), is_id=name in ids) for name in names}
            return replace(value, **parts)
        case _:
            return value


MATCHES = Journal("match", schema.matches, schema.events, decode)
CUPS = Journal("cup", schema.cups, schema.cup_events, decode_of_cup)
