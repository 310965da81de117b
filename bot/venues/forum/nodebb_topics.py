"""How NodeBB's topics are read: the newest posts, page by page, while the topic stands still.

A topic's record raises no view count; each page does, and has the record in it. A page past the end
answers with text, or as if there were no topic.
"""

from collections.abc import Collection
from datetime import datetime

from bot.desk.venue import VenueError
from bot.venues.forum.nodebb_values import post_of, record_of, response_of
from bot.venues.forum.software import TRIES, ForumSoftware
from bot.venues.forum.values import ForumPost, GoneError, Reading, TopicRecord, fields_of
from bot.wording import venues as words

MOST_PAGES = 300


class NodeBBTopics(ForumSoftware):
    """The topics of one NodeBB."""

    async def record(self, topic: str) -> TopicRecord:
        """A topic's own record, which raises no view count."""
        answer = await self._topic(f"/api/v3/topics/{int(topic)}")
        return record_of(response_of(answer.body))

    def _guests_path(self, topic: str) -> str:
        return f"/api/topic/{int(topic)}"

    async def read(
        self, topic: str, since: datetime | None, stored: Collection[str] | None
    ) -> Reading:
        """The newest posts, page by page, while the record stays as it is."""
        for _ in range(TRIES):
            reading = await self._pages(topic, since, stored)
            if reading is not None:
                return reading
        raise VenueError(words.BUSY_TOPIC)

    async def _pages(
        self, topic: str, since: datetime | None, ids: Collection[str] | None
    ) -> Reading | None:
        """The newest posts back to a moment; None if the topic changed between two pages."""
        before: TopicRecord | None = None
        posts: dict[str, ForumPost] = {}
        opening: dict[str, ForumPost] = {}
        for page in range(1, MOST_PAGES + 1):
            try:
                answer = await self._topic(
                    f"/api/topic/{int(topic)}", page=page, sort="newest_to_oldest"
                )
            except GoneError:
                if before is None:
                    raise
                # There was such a page before.
                return None
            if before is not None and not isinstance(answer.body, dict):
                return None
            record = record_of(fields_of(answer.body))
            if before is None:
                before, began = record, answer.began
            elif record.traces != before.traces:
                return None
            batch = {post.id: post for post in map(post_of, answer.body.get("posts") or [])}
            # The opening post stands on the first page, whatever lies between.
            opening |= {key: post for key, post in batch.items() if post.number == 0}
            batch = {key: post for key, post in batch.items() if post.number != 0}
            more = batch.keys() - posts.keys()
            posts |= batch
            pages = (answer.body.get("pagination") or {}).get("pageCount") or page
            if not more or page >= int(pages):
                return Reading(record, opening | posts, began)
            first = min(post.at for post in posts.values())
            counted = record.count if ids is None else len({*ids, *opening, *posts})
            if since is not None and first < since and counted == record.count:
                return Reading(record, opening | posts, began, first)
        raise VenueError(words.LONG_TOPIC, lasting=True)
