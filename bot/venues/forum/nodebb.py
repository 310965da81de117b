"""NodeBB 4.10 and later: its two APIs, the pages' (`/api`) and the one for programs (`/api/v3`).

Ids are numbers here and text there; `deleted` is 0, 1 or a bool; a page past the end answers with
text. A token can't upload pictures into a post, so they go to a topic of the referee's own, as its
thumbnails.
"""

import logging
import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo

from cachetools import LRUCache

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.threads.html import lines_of
from bot.venues.forum.connection import Connection
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

log = logging.getLogger(__name__)

VENUE = "nodebb"
TRIES = 5
"""To read a topic in which somebody writes all the time."""
MOST_PAGES = 300
ADMINISTRATORS = "administrators"
MOST_KNOWN = 5000
_BUSY = "already posting"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NodeBB:
    """One NodeBB forum."""

    name = VENUE

    def __init__(self, url: str, connection: Connection, zone: ZoneInfo) -> None:
        self._url = url
        self._http = connection
        self._zone = zone
        self._me = ""
        self._handles: LRUCache[str, str] = LRUCache(MOST_KNOWN)
        self.server = urlsplit(url).netloc[:64]

    async def sign_in(self) -> Account:
        """Who the token belongs to."""
        try:
            me = _dict((await self._http.get("/api/self")).body)
        except GoneError:
            raise VenueError("There is no NodeBB at NODEBB_URL.", lasting=True) from None
        except RefusedError as error:
            if error.status in (401, 403):
                raise VenueError(
                    "NodeBB refuses the token: check NODEBB_TOKEN.", lasting=True
                ) from None
            raise
        self._me, slug = str(me["uid"]), str(me.get("userslug", ""))
        if not slug or self._me == "0":
            raise VenueError("NodeBB refuses the token: check NODEBB_TOKEN.", lasting=True)
        names = tuple(dict.fromkeys((slug.casefold(), str(me.get("username", slug)).casefold())))
        groups = await self._groups(slug)
        return Account(self._me, str(me.get("username", slug)), names, ADMINISTRATORS in groups)

    async def version(self) -> str:
        """The forum's version, "" where it does not say."""
        try:
            told = _dict((await self._http.get("/nodeinfo/2.0")).body)
        except VenueError:
            return ""
        return str(_dict(told.get("software") or {}).get("version", ""))

    async def config(self) -> dict[str, Any]:
        """The forum's settings, as far as it tells its users."""
        return _dict((await self._http.get("/api/config")).body)

    async def moderates(self, category: int) -> bool:
        """Whether the referee moderates a category."""
        return self._me in await self._moderators(category)

    async def topics(self, category: int, since: datetime) -> list[Record]:
        """The list of a category, newest first, page by page."""
        records: list[Record] = []
        for page in range(1, MOST_LISTS + 1):
            body = _dict((await self._http.get(f"/api/category/{category}", page=page)).body)
            found = [_record(topic) for topic in body.get("topics", []) if topic.get("tid")]
            records += found
            pages = int((body.get("pagination") or {}).get("pageCount") or 1)
            if page >= pages or reaches_back(found, since):
                break
        return records

    async def record(self, topic: str) -> Record:
        """A topic's own record, which raises no view count."""
        return (await self._record(topic))[0]

    async def read(
        self, topic: str, since: datetime | None, known: Collection[str] | None
    ) -> Reading:
        """The newest posts, page by page, while the record stays as it is."""
        for _ in range(TRIES):
            before, began = await self._record(topic)
            posts, back_to = await self._pages(topic, before, since, _ids(known))
            after, _at = await self._record(topic)
            if before.traces == after.traces:
                return Reading(after, posts, began, back_to)
        raise VenueError("somebody writes in the topic all the time; I read it again soon")

    async def whereabouts(self, post: str) -> str | None:
        """The topic of a post."""
        try:
            found = _response((await self._http.get(f"/api/v3/posts/{int(post)}")).body)
        except GoneError:
            return None
        return str(found["tid"]) if found.get("tid") else None

    async def raw(self, post: str) -> str:
        """A post's Markdown."""
        found = _response((await self._http.get(f"/api/v3/posts/{int(post)}/raw")).body)
        return str(found.get("content", ""))

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> Made:  # noqa: ARG002
        """Posts in a topic."""
        body: dict[str, object] = {"content": text}
        if to is not None and to.isdecimal():
            body["toPid"] = int(to)
        try:
            answer = await self._http.post(f"/api/v3/topics/{int(topic)}", body)
        except RefusedError as error:
            # Whoever asks looks whether it was made, and tries again.
            raise VenueError(str(error), lasting=_BUSY not in error.text) from None
        made = _response(answer.body)
        if made.get("queued") or "pid" not in made:
            return Made(f"queued-{made.get('id', '')}"[:64], answer.at, queued=True)
        return Made(str(made["pid"]), _moment(made["timestamp"]))

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""
        body = {"cid": category, "title": title, "content": text}
        answer = await self._http.post("/api/v3/topics", body)
        made = _response(answer.body)
        if "tid" not in made:
            raise VenueError("the new topic waits for approval", lasting=True)
        return str(made["tid"])

    async def upload(self, png: bytes, name: str, album: str) -> str:
        """A picture among the thumbnails of a topic."""
        path = f"/api/v3/topics/{int(album)}/thumbs"
        try:
            answer = await self._http.upload(path, "files", png, name, {})
            url = str(_response(answer.body)["images"][0]["url"])
        except (KeyError, IndexError, TypeError):
            raise VenueError("the forum did not take the picture") from None
        root = urlsplit(self._url)
        return url if "://" in url else f"{root.scheme}://{root.netloc}{url}"

    async def message(self, player: Player, title: str, text: str) -> None:  # noqa: ARG002
        """A chat."""
        opened = await self._http.post("/api/v3/chats", {"uids": [int(player.id)]})
        room = _response(opened.body)["roomId"]
        await self._http.post(f"/api/v3/chats/{int(room)}", {"message": text})

    async def find(self, handle: str) -> Player | None:
        """Somebody by the name behind an at sign."""
        slug = re.sub(r"[\s_]+", "-", handle.strip().casefold())
        try:
            user = _dict((await self._http.get(f"/api/user/{quote(slug, safe='')}")).body)
        except GoneError:
            return None
        if not str(user.get("uid", "")).isdecimal():
            return None
        player = Player(str(user["uid"]), str(user.get("username", handle)))
        self._handles[player.id] = str(user.get("userslug", slug))
        return player

    async def handle_of(self, player: str) -> str:
        """The slug of a user."""
        if player not in self._handles:
            try:
                user = _dict((await self._http.get(f"/api/user/uid/{int(player)}")).body)
            except GoneError:
                return ""
            self._handles[player] = str(user.get("userslug") or "")
        return self._handles.get(player, "")

    async def manages(self, author: str, post: str, category: int) -> bool:  # noqa: ARG002
        """Whether somebody moderates the category or administers the forum."""
        if author in await self._moderators(category):
            return True
        return ADMINISTRATORS in await self._groups(await self.handle_of(author))

    async def editor(self, post: Post) -> str:
        """Who edited a post last: it says so itself."""
        return post.edited_by or ""

    def link(self, topic: str, post: str) -> str:
        """The address of a post."""
        return f"{self._url}/post/{post}" if post.isdecimal() else f"{self._url}/topic/{topic}"

    def moment(self, at: datetime) -> str:
        """A moment in the forum's time zone."""
        local = at.astimezone(self._zone)
        return f"{local.day} {local:%b %Y, %H:%M:%S %Z}"

    def note_handles(self, posts: Collection[Post]) -> None:
        """The slugs that came with posts."""
        for post in posts:
            if post.handle:
                self._handles[post.author.id] = post.handle

    async def close(self) -> None:
        """Gives the connections back."""
        await self._http.close()

    async def _record(self, topic: str) -> tuple[Record, datetime]:
        try:
            answer = await self._http.get(f"/api/v3/topics/{int(topic)}")
        except RefusedError as error:
            if error.status in (401, 403):
                raise GoneError("I may not read the topic") from None
            raise
        return _record(_response(answer.body)), answer.at

    async def _pages(
        self, topic: str, record: Record, since: datetime | None, known: frozenset[str] | None
    ) -> tuple[dict[str, Post], datetime | None]:
        """The newest posts, and since when they are all of them; None where nothing is before."""
        posts: dict[str, Post] = {}
        opening: dict[str, Post] = {}
        for page in range(1, MOST_PAGES + 1):
            answer = await self._http.get(
                f"/api/topic/{int(topic)}", page=page, sort="newest_to_oldest"
            )
            # A page past the end is a string.
            body = answer.body if isinstance(answer.body, dict) else {}
            found = {post.id: post for post in map(_post, body.get("posts") or [])}
            # The opening post stands on the first page, whatever lies between.
            opening |= {key: post for key, post in found.items() if post.number == 0}
            found = {key: post for key, post in found.items() if post.number != 0}
            more = found.keys() - posts.keys()
            posts |= found
            pages = (body.get("pagination") or {}).get("pageCount") or page
            if not more or page >= int(pages):
                return opening | posts, None
            first = min(post.at for post in posts.values())
            counted = record.count
            if known is not None:
                counted = len(known | opening.keys() | posts.keys())
            if since is not None and first < since and counted == record.count:
                return opening | posts, first
        raise VenueError("the topic is too long to be read", lasting=True)

    async def _moderators(self, category: int) -> set[str]:
        body = (await self._http.get(f"/api/categories/{category}/moderators")).body
        people = body.get("moderators", []) if isinstance(body, dict) else body
        return {str(person["uid"]) for person in people if isinstance(person, dict)}

    async def _groups(self, slug: str) -> set[str]:
        if not slug:
            return set()
        try:
            user = _dict((await self._http.get(f"/api/user/{quote(slug, safe='')}")).body)
        except GoneError:
            return set()
        groups = user.get("groups") or []
        return {str(group.get("name")) for group in groups if isinstance(group, dict)}


