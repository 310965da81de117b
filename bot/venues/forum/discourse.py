"""Discourse: posts by number, all ids of a topic at once, uploads, and few requests a minute.

The newest posts are read in twenties. An edit in the first minutes leaves no version, but it shows
in `updated_at`. An administrator's API key may back-date posts, and a queued one keeps its old
place, so that nothing relies on the order.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.text.html import lines_of
from bot.venues.forum import values
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.venues.forum.software import TRIES, ForumSoftware, understood
from bot.venues.forum.values import ForumPost, Reading, TopicRecord, fields_of, number_of
from bot.wording import venues as words

EDITED_AFTER = timedelta(seconds=2)
"""Making a post touches `updated_at` up to so much later."""
SAID = 1
"""The type of a post that somebody wrote; other types are notes of what was done, or whispers."""


def record_of(topic: dict[str, Any], category: int = 0) -> TopicRecord:
    """A topic as lists and its own page show it; lists move it up for an edit of its last post."""
    last, bumped = topic.get("last_posted_at"), topic.get("bumped_at")
    return TopicRecord(
        topic=str(topic["id"]),
        category=number_of(topic.get("category_id") or category),
        count=number_of(topic.get("posts_count") or 0),
        last=moment_of(last) if last else None,
        locked=bool(topic.get("closed") or topic.get("archived")),
        deleted=bool(topic.get("deleted_at")),
        moved_up=moment_of(bumped) if bumped and not topic.get("pinned") else None,
        title=str(topic.get("title") or ""),
        author=_opener(topic.get("posters")),
    )


def _opener(posters: object) -> str:
    """Who opened a topic, among those whom a list shows with it."""
    for one in posters if isinstance(posters, list) else ():
        if isinstance(one, dict) and "Original Poster" in str(one.get("description")):
            return str(one.get("user_id") or "")
    return ""


def posts_of(posts: Iterable[dict[str, Any]]) -> dict[str, ForumPost]:
    """Posts of a page, by id."""
    return {str(post["id"]): _post(post) for post in posts}


def _post(post: dict[str, Any]) -> ForumPost:
    at, updated = (
        moment_of(post["created_at"]),
        moment_of(post.get("updated_at", post["created_at"])),
    )
    uid, name = str(post.get("user_id") or ""), str(post.get("username") or "")
    edited = updated - at > EDITED_AFTER
    written = uid.isdecimal() and post.get("post_type", SAID) == SAID
    # An edit by somebody else always leaves a version; whose edit it was has to be asked for.
    by = uid if int(post.get("version") or 1) == 1 else None
    return ForumPost(
        id=str(post["id"]),
        author=Player(uid if written else "", name or f"user {uid}"),
        at=at,
        lines=lines_of(str(post.get("cooked") or "")),
        handle=name,
        local=written,
        number=number_of(post["post_number"]) if post.get("post_number") else None,
        edited_at=updated if edited else None,
        edited_by=by if edited else "",
        deleted=bool(post.get("deleted_at") or post.get("user_deleted")),
        raw=None if post.get("raw") is None else str(post["raw"]),
    )


def moment_of(text: object) -> datetime:
    return datetime.fromisoformat(str(text).replace("Z", "+00:00")).astimezone(UTC)


def settings_of(body: Any) -> dict[str, Any]:
    """The settings as an administrator gets them: a list, each with its value as text."""
    listed = fields_of(body).get("site_settings")
    named = (row for row in listed or [] if isinstance(row, dict) and "setting" in row)
    return {str(row["setting"]): _value(str(row.get("value", ""))) for row in named}


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


AT_ONCE = 20
"""Posts asked for in one request."""


class DiscourseTopics(ForumSoftware):
    """The topics of one Discourse."""

    async def record(self, topic: str) -> TopicRecord:
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


VENUE = "discourse"
_WHO = "/session/current.json"
MOST_A_MINUTE = 30
"""Of the sixty that Discourse takes from all administrators' keys together."""


