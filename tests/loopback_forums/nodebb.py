"""A NodeBB as its 4.10.3 and 4.11.0 were seen to answer.

Whoever has no token, or one that is not known, is a guest, and reads what everybody may read.
"""

import asyncio
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any

from aiohttp import web
from form_parts import parts_of
from loopback.snowflakes import Clock, real_clock

from .server import LoopbackForum
from .world import ForumPost, Topic, User

OF_NOBODY = "token-of-nobody-0123456789abcdef"
"""A token for the user ID 0: whoever asks with it has to say as whom, by `_uid`."""
PAGE = 20
MINIMUM, MAXIMUM = 8, 32767
MOST_UPLOADS, COOLDOWN = 10, timedelta(seconds=60)
"""So many pictures are taken until none came for so long."""


def ms(at: datetime | None) -> int:
    return 0 if at is None else int(at.timestamp() * 1000)


def _done(response: dict[str, Any]) -> web.Response:
    return web.json_response({"status": {"code": "ok"}, "response": response})


def _pages(of: Sized) -> dict[str, int]:
    return {"pageCount": max(1, -(-len(of) // PAGE))}


GUEST = User(0, "[[global:guest]]", "")


class LoopbackNodeBB(LoopbackForum):
    name = "nodebb"
    minimum = MINIMUM
    post_queue = 1
    hides_profiles = False
    """Whether the referee may see nobody's page."""
    too_many_status = 400
    """The answer to a picture too many; some versions say 500."""
    kinds: tuple[bytes, ...] = (b"\x89PNG", b"GIF8")
    """How the files begin that are taken as pictures."""
    cuts_uploads_off = False
    """Whether a file that isn't taken has its connection cut, as by a proxy in front."""

    def __init__(self, clock: Clock = real_clock) -> None:
        super().__init__(clock)
        self.private: set[int] = set()
        """Categories that guests don't see."""
        self.hidden: set[int] = set()
        """Categories that nobody sees but those who moderate there."""
        self._uploaded, self._uploaded_at = 0, self.now()

    def settings(self) -> dict[str, Any]:
        return {
            "nodebb_url": self.url,
            "nodebb_token": self.referee.token,
            "nodebb_category": (self.place,),
        }

    def routes(self, app: web.Application) -> None:
        add = app.router.add_route
        add("GET", "/api/self", self._self)
        add("GET", "/api/config", self._config)
        add("GET", "/nodeinfo/2.0", self._nodeinfo)
        add("GET", "/api/category/{cid:\\d+}", self._category)
        add("GET", "/api/categories/{cid:\\d+}/moderators", self._moderators)
        add("GET", "/api/topic/{tid:\\d+}", self._page)
        add("GET", "/api/user/uid/{uid:\\d+}", self._user)
        add("GET", "/api/user/{slug}", self._user)
        add("GET", "/api/v3/topics/{tid:\\d+}", self._topic)
        add("POST", "/api/v3/topics", self._open)
        add("POST", "/api/v3/topics/{tid:\\d+}", self._reply)
        add("POST", "/api/v3/topics/{tid:\\d+}/thumbs", self._thumbs)
        add("GET", "/api/v3/posts/{pid:\\d+}", self._post)
        add("PUT", "/api/v3/posts/{pid:\\d+}", self._edit)
        add("GET", "/api/v3/posts/{pid:\\d+}/raw", self._raw)
        add("POST", "/api/v3/chats", self._chat)
        add("POST", "/api/v3/chats/{room:\\d+}", self._message)

    def author(self, request: web.Request) -> User | None:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token == OF_NOBODY:
            raise web.HTTPInternalServerError(reason="[[error:api.master-token-no-uid]]")
        return next((user for user in self.users.values() if token and user.token == token), None)

    def trouble(self, error: web.HTTPException) -> dict[str, Any]:
        return {"status": {"code": "error", "message": error.reason}, "response": {}}

    def _needed(self, request: web.Request) -> User:
        user = self.author(request)
        if user is None:
            raise web.HTTPUnauthorized(reason="not-authorized")
        return user

    def _reader(self, request: web.Request, category: int) -> User:
        """Whoever reads a category, perhaps a guest; 401 where guests may not."""
        user = self.author(request)
        if user is None and category in self.private:
            raise web.HTTPUnauthorized(reason="not-authorized")
        if category in self.hidden and not self._moderates(user or GUEST, category):
            raise web.HTTPForbidden(reason="not-authorized")
        return user or GUEST

    def _manages(self, user: User, topic: Topic) -> bool:
        return self._moderates(user, topic.category)

    def _moderates(self, user: User, category: int) -> bool:
        manages = user.admin or user.global_moderator
        return manages or user.id in self.categories.get(category, set())

    async def _self(self, request: web.Request) -> web.Response:
        user = self._needed(request)
        named = {"uid": user.id, "username": user.name, "userslug": user.slug}
        manages = user.admin or user.global_moderator
        state = {"isAdminOrGlobalModerator": manages, "banned": user.banned}
        return web.json_response(named | state)

    async def _config(self, request: web.Request) -> web.Response:
        user, pictures = self.author(request), not self.faults.without_pictures
        lengths = {"minimumPostLength": self.minimum, "maximumPostLength": MAXIMUM}
        about = {"uid": user.id if user else 0, "loggedIn": user is not None}
        queue = {"postQueue": self.post_queue, "allowTopicsThumbnail": pictures}
        return web.json_response(lengths | about | queue)

    async def _nodeinfo(self, request: web.Request) -> web.Response:
        return web.json_response({"software": {"name": "NodeBB", "version": "4.10.3"}})

    async def _category(self, request: web.Request) -> web.Response:
        cid = int(request.match_info["cid"])
        if cid not in self.categories:
            raise web.HTTPNotFound
        user = self._reader(request, cid)
        topics = [one for one in self.topics.values() if one.category == cid]
        # An account may have another order for its own.
        recent = request.query.get("sort") == "recently_replied"
        topics.sort(key=lambda one: (one.pinned, ms(one.last) if recent else -one.id), reverse=True)
        start = (int(request.query.get("page", "1")) - 1) * PAGE
        shown = [self._shown(one) for one in topics[start : start + PAGE]]
        may = {"uid": user.id, "isAdminOrMod": self._moderates(user, cid)}
        listed = {"topics": shown, "pagination": _pages(topics), "privileges": may}
        return web.json_response({"cid": cid} | listed)

    async def _moderators(self, request: web.Request) -> web.Response:
        uids = self.categories.get(int(request.match_info["cid"]), set())
        return web.json_response({"moderators": [{"uid": uid} for uid in sorted(uids)]})

    async def _user(self, request: web.Request) -> web.Response:
        uid, slug = request.match_info.get("uid"), request.match_info.get("slug")
        if self.hides_profiles:
            raise web.HTTPForbidden
        for user in self.users.values():
            if str(user.id) == uid or user.slug == slug:
                groups = [{"name": "administrators"}] if user.admin else []
                named = {"uid": user.id, "username": user.name, "userslug": user.slug}
                return web.json_response(named | {"groups": groups})
        raise web.HTTPNotFound

    async def _topic(self, request: web.Request) -> web.Response:
        topic = self.asked_for(self.topics, request, "tid")
        self._reader(request, topic.category)
        return _done(self._shown(topic))

    async def _page(self, request: web.Request) -> web.Response:
        topic = self.asked_for(self.topics, request, "tid")
        user = self._reader(request, topic.category)
        topic.views += 1
        posts = self.of(topic)
        if posts and topic.merged_into is None:
            main, replies = posts[0], posts[1:]
        else:
            main, replies = None, posts
        number = {post.id: place for place, post in enumerate(posts)}
        page = int(request.query.get("page", "1"))
        ordered = replies[::-1] if "newest" in request.query.get("sort", "") else replies
        first = PAGE - 1
        start = 0 if page == 1 else first + (page - 2) * PAGE
        some = ordered[start : start + (first if page == 1 else PAGE)]
        if page == 1 and main is not None:
            some = [main, *some]
        pages = _pages(posts)
        if page > pages["pageCount"]:
            some = []  # also of a merged topic
        shown = [self._shown_post(post, number[post.id], user, topic) for post in some]
        return web.json_response(self._shown(topic) | {"posts": shown, "pagination": pages})

    @contextmanager
    def _post_under_way(self) -> Iterator[None]:
        self.posting_now += 1
        self.most_posting = max(self.most_posting, self.posting_now)
        try:
            yield
        finally:
            self.posting_now -= 1

    async def _reply(self, request: web.Request) -> web.Response:
        with self._post_under_way():
            # Time enough for another request to come.
            await asyncio.sleep(0.005)
            return await self._make_reply(request)

    async def _make_reply(self, request: web.Request) -> web.Response:
        user, topic = self._needed(request), self.asked_for(self.topics, request, "tid")
        body = await request.json()
        text = str(body.get("content", ""))
        if self.faults.busy:
            self.faults.busy -= 1
            raise web.HTTPBadRequest(reason="You are already posting")
        self._check(user, topic, text)
        to = body.get("toPid")
        if user.id in self.queued_users:
            number = self.enqueue(user, topic, text, to)
            return _done({"id": f"reply-{number}", "type": "reply", "queued": True})
        post = self.say(user, topic, text, to=to)
        self.posted.add(id(request))
        answer = {"pid": post.id, "toPid": to, "uid": user.id, "tid": topic.id}
        answer |= {"timestamp": ms(post.at), "deleted": False, "content": post.html}
        return _done(answer)

    def _check(self, user: User, topic: Topic, text: str) -> None:
        manages = self._manages(user, topic)
        if not text.strip():
            raise web.HTTPBadRequest(reason="Invalid Data")
        if len(text.strip()) < self.minimum:
            raise web.HTTPBadRequest(reason="Please enter a longer post")
        if len(text) > MAXIMUM:
            raise web.HTTPBadRequest(reason="Please enter a shorter post")
        if topic.locked and not manages:
            raise web.HTTPBadRequest(reason="This topic has been locked")
        if topic.deleted:
            raise web.HTTPBadRequest(reason="This topic has been deleted")

    async def _open(self, request: web.Request) -> web.Response:
        user, body = self._needed(request), await request.json()
        with self._post_under_way():
            await asyncio.sleep(0.005)
            topic = self.topic(int(body["cid"]), user, str(body["title"]), str(body["content"]))
        self.posted.add(id(request))
        return _done(self._shown(topic))

    def upload(self, number: int) -> None:
        """Somebody else, whom the forum can't tell from the referee, uploads so many pictures."""
        self._uploaded, self._uploaded_at = number, self.now()

    def _takes_upload(self, user: User) -> bool:
        """Whether one more picture is taken; each one that is puts off when they are forgotten."""
        if user.admin or user.global_moderator:
            return True
        if self.now() - self._uploaded_at >= COOLDOWN:
            self._uploaded = 0
        if self._uploaded == MOST_UPLOADS:
            return False
        self._uploaded, self._uploaded_at = self._uploaded + 1, self.now()
        return True

    async def _thumbs(self, request: web.Request) -> web.StreamResponse:
        user = self._needed(request)
        topic = self.asked_for(self.topics, request, "tid")
        if self.faults.without_pictures:
            raise web.HTTPServiceUnavailable(reason="topic-thumbnails-are-disabled")
        sent = (await parts_of(request))["files"]
        if self.cuts_uploads_off and not sent.data.startswith(self.kinds):
            return self._cut(request)
        if not self._takes_upload(user):
            error = {"status": {"message": "You have uploaded too many files at one time."}}
            return web.json_response(error, status=self.too_many_status)
        if not sent.data.startswith(self.kinds):
            raise web.HTTPBadRequest(reason="Invalid file type.")
        url = f"/assets/uploads/files/{len(self.pictures)}-{sent.filename}"
        self.pictures[url] = sent.data
        self.file_names.append(sent.filename)
        topic.thumbs.append(url)
        return _done({"images": [{"url": url, "name": sent.filename}]})

    async def _post(self, request: web.Request) -> web.Response:
        post = self.asked_for(self.posts, request, "pid")
        return _done({"pid": post.id, "tid": post.topic, "uid": post.uid, "timestamp": ms(post.at)})

    async def _edit(self, request: web.Request) -> web.Response:
        user, post = self._needed(request), self.asked_for(self.posts, request, "pid")
        if user.id != post.uid and not self._manages(user, self.topics[post.topic]):
            raise web.HTTPForbidden(reason="You do not have enough privileges for this action.")
        self.edit(post, str((await request.json())["content"]), user)
        return _done({"pid": post.id})

    async def _raw(self, request: web.Request) -> web.Response:
        return _done({"content": self.asked_for(self.posts, request, "pid").raw})

    async def _chat(self, request: web.Request) -> web.Response:
        self._needed(request)
        return _done({"roomId": (await request.json())["uids"][0]})

    async def _message(self, request: web.Request) -> web.Response:
        user, body = self._needed(request), await request.json()
        if not self.faults.takes_message():
            raise web.HTTPForbidden(reason="You do not have enough privileges for this action.")
        self.chats.append((user.id, int(request.match_info["room"]), str(body["message"])))
        return _done({})

    def _shown(self, topic: Topic) -> dict[str, Any]:
        counted = {"postcount": len(self.of(topic)), "lastposttime": ms(topic.last)}
        state = {"locked": int(topic.locked), "deleted": int(topic.deleted)}
        state |= {"pinned": int(topic.pinned)}
        merged = {"mergeIntoTid": str(topic.merged_into)} if topic.merged_into else {}
        named = {"tid": topic.id, "cid": topic.category, "titleRaw": topic.title}
        named |= {"title": escape(topic.title), "uid": self.opener(topic)}
        return named | counted | state | merged

    def _shown_post(self, post: ForumPost, index: int, user: User, topic: Topic) -> dict[str, Any]:
        author = self.users.get(post.uid)
        name, slug = (author.name, author.slug) if author else ("[[global:former-user]]", "")
        hidden = post.deleted and not self._manages(user, topic)
        return {"pid": post.id, "uid": post.uid, "tid": topic.id, "index": index} | {
            "content": "[[topic:post_is_deleted]]" if hidden else post.html,
            "timestamp": ms(post.at),
            "timestampISO": post.at.astimezone(UTC).isoformat(),
            "deleted": int(post.deleted),
            "edited": ms(post.edited_at),
            "editor": None if post.edited_by is None else {"uid": post.edited_by, "isLocal": True},
            "toPid": str(post.to or ""),
            "user": {"uid": post.uid, "username": name, "userslug": slug, "isLocal": post.local},
        }
