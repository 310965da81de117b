"""What the local room stores beside the matches: messages, and pictures.

A page that lost its connection asks for the messages after the last serial number it has seen; a
restart of the referee loses none of them.
"""

import contextlib
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.servers.settings import ROOM_VENUE
from bot.storage.columns import row_of
from bot.storage.failures import StoreError
from bot.storage.retries import START_TIMEOUT, retry_unreachable
from bot.storage.schema import cups, links, matches, room_lines, room_pictures
from bot.storage.store import Store

log = logging.getLogger(__name__)

SAID, TOLD, ANSWER, REFUSAL, GONE = "said", "told", "answer", "refusal", "gone"
"""What a line is: somebody's words, an announcement, an answer, a refused act, one withdrawn.

Questions are answered to the asker alone and not kept; answers are in older databases.
"""
_ANNOUNCED = re.compile(r"([0-9]{1,15})\.([0-9]{1,9})\.[0-9]+")
"""The nonce of an announcement, as the outbox writes it."""
_TRIES = 2
"""How often a message is stored: the first try may meet another one with its nonce."""
_LOOKED_AT = 100
"""How many of the latest stamps are looked at to find one that is not damaged."""
_PAGES = "match."


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


class RoomStore:
    """Messages and pictures of the local room, in the store's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def latest_matches(self) -> list[int]:
        """The number of the last match of each room, the newest first."""
        last = func.max(matches.c.id)
        query = (
            select(last)
            .where(matches.c.venue == ROOM_VENUE, matches.c.room.in_(select(links.c.room)))
            .group_by(matches.c.room)
            .order_by(last.desc())
        )
        return await self._store.scalars(query)

    async def all_matches(self, most: int, before: int = 0) -> list[int]:
        """The numbers of all matches of the database, of every venue, the newest first.

        `most` is how many are wanted, `before` the number that the ones wanted are older than.
        """
        query = select(matches.c.id).order_by(matches.c.id.desc()).limit(most)
        if before:
            query = query.where(matches.c.id < before)
        return await self._store.scalars(query)

    async def expire_rooms(self) -> None:
        """Ends the links to rooms in which nothing was opened, as after a crash in between.

        Asked at the start only: while rooms are being opened, one may be about to get its match.
        """
        held = select(matches.c.room).where(matches.c.venue == ROOM_VENUE)
        cup_rooms = select(cups.c.room).where(cups.c.venue == ROOM_VENUE)
        # Links to other venues' matches, and to the referee's own pages, are to no room.
        empty = delete(links).where(
            links.c.room.not_in(held), links.c.room.not_in(cup_rooms), links.c.room != ""
        )

        async def done() -> None:
            await self._store.change(empty)

        await retry_unreachable(done, START_TIMEOUT)

    async def add(self, new: NewLine, png: bytes | None = None, picture: str = "") -> Line:
        """Keeps a message, with a picture under a name; the first one if its nonce is known."""
        values = row_of(new) | {"picture": None if png is None else picture}
        for _ in range(_TRIES):
            with contextlib.suppress(_OvertakenError):
                return await self._store.write(partial(_add, values=values, png=png))
        raise StoreError(f"a message of room {new.room} can't be kept")

    async def with_nonce(self, nonce: str) -> Line | None:
        """The message that was kept under a nonce."""
        query = select(room_lines).where(room_lines.c.nonce == nonce)
        row = await self._store.row(query)
        return None if row is None else _line(row)

    async def nonces(self, room: str, beginning: str) -> list[str]:
        """A room's nonces with this `beginning`, also of messages that were taken back."""
        here = (room_lines.c.room == room, room_lines.c.nonce.startswith(beginning))
        return await self._store.scalars(select(room_lines.c.nonce).where(*here))

    async def lines(self, room: str, after: int = 0) -> list[Line]:
        """What was said in a room after a serial number and not taken back, in its order."""
        table = room_lines
        query = (
            select(table)
            .where(table.c.room == room, table.c.serial > after, table.c.kind != GONE)
            .order_by(table.c.serial)
        )
        return _lines(await self._store.rows(query))

    async def stamp_of(self, room: str, serial: int) -> datetime | None:
        """The timestamp of a message of a room, taken back or not; None if there is none."""
        here = (room_lines.c.room == room, room_lines.c.serial == serial)
        return await self._store.scalar(select(room_lines.c.at).where(*here))

    async def withdraw(self, room: str, serial: int) -> None:
        """Takes a message back: its place remains, its words are gone."""
        change = (
            update(room_lines)
            .where(room_lines.c.room == room, room_lines.c.serial == serial)
            .values(kind=GONE, text="", picture=None, alt="")
        )
        await self._store.change(change)

    async def gone(self, room: str) -> list[int]:
        """The serial numbers of the messages taken back in a room."""
        query = select(room_lines.c.serial).where(
            room_lines.c.room == room, room_lines.c.kind == GONE
        )
        return await self._store.scalars(query)

    async def said_since(self, after: datetime, *rooms: str) -> list[Line]:
        """What people said in some rooms after a moment, in the order of the stamps."""
        query = (
            select(room_lines)
            .where(
                room_lines.c.room.in_(rooms),
                room_lines.c.kind == SAID,
                room_lines.c.at > after,
            )
            .order_by(room_lines.c.at, room_lines.c.serial)
        )
        return _lines(await self._store.rows(query))

    async def last_stamp(self) -> datetime | None:
        """The latest stamp of any message; asked at the start."""

        # What pages of other venues' matches sent has the stamps of those venues.
        own = room_lines.c.room.not_like(f"{_PAGES}%")
        newest = select(room_lines.c.at).where(own)
        newest = newest.order_by(room_lines.c.at.desc()).limit(_LOOKED_AT)

        async def asked() -> list[datetime | None]:
            return await self._store.scalars(newest)

        return next(filter(None, await retry_unreachable(asked, START_TIMEOUT)), None)

    async def picture(self, name: str) -> bytes | None:
        """A picture's PNG; None where there is none, or it was freed."""
        query = select(room_pictures.c.png).where(room_pictures.c.name == name)
        return await self._store.scalar(query)

    async def pictured(self, name: str) -> Line | None:
        """The message that a picture belongs to."""
        query = select(room_lines).where(room_lines.c.picture == name)
        row = await self._store.row(query)
        return None if row is None else _line(row)


