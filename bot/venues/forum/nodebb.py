"""NodeBB 4.10 and later: its two APIs, the pages' (`/api`) and the one for programs (`/api/v3`).

The newest posts are read page by page, while the topic stands still. A topic's record raises no
view count; each page does, and has the record in it. A page past the end answers with text, or as
if there were no topic. Ids are numbers here and text there; `deleted` is 0, 1 or a bool.

A token can't upload pictures into a post, so they go to a topic of the referee's own, as its
thumbnails; NodeBB takes ten, and more only after a minute without any. Whoever has a token that it
does not know is a guest to it, and reads what everybody may read.
"""

import asyncio
import logging
import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.text.html import lines_of
from bot.timing import Timepiece
from bot.venues.forum import values
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.venues.forum.software import TRIES, ForumSoftware, understood
from bot.venues.forum.values import ForumPost, GoneError, Reading, TopicRecord, fields_of, number_of
from bot.wording import venues as words

log = logging.getLogger(__name__)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def record_of(topic: dict[str, Any]) -> TopicRecord:
    """A topic as lists and its own record show it."""
    stamp = topic.get("lastposttime")
    last = moment_of(stamp) if stamp else None
    return TopicRecord(
        topic=str(topic["tid"]),
        category=number_of(topic.get("cid") or 0),
        count=number_of(topic.get("postcount") or 0),
        last=last,
        locked=_truth(topic.get("locked")),
        deleted=_truth(topic.get("deleted")),
        merged_into=str(topic.get("mergeIntoTid") or ""),
        moved_up=None if _truth(topic.get("pinned")) else last,
        title=str(topic.get("titleRaw") or unescape(str(topic.get("title") or ""))),
        author=str(topic.get("uid") or ""),
    )


def post_of(post: dict[str, Any]) -> ForumPost:
    """A post as a page of its topic shows it."""
    user: dict[str, Any] = post.get("user") or {}
    key, uid = str(post.get("pid", "")), str(post.get("uid", ""))
    local = key.isdecimal() and uid.isdecimal() and user.get("isLocal", True) is not False
    guest = uid in ("", "0")
    name = str(user.get("username") or "")
    edited, editor = post.get("edited"), post.get("editor")
    by = str(editor.get("uid", "")) if isinstance(editor, dict) else ""
    return ForumPost(
        id=key,
        author=Player("" if guest else uid, name or f"user {uid}"),
        at=moment_of(post["timestamp"]),
        lines=lines_of(str(post.get("content") or "")),
        handle=str(user.get("userslug") or ""),
        local=local and not guest,
        number=number_of(post["index"]) if str(post.get("index", "")).isdecimal() else None,
        edited_at=moment_of(edited) if edited else None,
        edited_by=(by or uid) if edited else "",
        deleted=_truth(post.get("deleted")),
    )


def _truth(value: object) -> bool:
    return value in (1, "1", True, "true")


def moment_of(milliseconds: object) -> datetime:
    """A stamp, exact to the millisecond."""
    return _EPOCH + timedelta(milliseconds=int(str(milliseconds).partition(".")[0]))


def response_of(body: Any) -> dict[str, Any]:
    """What the API for programs wraps its answers in."""
    return fields_of(fields_of(body).get("response"))


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


VENUE = "nodebb"
ADMINISTRATORS = "administrators"
_WHO = "/api/self"
_BUSY = "already posting"
_NO_USER = "master-token-no-uid"
"""What NodeBB says of a token that is nobody's own."""
MOST_UPLOADS, UPLOADS_QUIET = 10, timedelta(seconds=61)
"""How many pictures are taken in a row, and how long none must come before more are."""


