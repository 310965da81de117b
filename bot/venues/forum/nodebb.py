"""NodeBB 4.10 and later: its two APIs, the pages' (`/api`) and the one for programs (`/api/v3`).

A token can't upload pictures into a post, so they go to a topic of the referee's own, as its
thumbnails; NodeBB takes ten, and more only after a minute without any. Whoever has a token that it
does not know is a guest to it, and reads what everybody may read.
"""

import asyncio
import logging
import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.timing import Timepiece
from bot.venues.forum import values
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.venues.forum.nodebb_topics import NodeBBTopics
from bot.venues.forum.nodebb_values import moment_of, record_of, response_of
from bot.venues.forum.software import understood
from bot.venues.forum.values import fields_of
from bot.wording import venues as words

log = logging.getLogger(__name__)

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
        """The address of a post."""
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
