"""Links: whoever has one is somebody, and may do what that role may do.

Ann is given the link to her seat, and nobody else. Of the token in it only a hash is kept, so that
a backup seats nobody; asked for again, a link is made anew, and those from before stay good. It is
bound to its match or room and to a person: with Cid in Ann's place it opens nobody's seat any more.

The pages of a server, its hall, have an address that nobody can guess, and keep it for good, also
where they are closed and opened again.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from sqlalchemy import Connection, Row, delete, select

from bot.storage.columns import row_of, upsert, value_of
from bot.storage.schema import halls, links
from bot.storage.store import Book

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
"""All tokens. Of no other text is the database asked: anybody may send anything."""
LONGEST_NAME = 100
"""Of a server."""


class Role(StrEnum):
    """What a link is to: the referee's own pages, a room as its host, a seat, or watching.

    A link to a seat of a match that is held elsewhere is its player's own: what they may do follows
    from who they are in that match, a player, its host, or both.
    """

    HOME = "home"
    HOST = "host"
    SEAT = "seat"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Link:
    """A role, and of what: `match` by its number, or else `room`, one of the local rooms.

    `person` is whose link it is, by the venue's id of them, and `name` what they were called then;
    "" for a link that is for anybody. In one to watch a cup it is `cup/7`.
    """

    role: Role
    room: str = ""
    match: int = 0
    person: str = ""
    name: str = ""


def new_token() -> str:
    """A token that nobody comes upon by guessing: 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Links(Book):
    async def add(self, made: Mapping[str, Link]) -> None:
        def work(connection: Connection) -> None:
            for token, link in made.items():
                upsert(connection, links, {"hash": hashed(token)}, row_of(link))

        await self._store.write(work)

    async def make(self, link: Link) -> str:
        token = new_token()
        await self.add({token: link})
        return token

    async def find(self, tokens: Iterable[str]) -> dict[str, Link]:
        hashes = {hashed(token): token for token in tokens if TOKEN.fullmatch(token)}
        if not hashes:
            return {}
        rows = await self._store.rows(select(links).where(links.c.hash.in_(hashes)))
        found = {hashes[row.hash]: _link(row) for row in rows}
        return {token: found[token] for token in hashes.values() if token in found}

    async def of_room(self, room: str) -> list[Link]:
        """The links to a local room; none where there is no such room."""
        rows = await self._store.rows(select(links).filter_by(room=room))
        return [_link(row) for row in rows] if room else []

    async def of_person(self, match: int, person: str) -> bool:
        query = select(links.c.hash).filter_by(match=match, person=person)
        return await self._store.row(query.limit(1)) is not None

    async def end_room(self, room: str) -> None:
        """Ends the links to a room in which no match could be opened."""
        await self._store.change(delete(links).filter_by(room=room))


@dataclass(frozen=True, slots=True)
class Hall:
    slug: str
    venue: str
    server: str
    name: str


class Halls(Book):
    async def find(self, slug: str) -> Hall | None:
        return await self._find(slug=slug) if TOKEN.fullmatch(slug) else None

    async def of(self, venue: str, server: str, name: str) -> Hall:
        """The hall of a server, made where there is none; `name` is what it is called now."""
        here, name = {"venue": venue, "server": server}, name[:LONGEST_NAME]
        found = await self._find(**here)
        if found is None or name not in ("", found.name):
            values, new = {"name": name}, {"slug": new_token()}
            await self._store.write(partial(upsert, table=halls, key=here, values=values, new=new))
            found = await self._find(**here)
        assert found is not None  # noqa: S101
        return found

    async def _find(self, **values: str) -> Hall | None:
        row = await self._store.row(select(halls).filter_by(**values))
        return None if row is None else value_of(Hall, row)


def _link(row: Row[tuple[object, ...]]) -> Link:
    link = value_of(Link, row)
    return replace(link, role=Role(link.role))
