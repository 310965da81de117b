"""A server's ended matches: their results, and the removal of a player's name from them.

Bob asks to be forgotten. His id and name are replaced in the stored events themselves, since all
else is worked out from them; the boards and the results stay.
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, delete, select, update

from bot.referee.events import AppointmentSet, MatchOpened, Player, RequestMade
from bot.servers.ratings import Standing
from bot.servers.results import FORGOTTEN, Result, result_of
from bot.storage.failures import DamagedMatchError
from bot.storage.journal import CUPS, MATCHES, Journal
from bot.storage.people import Person, forget_settled
from bot.storage.player_records import ladder_of
from bot.storage.results import refresh
from bot.storage.room import page_log
from bot.storage.rows import stored
from bot.storage.schema import events, links, matches, players, results, room_lines
from bot.storage.store import Book

log = logging.getLogger(__name__)

PORTION = 20
"""In so many matches at once somebody is forgotten: nobody else can write meanwhile."""
_READ_TIMEOUT = timedelta(minutes=1)
"""A server of thousands of matches takes its time, and nobody's clock depends on it."""
_NAMING_HOURS = MatchOpened | AppointmentSet | RequestMade
_NUMBERED = re.compile(rf'"{FORGOTTEN}([0-9]+)"')


class Archive(Book):
    async def latest(
        self, venue: str, server: str, most: int, player: str | None = None
    ) -> list[Result]:
        """The results that came last, the latest first; of one player, where one is named."""
        order = results.c.ended.desc(), results.c.match.desc()
        query = select(results.c.data).where(results.c.venue == venue, results.c.server == server)
        if player is not None:
            seats = select(players.c.match).where(players.c.player == player)
            query = query.where(results.c.match.in_(seats))
        found = await self._store.scalars(query.order_by(*order).limit(most))
        return [result for result in found if result is not None]

    async def results(self, venue: str, server: str, room: str | None = None) -> list[Result]:
        """The results of a server's ended matches, or of those of a room, from their events."""
        here = {"venue": venue, "server": server, "open": False}
        ended = select(matches.c.id).filter_by(**here if room is None else here | {"room": room})
        # A server of thousands of matches is read beside the rulings, not between them.
        found = await self._store.read(
            lambda connection: stored(connection, connection.scalars(ended).all()), _READ_TIMEOUT
        )
        told = list[Result]()
        for match, held in found.items():
            if isinstance(held, DamagedMatchError):
                log.warning("%s; it is left out of the results", held)
            elif (result := result_of(match, held.events)) is not None:
                told.append(result)
        return told

    async def standings(self, venue: str, server: str) -> list[Standing]:
        return (await ladder_of(self._store, venue, server)).ladder.standings()

    async def ratings(self, venue: str, server: str) -> dict[str, float]:
        return {one.player.id: one.rating for one in await self.standings(venue, server)}

    async def forget(self, venue: str, server: str, player: str) -> frozenset[int]:
        """Puts a name without meaning in a player's place; the ended matches that this changed.

        It is the same name in all of them, and in the cups that are over. Their open matches and
        cups are left alone. What they have settled for themselves goes as well. Whoever has played
        a thousand matches is forgotten in portions, between which others write.
        """
        write = partial(self._store.write, limit=_READ_TIMEOUT)
        named = await self._about(MATCHES, venue, server, player, open_=False)
        cups = await self._about(CUPS, venue, server, player, open_=False)

        def begin(connection: Connection) -> tuple[Player, list[int]]:
            forget_settled(connection, Person(venue, server, player))
            # The number is used in the same transaction: whoever asks next finds another.
            number = _next_number(connection, venue, server)
            nobody = Player(f"{FORGOTTEN}{number}", f"somebody {number}")
            CUPS.forget(connection, cups, player, nobody)
            to_cups = links.c.person.in_([f"cup/{cup}" for cup in cups])
            connection.execute(delete(links).where(to_cups))
            return nobody, _forget_in(connection, named[:PORTION], player, nobody)

        nobody, changed = await write(begin)
        for start in range(PORTION, len(named), PORTION):
            some = named[start : start + PORTION]
            changed += await write(partial(_forget_in, named=some, player=player, nobody=nobody))
        return frozenset(changed)

    async def open_cups_of(self, venue: str, server: str, player: str) -> list[int]:
        """The cups of a server in which something is left to do and somebody has a part."""
        return await self._about(CUPS, venue, server, player, open_=True)

    async def _about(
        self, journal: Journal[Any], venue: str, server: str, player: str, *, open_: bool
    ) -> list[int]:
        here = journal.of_server(venue, server, open_=open_)
        # Who is only mentioned has no part in what is open.
        words = [f'"{player}"', *[f"{player}>"] * (not open_)]
        rows = await self._store.read(
            lambda connection: journal.mentioning(connection, here, *words), _READ_TIMEOUT
        )
        # A thousand matches are read for half a second, in which turns are ruled.
        return sorted(await asyncio.to_thread(journal.about, rows, player))


def _forget_in(
    connection: Connection, named: Sequence[int], player: str, nobody: Player
) -> list[int]:
    """Puts nobody in a player's place in some matches, with what is made from their events.

    Returned are the matches: one that was reopened meanwhile is left alone.
    """
    over = and_(matches.c.id.in_(named), matches.c.open.is_(False))
    numbers = list(connection.execute(select(matches.c.id).where(over)).scalars())
    MATCHES.forget(connection, numbers, player, nobody)
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


def _forget_zones(connection: Connection, among: Sequence[int]) -> None:
    """The hours that were named in some matches are told in UTC from now on, whoever named them."""
    for row in MATCHES.mentioning(connection, events.c.match.in_(among), '"zone"'):
        event = MATCHES.read(row)
        if isinstance(event, _NAMING_HOURS) and event.appointment is not None:
            event = replace(event, appointment=replace(event.appointment, zone="UTC"))
            if isinstance(event, RequestMade):
                others = tuple(replace(one, zone="UTC") for one in event.alternatives)
                event = replace(event, alternatives=others)
            MATCHES.rewrite(connection, row, event)


def _next_number(connection: Connection, venue: str, server: str) -> int:
    rows = [
        *MATCHES.mentioning(connection, MATCHES.of_server(venue, server), f'"{FORGOTTEN}'),
        *CUPS.mentioning(connection, CUPS.of_server(venue, server, open_=False), f'"{FORGOTTEN}'),
    ]
    return 1 + max((int(n) for row in rows for n in _NUMBERED.findall(row.data)), default=0)