def page_log(match: int, person: str) -> str:
    """Where the messages of somebody's own pages of a match are kept that is held elsewhere."""
    return f"{_PAGES}{match}.{person}"


def told_by(nonce: str | None) -> tuple[int, int] | None:
    """The match and the last of its events that an announcement tells; None for other messages."""
    told = _ANNOUNCED.fullmatch(nonce or "")
    return None if told is None else (int(told[1]), int(told[2]))


class _OvertakenError(Exception):
    """A message with this nonce came in between."""


def _add(connection: Connection, values: Mapping[str, object], png: bytes | None) -> Line:
    nonce = values["nonce"]
    query = select(room_lines).where(room_lines.c.nonce == nonce)
    before = None if nonce is None else connection.execute(query).first()
    if before is not None:
        line = _line(before)
        if line is not None:
            return line
        # The old message is damaged and can be said again: it must not be in the way.
        damaged = room_lines.c.serial == before.serial
        connection.execute(update(room_lines).where(damaged).values(nonce=None, kind=GONE))
    try:
        row = connection.execute(insert(room_lines).values(values).returning(room_lines)).one()
    except IntegrityError:
        raise _OvertakenError from None
    if png is not None:
        connection.execute(insert(room_pictures).values(name=values["picture"], png=png))
    added = _line(row)
    assert added is not None  # noqa: S101
    return added


def _lines(rows: Iterable[Row[tuple[object, ...]]]) -> list[Line]:
    return [line for row in rows if (line := _line(row)) is not None]


def _line(row: Row[tuple[object, ...]]) -> Line | None:
    """A message as it is kept; None where its stamp is damaged: it can't be put in order."""
    if row.at is None:
        log.error("message %s of room %s has a damaged stamp: put aside", row.serial, row.room)
        return None
    return Line(**row._asdict())
