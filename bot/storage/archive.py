"""A server's ended matches: their results, and the removal of a player's name from them.

Bob asks to be forgotten. His id and name are replaced in the stored events themselves, since all
else is worked out from them; the boards and the results stay.
"""

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from bot.referee.events import AppointmentSet, Event, MatchOpened, Player, RequestMade
from bot.servers.ratings import Standing
from bot.servers.results import FORGOTTEN, TELLING, Result, result_of
from bot.storage.codec import DECODE_ERRORS, decode, encode
from bot.storage.failures import DamagedMatchError
from bot.storage.forgetting_cups import forget_in_cups, is_named, mentioning_cups
from bot.storage.ladders import read_result, standings_of
from bot.storage.people import of_person
from bot.storage.puzzles import forget_puzzles
from bot.storage.reminders import reminders_of
from bot.storage.results import refresh
from bot.storage.room import page_log
from bot.storage.schema import (
    events,
    links,
    matches,
    people,
    players,
    reminders,
    results,
    room_lines,
)
from bot.storage.store import Store

log = logging.getLogger(__name__)

PORTION = 20
"""In so many matches at once somebody is forgotten: nobody else can write meanwhile."""
_READ_TIMEOUT = timedelta(minutes=1)
"""A server of thousands of matches takes its time, and nobody's clock depends on it."""
_NAMING_HOURS = MatchOpened | AppointmentSet | RequestMade
_NUMBERED = re.compile(rf'"{FORGOTTEN}([0-9]+)"')


class Archive:
    """What the store knows of the matches of a server; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def latest(
        self, venue: str, server: str, most: int, player: str | None = None
    ) -> list[Result]:
        """The results that came last, the latest first; of one player, where one is named."""
        order = results.c.ended.desc(), results.c.match.desc()
        query = select(results).where(results.c.venue == venue, results.c.server == server)
        if player is not None:
            seats = select(players.c.match).where(players.c.player == player)
            query = query.where(results.c.match.in_(seats))
        rows = await self._store.rows(query.order_by(*order).limit(most))
        found = (read_result(row) for row in rows)
        return [result for result in found if result is not None]

    async def results(self, venue: str, server: str, room: str | None = None) -> list[Result]:
        """The results of a server's ended matches, or of those of a room, from their events."""
        kinds = [kind.__name__ for kind in TELLING]
        ended = and_(_of(venue, server), matches.c.open.is_(False))
        if room is not None:
            ended = and_(ended, matches.c.room == room)
        query = (
            select(events.c.match, events.c.data)
            .join(matches, matches.c.id == events.c.match)
            .where(ended, events.c.kind.in_(kinds))
            .order_by(events.c.match, events.c.number)
        )
        rows = await self._store.read(
            lambda connection: connection.execute(query).all(), _READ_TIMEOUT
        )
        # A server of thousands of matches is read beside the rulings, not between them.
        return await asyncio.to_thread(_results, rows)

    async def standings(self, venue: str, server: str) -> list[Standing]:
        """Everybody with a counted result in a server, the best rating first."""
        return await standings_of(self._store, venue, server)

    async def ratings(self, venue: str, server: str) -> dict[str, float]:
        """The rating of everybody in a server who has one, by their id."""
        return {one.player.id: one.rating for one in await self.standings(venue, server)}

    async def forget(self, venue: str, server: str, player: str) -> frozenset[int]:
        """Puts a name without meaning in a player's place; the ended matches that this changed.

        It is the same name in all of them, and in the cups that are over. Their open matches and
        cups are left alone. What they have settled for themselves goes as well. Whoever has played
        a thousand matches is forgotten in portions, between which others write.
        """
        ended = and_(_of(venue, server), matches.c.open.is_(False))
        words = (f'"{player}"', f"@{player}>", f"@!{player}>")
        read = partial(self._store.read, limit=_READ_TIMEOUT)
        write = partial(self._store.write, limit=_READ_TIMEOUT)
        rows = await read(lambda connection: _mentioning(connection, ended, *words))
        in_cups = await read(lambda connection: mentioning_cups(connection, venue, server, *words))
        # A thousand matches are read for half a second, in which turns are ruled.
        named, cups = await asyncio.to_thread(_named, rows, in_cups, player)

        def begin(connection: Connection) -> tuple[Player, list[int]]:
            connection.execute(delete(people).where(of_person(venue, server, player)))
            connection.execute(delete(reminders).where(reminders_of(venue, server, player)))
            forget_puzzles(connection, venue, server, player)
            # The number is used in the same transaction: whoever asks next finds another.
            number = _next_number(connection, venue, server)
            nobody = Player(f"{FORGOTTEN}{number}", f"somebody {number}")
            forget_in_cups(connection, cups, player, nobody)
            return nobody, _forget_in(connection, named[:PORTION], player, nobody)

        nobody, changed = await write(begin)
        for start in range(PORTION, len(named), PORTION):
            some = named[start : start + PORTION]
            changed += await write(partial(_forget_in, named=some, player=player, nobody=nobody))
        return frozenset(changed)

    async def open_cups_of(self, venue: str, server: str, player: str) -> list[int]:
        """The cups of a server in which something is left to do and somebody has a part."""
        rows = await self._store.read(
            lambda connection: mentioning_cups(
                connection, venue, server, f'"{player}"', open_=True
            ),
            _READ_TIMEOUT,
        )
        return sorted({row.cup for row in rows if is_named(row, player)})


