"""The rows of a match: what is written to them and read from them within a transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, Update, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    FirstChosen,
    MatchEnded,
    MatchMoved,
    MatchOpened,
    MatchReopened,
    PlayerReplaced,
    Shown,
)
from bot.referee.fold import fold, standing_still
from bot.referee.match import CorruptMatchError, Match, Room
from bot.storage import schema
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.failures import DamagedMatchError, RoomTakenError, StaleError
from bot.storage.journal import MATCHES
from bot.storage.open_boards import outline
from bot.storage.statements import room_of, row_of

# Every turn needs these statements: building one takes longer than executing it.
_ADD_RULING = insert(schema.rulings)
_ADD_OUTGOING = insert(schema.outbox)
_IS_SENT = (
    update(schema.outbox)
    .where(schema.outbox.c.match == bindparam("of"), schema.outbox.c.through == bindparam("last"))
    .values(sent=True)
)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it lies in the store; `ruled` are the messages accepted (True) and refused."""

    id: int
    room: Room
    open: bool
    events: tuple[Event, ...]
    ruled: Mapping[str, bool] = field(default_factory=dict)

    def match(self) -> Match:
        try:
            return fold(self.events)
        except CorruptMatchError as error:
            text = f"match {self.id} can't be read: {error}"
            raise DamagedMatchError(text, self.room, error.so_far) from error


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An announcement to be made: the events `first` to `through`, as a reply to a message."""

    match: int
    first: int
    through: int
    reply_to: str | None = None


def stored(connection: Connection, row: Row[Any]) -> StoredMatch:
    """A row of the matches with its events; DamagedMatchError if one of them can't be read."""
    room = room_of(row)
    events = read_events(row.id, room, MATCHES.lines(connection, row.id))
    answered = select(schema.rulings).where(schema.rulings.c.match == row.id)
    ruled = {ruling.message: ruling.accepted for ruling in connection.execute(answered)}
    return StoredMatch(row.id, room, row.open, events, ruled)


def read_events(match: int, room: Room, lines: Iterable[str]) -> tuple[Event, ...]:
    """The events of a match; DamagedMatchError if one of them can't be read."""
    events: list[Event] = []
    for line in lines:
        try:
            events.append(decode(line))
        except DECODE_ERRORS as error:
            text = f"match {match} can't be read: its record is damaged"
            raise DamagedMatchError(text, room, _so_far(events)) from error
    return tuple(events)


def _so_far(events: Sequence[Event]) -> Match | None:
    try:
        return standing_still(fold(events))
    except CorruptMatchError as error:
        return error.so_far


def add_match(connection: Connection, room: Room, opened: MatchOpened) -> int:
    """Writes a new match and that it is to be announced; RoomTakenError if its room has one."""
    board = outline(fold((opened,)))
    match = MATCHES.open(connection, room, opened, opened_at=opened.at, board=board)
    seats = [
        {"match": match, "colour": int(colour), "player": opened.players[colour].id}
        for colour in Colour
    ]
    connection.execute(insert(schema.players), seats)
    add_outgoing(connection, Outgoing(match, 0, 0))
    return match


def follow(connection: Connection, match: int, event: Event) -> None:
    """Makes an event's changes in the tables that can be worked out from the events."""
    match event:
        case Shown():
            connection.execute(_IS_SENT, {"of": match, "last": event.through})
        case MatchEnded():
            connection.execute(_held(match).values(open=False))
        case MatchReopened():
            try:
                connection.execute(_held(match).values(open=True))
            except IntegrityError:
                raise RoomTakenError(f"match {match}: its room has another") from None
            _reopen_cup(connection, match)
        case MatchMoved():
            try:
                connection.execute(_held(match).values(room=event.room))
            except IntegrityError:
                raise RoomTakenError(event.room) from None
        case PlayerReplaced():
            seat = update(schema.players).filter_by(match=match, colour=int(event.colour))
            connection.execute(seat.values(player=event.player.id))
        case FirstChosen(colour=Colour.SECOND):
            _change_places(connection, match)
        case _:
            pass


def _held(match: int) -> Update:
    return update(schema.matches).where(schema.matches.c.id == match)


def _reopen_cup(connection: Connection, match: int) -> None:
    """A cup that is over, and told of, has to tell that one of its matches is played on."""
    cup_of = select(schema.cup_games.c.cup).where(schema.cup_games.c.match == match)
    connection.execute(update(schema.cups).where(schema.cups.c.id.in_(cup_of)).values(open=True))


def _change_places(connection: Connection, match: int) -> None:
    table = schema.players
    query = select(table.c.colour, table.c.player).where(table.c.match == match)
    for colour, player in connection.execute(query).all():
        other = update(table).filter_by(match=match, colour=int(Colour(colour).other))
        connection.execute(other.values(player=player))


def add_ruling(connection: Connection, match: int, message: str, *, accepted: bool) -> None:
    values = {"match": match, "message": message, "accepted": accepted}
    try:
        connection.execute(_ADD_RULING, values)
    except IntegrityError:
        raise StaleError(f"match {match}: message {message}") from None


def add_outgoing(connection: Connection, outgoing: Outgoing) -> None:
    connection.execute(_ADD_OUTGOING, row_of(outgoing) | {"sent": False})
