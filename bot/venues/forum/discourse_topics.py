"""How Discourse's topics are read: all ids at once, and the newest posts in twenties.

An administrator's API key may back-date posts, and a queued one keeps its old place, so that
nothing relies on the order.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from bot.desk.venue import VenueError
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.venues.forum.discourse_values import fields_of, posts_of, record_of
from bot.venues.forum.values import ForumPost, GoneError, Reading, RefusedError, TopicRecord
from bot.wording import venues as words

AT_ONCE = 20
"""Posts asked for in one request."""
LISTED = 30
"""Topics on one page of a list."""
TRIES = 5
"""To read a topic in which somebody writes all the time."""


class DiscourseTopics:
    """The topics of one Discourse."""

    def __init__(self, connection: ForumConnection) -> None:
        self._http = connection

    async def records(self, topics: Sequence[str]) -> list[TopicRecord]:
        """As many in one request as a list has on a page; what is deleted or muted is in none."""
        found: list[TopicRecord] = []
        for start in range(0, len(topics), LISTED):
            some = ",".join(topics[start : start + LISTED])
            body = fields_of((await self._http.get("/latest.json", topic_ids=some)).body)
            listed = fields_of(body.get("topic_list")).get("topics", [])
            found += [record_of(topic) for topic in listed]
        return [record for record in found if record.topic in topics]

    async def record(self, topic: str) -> TopicRecord:
        """A topic as it stands."""
        body, _ = await self._topic(topic)
        return record_of(body)

    async def read(
        self, topic: str, since: datetime | None, known: Collection[str] | None
    ) -> Reading:
        """The newest posts, in twenties, while the topic stood still."""
        for _ in range(TRIES):
            body, answer = await self._topic(topic)
            before = record_of(body)
            stream = [str(key) for key in fields_of(body["post_stream"]).get("stream", [])]
            posts = posts_of(fields_of(body["post_stream"]).get("posts", []))
            missing = [key for key in reversed(stream) if key not in posts]
            asked = bool(missing)
            back_to = await self._more(topic, stream, posts, missing, since, _ids(known))
            after = await self.record(topic) if asked else before
            if before.traces == after.traces:
                return Reading(after, posts, answer.at, back_to, frozenset(stream))
        raise VenueError(words.BUSY_TOPIC)

    async def _topic(self, topic: str) -> tuple[dict[str, Any], ForumAnswer]:
        try:
            answer = await self._http.get(f"/t/{int(topic)}.json", include_raw="true")
        except RefusedError as error:
            if error.status in (401, 403):
                raise GoneError("I may not read the topic") from None
            raise
        return fields_of(answer.body), answer

    async def _more(
        self,
        topic: str,
        stream: Sequence[str],
        posts: dict[str, ForumPost],
        missing: list[str],
        since: datetime | None,
        known: frozenset[str] | None,
    ) -> datetime | None:
        """Asks for what is missing, newest first, until it is enough: since when it is all."""
        while missing:
            some, missing = missing[:AT_ONCE], missing[AT_ONCE:]
            wanted = "&".join(f"post_ids[]={key}" for key in some)
            answer = await self._http.get(f"/t/{int(topic)}/posts.json?include_raw=true&{wanted}")
            posts |= posts_of(fields_of(fields_of(answer.body).get("post_stream")).get("posts", []))
            first = max((stream.index(key) for key in missing), default=-1)
            tail = {key: posts[key] for key in stream[first + 1 :] if key in posts}
            back_to = min((post.at for post in tail.values()), default=None)
            if since is None or back_to is None or not missing:
                continue
            if back_to < since and (known is None or known.issuperset(missing)):
                return back_to
        return None


def _ids(known: Collection[str] | None) -> frozenset[str] | None:
    return None if known is None else frozenset(known)
