"""The rows of a match: what is written to them and read from them within a transaction.

How an open match stands lies beside its events: one question finds all, whoever referees them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import attrgetter

from sqlalchemy import Connection, bindparam, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from bot.engine.board import Stones
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.events import Event, MatchOpened
from bot.referee.fold import fold, standing_still
from bot.referee.match import CorruptMatchError, Match, Room
from bot.referee.partner import partner
from bot.storage import schema
from bot.storage.columns import DECODE_ERRORS, decode, room_of, row_of
from bot.storage.database import Database
from bot.storage.failures import DamagedMatchError, RoomTakenError, StaleError
from bot.storage.journal import MATCHES

# Every turn needs these statements: building one takes longer than executing it.
_ADD_RULING = insert(schema.rulings)
_ADD_OUTGOING = insert(schema.outbox)
_OUTGOING = update(schema.outbox).filter_by(match=bindparam("of"), through=bindparam("last"))
_IS_SENT = _OUTGOING.values(sent=True)
_OF_MATCH = update(schema.matches).where(schema.matches.c.id == bindparam("of"))
_NOTE = _OF_MATCH.values(board=bindparam("now"))
FIRST_TURN = 3
"""A match counts from this turn on: before, nearly all games are alike."""
_PARTNER = " partner"


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


async def load_all(
    database: Database, numbers: Sequence[int]
) -> dict[int, StoredMatch | DamagedMatchError]:
    """Matches with all their events; for one that can't be read the error that says why."""
    return await database.read(partial(stored, numbers=numbers))


def load(connection: Connection, match: int) -> StoredMatch | None:
    found = stored(connection, [match]).get(match)
    if isinstance(found, DamagedMatchError):
        raise found
    return found


def stored(
    connection: Connection, numbers: Sequence[int]
) -> dict[int, StoredMatch | DamagedMatchError]:
    """What `load_all` finds, with a few queries for all of them."""
    lines_of, rulings, matches = schema.events.c, schema.rulings, schema.matches
    lines: dict[int, list[str]] = defaultdict(list)
    ruled: dict[int, dict[str, bool]] = defaultdict(dict)
    query = select(lines_of.match, lines_of.data).where(lines_of.match.in_(numbers))
    for line in connection.execute(query.order_by(lines_of.match, lines_of.number)):
        lines[line.match].append(line.data)
    for ruling in connection.execute(select(rulings).where(rulings.c.match.in_(numbers))):
        ruled[ruling.match][ruling.message] = ruling.accepted
    loaded: dict[int, StoredMatch | DamagedMatchError] = {}
    here = select(matches).where(matches.c.id.in_(numbers)).order_by(matches.c.id)
    for row in connection.execute(here):
        room = room_of(row)
        told = list[Event]()
        try:
            for data in lines[row.id]:
                told.append(decode(data))
        except DECODE_ERRORS:
            text = f"match {row.id} can't be read: its record is damaged"
            loaded[row.id] = DamagedMatchError(text, room, _so_far(told))
        else:
            loaded[row.id] = StoredMatch(row.id, room, row.open, tuple(told), ruled[row.id])
    return loaded


async def ends(database: Database, numbers: Sequence[int]) -> dict[int, tuple[MatchOpened, Event]]:
    """The first and the last event of each of these matches that can be read."""
    c = schema.events.c
    last = select(c.match, func.max(c.number).label("number")).where(c.match.in_(numbers))
    last_of = last.group_by(c.match).subquery()
    query = (
        select(c.match, c.data)
        .join(last_of, c.match == last_of.c.match)
        .where(c.number.in_([0, last_of.c.number]))
        .order_by(c.match, c.number)
    )
    rows = await database.read(lambda connection: connection.execute(query).all())
    found: dict[int, tuple[MatchOpened, Event]] = {}
    for match, lines in groupby(rows, key=attrgetter("match")):
        with suppress(*DECODE_ERRORS):
            told = [decode(line.data) for line in lines]
            if isinstance(told[0], MatchOpened):
                found[match] = told[0], told[-1]
    return found


def _so_far(told: Sequence[Event]) -> Match | None:
    try:
        return standing_still(fold(told))
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
    try:
        match event:
            case events.Shown():
                connection.execute(_IS_SENT, {"of": match, "last": event.through})
            case events.MatchEnded():
                connection.execute(_OF_MATCH.values(open=False), {"of": match})
            case events.MatchReopened():
                connection.execute(_OF_MATCH.values(open=True), {"of": match})
                # A cup that is over, and told of, has to tell that this match is played on.
                cups, games = schema.cups, schema.cup_games.c
                of_it = cups.c.id.in_(select(games.cup).where(games.match == match))
                connection.execute(update(cups).where(of_it).values(open=True))
            case events.MatchMoved():
                connection.execute(_OF_MATCH.values(room=event.room), {"of": match})
            case events.PlayerReplaced():
                seat = update(schema.players).filter_by(match=match, colour=int(event.colour))
                connection.execute(seat.values(player=event.player.id))
            case events.FirstChosen(colour=Colour.SECOND):
                _change_places(connection, match)
            case _:
                pass
    except IntegrityError:
        raise RoomTakenError(f"match {match}: its room has another") from None


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


def outline(match: Match) -> str:
    """The side and the stones of an open match, and whether the partner plays; "" if none count."""
    position = match.position
    if match.over or position.number < FIRST_TURN:
        return ""
    first, second = position.stones
    with_partner = "" if partner(match) is None else _PARTNER
    return f"{position.board.side} {first:x} {second:x}{with_partner}"


def note_board(connection: Connection, match: int, board: str) -> None:
    connection.execute(_NOTE, {"of": match, "now": board})


def open_boards(connection: Connection, side: int, besides: int | None) -> list[Stones]:
    """The stones of the open matches on boards of a side, but for the match `besides`.

    One against the partner is left out, unless a cup counts it: there are hints in it.
    """
    c = schema.matches.c
    counts = or_(c.board.not_like(f"%{_PARTNER}"), c.id.in_(select(schema.cup_games.c.match)))
    # In these words SQLite finds the open ones by an index.
    query = select(c.id, c.board).where(text("matches.open"), c.board.like(f"{side} %"), counts)
    boards = [row.board.split() for row in connection.execute(query) if row.id != besides]
    return [(int(first, 16), int(second, 16)) for _, first, second, *_ in boards]
