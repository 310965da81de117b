"""The forums' memory: every post as it was first seen, and when each topic was last read.

Forums count their posts and topics alike, so all of it belongs to one forum, by its host. What is
long over is forgotten; a moment per topic remains, and what was made before that counts no more.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Connection, delete, insert, select, update

from bot.storage.columns import row_of, upsert, value_of
from bot.storage.schema import forum_posts, forum_topics, forums, matches, rulings
from bot.storage.store import Book, Store

SAID, OWN, MEDDLED, FOREIGN, HIDDEN = "said", "own", "meddled", "foreign", "hidden"
"""What a post is: somebody's words, the referee's own, words that somebody else changed before they
were seen, written elsewhere, or deleted before they were seen."""
SETTLED = "settled"
"""A post that counts no more: it was made before the moment up to which posts are forgotten, or
before the forum was served."""
ALBUM = "album"
"""A row that is no post: the topic that holds a category's pictures, with their `number`."""
DELETED, PURGED, MOVED = "deleted", "purged", "moved"
"""What became of a post; a deleted one is in its topic still, for moderators."""
LONGEST_NAME = 128
_AT_ONCE = 10_000
"""So many messages are looked for in one query: PostgreSQL takes 32,767 values."""
_SETTLED: Mapping[str, Any] = {"kind": SETTLED, "lines": (), "answered": True}


@dataclass(frozen=True, slots=True)
class KeptPost:
    """A post as it was first seen; the fields are the columns'.

    Its author's `name` is "" once the account is known to be gone.
    """

    id: str
    topic: str
    author: str
    name: str
    kind: str
    made: datetime
    at: datetime
    lines: tuple[str, ...]
    number: int | None = None
    edited: datetime | None = None
    late: bool = False
    gone: str = ""
    answered: bool = False
    refused: bool = False


@dataclass(frozen=True, slots=True)
class KeptTopic:
    read: datetime | None = None
    settled: datetime | None = None


