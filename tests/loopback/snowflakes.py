"""Ids that carry the time: minted from the server's own clock, never from the machine's."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def real_clock() -> datetime:
    return datetime.now(UTC)


def stamp_of(snowflake: int) -> datetime:
    return EPOCH + (snowflake >> 22) * MILLISECOND


class Snowflakes:
    """Mints ids that are unique and, within a millisecond, ordered by minting."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._used: dict[int, int] = {}

    def mint(self, at: datetime | None = None) -> int:
        millisecond = ((at or self._clock()) - EPOCH) // MILLISECOND
        low = self._used.get(millisecond, 0)
        self._used[millisecond] = low + 1
        return (millisecond << 22) | low

    def mint_on(self, shard: int, shards: int) -> int:
        """A new id on a shard, as Discord counts them: of the last millisecond that is."""
        now = self._clock()
        return self.mint(now - (((now - EPOCH) // MILLISECOND - shard) % shards) * MILLISECOND)
