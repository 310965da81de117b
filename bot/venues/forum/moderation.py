"""In which categories the referee may hold matches: those that are set, where it moderates."""

from collections.abc import Collection
from datetime import timedelta

from bot.timing import Timepiece
from bot.venues.forum.values import Forum

MODERATION_TIMEOUT = timedelta(minutes=15)
"""How long an answer from the forum is good for."""


class Moderation:
    """What the referee moderates in one forum."""

    def __init__(self, forum: Forum, categories: Collection[int], timepiece: Timepiece) -> None:
        self._forum = forum
        self._categories = categories
        self._timepiece = timepiece
        self._answers: dict[int, tuple[bool, timedelta]] = {}

    async def may_referee(self, category: int) -> bool | None:
        """Whether the referee moderates a category; None if that category is not set."""
        return await self.moderates(category, ask=True) if category in self._categories else None

    async def moderates(self, category: int, *, ask: bool) -> bool:
        """Whether the referee moderates a category; `ask` says that an old answer won't do."""
        now = self._timepiece.monotonic()
        moderates, asked_at = self._answers.get(category, (False, None))
        if asked_at is None or ask or now - asked_at >= MODERATION_TIMEOUT:
            moderates = await self._forum.moderates(category)
            self._answers[category] = moderates, now
        return moderates
