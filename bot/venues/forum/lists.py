"""The topics of the categories that are set, as their lists show them; it reads no posts.

500 matches are open. A round reads the head of each list, where all stands that was posted in since
the round before, and one page further down, another one each time: so what moves no topic up (a
lock, a deletion, a post approved with its old stamp) is found in its turn, and a round costs the
same however many matches are open. A topic that a walk through the whole list has not met was moved
or deleted, or is hidden from lists: whoever holds it asks for it alone.
"""

import logging
from collections.abc import Callable, Collection, Set
from dataclasses import dataclass
from datetime import datetime

from bot.desk.venue import VenueError
from bot.limits import ToldOnce
from bot.venues.forum.forums import Forum
from bot.venues.forum.reader import GRACE
from bot.venues.forum.values import EPOCH, TopicRecord

log = logging.getLogger(__name__)

MOST_PAGES, MOST_MISSING = 30, 5
"""In one round: pages of the head of a list, and topics that are on none."""


@dataclass(slots=True)
class _Walk:
    """How far the pages of a list have been read, counted in rounds."""

    page: int = 1
    began: int = 1
    ended_began: int = 0
    """When the last walk began that has come to its end."""

    def ends(self, now: int) -> None:
        self.page, self.began, self.ended_began = 1, now + 1, self.began


class Lists:
    """The lists of the categories that are set; `now` is the forum's present."""

    def __init__(
        self, forum: Forum, categories: tuple[int, ...], now: Callable[[], datetime]
    ) -> None:
        self._forum = forum
        self._now = now
        self._read_until = EPOCH
        self._left: dict[str, TopicRecord] = {}
        self._round = 0
        self._walks = {category: _Walk() for category in categories}
        self._met: dict[str, int] = {}
        self._told = ToldOnce()
        self.moderated = dict.fromkeys(categories, False)
        """The categories, and whether the referee moderates each, as of this round."""

    def begin(self, since: datetime) -> None:
        """Lists are read back to this moment at first: earlier posts are of no interest."""
        self._read_until = since

    async def read(
        self, held: Collection[str], oldest: datetime
    ) -> tuple[dict[str, TopicRecord], list[str]]:
        """The topics posted in of late, those left over, and some more of those that are held.

        None of these was last posted in before `oldest`, as far as is known. With them come a few
        that no walk has met, those longest unmet first.
        """
        listed, began = dict(self._left), self._now()
        self._round += 1
        for category, walk in self._walks.items():
            try:
                listed |= await self._listed(category, walk, held, oldest)
            except VenueError as error:
                if not error.lasting:
                    raise
                # Whoever may not see a category may not moderate it: its matches are looked at.
                self.moderated[category] = False
                walk.ends(self._round)
                if self._told.is_new(f"{category}: {error}"):
                    log.warning("%s, category %s: %s", self._forum.name, category, error)
        # The next lists do not show these topics again, so they stay until they are looked at.
        self._left, self._read_until = dict(listed), began - 2 * GRACE
        walked = min(walk.ended_began for walk in self._walks.values())
        now = dict.fromkeys(listed, self._round)
        self._met = {topic: now.get(topic, self._met.get(topic, 0)) for topic in held}
        unmet = sorted((met, topic) for topic, met in self._met.items() if met < walked)
        missing = [topic for _, topic in unmet[:MOST_MISSING]]
        self._met |= dict.fromkeys(missing, self._round)
        return listed, missing

    def left(self) -> Set[str]:
        """The topics on lists read so far that are yet to be looked at."""
        return self._left.keys()

    def done(self, topic: str) -> None:
        """A topic has been looked at."""
        self._left.pop(topic, None)

    async def _listed(
        self, category: int, walk: _Walk, held: Collection[str], oldest: datetime
    ) -> dict[str, TopicRecord]:
        """The head of a list, and what is held on the page that the walk has come to."""
        head: list[TopicRecord] = []
        for number in range(1, MOST_PAGES + 1):
            page = await self._forum.listed(category, number)
            head += page.records
            if number == 1:
                self.moderated[category] = page.moderates
            if page.reaches_back(self._read_until):
                break
        below: list[TopicRecord] = []
        if not page.reaches_back(oldest):
            walk.page = max(walk.page, number) + 1
            page = await self._forum.listed(category, walk.page)
            below = [record for record in page.records if record.topic in held]
        if page.reaches_back(oldest):
            walk.ends(self._round)
        return {record.topic: record for record in (*below, *head)}
