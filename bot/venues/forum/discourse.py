"""Discourse: posts by number, all ids of a topic at once, uploads, and few requests a minute.

An API key of an administrator may back-date posts, and a queued one keeps its old place, so that
here too nothing relies on the order. An edit in the first minutes leaves no version, but it shows
in `updated_at`.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from cachetools import LRUCache

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.threads.html import lines_of
from bot.venues.forum.connection import Answer, Connection
from bot.venues.forum.values import (
    MOST_LISTS,
    Account,
    GoneError,
    Made,
    Post,
    Reading,
    Record,
    RefusedError,
    reaches_back,
)

VENUE = "discourse"
MOST_A_MINUTE = 30
AT_ONCE = 20
"""Posts asked for in one request."""
TRIES = 5
EDITED_AFTER = timedelta(seconds=2)
"""A post's own making touches it up to so much later."""
SAID = 1
"""The type of a post that somebody wrote; others are notes of what was done, or whispers."""
MOST_KNOWN = 5000


class Discourse:
    """One Discourse forum."""

    name = VENUE

    def __init__(self, url: str, user: str, connection: Connection) -> None:
        self._url = url
        self._user = user
        self._http = connection
        self._handles: LRUCache[str, str] = LRUCache(MOST_KNOWN)
        self.server = urlsplit(url).netloc[:64]

    async def sign_in(self) -> Account:
        """Whom the key acts as."""
        try:
            me = _dict((await self._http.get("/session/current.json")).body).get("current_user")
        except GoneError:
            raise VenueError("There is no Discourse at DISCOURSE_URL.", lasting=True) from None
        except RefusedError:
            me = None
        if not isinstance(me, dict) or "id" not in me:
            raise VenueError(
                "Discourse refuses the key: check DISCOURSE_KEY and DISCOURSE_USER.", lasting=True
            )
        name = str(me.get("username", self._user))
        staff = bool(me.get("admin") or me.get("moderator"))
        return Account(str(me["id"]), name, (name.casefold(),), staff)

    async def about(self) -> dict[str, Any]:
        """What the forum says of itself: its version among it."""
        return _dict(_dict((await self._http.get("/about.json")).body).get("about"))

    async def settings(self) -> dict[str, Any]:
        """The forum's settings as its own pages get them."""
        return _dict((await self._http.get("/site/settings.json")).body)

    async def moderates(self, category: int) -> bool:  # noqa: ARG002
        """Only staff is spared the queue, in every category; it may have changed since."""
        return (await self.sign_in()).manages

    async def topics(self, category: int, since: datetime) -> list[Record]:
        """The list of a category, newest first, page by page; its pages count from 0."""
        records: list[Record] = []
        for page in range(MOST_LISTS):
            body = _dict((await self._http.get(f"/c/{category}.json", page=page)).body)
            listed = _dict(body.get("topic_list"))
            found = [_record(topic, category) for topic in listed.get("topics", [])]
            records += found
            if not listed.get("more_topics_url") or reaches_back(found, since):
                break
        return records

    async def record(self, topic: str) -> Record:
        """A topic as it stands."""
        body, _ = await self._topic(topic)
        return _record(body)

    async def read(
        self, topic: str, since: datetime | None, known: Collection[str] | None
    ) -> Reading:
        """The newest posts, in twenties, while the topic stood still."""
        for _ in range(TRIES):
            body, answer = await self._topic(topic)
            before = _record(body)
            stream = [str(key) for key in _dict(body["post_stream"]).get("stream", [])]
            posts = _posts(_dict(body["post_stream"]).get("posts", []))
            missing = [key for key in reversed(stream) if key not in posts]
            asked = bool(missing)
            back_to = await self._more(topic, stream, posts, missing, since, _ids(known))
            after = await self.record(topic) if asked else before
            if before.traces == after.traces:
                return Reading(after, posts, answer.at, back_to, frozenset(stream))
        raise VenueError("somebody writes in the topic all the time; I read it again soon")

    async def whereabouts(self, post: str) -> str | None:
        """The topic of a post."""
        try:
            found = _dict((await self._http.get(f"/posts/{int(post)}.json")).body)
        except GoneError:
            return None
        return None if found.get("deleted_at") else str(found["topic_id"])

    async def raw(self, post: str) -> str:
        """A post's Markdown."""
        found = _dict((await self._http.get(f"/posts/{int(post)}.json")).body)
        return str(found.get("raw", ""))

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> Made:  # noqa: ARG002
        """Posts in a topic."""
        body: dict[str, object] = {"topic_id": int(topic), "raw": text, "nested_post": True}
        if number is not None:
            body["reply_to_post_number"] = number
        answer = await self._http.post("/posts.json", body)
        made = _dict(answer.body)
        if made.get("action") == "enqueued":
            return Made("queued", answer.at, queued=True)
        post = _dict(made.get("post", made))
        return Made(str(post["id"]), _moment(post["created_at"]))

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""
        body = {"title": title, "raw": text, "category": category, "nested_post": True}
        made = _dict((await self._http.post("/posts.json", body)).body)
        if made.get("action") == "enqueued":
            raise VenueError("the new topic waits for approval", lasting=True)
        return str(_dict(made.get("post", made))["topic_id"])

    async def upload(self, png: bytes, name: str, album: str) -> str:  # noqa: ARG002
        """A picture of nobody's post yet."""
        fields = {"type": "composer", "synchronous": "true"}
        answer = await self._http.upload("/uploads.json", "file", png, name, fields)
        url = _dict(answer.body).get("short_url")
        if not isinstance(url, str):
            raise VenueError("the forum did not take the picture")
        return url

    async def message(self, player: Player, title: str, text: str) -> None:
        """A private message."""
        handle = await self.handle_of(player.id)
        if not handle:
            raise VenueError("nobody is there to be told", lasting=True)
        body = {
            "title": title,
            "raw": text,
            "target_recipients": handle,
            "archetype": "private_message",
        }
        await self._http.post("/posts.json", body)

    async def find(self, handle: str) -> Player | None:
        """Somebody by the name behind an at sign."""
        try:
            answer = await self._http.get(f"/u/{quote(handle.strip(), safe='')}.json")
        except GoneError:
            return None
        user = _dict(_dict(answer.body).get("user"))
        player = Player(str(user["id"]), str(user.get("username", handle)))
        self._handles[player.id] = player.name
        return player

    async def handle_of(self, player: str) -> str:
        """The present name of a user."""
        if player not in self._handles and player.isdecimal():
            try:
                user = _dict((await self._http.get(f"/admin/users/{int(player)}.json")).body)
            except (GoneError, RefusedError):
                return ""
            self._handles[player] = str(user.get("username", ""))
        return self._handles.get(player, "")

    async def manages(self, author: str, post: str, category: int) -> bool:  # noqa: ARG002
        """Whether a post's author is of the staff, or moderates its category."""
        found = _dict((await self._http.get(f"/posts/{int(post)}.json")).body)
        return any(found.get(key) for key in ("admin", "moderator", "staff", "group_moderator"))

    async def editor(self, post: Post) -> str:
        """Who edited a post last."""
        try:
            answer = await self._http.get(f"/posts/{int(post.id)}/revisions/latest.json")
        except (GoneError, RefusedError):
            return ""
        same = str(_dict(answer.body).get("username", "")).casefold() == post.handle.casefold()
        return post.author.id if same else ""

    def link(self, topic: str, post: str) -> str:
        """The address of a post."""
        return f"{self._url}/p/{post}" if post.isdecimal() else f"{self._url}/t/{topic}"

    def moment(self, at: datetime) -> str:
        """A moment that the page shows in each reader's own time."""
        utc = at.astimezone(UTC)
        return f'[date={utc:%Y-%m-%d} time={utc:%H:%M:%S} timezone="UTC"]'

    def note_handles(self, posts: Collection[Post]) -> None:
        """The names that came with posts."""
        for post in posts:
            if post.handle:
                self._handles[post.author.id] = post.handle

    async def close(self) -> None:
        """Gives the connections back."""
        await self._http.close()

    async def _topic(self, topic: str) -> tuple[dict[str, Any], Answer]:
        try:
            answer = await self._http.get(f"/t/{int(topic)}.json", include_raw="true")
        except RefusedError as error:
            if error.status in (401, 403):
                raise GoneError("I may not read the topic") from None
            raise
        return _dict(answer.body), answer

    async def _more(
        self,
        topic: str,
        stream: Sequence[str],
        posts: dict[str, Post],
        missing: list[str],
        since: datetime | None,
        known: frozenset[str] | None,
    ) -> datetime | None:
        """Asks for what is missing, newest first, until it is enough: since when it is all."""
        while missing:
            some, missing = missing[:AT_ONCE], missing[AT_ONCE:]
            wanted = "&".join(f"post_ids[]={key}" for key in some)
            answer = await self._http.get(f"/t/{int(topic)}/posts.json?include_raw=true&{wanted}")
            posts |= _posts(_dict(_dict(answer.body).get("post_stream")).get("posts", []))
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


