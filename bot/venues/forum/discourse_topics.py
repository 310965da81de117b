"""How Discourse's topics are read: all ids at once, and the newest posts in twenties.

An administrator's API key may back-date posts, and a queued one keeps its old place, so that
nothing relies on the order.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from bot.desk.venue import VenueError
from bot.venues.forum.connection import ForumAnswer
from bot.venues.forum.discourse_values import posts_of, record_of
from bot.venues.forum.software import TRIES, ForumSoftware
from bot.venues.forum.values import ForumPost, Reading, TopicRecord, fields_of
from bot.wording import venues as words

AT_ONCE = 20
"""Posts asked for in one request."""


class DiscourseTopics(ForumSoftware):
    """The topics of one Discourse."""

    async def record(self, topic: str) -> TopicRecord:
        """A topic as it stands."""
        return record_of(fields_of((await self._whole(topic)).body))

    async def read(
        self, topic: str, since: datetime | None, stored: Collection[str] | None
    ) -> Reading:
        """The newest posts, in twenties, while the topic stood still."""
        for _ in range(TRIES):
            answer = await self._whole(topic)
            body = fields_of(answer.body)
            before = record_of(body)
            stream = [str(key) for key in fields_of(body["post_stream"]).get("stream", [])]
            posts = posts_of(fields_of(body["post_stream"]).get("posts", []))
            missing = [key for key in reversed(stream) if key not in posts]
            asked = bool(missing)
            back_to = await self._more(topic, stream, posts, missing, since, stored)
            after = await self.record(topic) if asked else before
            if before.traces == after.traces:
                return Reading(after, posts, answer.began, back_to, frozenset(stream))
        raise VenueError(words.BUSY_TOPIC)

    def _guests_path(self, topic: str) -> str:
        return f"/t/{int(topic)}.json"

    async def _whole(self, topic: str) -> ForumAnswer:
        return await self._topic(f"/t/{int(topic)}.json", include_raw="true")

    async def _more(
        self,
        topic: str,
        stream: Sequence[str],
        posts: dict[str, ForumPost],
        missing: list[str],
        since: datetime | None,
        stored: Collection[str] | None,
    ) -> datetime | None:
        """Asks for `missing` posts, newest first; the moment since which none is missing now."""
        known, looked_at, stamps = set(stored or ()), len(stream), list[datetime]()
        while missing:
            some, missing = missing[:AT_ONCE], missing[AT_ONCE:]
            wanted = "&".join(f"post_ids[]={key}" for key in some)
            answer = await self._http.get(f"/t/{int(topic)}/posts.json?include_raw=true&{wanted}")
            posts |= posts_of(fields_of(fields_of(answer.body).get("post_stream")).get("posts", []))
            first = stream.index(missing[0]) if missing else -1  # the newest of them
            stamps += [posts[key].at for key in stream[first + 1 : looked_at] if key in posts]
            stamps, looked_at = [min(stamps)] if stamps else [], first + 1
            back_to = stamps[0] if stamps else None
            if since is None or back_to is None or not missing:
                continue
            if back_to < since and (stored is None or known.issuperset(missing)):
                return back_to
        return None
