"""Links: whoever has one is somebody, and may do what that role may do.

Ann is given the link to her seat, and nobody else. Of the token in it only a hash is kept, so that
a backup seats nobody; asked for again, a link is made anew, and those from before stay good. It is
bound to its match or room and to a person: with Cid in Ann's place it opens nobody's seat any more.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from sqlalchemy import Connection, Row, delete, select

from bot.storage.schema import links
from bot.storage.store import Store
from bot.storage.upsert import upsert

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
"""All tokens. Of no other text is the database asked: anybody may send anything."""


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
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class Links:
    """The links in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, made: Mapping[str, Link]) -> None:
        """Keeps links by their tokens; one may be kept already."""

        def work(connection: Connection) -> None:
            for token, link in made.items():
                values = asdict(link) | {"role": str(link.role)}
                upsert(connection, links, {"hash": hashed(token)}, values)

        await self._store.write(work)

    async def make(self, link: Link) -> str:
        """A new token for a link."""
        token = new_token()
        await self.add({token: link})
        return token

    async def find(self, tokens: Iterable[str]) -> dict[str, Link]:
        """What some tokens open, by token."""
        hashes = {hashed(token): token for token in tokens if TOKEN.fullmatch(token)}
        if not hashes:
            return {}
        query = select(links).where(links.c.hash.in_(hashes))
        rows = await self._store.rows(query)
        found = {hashes[row.hash]: _link(row) for row in rows}
        return {token: found[token] for token in hashes.values() if token in found}

    async def of_room(self, room: str) -> list[Link]:
        """The links to a local room; none where there is no such room."""
        query = select(links).where(links.c.room == room)
        rows = await self._store.rows(query)
        return [_link(row) for row in rows] if room else []

    async def of_person(self, match: int, person: str) -> bool:
        """Whether somebody has a link of their own to a match."""
        query = select(links.c.hash).where(links.c.match == match, links.c.person == person)
        return await self._store.row(query.limit(1)) is not None

    async def end_room(self, room: str) -> None:
        """Ends the links to a room in which no match could be opened."""
        await self._store.change(delete(links).where(links.c.room == room))


def _link(row: Row[tuple[object, ...]]) -> Link:
    values = row._asdict()
    values.pop("hash")
    return Link(**values | {"role": Role(values["role"])})
