"""Whose turn it is to identify to Discord, kept in the database for all processes of a bot.

Four processes are started at once, and Discord takes one IDENTIFY in five seconds: whoever comes
first takes the turn, and the others are told how long to wait before they ask again. A turn is
nothing but the moment at which it was taken, by the database's own clock, so that a process that
dies with it holds up nobody for longer than the interval.
"""

from datetime import timedelta
from functools import partial

from sqlalchemy import BigInteger, Connection, literal_column, or_, select

from bot.storage.columns import adding
from bot.storage.schema import identifies
from bot.storage.store import Store

ZERO, MILLISECOND = timedelta(0), timedelta(milliseconds=1)
_PRESENT = {
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}
"""The database's clock, in milliseconds since 1970."""


class Identifies:
    def __init__(self, store: Store, interval: timedelta) -> None:
        self._store = store
        self._interval = interval

    async def take(self, bucket: int) -> timedelta:
        """Takes the turn if it is free, and returns zero; else how long to wait. StoreError."""
        return await self._store.write(partial(_take, bucket=bucket, interval=self._interval))


def _take(connection: Connection, bucket: int, interval: timedelta) -> timedelta:
    present = literal_column(_PRESENT[connection.dialect.name], BigInteger)
    # A moment that lies far ahead was noted before the clock was set back.
    most = interval // MILLISECOND
    free = or_(identifies.c.at <= present - most, identifies.c.at > present + most)
    turn = adding(connection, identifies).values(bucket=bucket, at=present)
    # Another process may take the first turn of this bucket just now.
    taken = turn.on_conflict_do_update(
        index_elements=["bucket"], set_={"at": present}, where=free
    ).returning(identifies.c.bucket)
    if connection.execute(taken).first() is not None:
        return ZERO
    ago = connection.execute(select(present - identifies.c.at).filter_by(bucket=bucket))
    return max(MILLISECOND, interval - ago.scalar_one() * MILLISECOND)
