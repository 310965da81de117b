"""The forums' memory: every post as it was first seen, and as of when a topic has been read."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Row, delete, insert, select, update

from bot.storage.schema import forum_posts, forum_topics
from bot.storage.store import Store

SAID, OWN, MEDDLED, FOREIGN, HIDDEN = "said", "own", "meddled", "foreign", "hidden"
"""What a post is: somebody's words, the referee's own, words that somebody else changed before they
were seen, written elsewhere, or deleted before they were seen."""
ALBUM = "album"
"""No post: the topic that holds a category's pictures, and how many they are (`number`)."""
DELETED, PURGED, MOVED = "deleted", "purged", "moved"
"""What became of a post; a deleted one is in its topic still, for moderators."""
LONGEST_NAME = 128


@dataclass(frozen=True, slots=True)
class KeptPost:
    """A post as it was first seen; the fields are the columns'."""

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


class ForumStore:
    """What is kept of one forum, in the store's database; StoreError where it can't be used."""

    def __init__(self, store: Store, venue: str) -> None:
        self._store = store
        self._venue = venue

    async def posts(self, topic: str) -> dict[str, KeptPost]:
        """What is known of a topic's posts."""
        table = forum_posts
        query = select(table).where(table.c.venue == self._venue, table.c.topic == topic)
        async with self._store.transaction() as connection:
            rows = (await connection.execute(query)).all()
        return {row.post: _post(row) for row in rows}

    async def read_at(self, topic: str) -> datetime | None:
        """As of when a topic was last read completely, None if it never was."""
        table = forum_topics
        query = select(table.c.read).where(table.c.venue == self._venue, table.c.topic == topic)
        async with self._store.transaction() as connection:
            at = (await connection.execute(query)).scalar_one_or_none()
        return None if at is None else datetime.fromisoformat(at)

    async def topics_read_since(self, moment: datetime) -> dict[str, int]:
        """The topics that were read since a moment, with their categories."""
        table = forum_topics
        query = select(table).where(table.c.venue == self._venue, table.c.read >= _stamp(moment))
        async with self._store.transaction() as connection:
            return {row.topic: row.category for row in (await connection.execute(query)).all()}

    async def remember(self, posts: Sequence[KeptPost]) -> None:
        """Keeps posts of a topic that holds no match, where they are not known yet."""
        async with self._store.transaction() as connection:
            table, ids = forum_posts, [post.id for post in posts]
            query = select(table.c.post).where(table.c.venue == self._venue, table.c.post.in_(ids))
            known = set((await connection.execute(query)).scalars())
            rows = [self._row(post) for post in posts if post.id not in known]
            if rows:
                await connection.execute(insert(table), rows)

    async def read(
        self,
        topic: str,
        category: int,
        at: datetime,
        new: Sequence[KeptPost],
        changed: Sequence[KeptPost],
    ) -> None:
        """Keeps what a complete read brought: new posts, edits and deletions, and its moment."""
        here = (forum_topics.c.venue == self._venue, forum_topics.c.topic == topic)
        async with self._store.transaction() as connection:
            if new:
                # It may have been kept before as one of another topic, or as hidden.
                ids = [post.id for post in new]
                known = (forum_posts.c.venue == self._venue, forum_posts.c.post.in_(ids))
                await connection.execute(delete(forum_posts).where(*known))
                await connection.execute(insert(forum_posts), [self._row(post) for post in new])
            for post in changed:
                values = {"edited": post.edited and _stamp(post.edited), "gone": post.gone}
                await connection.execute(
                    update(forum_posts)
                    .where(forum_posts.c.venue == self._venue, forum_posts.c.post == post.id)
                    .values(**values)
                )
            await connection.execute(delete(forum_topics).where(*here))
            row = {"venue": self._venue, "topic": topic, "category": category, "read": _stamp(at)}
            await connection.execute(insert(forum_topics).values(row))

    async def answered(self, posts: Collection[str]) -> None:
        """Notes that posts have their answer."""
        if not posts:
            return
        table = forum_posts
        change = (
            update(table)
            .where(table.c.venue == self._venue, table.c.post.in_(list(posts)))
            .values(answered=True)
        )
        async with self._store.transaction() as connection:
            await connection.execute(change)

    async def album(self, category: int) -> tuple[str, int] | None:
        """The topic that holds a category's pictures, and how many they are."""
        table = forum_posts
        query = select(table.c.topic, table.c.number).where(
            table.c.venue == self._venue, table.c.post == _album(category)
        )
        async with self._store.transaction() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row.topic, row.number or 0)

    async def keep_album(self, category: int, topic: str, pictures: int) -> None:
        """Keeps which topic holds a category's pictures, and how many they are."""
        never = datetime.fromtimestamp(0, UTC)
        album = KeptPost(_album(category), topic, "", "", ALBUM, never, never, (), pictures)
        here = (forum_posts.c.venue == self._venue, forum_posts.c.post == album.id)
        async with self._store.transaction() as connection:
            await connection.execute(delete(forum_posts).where(*here))
            await connection.execute(insert(forum_posts), [self._row(album)])

    def _row(self, post: KeptPost) -> dict[str, object]:
        return {
            "venue": self._venue,
            "post": post.id,
            "topic": post.topic,
            "number": post.number,
            "author": post.author,
            "name": post.name[:LONGEST_NAME],
            "kind": post.kind,
            "made": _stamp(post.made),
            "at": _stamp(post.at),
            "edited": post.edited and _stamp(post.edited),
            "text": "\n".join(post.lines),
            "late": post.late,
            "gone": post.gone,
            "answered": post.answered,
        }


def _album(category: int) -> str:
    return f"album-{category}"


def _stamp(at: datetime) -> str:
    # Always with microseconds, so that the texts sort as the moments do.
    return at.isoformat(timespec="microseconds")


def _post(row: Row[tuple[object, ...]]) -> KeptPost:
    return KeptPost(
        id=row.post,
        topic=row.topic,
        author=row.author,
        name=row.name,
        kind=row.kind,
        made=datetime.fromisoformat(row.made),
        at=datetime.fromisoformat(row.at),
        lines=tuple(row.text.split("\n")) if row.text else (),
        number=row.number,
        edited=None if row.edited is None else datetime.fromisoformat(row.edited),
        late=row.late,
        gone=row.gone,
        answered=row.answered,
    )
