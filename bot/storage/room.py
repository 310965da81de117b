"""What the local room stores beside the matches: messages, and pictures.

A page that lost its connection asks for the messages after the last serial number it has seen; a
restart of the referee loses none of them.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from bot.servers.settings import ROOM_VENUE
from bot.storage.columns import adding, row_of, value_of
from bot.storage.failures import retry_unreachable
from bot.storage.schema import cups, links, matches, room_lines, room_pictures
from bot.storage.store import Book

log = logging.getLogger(__name__)

SAID, TOLD, ANSWER, REFUSAL, GONE = "said", "told", "answer", "refusal", "gone"
"""What a line is: somebody's words, an announcement, an answer, a refused act, one withdrawn.

Questions are answered to the asker alone and not kept; answers are in older databases.
"""
_ANNOUNCED = re.compile(r"([0-9]{1,15})\.([0-9]{1,9})\.[0-9]+")
"""The nonce of an announcement, as the outbox writes it."""
_LOOKED_AT = 100
"""How many of the latest stamps are looked at to find one that is not damaged."""
_PAGES = "match."
_line = room_lines.c


@dataclass(frozen=True, slots=True)
class NewLine:
    """A message to be kept; `speaker` is the player's id or None for the referee.

    `nonce` makes a repeat harmless. `colour` is the speaker's, "" for those without one.
    """

    room: str
    at: datetime
    kind: str
    text: str
    speaker: str | None = None
    name: str = ""
    colour: str = ""
    nonce: str | None = None
    reply_to: int | None = None
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(NewLine):
    """A message as it is kept; `serial` grows, `picture` names a PNG."""

    serial: int
    picture: str | None = None


class RoomStore(Book):
    async def latest_matches(self) -> list[int]:
        """The last match of each room, the newest first."""
        last, with_links = func.max(matches.c.id), matches.c.room.in_(select(links.c.room))
        query = select(last).where(matches.c.venue == ROOM_VENUE, with_links)
        return await self._store.scalars(query.group_by(matches.c.room).order_by(last.desc()))

    async def all_matches(self, most: int, before: int = 0) -> list[int]:
        """The numbers of all matches of the database, of every venue, the newest first.

        `most` is how many are wanted, `before` the number that the ones wanted are older than.
        """
        query = select(matches.c.id).order_by(matches.c.id.desc()).limit(most)
        return await self._store.scalars(query.where(matches.c.id < before) if before else query)

    async def expire_rooms(self) -> None:
        """Ends the links to rooms in which nothing was opened, as after a crash in between.

        Asked at the start only: while rooms are being opened, one may be about to get its match.
        """
        held = [select(it.c.room).filter_by(venue=ROOM_VENUE) for it in (matches, cups)]
        # Links to other venues' matches, and to the referee's own pages, are to no room.
        empty = delete(links).where(links.c.room != "", *map(links.c.room.not_in, held))
        await retry_unreachable(partial(self._store.change, empty))

    async def add(self, new: NewLine, png: bytes | None = None, picture: str = "") -> Line:
        """Keeps a message, with a picture under a name; the first one if its nonce is known."""
        values = row_of(new) | {"picture": None if png is None else picture}
        return await self._store.write(partial(_add, values=values, png=png))

    async def nonces(self, room: str, beginning: str) -> list[str]:
        """A room's nonces with this `beginning`, also of messages that were taken back."""
        query = select(_line.nonce).where(_line.room == room, _line.nonce.startswith(beginning))
        return await self._store.scalars(query)

    async def lines(self, room: str, after: int = 0) -> list[Line]:
        """What was said in a room after a serial number and not taken back, in its order."""
        said = select(room_lines).where(_line.room == room, _line.kind != GONE)
        return await self._lines(said.where(_line.serial > after).order_by(_line.serial))

    async def stamp_of(self, room: str, serial: int) -> datetime | None:
        return await self._store.scalar(select(_line.at).filter_by(room=room, serial=serial))

    async def withdraw(self, room: str, serial: int) -> None:
        """Takes a message back: its place remains, its words are gone."""
        line = update(room_lines).filter_by(room=room, serial=serial)
        await self._store.change(line.values(kind=GONE, text="", picture=None, alt=""))

    async def gone(self, room: str) -> list[int]:
        return await self._store.scalars(select(_line.serial).filter_by(room=room, kind=GONE))

    async def said_since(self, after: datetime, *rooms: str) -> list[Line]:
        """What people said in some rooms after a moment, in the order of the stamps."""
        said = select(room_lines).where(_line.room.in_(rooms), _line.kind == SAID, _line.at > after)
        return await self._lines(said.order_by(_line.at, _line.serial))

    async def last_stamp(self) -> datetime | None:
        """The latest stamp of any message; asked at the start."""
        # What pages of other venues' matches sent has the stamps of those venues.
        own = select(_line.at).where(_line.room.not_like(f"{_PAGES}%"))
        newest = partial(self._store.scalars, own.order_by(_line.at.desc()).limit(_LOOKED_AT))
        return next(filter(None, await retry_unreachable(newest)), None)

    async def picture(self, name: str) -> bytes | None:
        return await self._store.scalar(select(room_pictures.c.png).filter_by(name=name))

    async def line(self, **values: str) -> Line | None:
        return next(iter(await self._lines(select(room_lines).filter_by(**values))), None)

    async def _lines(self, query: Select[Any]) -> list[Line]:
        return [line for row in await self._store.rows(query) if (line := _kept(row)) is not None]


def page_log(match: int, person: str) -> str:
    """Where the messages of somebody's own pages of a match are kept that is held elsewhere."""
    return f"{_PAGES}{match}.{person}"


def told_by(nonce: str | None) -> tuple[int, int] | None:
    """The match and the last of its events that an announcement tells; None for other messages."""
    told = _ANNOUNCED.fullmatch(nonce or "")
    return None if told is None else (int(told[1]), int(told[2]))


def _add(connection: Connection, values: Mapping[str, object], png: bytes | None) -> Line:
    added = adding(connection, room_lines).on_conflict_do_nothing(index_elements=["nonce"])
    row = connection.execute(added.values(values).returning(*_line)).first()
    if row is None:
        known = select(room_lines).filter_by(nonce=values["nonce"])
        before = connection.execute(known).one()
        if (line := _kept(before)) is not None:
            return line
        # The old message is damaged and can be said again: it must not be in the way.
        damaged = update(room_lines).filter_by(serial=before.serial)
        connection.execute(damaged.values(nonce=None, kind=GONE))
        return _add(connection, values, png)
    if png is not None:
        connection.execute(insert(room_pictures).values(name=values["picture"], png=png))
    return value_of(Line, row)


def _kept(row: Row[Any]) -> Line | None:
    """A message as it is kept; None where its stamp is damaged: it can't be put in order."""
    if row.at is None:
        log.error("message %s of room %s has a damaged stamp: put aside", row.serial, row.room)
        return None
    return value_of(Line, row)