@understood
class NodeBB(NodeBBTopics):
    """One NodeBB forum."""

    name = VENUE

    def __init__(
        self, url: str, connection: ForumConnection, zone: ZoneInfo, timepiece: Timepiece
    ) -> None:
        super().__init__(url, connection)
        connection.doubt(_WHO, self.sign_in)
        self._posting = asyncio.Lock()
        self._zone = zone
        self._timepiece = timepiece
        self._uploaded, self._uploaded_at = 0, timepiece.monotonic()
        self.takes_all_pictures = False
        """Whether the account is spared the limit on pictures."""

    async def sign_in(self) -> values.Account:
        """Who the token belongs to."""
        try:
            me = fields_of((await self._http.get(_WHO)).body)
        except values.GoneError:
            raise VenueError(words.NO_NODEBB, lasting=True) from None
        except (values.RefusedError, values.FailedError) as error:
            if _NO_USER in error.text:
                raise values.SignedOutError(words.MASTER_TOKEN) from None
            if isinstance(error, values.RefusedError) and error.status in (401, 403):
                raise values.SignedOutError(words.NODEBB_TOKEN_REFUSED) from None
            raise
        uid, slug = str(me["uid"]), str(me.get("userslug", ""))
        if not slug or uid == "0":
            raise values.SignedOutError(words.NODEBB_TOKEN_REFUSED)
        if me.get("banned"):
            raise values.SignedOutError(words.BANNED)
        name = str(me.get("username", slug))
        names = tuple(dict.fromkeys((slug.casefold(), name.casefold())))
        self.takes_all_pictures = bool(me.get("isAdminOrGlobalModerator"))
        return values.Account(uid, name, names, self.takes_all_pictures)

    async def version(self) -> str:
        """The forum's version, "" where it does not say."""
        try:
            about = fields_of((await self._http.get("/nodeinfo/2.0")).body)
        except VenueError:
            return ""
        return str(fields_of(about.get("software") or {}).get("version", ""))

    async def config(self) -> dict[str, Any]:
        """The forum's settings, as far as it tells its users."""
        return fields_of((await self._http.get("/api/config")).body)

    async def least(self) -> int:
        """How many characters a post needs."""
        return int((await self.config()).get("minimumPostLength") or 0)

    async def listed(self, category: int, page: int) -> values.ListPage:
        """A page of a category's list; what the account has set as its own order does not count."""
        path, order = f"/api/category/{category}", "recently_replied"
        try:
            body = fields_of((await self._http.get(path, page=page, sort=order)).body)
        except values.GoneError:
            if page == 1:
                raise
            # So it answers some accounts past the end.
            return values.ListPage((), more=False, moderates=False)
        records = [record_of(topic) for topic in body.get("topics", []) if topic.get("tid")]
        pages = int((body.get("pagination") or {}).get("pageCount") or 1)
        moderates = bool((body.get("privileges") or {}).get("isAdminOrMod"))
        return values.ListPage(records, page < pages, moderates)

    async def raw(self, post: str) -> str:
        """A post's Markdown."""
        response = response_of((await self._http.get(f"/api/v3/posts/{int(post)}/raw")).body)
        return str(response.get("content", ""))

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> values.Made:  # noqa: ARG002
        """Posts in a topic, as an answer to a post of that id."""
        body: dict[str, object] = {"content": text}
        if to is not None and to.isdecimal():
            body["toPid"] = int(to)
        answer = await self._post(f"/api/v3/topics/{int(topic)}", body)
        made = response_of(answer.body)
        if made.get("queued") or "pid" not in made:
            return values.Made(f"queued-{made.get('id', '')}"[:64], answer.at, queued=True)
        return values.Made(str(made["pid"]), moment_of(made["timestamp"]))

    async def edit(self, post: str, text: str) -> None:
        """Changes a post of the referee's own, which moves its topic nowhere in the lists."""
        await self._http.put(f"/api/v3/posts/{int(post)}", {"content": text})

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""
        body: dict[str, object] = {"cid": category, "title": title, "content": text}
        answer = await self._post("/api/v3/topics", body)
        made = response_of(answer.body)
        if "tid" not in made:
            raise VenueError(words.TOPIC_QUEUED, lasting=True)
        return str(made["tid"])

    async def upload(self, png: bytes, name: str, album: str) -> str:
        """A picture among the thumbnails of a topic; its address begins at the site's root."""
        now = self._timepiece.monotonic()
        if self.takes_all_pictures or now - self._uploaded_at >= UPLOADS_QUIET:
            self._uploaded = 0
        if self._uploaded == MOST_UPLOADS:
            raise values.NotAskedError(words.NO_PICTURES)
        path = f"/api/v3/topics/{int(album)}/thumbs"
        try:
            answer = await self._http.upload(path, "files", png, name, {})
            self._uploaded, self._uploaded_at = self._uploaded + 1, now
            return str(response_of(answer.body)["images"][0]["url"])
        except (KeyError, IndexError, TypeError):
            raise VenueError(words.PICTURE_REFUSED) from None

    async def message(self, player: Player, title: str, text: str) -> None:  # noqa: ARG002
        """A chat."""
        opened = await self._http.post("/api/v3/chats", {"uids": [int(player.id)]})
        room = response_of(opened.body)["roomId"]
        await self._http.post(f"/api/v3/chats/{int(room)}", {"message": text})

    async def find(self, handle: str) -> Player | None:
        """Who is mentioned by a name, None if nobody is; RefusedError where that is not shown."""
        slug = re.sub(r"[\s_]+", "-", handle.strip().casefold())
        user = await self._profile(quote(slug, safe=""))
        if not str(user.get("uid", "")).isdecimal():
            return None
        player = Player(str(user["uid"]), str(user.get("username", handle)))
        self._handles[player.id] = str(user.get("userslug", slug))
        return player

    async def manages(self, author: str, post: str, category: int) -> bool:  # noqa: ARG002
        """Whether somebody moderates the category or administers the forum."""
        if author in await self._moderators(category):
            return True
        return ADMINISTRATORS in await self._groups(await self.handle_of(author))

    async def editor(self, post: values.ForumPost) -> str:
        """Who edited a post last, as the post itself says."""
        return post.edited_by or ""

    def link(self, topic: str, post: str) -> str:
        return f"{self._url}/post/{post}" if post.isdecimal() else f"{self._url}/topic/{topic}"

    def moment(self, at: datetime) -> str:
        """A moment in the forum's time zone."""
        local = at.astimezone(self._zone)
        return f"{local.day} {local:%b %Y, %H:%M %Z}"

    async def _post(self, path: str, body: dict[str, object]) -> ForumAnswer:
        """Posts one thing at a time; where the account posts elsewhere too, a retry may help."""
        async with self._posting:
            try:
                return await self._http.post(path, body)
            except values.RefusedError as error:
                raise VenueError(str(error), lasting=_BUSY not in error.text) from None

    async def _handle(self, player: str) -> str:
        return str((await self._profile(f"uid/{int(player)}")).get("userslug") or "")

    async def _topic_of(self, post: str) -> str | None:
        response = response_of((await self._http.get(f"/api/v3/posts/{int(post)}")).body)
        return str(response["tid"]) if response.get("tid") else None

    async def _moderators(self, category: int) -> set[str]:
        try:
            body = (await self._http.get(f"/api/categories/{category}/moderators")).body
        except (values.GoneError, values.RefusedError):
            return set()
        people = body.get("moderators", []) if isinstance(body, dict) else body
        return {str(person["uid"]) for person in people if isinstance(person, dict)}

    async def _groups(self, slug: str) -> set[str]:
        try:
            groups = (await self._profile(quote(slug, safe=""))).get("groups") if slug else None
        except values.RefusedError:
            return set()
        return {str(group.get("name")) for group in groups or [] if isinstance(group, dict)}

    async def _profile(self, path: str) -> dict[str, Any]:
        """What a user's page says, nothing where there is none; RefusedError if it isn't shown."""
        try:
            return fields_of((await self._http.get(f"/api/user/{path}")).body)
        except values.GoneError:
            return {}