def _record(topic: dict[str, Any], category: int = 0) -> Record:
    last = topic.get("last_posted_at")
    return Record(
        topic=str(topic["id"]),
        category=int(topic.get("category_id") or category),
        count=int(topic.get("posts_count") or 0),
        last=_moment(last) if last else None,
        locked=bool(topic.get("closed") or topic.get("archived")),
        deleted=bool(topic.get("deleted_at")),
    )


def _posts(posts: Iterable[dict[str, Any]]) -> dict[str, Post]:
    return {str(post["id"]): _post(post) for post in posts}


def _post(post: dict[str, Any]) -> Post:
    at, updated = _moment(post["created_at"]), _moment(post.get("updated_at", post["created_at"]))
    uid, name = str(post.get("user_id") or ""), str(post.get("username") or "")
    edited = updated - at > EDITED_AFTER
    written = uid.isdecimal() and post.get("post_type", SAID) == SAID
    # Another's edit always leaves a version; whose the last one was has to be asked for.
    by = uid if int(post.get("version") or 1) == 1 else None
    return Post(
        id=str(post["id"]),
        author=Player(uid if written else "", name or f"user {uid}"),
        at=at,
        lines=lines_of(str(post.get("cooked") or "")),
        handle=name,
        local=written,
        number=int(post["post_number"]) if post.get("post_number") else None,
        edited_at=updated if edited else None,
        edited_by=by if edited else "",
        deleted=bool(post.get("deleted_at") or post.get("user_deleted")),
        raw=None if post.get("raw") is None else str(post["raw"]),
    )


def _moment(text: object) -> datetime:
    return datetime.fromisoformat(str(text).replace("Z", "+00:00")).astimezone(UTC)


def _dict(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise VenueError("the forum's answer is not what Discourse says")
    return body
