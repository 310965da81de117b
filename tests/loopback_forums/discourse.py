"""A Discourse as its source says it answers."""

import math
from collections import deque
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web
from form_parts import parts_of
from loopback.snowflakes import Clock, real_clock

from .server import LoopbackForum
from .world import ForumPost, Topic, User

AT_ONCE = 20
LISTED = 30
"""Topics on a page of a list."""
MOST_A_MINUTE, MINUTE = 60, timedelta(minutes=1)
"""So many requests are answered to all administrators' keys together."""
MINIMUM = 20
STOCK = {
    "max_consecutive_replies": "3",
    "newuser_max_replies_per_topic": "3",
    "max_replies_in_first_day": "10",
    "approve_post_count": "0",
    "approve_unless_trust_level": "0",
    "allow_uppercase_posts": "false",
}
"""Settings as they come, which no page of the forum needs."""


def iso(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TooManyError(web.HTTPTooManyRequests):
    def __init__(self, wait: int) -> None:
        reason = "You have performed this action too many times."
        super().__init__(reason=reason, headers={"Retry-After": str(wait)})
        self.wait = wait


class LoopbackDiscourse(LoopbackForum):
    name = "discourse"
    minimum = MINIMUM

    def __init__(self, clock: Clock = real_clock) -> None:
        super().__init__(clock)
        self.limits = dict(STOCK)
        self.most_a_minute = MOST_A_MINUTE
        self._asked: deque[datetime] = deque()
        self.private: set[int] = set()
        """Categories that only those who are signed in may read."""
        self.muted: set[int] = set()
        """Topics that the account has muted: no list has them."""

    def settings(self) -> dict[str, Any]:
        return {
            "discourse_url": self.url,
            "discourse_key": self.referee.token,
            "discourse_user": self.referee.name,
            "discourse_category": (self.place,),
        }

    def move_post(self, post: ForumPost, topic: Topic) -> None:
        """A topic's first post stays: what is moved is a copy, with its author and stamp."""
        if self.of(self.topics[post.topic])[0] is post:
            post = replace(post, id=next(self._ids))
            self.posts[post.id] = post
        super().move_post(post, topic)

    def routes(self, app: web.Application) -> None:
        add = app.router.add_route
        add("GET", "/session/current.json", self._current)
        add("GET", "/about.json", self._about)
        add("GET", "/site/settings.json", self._site_settings)
        add("GET", "/admin/site_settings.json", self._all_settings)
        add("GET", "/c/{cid:\\d+}/show.json", self._about_category)
        add("GET", "/latest.json", self._latest)
        add("GET", "/t/{tid:\\d+}.json", self._topic)
        add("GET", "/t/{tid:\\d+}/posts.json", self._some)
        add("GET", "/posts/{pid:\\d+}.json", self._one)
        add("PUT", "/posts/{pid:\\d+}.json", self._edit)
        add("GET", "/posts/{pid:\\d+}/revisions/{revision}.json", self._revision)
        add("POST", "/posts.json", self._post)
        add("POST", "/uploads.json", self._upload)
        add("GET", "/u/{name}.json", self._user)
        add("GET", "/admin/users/{uid:\\d+}.json", self._admin_user)

    def author(self, request: web.Request) -> User | None:
        key, name = request.headers.get("Api-Key"), request.headers.get("Api-Username")
        return next((u for u in self.users.values() if (u.token, u.name) == (key, name)), None)

    def trouble(self, error: web.HTTPException) -> dict[str, Any]:
        told: dict[str, Any] = {"errors": [error.reason]}
        if isinstance(error, TooManyError):
            told |= {"error_type": "rate_limit", "extras": {"wait_seconds": error.wait}}
        return told

    def spend(self) -> None:
        self._asked.extend([self.now()] * (self.most_a_minute - len(self._asked)))

    def _needed(self, request: web.Request) -> User:
        user = self.author(request)
        if user is None or user.banned:
            raise web.HTTPForbidden(reason="You are not permitted to view the requested resource.")
        while self._asked and self.now() - self._asked[0] >= MINUTE:
            self._asked.popleft()
        if len(self._asked) >= self.most_a_minute:
            raise TooManyError(math.ceil((self._asked[0] + MINUTE - self.now()).total_seconds()))
        self._asked.append(self.now())
        return user

    def _is_staff(self, uid: int) -> bool:
        user = self.users.get(uid)
        return bool(user and user.admin) or any(uid in some for some in self.categories.values())

    async def _current(self, request: web.Request) -> web.Response:
        user = self._needed(request)
        staff = self._is_staff(user.id)
        me = {"id": user.id, "username": user.name, "admin": user.admin, "moderator": staff}
        return web.json_response({"current_user": me})

    async def _about(self, request: web.Request) -> web.Response:
        return web.json_response({"about": {"title": "Forum", "version": "3.5.0"}})

    async def _site_settings(self, request: web.Request) -> web.Response:
        return web.json_response({"min_post_length": self.minimum})

    async def _all_settings(self, request: web.Request) -> web.Response:
        if not self._needed(request).admin:
            raise web.HTTPNotFound
        values = {"min_post_length": str(self.minimum)} | self.limits
        shown = [{"setting": name, "value": value} for name, value in values.items()]
        return web.json_response({"site_settings": shown})

    async def _about_category(self, request: web.Request) -> web.Response:
        self._needed(request)
        cid = int(request.match_info["cid"])
        self.known(self.categories, cid)
        return web.json_response({"category": {"id": cid, "name": "Matches"}})

    async def _latest(self, request: web.Request) -> web.Response:
        self._needed(request)
        assert request.query.get("order") in (None, "activity")
        return self._listed(int(request.query["category"]), int(request.query.get("page", "0")))

    def _listed(self, category: int, page: int) -> web.Response:
        """Neither deleted topics nor muted ones; the pinned on top, then what was moved up last."""
        here = (one for one in self.topics.values() if one.category == category)
        topics = [one for one in here if not one.deleted and one.id not in self.muted]
        topics.sort(key=lambda one: (one.pinned, iso(self._bumped(one)) or ""), reverse=True)
        shown = [self._shown(one) for one in topics[page * LISTED : (page + 1) * LISTED]]
        listed: dict[str, Any] = {"topics": shown}
        if len(topics) > (page + 1) * LISTED:
            listed["more_topics_url"] = f"/latest?page={page + 1}"
        return web.json_response({"topic_list": listed})

    def _bumped(self, topic: Topic) -> datetime | None:
        """An edit of the last post moves a topic up as well."""
        posts = [post for post in self.of(topic) if not post.deleted]
        edited = posts[-1].edited_at if posts else None
        return max((at for at in (topic.last, edited) if at is not None), default=None)

    def _numbered(self, topic: Topic) -> list[ForumPost]:
        return sorted(self.of(topic), key=lambda post: post.id)

    async def _topic(self, request: web.Request) -> web.Response:
        topic = self.asked_for(self.topics, request, "tid")
        if self.author(request) or topic.category in self.private:
            self._needed(request)
        topic.views += 1
        posts = self._numbered(topic)
        stream = {
            "posts": [self._shown_post(post, topic) for post in posts[:AT_ONCE]],
            "stream": [post.id for post in posts],
        }
        return web.json_response(self._shown(topic) | {"post_stream": stream})

    async def _some(self, request: web.Request) -> web.Response:
        self._needed(request)
        topic = self.asked_for(self.topics, request, "tid")
        wanted = {int(key) for key in request.query.getall("post_ids[]")}
        posts = [post for post in self._numbered(topic) if post.id in wanted]
        shown = [self._shown_post(post, topic) for post in posts]
        return web.json_response({"post_stream": {"posts": shown}, "id": topic.id})

    async def _one(self, request: web.Request) -> web.Response:
        self._needed(request)
        post = self.asked_for(self.posts, request, "pid")
        return web.json_response(self._shown_post(post, self.topics[post.topic]))

    async def _revision(self, request: web.Request) -> web.Response:
        self._needed(request)
        post, revision = self.asked_for(self.posts, request, "pid"), request.match_info["revision"]
        if post.version == 1:
            raise web.HTTPNotFound
        if revision != "latest" and not 2 <= int(revision) <= post.version:
            raise web.HTTPUnprocessableEntity(reason="You supplied invalid parameters")
        editor = self.users[post.edited_by or post.uid]
        return web.json_response({"post_id": post.id, "username": editor.name.casefold()})

    async def _edit(self, request: web.Request) -> web.Response:
        user, post = self._needed(request), self.asked_for(self.posts, request, "pid")
        if user.id != post.uid and not self._is_staff(user.id):
            raise web.HTTPForbidden(reason="You are not permitted to view the requested resource.")
        self.edit(post, str((await request.json())["post"]["raw"]), user)
        return web.json_response({"post": self._shown_post(post, self.topics[post.topic])})

    async def _post(self, request: web.Request) -> web.Response:
        user, body = self._needed(request), await request.json()
        text = str(body["raw"])
        if len(text) < self.minimum:
            raise web.HTTPUnprocessableEntity(reason="Body is too short")
        if body.get("archetype") == "private_message":
            if not self.faults.takes_message():
                raise web.HTTPForbidden(reason="You are not permitted to send private messages.")
            to = next(u for u in self.users.values() if u.name == body["target_recipients"])
            self.chats.append((user.id, to.id, text))
            return web.json_response({"action": "create_post", "post": {"id": 0}})
        if "topic_id" not in body:
            topic = self.topic(int(body["category"]), user, str(body["title"]), text)
            post = self.of(topic)[0]
        else:
            topic = self.known(self.topics, int(body["topic_id"]))
            if topic.locked and not self._is_staff(user.id):
                raise web.HTTPUnprocessableEntity(reason="This topic is closed")
            to_number = body.get("reply_to_post_number")
            numbered = dict(enumerate(self._numbered(topic), 1))
            to = numbered[to_number].id if to_number in numbered else None
            if user.id in self.queued_users:
                self.enqueue(user, topic, text, to)
                waits = {"success": True, "action": "enqueued", "pending_count": 1}
                return web.json_response(waits)
            post = self.say(user, topic, text, to=to)
        self.posted.add(id(request))
        shown = self._shown_post(post, topic)
        if body.get("nested_post"):
            return web.json_response({"action": "create_post", "post": shown})
        return web.json_response(shown)

    async def _upload(self, request: web.Request) -> web.Response:
        self._needed(request)
        form = await parts_of(request)
        sent = form["file"]
        if self.faults.without_pictures or str(form.get("type")) != "composer":
            raise web.HTTPUnprocessableEntity(reason="Sorry, you can't upload that")
        url = f"upload://{len(self.pictures)}.png"
        self.pictures[url] = sent.data
        self.file_names.append(sent.filename)
        return web.json_response({"short_url": url, "url": f"/uploads/{len(self.pictures)}.png"})

    async def _user(self, request: web.Request) -> web.Response:
        name = request.match_info["name"].casefold()
        for user in self.users.values():
            if user.name.casefold() == name:
                return web.json_response({"user": {"id": user.id, "username": user.name}})
        raise web.HTTPNotFound

    async def _admin_user(self, request: web.Request) -> web.Response:
        user = self.asked_for(self.users, request, "uid")
        return web.json_response({"id": user.id, "username": user.name})

    def _shown(self, topic: Topic) -> dict[str, Any]:
        posts = [post for post in self.of(topic) if not post.deleted]
        deleted_at = iso(self.now()) if topic.deleted else None
        named = {"id": topic.id, "category_id": topic.category, "title": topic.title}
        named |= {"posters": [{"user_id": self.opener(topic), "description": "Original Poster"}]}
        counted = {"posts_count": len(posts), "last_posted_at": iso(topic.last)}
        state = {"closed": topic.locked, "archived": False, "deleted_at": deleted_at}
        state |= {"bumped_at": iso(self._bumped(topic)), "pinned": topic.pinned}
        return named | counted | state

    def _shown_post(self, post: ForumPost, topic: Topic) -> dict[str, Any]:
        author = self.users.get(post.uid)
        staff = self._is_staff(post.uid)
        uid = post.uid if author else None
        return {"id": post.id, "user_id": uid, "username": author.name if author else None} | {
            "created_at": iso(post.at),
            # A post's own making touches it once more.
            "updated_at": iso(post.edited_at or post.at + timedelta(milliseconds=300)),
            "cooked": post.html,
            "raw": post.raw,
            "post_number": self._numbered(topic).index(post) + 1,
            "post_type": 1,
            "topic_id": topic.id,
            "version": post.version,
            "deleted_at": iso(post.at) if post.deleted else None,
            **dict.fromkeys(("moderator", "staff"), staff),
            "admin": bool(author and author.admin),
        }
