"""Many open matches at once, as they are taken up at a start: a few queries for all of them."""

from collections.abc import Sequence

from sqlalchemy import Connection, Select, and_, func, select

from bot.referee.events import Event, MatchOpened
from bot.referee.match import Room
from bot.storage import schema
from bot.storage.codec import DECODE_ERRORS, decode
from bot.storage.failures import DamagedMatchError
from bot.storage.rows import StoredMatch, read_events
from bot.storage.store import Store


async def ends(store: Store, numbers: Sequence[int]) -> dict[int, tuple[MatchOpened, Event]]:
    """The first and the last event of each of these matches that can be read."""
    table = schema.events
    last = (
        select(table.c.match, func.max(table.c.number).label("number"))
        .where(table.c.match.in_(numbers))
        .group_by(table.c.match)
        .subquery()
    )
    here = select(table.c.match, table.c.data)
    opened = here.join(last, and_(table.c.match == last.c.match, table.c.number == 0))
    latest = here.join(last, and_(table.c.match == last.c.match, table.c.number == last.c.number))
    first, final = await store.read(
        lambda connection: (_events(connection, opened), _events(connection, latest))
    )
    return {
        number: (event, final[number])
        for number, event in first.items()
        if isinstance(event, MatchOpened) and number in final
    }


async def load_all(
    store: Store, numbers: Sequence[int]
) -> dict[int, StoredMatch | DamagedMatchError]:
    """Matches with all their events; for one that can't be read the error that says why."""
    return await store.read(lambda connection: _matches(connection, numbers))


def _events(connection: Connection, query: Select[tuple[int, str]]) -> dict[int, Event]:
    events = {}
    for row in connection.execute(query):
        try:
            events[row.match] = decode(row.data)
        except DECODE_ERRORS:
            continue
    return events


def _matches(
    connection: Connection, numbers: Sequence[int]
) -> dict[int, StoredMatch | DamagedMatchError]:
    table, rulings, matches = schema.events, schema.rulings, schema.matches
    lines: dict[int, list[str]] = {number: [] for number in numbers}
    ruled: dict[int, dict[str, bool]] = {number: {} for number in numbers}
    query = select(table.c.match, table.c.data).where(table.c.match.in_(numbers))
    for line in connection.execute(query.order_by(table.c.match, table.c.number)):
        lines[line.match].append(line.data)
    for ruling in connection.execute(select(rulings).where(rulings.c.match.in_(numbers))):
        ruled[ruling.match][ruling.message] = ruling.accepted
    loaded: dict[int, StoredMatch | DamagedMatchError] = {}
    for row in connection.execute(select(matches).where(matches.c.id.in_(numbers))):
        room = Room(row.venue, row.server, row.room)
        try:
            events = read_events(row.id, room, lines[row.id])
        except DamagedMatchError as error:
            loaded[row.id] = error
        else:
            loaded[row.id] = StoredMatch(row.id, room, row.open, events, ruled[row.id])
    return loaded
