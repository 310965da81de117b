"""The addresses of the watch pages: which token stands for which match."""

import re
import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from bot.storage.schema import watch_links
from bot.storage.store import Store

TOKEN_BYTES = 16
"""128 bits: nobody comes upon a match by guessing."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


class WatchLinks:
    """The tokens in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def token(self, match: int) -> str:
        """The token of a match, drawn when it is first asked for."""
        token = await self._token(match)
        if token is not None:
            return token
        drawn = secrets.token_urlsafe(TOKEN_BYTES)

        def work(connection: Connection) -> bool:
            try:
                connection.execute(insert(watch_links).values(match=match, token=drawn))
            except IntegrityError:
                return False
            return True

        if await self._store.write(work):
            return drawn
        # Two people asked at once.
        token = await self._token(match)
        assert token is not None  # noqa: S101
        return token

    async def match(self, token: str) -> int | None:
        """The match that a token stands for; None where it stands for none, or no longer."""
        if _TOKEN.fullmatch(token) is None:
            # Anybody may send anything: what is no token is no matter for the database.
            return None
        query = select(watch_links.c.match).where(watch_links.c.token == token)
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def _token(self, match: int) -> str | None:
        query = select(watch_links.c.token).where(watch_links.c.match == match)
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()
