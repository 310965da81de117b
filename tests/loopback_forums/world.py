"""What is so on a forum: people, categories, topics and posts; and what its moderators do there."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from typing import Any

from loopback.bell import Bell

from .markdown import html


@dataclass(frozen=True, slots=True)
class User:
    id: int
    name: str
    token: str
    admin: bool = False
    global_moderator: bool = False
    banned: bool = False

    @property
    def slug(self) -> str:
        return self.name.casefold().replace(" ", "-")


@dataclass(slots=True)
class ForumPost:
    """A post; `uid` may be one that no user has."""

    id: int
    topic: int
    uid: int
    raw: str
    at: datetime
    to: int | None = None
    html: str = ""
    edited_at: datetime | None = None
    edited_by: int | None = None
    version: int = 1
    deleted: bool = False
    local: bool = True


@dataclass(slots=True)
class Topic:
    id: int
    category: int
    title: str
    locked: bool = False
    deleted: bool = False
    pinned: bool = False
    merged_into: int | None = None
    last: datetime | None = None
    """The stamp that lists go by: of the post made last, however old that is if it was approved."""
    thumbs: list[str] = field(default_factory=list)
    views: int = 0


@dataclass(slots=True)
class Queued:
    """A post that waits for approval; its stamp is of when it was sent."""

    topic: int
    uid: int
    raw: str
    at: datetime
    to: int | None = None


class World:
    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.now = clock
        self.bell = Bell()
        self.users: dict[int, User] = {}
        self.categories: dict[int, set[int]] = {}
        self.topics: dict[int, Topic] = {}
        self.posts: dict[int, ForumPost] = {}
        self.queue: dict[int, Queued] = {}
        self.queued_users: set[int] = set()
        self.chats: list[tuple[int, int, str]] = []
        self.pictures: dict[str, bytes] = {}
        self.file_names: list[str] = []
        """What the pictures were called when they were uploaded."""
        self._ids = count(1)

    def user(self, name: str, *, admin: bool = False) -> User:
        made = User(next(self._ids), name, f"token-of-{name}-0123456789abcdef", admin)
        self.users[made.id] = made
        return made

    def category(self, *moderators: User) -> int:
        number = next(self._ids)
        self.categories[number] = {one.id for one in moderators}
        return number

    def topic(self, category: int, user: User, title: str = "A match", raw: str = "Here.") -> Topic:
        made = Topic(next(self._ids), category, title)
        self.topics[made.id] = made
        self.say(user, made, raw)
        return made

    def say(self, user, topic, raw, *, at=None, to=None, local=True) -> ForumPost:
        uid = user if isinstance(user, int) else user.id
        post = ForumPost(next(self._ids), topic.id, uid, raw, at or self.now(), to, html(raw))
        post.local = local
        self.posts[post.id] = post
        topic.last = post.at
        self.bell.ring()
        return post

    def enqueue(self, user: User, topic: Topic, raw: str, to: int | None = None) -> int:
        number = next(self._ids)
        self.queue[number] = Queued(topic.id, user.id, raw, self.now(), to)
        self.bell.ring()
        return number

    def approve(self, number: int) -> ForumPost:
        """It gets a new id and its old stamp."""
        one = self.queue.pop(number)
        return self.say(one.uid, self.topics[one.topic], one.raw, at=one.at, to=one.to)

    def edit(self, post: ForumPost, raw: str, by: User | None = None) -> None:
        post.raw, post.html = raw, html(raw)
        post.edited_at, post.edited_by = self.now(), post.uid if by is None else by.id
        post.version += by is not None
        self.bell.ring()

    def delete(self, post: ForumPost) -> None:
        post.deleted = True
        self._count_anew(post.topic)

    def purge(self, post: ForumPost) -> None:
        del self.posts[post.id]
        self._count_anew(post.topic)

    def move_post(self, post: ForumPost, topic: Topic) -> None:
        before, post.topic = post.topic, topic.id
        self._count_anew(before, topic.id)

    def merge(self, topic: Topic, into: Topic) -> None:
        for post in self.of(topic):
            post.topic = into.id
        topic.deleted, topic.merged_into = True, into.id
        self._count_anew(topic.id, into.id)

    def leave(self, user: User) -> None:
        del self.users[user.id]

    def change(self, user: User, **values: Any) -> User:
        self.users[user.id] = replace(self.users[user.id], **values)
        return self.users[user.id]

    def of(self, topic: Topic) -> list[ForumPost]:
        mine = (post for post in self.posts.values() if post.topic == topic.id)
        return sorted(mine, key=lambda post: (post.at, post.id))

    def opener(self, topic: Topic) -> int:
        return next((post.uid for post in self.of(topic)), 0)

    def said_by(self, user: User, topic: Topic) -> list[ForumPost]:
        return [post for post in self.of(topic) if post.uid == user.id]

    def rename(self, user: User, name: str) -> User:
        return self.change(user, name=name)

    def _count_anew(self, *topics: int) -> None:
        for number in topics:
            topic = self.topics[number]
            seen = (post.at for post in self.of(topic) if not post.deleted)
            topic.last = max(seen, default=None)