class ForumStore(Book):
    def __init__(self, store: Store, venue: str, server: str) -> None:
        super().__init__(store)
        self._forum = {"venue": venue, "server": server}
        named = [column.label(column.key) for column in forum_posts.c]
        self._posts = select(*named).select_from(forum_posts).filter_by(**self._forum)
        self._change = update(forum_posts).filter_by(**self._forum)
        self._delete = delete(forum_posts).filter_by(**self._forum)

    async def served_since(self, now: datetime) -> datetime:
        """Since when posts of the forum count: since now, if this is the first time."""
        query = select(forums.c.since).filter_by(**self._forum)

        def work(connection: Connection) -> datetime:
            if (known := connection.scalar(query)) is not None:
                return cast("datetime", known)
            connection.execute(insert(forums).values(self._forum | {"since": now}))
            return now

        return await self._store.write(work)

    async def posts(self, topic: str) -> dict[str, KeptPost]:
        query = self._posts.filter_by(topic=topic).where(forum_posts.c.kind != ALBUM)
        rows = await self._store.rows(query)
        # One whose stamp is damaged is read again, as if it had not been seen.
        return {row.id: value_of(KeptPost, row) for row in rows if row.made and row.at}

    async def topic(self, topic: str) -> KeptTopic:
        row = await self._store.row(select(forum_topics).filter_by(**self._forum, topic=topic))
        return KeptTopic() if row is None else value_of(KeptTopic, row)

    async def topics_read_since(self, moment: datetime) -> set[str]:
        """The topics that were read completely since a moment, and hold a match or held one."""
        query = select(forum_topics.c.topic).filter_by(**self._forum)
        late = query.where(forum_topics.c.read >= moment, forum_topics.c.category != 0)
        return set(await self._store.scalars(late))

    async def read(
        self,
        topic: str,
        category: int,
        at: datetime,
        new: Sequence[KeptPost],
        changed: Sequence[KeptPost],
    ) -> list[KeptPost]:
        """Stores what a complete read brought: new posts, edits and deletions, and its moment.

        The category is 0 where the topic holds no match. Returned are the posts that stood in
        another topic before, as they stood there: what was ruled, answered or carried out there is
        settled here.
        """

        def work(connection: Connection) -> list[KeptPost]:
            brought = list[KeptPost]()
            if new:
                # A post may be stored already, as one of another topic or as hidden.
                same = forum_posts.c.id.in_([post.id for post in new])
                known = connection.execute(self._posts.where(same)).all()
                elsewhere = [value_of(KeptPost, row) for row in known if row.topic != topic]
                copied = self._copied(connection, topic, new)
                settled = self._settled(connection, [*elsewhere, *copied.values()])
                settled |= {copy for copy, post in copied.items() if post.id in settled}
                # Of what its own topic was found to lack before, people have heard.
                brought = [post for post in elsewhere if post.gone in ("", DELETED)]
                connection.execute(self._delete.where(same))
                rows = [replace(post, **_SETTLED) if post.id in settled else post for post in new]
                connection.execute(insert(forum_posts), list(map(self._row, rows)))
            for post in changed:
                values = {"edited": post.edited, "gone": post.gone, "name": post.name}
                connection.execute(self._change.filter_by(id=post.id).values(values))
            self._note_topic(connection, topic, category=category, read=at)
            return brought

        return await self._store.write(work)

    def _copied(
        self, connection: Connection, topic: str, new: Sequence[KeptPost]
    ) -> dict[str, KeptPost]:
        """The first posts of other topics, by the ids of posts that are copies of them.

        Discourse moves no first post: it makes another of the same author, stamp and words.
        """
        made = {(post.author, post.made, post.lines): post.id for post in new if post.lines}
        firsts = self._posts.filter_by(number=1).where(forum_posts.c.topic != topic)
        alike = firsts.where(forum_posts.c.made.in_([at for _, at, _ in made]))
        rows = connection.execute(alike).all() if made else ()
        posts = [value_of(KeptPost, row) for row in rows]
        found = ((made.get((post.author, post.made, post.lines)), post) for post in posts)
        return {copy: post for copy, post in found if copy is not None and copy != post.id}

    def _settled(self, connection: Connection, posts: Sequence[KeptPost]) -> set[str]:
        """Those of some posts that were answered, or ruled in any match of the forum."""
        settled = {post.id for post in posts if post.answered or post.kind == SETTLED}
        mine, messages = select(matches.c.id).filter_by(**self._forum), list[str]()
        for post in posts:
            if post.id not in settled:
                # A command has its number in the post behind it.
                messages += (post.id, *(f"{post.id}c{at}" for at in range(len(post.lines))))
        for start in range(0, len(messages), _AT_ONCE):
            some = rulings.c.message.in_(messages[start : start + _AT_ONCE])
            query = select(rulings.c.message).where(some, rulings.c.match.in_(mine))
            found = connection.execute(query).scalars()
            settled |= {message.partition("c")[0] for message in found}
        return settled

    async def answered(self, posts: Collection[str], refused: Collection[str] = ()) -> None:
        changes = ((posts, "answered"), (refused, "refused"))

        def work(connection: Connection) -> None:
            for some, what in changes:
                if some:
                    these = self._change.where(forum_posts.c.id.in_(list(some)))
                    connection.execute(these.values({what: True}))

        await self._store.write(work)

    async def forget(self, before: datetime, keep: Collection[str]) -> list[str]:
        """Forgets posts made before a moment, but not of topics to `keep`; the topics changed.

        A topic remembers that they count no more, should somebody read them again, and so does the
        forum, should a moderator move them to a topic that is not read yet.
        """
        old = (forum_posts.c.made < before, forum_posts.c.kind != ALBUM)

        def work(connection: Connection) -> list[str]:
            query = self._posts.with_only_columns(forum_posts.c.topic).where(*old).distinct()
            topics = sorted(set(connection.execute(query).scalars()) - set(keep))
            for topic in topics:
                connection.execute(self._delete.filter_by(topic=topic).where(*old))
                self._note_topic(connection, topic, settled=before)
            since = update(forums).filter_by(**self._forum).where(forums.c.since < before)
            connection.execute(since.values(since=before))
            return topics

        return await self._store.write(work)

    async def album(self, category: int) -> tuple[str, int] | None:
        row = await self._store.row(self._posts.filter_by(id=f"album-{category}"))
        return None if row is None else (row.topic, row.number or 0)

    async def keep_album(self, category: int, topic: str, pictures: int) -> None:
        never = datetime.fromtimestamp(0, UTC)
        album = KeptPost(f"album-{category}", topic, "", "", ALBUM, never, never, (), pictures)

        def work(connection: Connection) -> None:
            connection.execute(self._delete.filter_by(id=album.id))
            connection.execute(insert(forum_posts).values(self._row(album)))

        await self._store.write(work)

    def _note_topic(self, connection: Connection, topic: str, **values: int | datetime) -> None:
        """Stores some columns of a topic; the others stay as they are."""
        upsert(connection, forum_topics, self._forum | {"topic": topic}, values, {"category": 0})

    def _row(self, post: KeptPost) -> dict[str, object]:
        return self._forum | row_of(post) | {"name": post.name[:LONGEST_NAME]}
