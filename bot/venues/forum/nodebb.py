"""NodeBB 4.10 and later: its two APIs, the pages' (`/api`) and the one for programs (`/api/v3`).

A token can't upload pictures into a post, so they go to a topic of the referee's own, as its
thumbnails.
"""

import asyncio
import logging
import re
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.venues.forum import values
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.venues.forum.nodebb_topics import NodeBBTopics
from bot.venues.forum.nodebb_values import fields_of, moment_of, record_of, response_of
from bot.wording import venues as words

log = logging.getLogger(__name__)

VENUE = "nodebb"
ADMINISTRATORS = "administrators"
_BUSY = "already posting"


class NodeBB(NodeBBTopics):
    """One NodeBB forum."""

    name = VENUE

    def __init__(self, url: str, connection: ForumConnection, zone: ZoneInfo) -> None:
        super().__init__(url, connection)
        self._posting = asyncio.Lock()
        self._zone = zone
        self._me = ""

    async def sign_in(self) -> values.Account:
        """Who the token belongs to."""
        try:
            me = fields_of((await self._http.get("/api/self")).body)
        except values.GoneError:
            raise VenueError(words.NO_NODEBB, lasting=True) from None
        except values.RefusedError as error:
            if error.status in (401, 403):
                raise VenueError(words.NODEBB_TOKEN_REFUSED, lasting=True) from None
            raise
        self._me, slug = str(me["uid"]), str(me.get("userslug", ""))
        if not slug or self._me == "0":
            raise VenueError(words.NODEBB_TOKEN_REFUSED, lasting=True)
        names = tuple(dict.fromkeys((slug.casefold(), str(me.get("username", slug)).casefold())))
        groups = await self._groups(slug)
        return values.Account(
            self._me, str(me.get("username", slug)), names, ADMINISTRATORS in groups
        )

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

    async def moderates(self, category: int) -> bool:
        """Whether the referee moderates a category; False where it may not even see it."""
        return self._me in await self._moderators(category)

    async def topics(self, category: int, since: datetime) -> list[values.TopicRecord]:
        """The list of a category, newest first, page by page."""
        records: list[values.TopicRecord] = []
        for page in range(1, values.MOST_LISTS + 1):
            body = fields_of((await self._http.get(f"/api/category/{category}", page=page)).body)
            batch = [record_of(topic) for topic in body.get("topics", []) if topic.get("tid")]
            records += batch
            pages = int((body.get("pagination") or {}).get("pageCount") or 1)
            if page >= pages or values.reaches_back(batch, since):
                break
        return records

    async def whereabouts(self, post: str) -> str | None:
        """The topic of a post."""
        try:
            response = response_of((await self._http.get(f"/api/v3/posts/{int(post)}")).body)
        except values.GoneError:
            return None
        except values.RefusedError:
            # It is there, where the referee may not look.
            return ""
        return str(response["tid"]) if response.get("tid") else None

    async def raw(self, post: str) -> str:
        """A post's Markdown."""
        response = response_of((await self._http.get(f"/api/v3/posts/{int(post)}/raw")).body)
        return str(response.get("content", ""))

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> values.Made:  # noqa: ARG002
        """Posts in a topic."""
        body: dict[str, object] = {"content": text}
        if to is not None and to.isdecimal():
            body["toPid"] = int(to)
        answer = await self._post(f"/api/v3/topics/{int(topic)}", body)
        made = response_of(answer.body)
        if made.get("queued") or "pid" not in made:
            return values.Made(f"queued-{made.get('id', '')}"[:64], answer.at, queued=True)
        return values.Made(str(made["pid"]), moment_of(made["timestamp"]))

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""
        body: dict[str, object] = {"cid": category, "title": title, "content": text}
        answer = await self._post("/api/v3/topics", body)
        made = response_of(answer.body)
        if "tid" not in made:
            raise VenueError(words.TOPIC_QUEUED, lasting=True)
        return str(made["tid"])

    async def upload(self, png: bytes, name: str, album: str) -> str:
        """A picture among the thumbnails of a topic."""
        path = f"/api/v3/topics/{int(album)}/thumbs"
        try:
            answer = await self._http.upload(path, "files", png, name, {})
            url = str(response_of(answer.body)["images"][0]["url"])
        except (KeyError, IndexError, TypeError):
            raise VenueError(words.PICTURE_REFUSED) from None
        root = urlsplit(self._url)
        return url if "://" in url else f"{root.scheme}://{root.netloc}{url}"

    async def message(self, player: Player, title: str, text: str) -> None:  # noqa: ARG002
        """A chat."""
        opened = await self._http.post("/api/v3/chats", {"uids": [int(player.id)]})
        room = response_of(opened.body)["roomId"]
        await self._http.post(f"/api/v3/chats/{int(room)}", {"message": text})

    async def find(self, handle: str) -> Player | None:
        """Somebody by the name behind an at sign."""
        slug = re.sub(r"[\s_]+", "-", handle.strip().casefold())
        user = await self._profile(quote(slug, safe=""))
        if not str(user.get("uid", "")).isdecimal():
            return None
        player = Player(str(user["uid"]), str(user.get("username", handle)))
        self._handles[player.id] = str(user.get("userslug", slug))
        return player

    async def handle_of(self, player: str) -> str:
        """The slug of a user."""
        if player not in self._handles:
            user = await self._profile(f"uid/{int(player)}")
            if not user:
                return ""
            self._handles[player] = str(user.get("userslug") or "")
        return self._handles.get(player, "")

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
        return f"{local.day} {local:%b %Y, %H:%M:%S %Z}"

    async def _post(self, path: str, body: dict[str, object]) -> ForumAnswer:
        """Posts one thing at a time; where the account posts elsewhere too, a retry may help."""
        async with self._posting:
            try:
                return await self._http.post(path, body)
            except values.RefusedError as error:
                raise VenueError(str(error), lasting=_BUSY not in error.text) from None

    async def _moderators(self, category: int) -> set[str]:
        try:
            body = (await self._http.get(f"/api/categories/{category}/moderators")).body
        except (values.GoneError, values.RefusedError):
            return set()
        people = body.get("moderators", []) if isinstance(body, dict) else body
        return {str(person["uid"]) for person in people if isinstance(person, dict)}

    async def _groups(self, slug: str) -> set[str]:
        groups = (await self._profile(quote(slug, safe=""))).get("groups") if slug else None
        return {str(group.get("name")) for group in groups or [] if isinstance(group, dict)}

    async def _profile(self, path: str) -> dict[str, Any]:
        """What a user's page says; nothing where there is none, or where it is not shown."""
        try:
            return fields_of((await self._http.get(f"/api/user/{path}")).body)
        except (values.GoneError, values.RefusedError):
            return {}