@understood
class Discourse(DiscourseTopics):
    """One Discourse forum."""

    name = VENUE

    def __init__(self, url: str, user: str, connection: ForumConnection) -> None:
        self._user = user
        self._is_staff = False
        super().__init__(url, connection)
        connection.doubt(_WHO, self.sign_in)

    async def sign_in(self) -> values.Account:
        """Whom the key acts as."""
        try:
            me = fields_of((await self._http.get(_WHO)).body).get("current_user")
        except values.GoneError:
            raise VenueError(words.NO_DISCOURSE, lasting=True) from None
        except values.RefusedError:
            me = None
        if not isinstance(me, dict) or "id" not in me:
            raise values.SignedOutError(words.KEY_REFUSED)
        name = str(me.get("username", self._user))
        self._is_staff = bool(me.get("admin") or me.get("moderator"))
        return values.Account(str(me["id"]), name, (name.casefold(),), self._is_staff)

    async def about(self) -> dict[str, Any]:
        """What the forum says of itself: its version among it."""
        return fields_of(fields_of((await self._http.get("/about.json")).body).get("about"))

    async def settings(self) -> dict[str, Any]:
        """The forum's settings: those that its own pages get, and all for an administrator."""
        public = await self._public_settings()
        try:
            body = (await self._http.get("/admin/site_settings.json")).body
        except (values.GoneError, values.RefusedError):
            return public
        return settings_of(body) | public

    async def _public_settings(self) -> dict[str, Any]:
        return fields_of((await self._http.get("/site/settings.json")).body)

    async def least(self) -> int:
        """How many characters a post needs."""
        return int((await self._public_settings()).get("min_post_length") or 0)

    async def listed(self, category: int, page: int) -> values.ListPage:
        """A page of a category's list, which are counted from 0 here.

        The category's own list is answered with another address. The staff is spared the queue in
        every category; who is of it is asked with each signing in.
        """
        wanted: dict[str, str | int] = {"category": category, "order": "activity", "page": page - 1}
        listed = fields_of((await self._http.get("/latest.json", **wanted)).body).get("topic_list")
        records = [record_of(topic, category) for topic in fields_of(listed).get("topics", [])]
        more = bool(fields_of(listed).get("more_topics_url"))
        return values.ListPage(records, more, self._is_staff)

    async def has_category(self, category: int) -> bool:
        """Whether there is such a category: the list of one that there is not is merely empty."""
        try:
            await self._http.get(f"/c/{category}/show.json")
        except (values.GoneError, values.RefusedError):
            return False
        return True

    async def raw(self, post: str) -> str:
        """A post's Markdown."""
        fields = fields_of((await self._http.get(f"/posts/{int(post)}.json")).body)
        return str(fields.get("raw", ""))

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> values.Made:  # noqa: ARG002
        """Posts in a topic, as an answer to the post of that number there."""
        body: dict[str, object] = {"topic_id": int(topic), "raw": text, "nested_post": True}
        if number is not None:
            body["reply_to_post_number"] = number
        answer = await self._http.post("/posts.json", body)
        made = fields_of(answer.body)
        if made.get("action") == "enqueued":
            return values.Made("queued", answer.at, queued=True)
        post = fields_of(made.get("post", made))
        return values.Made(str(post["id"]), moment_of(post["created_at"]))

    async def edit(self, post: str, text: str) -> None:
        """Changes a post of the referee's own."""
        await self._http.put(f"/posts/{int(post)}.json", {"post": {"raw": text}})

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""
        body = {"title": title, "raw": text, "category": category, "nested_post": True}
        made = fields_of((await self._http.post("/posts.json", body)).body)
        if made.get("action") == "enqueued":
            raise VenueError(words.TOPIC_QUEUED, lasting=True)
        return str(fields_of(made.get("post", made))["topic_id"])

    async def upload(self, png: bytes, name: str, album: str) -> str:  # noqa: ARG002
        """Uploads a picture, which belongs to no post yet."""
        fields = {"type": "composer", "synchronous": "true"}
        answer = await self._http.upload("/uploads.json", "file", png, name, fields)
        url = fields_of(answer.body).get("short_url")
        if not isinstance(url, str):
            raise VenueError(words.PICTURE_REFUSED)
        return url

    async def message(self, player: Player, title: str, text: str) -> None:
        """A private message."""
        handle = await self.handle_of(player.id)
        if not handle:
            raise VenueError(words.NOBODY, lasting=True)
        body = {
            "title": title,
            "raw": text,
            "target_recipients": handle,
            "archetype": "private_message",
        }
        await self._http.post("/posts.json", body)

    async def find(self, handle: str) -> Player | None:
        """Who is mentioned by a name, None if nobody is; RefusedError where that is not shown."""
        try:
            answer = await self._http.get(f"/u/{quote(handle.strip(), safe='')}.json")
        except values.GoneError:
            return None
        user = fields_of(fields_of(answer.body).get("user"))
        player = Player(str(user["id"]), str(user.get("username", handle)))
        self._handles[player.id] = player.name
        return player

    async def manages(self, author: str, post: str, category: int) -> bool:  # noqa: ARG002
        """Whether a post's author is of the staff, or moderates its category."""
        try:
            fields = fields_of((await self._http.get(f"/posts/{int(post)}.json")).body)
        except (values.GoneError, values.RefusedError):
            return False
        return any(fields.get(key) for key in ("admin", "moderator", "staff", "group_moderator"))

    async def editor(self, post: values.ForumPost) -> str:
        """Who edited a post last."""
        try:
            answer = await self._http.get(f"/posts/{int(post.id)}/revisions/latest.json")
        except (values.GoneError, values.RefusedError):
            return ""
        same = str(fields_of(answer.body).get("username", "")).casefold() == post.handle.casefold()
        return post.author.id if same else ""

    def link(self, topic: str, post: str) -> str:
        return f"{self._url}/p/{post}" if post.isdecimal() else f"{self._url}/t/{topic}"

    def moment(self, at: datetime) -> str:
        """A moment that the page shows in each reader's own time."""
        utc = at.astimezone(UTC)
        return f'[date={utc:%Y-%m-%d} time={utc:%H:%M} timezone="UTC"]'

    async def _handle(self, player: str) -> str:
        try:
            user = fields_of((await self._http.get(f"/admin/users/{int(player)}.json")).body)
        except values.GoneError:
            return ""
        return str(user.get("username", ""))

    async def _topic_of(self, post: str) -> str | None:
        fields = fields_of((await self._http.get(f"/posts/{int(post)}.json")).body)
        return None if fields.get("deleted_at") else str(fields["topic_id"])
