"""Places that are shared out fairly: nobody who holds many of them keeps the others out.

Three thousand may watch, and somebody opens three thousand pages from one address. The next who
comes from another address takes the place of one of these; and where all hold about as many, the
next who comes to a match with few watchers takes that of one of the match with the most.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class TakenPlace:
    """One that is taken: from where, for what, and how whoever has it is sent away."""

    source: str
    match: Hashable
    end: Callable[[], None]


class SharedPlaces:
    """At most so many places."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[TakenPlace, None] = {}

    def has_room(self, source: str, match: Hashable) -> bool:
        """Whether one more would be let in."""
        return len(self._taken) < self._most or self._yielding(source, match) is not None

    @contextlib.contextmanager
    def take(self, source: str, match: Hashable, end: Callable[[], None]) -> Iterator[bool]:
        """Whether there is a place; it is taken until the context ends, or `end` is called."""
        if len(self._taken) >= self._most:
            yielding = self._yielding(source, match)
            if yielding is None:
                yield False
                return
            del self._taken[yielding]
            yielding.end()
        place = TakenPlace(source, match, end)
        self._taken[place] = None
        try:
            yield True
        finally:
            self._taken.pop(place, None)

    def _yielding(self, source: str, match: Hashable) -> TakenPlace | None:
        """The newest place of whoever holds two more than the one who comes would have before."""
        sources = Counter(place.source for place in self._taken)
        matches = Counter(place.match for place in self._taken)
        largest = max(sources, key=sources.__getitem__)
        if sources[largest] > sources[source] + 1:
            return next(place for place in reversed(self._taken) if place.source == largest)
        crowded = max(matches, key=matches.__getitem__)
        if matches[crowded] <= matches[match] + 1:
            return None
        for place in reversed(self._taken):
            if place.match == crowded and sources[place.source] >= sources[source]:
                return place
        return None