def _of(venue: str, server: str) -> ColumnElement[bool]:
    return and_(matches.c.venue == venue, matches.c.server == server)


def _results(rows: Iterable[Any]) -> list[Result]:
    events_of: dict[int, list[Event]] = defaultdict(list)
    damaged: set[int] = set()
    for row in rows:
        try:
            events_of[row.match].append(decode(row.data))
        except DECODE_ERRORS:
            damaged.add(row.match)
    for match in damaged:
        log.warning("match %s can't be read and is left out of the results", match)
    readable = (match for match in events_of if match not in damaged)
    outcomes = (result_of(match, events_of[match]) for match in readable)
    return [result for result in outcomes if result is not None]


def _forget_in(
    connection: Connection, named: Sequence[int], player: str, nobody: Player
) -> list[int]:
    """Puts nobody in a player's place in some matches, with what is made from their events.

    Returned are the matches: one that was reopened meanwhile is left alone.
    """
    over = and_(matches.c.id.in_(named), matches.c.open.is_(False))
    numbers = list(connection.execute(select(matches.c.id).where(over)).scalars())
    here = events.c.match.in_(numbers)
    # Two players of one match may ask to be forgotten at once.
    for row in _mentioning(connection, here, f'"{player}"', f"{player}>", lock=True):
        event = _decoded(row)
        changed = _without(event, player, nobody)
        if changed != event:
            _rewrite(connection, row, changed)
    _forget_zones(connection, numbers)
    seats = (players.c.player == player, players.c.match.in_(numbers))
    connection.execute(update(players).where(*seats).values(player=nobody.id))
    # Whoever was given the address of one of these matches has read the name there.
    connection.execute(delete(links).where(links.c.match.in_(numbers)))
    own = room_lines.c.room.in_([page_log(match, player) for match in numbers])
    connection.execute(delete(room_lines).where(own))
    for match in numbers:
        refresh(connection, match)
    return numbers


def _mentioning(
    connection: Connection, condition: ColumnElement[bool], *words: str, lock: bool = False
) -> list[Any]:
    """The events of matches whose text contains one of these words.

    On a forum everything has a small number: a post's may be the same as a user's.
    """
    query = (
        select(events.c.match, events.c.number, events.c.data)
        .join(matches, matches.c.id == events.c.match)
        .where(condition, or_(*(events.c.data.contains(word, autoescape=True) for word in words)))
    )
    if lock:
        query = query.with_for_update(of=events)
    return list(connection.execute(query).all())


def _forget_zones(connection: Connection, among: Sequence[int]) -> None:
    """The hours that were named in some matches are told in UTC from now on, whoever named them."""
    for row in _mentioning(connection, events.c.match.in_(among), '"zone"'):
        event = _decoded(row)
        if isinstance(event, _NAMING_HOURS) and event.appointment is not None:
            event = replace(event, appointment=replace(event.appointment, zone="UTC"))
            if isinstance(event, RequestMade):
                others = tuple(replace(one, zone="UTC") for one in event.alternatives)
                event = replace(event, alternatives=others)
            _rewrite(connection, row, event)


def _rewrite(connection: Connection, row: Any, event: Event) -> None:
    """Puts another event in the place of a stored one."""
    here = (events.c.match == row.match, events.c.number == row.number)
    connection.execute(update(events).where(*here).values(data=encode(event)))


def _next_number(connection: Connection, venue: str, server: str) -> int:
    mentioning = _mentioning(connection, _of(venue, server), f'"{FORGOTTEN}')
    mentioning += mentioning_cups(connection, venue, server, f'"{FORGOTTEN}')
    return 1 + max((int(n) for row in mentioning for n in _NUMBERED.findall(row.data)), default=0)


def _decoded(row: Any) -> Event:
    try:
        return decode(row.data)
    except DECODE_ERRORS as error:
        raise DamagedMatchError(f"match {row.match} can't be read") from error


def _named(rows: list[Any], in_cups: list[Any], player: str) -> tuple[list[int], set[int]]:
    """The matches and cups of some events that are about a player."""
    matches_of = {row.match for row in rows if _is_named(row, player)}
    return sorted(matches_of), {row.cup for row in in_cups if is_named(row, player)}


def _is_named(row: Any, player: str) -> bool:
    """Whether an event is about a player: what only has the same number is not."""
    event = _decoded(row)
    return _without(event, player, Player(FORGOTTEN, FORGOTTEN)) != event


def _without(event: Event, player: str, nobody: Player) -> Event:
    """The event with somebody else in a player's place, in its reason too."""
    changed = {
        field.name: _swapped(getattr(event, field.name), player, nobody) for field in fields(event)
    }
    return replace(event, **changed)


def _swapped(value: Any, player: str, nobody: Player) -> Any:
    match value:
        case Player():
            return nobody if value.id == player else value
        case (Player(), Player()):
            return tuple(_swapped(person, player, nobody) for person in value)
        case str():
            return re.sub(rf"<@!?{re.escape(player)}>", nobody.name, value)
        case _:
            return value
