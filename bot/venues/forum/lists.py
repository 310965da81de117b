"""The topics that a forum's lists show as posted in, and how they stand; it reads no posts."""

import logging
from collections.abc import Callable, Sequence, Set
from datetime import datetime

from bot.desk.venue import VenueError
from bot.venues.forum.contact import Contact
from bot.venues.forum.reader import GRACE
from bot.venues.forum.values import Forum, TopicRecord
from bot.venues.forum.writer import EPOCH

log = logging.getLogger(__name__)


class Lists:
    """The lists of the categories that are set; `now` is the forum's present."""

    def __init__(
        self,
        forum: Forum,
        categories: tuple[int, ...],
        contact: Contact,
        now: Callable[[], datetime],
    ) -> None:
        self._forum = forum
        self._categories = categories
        self._contact = contact
        self._now = now
        self._read_until = EPOCH
        self._left: dict[str, TopicRecord] = {}

    def begin(self, since: datetime) -> None:
        """Lists are read back to this moment at first: earlier posts are of no interest."""
        self._read_until = since

    async def read(self) -> dict[str, TopicRecord]:
        """The topics posted in of late, and those left over from the lists before."""
        listed, began = dict(self._left), self._now()
        listed |= await self._listed()
        # The next lists do not show these topics again, so they stay until they are looked at.
        self._left, self._read_until = dict(listed), began - 2 * GRACE
        return listed

    def left(self) -> Set[str]:
        """The topics on lists read so far that are yet to be looked at."""
        return self._left.keys()

    def done(self, topic: str) -> None:
        """A topic has been looked at."""
        self._left.pop(topic, None)

    async def records(self, topics: Sequence[str]) -> dict[str, TopicRecord]:
        """Records of topics on no list, in as few requests as can be; some may be missing."""
        if not topics:
            return {}
        try:
            records = await self._forum.records(topics)
        except VenueError as error:
            if not error.lasting:
                raise
            log.warning("%s: %s", self._forum.name, error)
            return {}
        self._contact.note()
        return {record.topic: record for record in records}

    async def _listed(self) -> dict[str, TopicRecord]:
        """The lists of all categories; one that can't be listed holds up no other."""
        listed: dict[str, TopicRecord] = {}
        failures: list[VenueError] = []
        for category in self._categories:
            try:
                records = await self._forum.topics(category, self._read_until)
            except VenueError as error:
                if not error.lasting:
                    raise
                log.warning("%s, category %s: %s", self._forum.name, category, error)
                failures.append(error)
            else:
                listed |= {record.topic: record for record in records}
        if len(failures) == len(self._categories):
            raise failures[0]
        return listed