def _ids(known: Collection[str] | None) -> frozenset[str] | None:
    return None if known is None else frozenset(known)


def _record(topic: dict[str, Any]) -> Record:
    last = topic.get("lastposttime")
    return Record(
        topic=str(topic["tid"]),
        category=int(topic.get("cid") or 0),
        count=int(topic.get("postcount") or 0),
        last=_moment(last) if last else None,
        locked=_truth(topic.get("locked")),
        deleted=_truth(topic.get("deleted")),
        merged_into=str(topic.get("mergeIntoTid") or ""),
    )


def _post(post: dict[str, Any]) -> Post:
    user: dict[str, Any] = post.get("user") or {}
    key, uid = str(post.get("pid", "")), str(post.get("uid", ""))
    local = key.isdecimal() and uid.isdecimal() and user.get("isLocal", True) is not False
    guest = uid in ("", "0")
    name = str(user.get("username") or "")
    edited, editor = post.get("edited"), post.get("editor")
    by = str(editor.get("uid", "")) if isinstance(editor, dict) else ""
    return Post(
        id=key,
        author=Player("" if guest else uid, name or f"user {uid}"),
        at=_moment(post["timestamp"]),
        lines=lines_of(str(post.get("content") or "")),
        handle=str(user.get("userslug") or ""),
        local=local and not guest,
        number=int(post["index"]) if str(post.get("index", "")).isdecimal() else None,
        edited_at=_moment(edited) if edited else None,
        edited_by=(by or uid) if edited else "",
        deleted=_truth(post.get("deleted")),
    )


def _truth(value: object) -> bool:
    return value in (1, "1", True, "true")


def _moment(milliseconds: object) -> datetime:
    """A stamp, exact to the millisecond."""
    return _EPOCH + timedelta(milliseconds=int(str(milliseconds).partition(".")[0]))


def _dict(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise VenueError("the forum's answer is not what NodeBB says")
    return body


def _response(body: Any) -> dict[str, Any]:
    return _dict(_dict(body).get("response"))
