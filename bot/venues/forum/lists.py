"""What a forum's lists say was posted in, and how its topics stand: everything short of posts."""

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
        """What was posted in before is of no interest."""
        self._read_until = since

    async def read(self) -> dict[str, TopicRecord]:
        """What was posted in of late, and what is left of that from before."""
        listed, began = dict(self._left), self._now()
        listed |= await self._listed()
        # Lists are not asked for it again: whatever comes between is made up for.
        self._left, self._read_until = dict(listed), began - 2 * GRACE
        return listed

    def left(self) -> Set[str]:
        """The topics of lists that were read, which are yet to be looked at."""
        return self._left.keys()

    def done(self, topic: str) -> None:
        """A topic has been looked at."""
        self._left.pop(topic, None)

    async def records(self, topics: Sequence[str]) -> dict[str, TopicRecord]:
        """What can be had together of topics in no list; who is missing is asked for alone."""
        if not topics:
            return {}
        try:
            found = await self._forum.records(topics)
        except VenueError as error:
            if not error.lasting:
                raise
            log.warning("%s: %s", self._forum.name, error)
            return {}
        self._contact.note()
        return {record.topic: record for record in found}

    async def _listed(self) -> dict[str, TopicRecord]:
        """A category that can't be listed holds up no other."""
        listed: dict[str, TopicRecord] = {}
        failures: list[VenueError] = []
        for category in self._categories:
            try:
                found = await self._forum.topics(category, self._read_until)
            except VenueError as error:
                if not error.lasting:
                    raise
                log.warning("%s, category %s: %s", self._forum.name, category, error)
                failures.append(error)
            else:
                listed |= {record.topic: record for record in found}
        if len(failures) == len(self._categories):
            raise failures[0]
        return listed
