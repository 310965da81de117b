"""In which categories the referee may hold matches: those that are set, where it moderates."""

from collections.abc import Collection
from datetime import timedelta

from bot.timing import Timepiece
from bot.venues.forum.values import Forum

MODERATION_TIMEOUT = timedelta(minutes=15)
"""How long an answer of the forum's is good for."""


class Moderation:
    """What the referee moderates in one forum."""

    def __init__(self, forum: Forum, categories: Collection[int], timepiece: Timepiece) -> None:
        self._forum = forum
        self._categories = categories
        self._timepiece = timepiece
        self._known: dict[int, tuple[bool, timedelta]] = {}

    async def may_referee(self, category: int) -> bool | None:
        """Whether it moderates a category; None if it is none of those set."""
        return await self.moderates(category, ask=True) if category in self._categories else None

    async def moderates(self, category: int, *, ask: bool) -> bool:
        """Whether it moderates a category, as of now where one is to `ask`."""
        now = self._timepiece.monotonic()
        known = self._known.get(category)
        if known is None or ask or now - known[1] >= MODERATION_TIMEOUT:
            known = await self._forum.moderates(category), now
            self._known[category] = known
        return known[0]
