"""What is remembered of the last few thousand messages and interactions, and no more."""

from cachetools import FIFOCache

MOST_KEPT = 4000


class SeenIds:
    """The ids of what has been dealt with: an event that comes twice is one event."""

    def __init__(self) -> None:
        self._ids: FIFOCache[int, None] = FIFOCache(MOST_KEPT)

    def first(self, key: int) -> bool:
        """Whether an id is new; from now on it is not."""
        if key in self._ids:
            return False
        self._ids[key] = None
        return True

    def forget(self, key: int) -> None:
        """An id is new again."""
        self._ids.pop(key, None)
