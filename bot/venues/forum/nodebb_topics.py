"""How NodeBB's topics are read: the newest posts, page by page, while the topic stands still.

A topic's record raises no view count; each page does. A page past the end answers with text.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from bot.desk.venue import VenueError
from bot.venues.forum.nodebb_values import post_of, record_of, response_of
from bot.venues.forum.software import TRIES, ForumSoftware
from bot.venues.forum.values import ForumPost, Reading, TopicRecord
from bot.wording import venues as words

MOST_PAGES = 300


class NodeBBTopics(ForumSoftware):
    """The topics of one NodeBB."""

    async def record(self, topic: str) -> TopicRecord:
        """A topic's own record, which raises no view count."""
        return (await self._record(topic))[0]

    async def records(self, topics: Sequence[str]) -> list[TopicRecord]:  # noqa: ARG002
        """No topics: each is asked for alone, since NodeBB does not count requests."""
        return []

    async def read(
        self, topic: str, since: datetime | None, stored: Collection[str] | None
    ) -> Reading:
        """The newest posts, page by page, while the record stays as it is."""
        for _ in range(TRIES):
            before, began = await self._record(topic)
            posts, back_to = await self._pages(topic, before, since, stored)
            after, _at = await self._record(topic)
            if before.traces == after.traces:
                return Reading(after, posts, began, back_to)
        raise VenueError(words.BUSY_TOPIC)

    async def _record(self, topic: str) -> tuple[TopicRecord, datetime]:
        answer = await self._topic(f"/api/v3/topics/{int(topic)}")
        return record_of(response_of(answer.body)), answer.at

    async def _pages(
        self, topic: str, record: TopicRecord, since: datetime | None, ids: Collection[str] | None
    ) -> tuple[dict[str, ForumPost], datetime | None]:
        """The newest posts, and the moment since which none is missing; None for all posts."""
        posts: dict[str, ForumPost] = {}
        opening: dict[str, ForumPost] = {}
        for page in range(1, MOST_PAGES + 1):
            answer = await self._http.get(
                f"/api/topic/{int(topic)}", page=page, sort="newest_to_oldest"
            )
            # A page past the end is a string.
            body = answer.body if isinstance(answer.body, dict) else {}
            batch = {post.id: post for post in map(post_of, body.get("posts") or [])}
            # The opening post stands on the first page, whatever lies between.
            opening |= {key: post for key, post in batch.items() if post.number == 0}
            batch = {key: post for key, post in batch.items() if post.number != 0}
            more = batch.keys() - posts.keys()
            posts |= batch
            pages = (body.get("pagination") or {}).get("pageCount") or page
            if not more or page >= int(pages):
                return opening | posts, None
            first = min(post.at for post in posts.values())
            counted = record.count
            if ids is not None:
                counted = len({*ids, *opening, *posts})
            if since is not None and first < since and counted == record.count:
                return opening | posts, first
        raise VenueError(words.LONG_TOPIC, lasting=True)
