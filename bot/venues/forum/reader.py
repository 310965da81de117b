"""Reads topics: what a complete read brought is compared with what is known, by ids alone.

What a post said, and when, is what was first seen of it; that is kept before anything is ruled. An
edit before that moves a post to the moment of the edit, as on Discord. A post that stands where an
earlier read, made more than the grace after its stamp, found nothing is late: it waited for
approval, was moved here or dated back.

Red's turn was ruled. Red edits the post or takes it away, or a moderator moves it to another topic:
the turn stands, and the room and the host hear of it once. Whoever deletes their account leaves a
seat, about which the host has to decide.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.venue import Venue, VenueError
from bot.referee.match import Match, Room
from bot.storage.forum import (
    DELETED,
    FOREIGN,
    HIDDEN,
    MEDDLED,
    MOVED,
    OWN,
    PURGED,
    SAID,
    SETTLED,
    ForumStore,
    KeptPost,
    KeptTopic,
)
from bot.threads.posts import commands_in
from bot.venues.forum.forums import Forum
from bot.venues.forum.values import ForumPost, Reading, TopicRecord
from bot.venues.forum.voice import nonce_in
from bot.wording.forum import FORKED, left_text, moved_text

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=30)
"""A post is stamped when its request begins, and seen up to seconds later."""
MOST_LINES, LONGEST_LINE = 200, 1000
"""How much of a post is stored; a longer line is no turn and no command."""
_MOST_MINE = 1000
MOST_POSTS = 5000


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is new in a topic, and what became of what was known."""

    new: tuple[ForumPost, ...]
    edited: tuple[KeptPost, ...]
    deleted: tuple[KeptPost, ...]
    restored: tuple[KeptPost, ...]
    missing: tuple[KeptPost, ...]


def sift(reading: Reading, stored: Mapping[str, KeptPost]) -> Sifted:
    """Compares a complete read with what is stored of the topic."""
    seen = sorted(reading.posts.values(), key=lambda post: (post.at, _number(post.id)))
    new, edited, deleted, restored = [], [], [], []
    for post in seen:
        before = stored.get(post.id)
        if before is None or (before.kind == HIDDEN and not post.deleted):
            new.append(post)
            continue
        if post.edited_at is not None and (before.edited is None or post.edited_at > before.edited):
            edited.append(replace(before, edited=post.edited_at))
        elif post.deleted and not before.gone:
            deleted.append(replace(before, gone=DELETED))
        elif not post.deleted and before.gone:
            restored.append(replace(before, gone=""))
    there = (post for post in stored.values() if post.gone in ("", DELETED))
    missing = (post for post in there if reading.lacks(post.id, post.made))
    return Sifted(tuple(new), tuple(edited), tuple(deleted), tuple(restored), tuple(missing))


def first_sight(post: ForumPost, topic: str, me: str, editor: str, before: KeptTopic) -> KeptPost:
    """A post seen for the first time, as it binds its author; `before` is its topic as stored."""
    kind, at = SAID, post.at
    if before.settled is not None and post.at < before.settled:
        kind = SETTLED
    elif post.author.id == me:
        kind = OWN
    elif post.deleted:
        kind = HIDDEN
    elif not post.local or not post.author.id:
        kind = FOREIGN
    elif post.edited_at is not None:
        at = max(at, post.edited_at)
        kind = SAID if editor == post.author.id else MEDDLED
    lines = [line.text for line in post.lines if not line.talk and len(line.text) <= LONGEST_LINE]
    return KeptPost(
        id=post.id,
        topic=topic,
        author=post.author.id,
        name=post.author.name,
        kind=kind,
        made=post.at,
        at=at,
        lines=tuple(lines[:MOST_LINES]) if kind in (SAID, MEDDLED) else (),
        number=post.number,
        edited=post.edited_at,
        gone=DELETED if post.deleted else "",
        late=before.read is not None and before.read > at + GRACE,
    )


@dataclass(frozen=True, slots=True)
class News:
    """What a read of a topic brought, and what became of posts that were known, by their ids.

    `posts` are as they were first seen; those `edited` are as they stand now. `moved` ones stand in
    another topic. `left` are the authors whose accounts were deleted.
    """

    record: TopicRecord
    posts: Mapping[str, KeptPost]
    edited: Mapping[str, ForumPost]
    deleted: Collection[str]
    moved: Collection[str]
    left: Collection[str]


class Reader:
    """Reads the topics of one forum, one read of a topic at a time."""

    def __init__(self, forum: Forum, store: ForumStore) -> None:
        self._forum = forum
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.me = ""
        self.names: Collection[str] = ()
        """The referee's id, and what it is mentioned by."""
        self.served_since: datetime | None = None
        """Posts written before are no commands and no turns: the service began then, or what was
        older is forgotten."""
        self.read_until: dict[str, datetime] = {}
        """The moment up to which each topic has been read completely."""
        self._taken: defaultdict[str, dict[str, KeptPost]] = defaultdict(dict)
        """The posts of topics that were found in others first, until their own is read."""
        self.mine: LRUCache[str, str] = LRUCache(_MOST_MINE)
        """The nonces of what this process posted last; of others the forum is asked."""

    async def read(self, topic: str, since: datetime, *, held: bool = True) -> News:
        """Reads a topic back to a moment at least, and stores what is new.

        One in which no match is `held` is read as far as it was not read before, and its posts are
        known from then on; but no words are kept of it while nobody in it calls the referee.
        """
        lock = self._locks.setdefault(topic, asyncio.Lock())
        async with lock:
            stored = await self._store.posts(topic)
            before = await self._known(topic)
            if held:
                there = [post.id for post in stored.values() if post.gone in ("", DELETED)]
                reading = await self._forum.read(topic, since if before.read else None, there)
            else:
                since = before.read - 2 * GRACE if before.read else since
                reading = await self._forum.read(topic, since, None)
            self._forum.note_handles(list(reading.posts.values()))
            return await self._keep(topic, reading, stored, before, held=held)

    def forget(self, since: datetime, keep: Collection[str]) -> None:
        """Forgets the topics that were not read since a moment, but for those to keep."""
        if self.served_since is not None:
            self.served_since = max(self.served_since, since)
        until = self.read_until
        self.read_until = {key: at for key, at in until.items() if at >= since or key in keep}
        for topic in self._taken.keys() - keep:
            del self._taken[topic]

    async def _keep(
        self,
        topic: str,
        reading: Reading,
        stored: Mapping[str, KeptPost],
        before: KeptTopic,
        *,
        held: bool,
    ) -> News:
        sifted = sift(reading, stored)
        new = [await self._first_sight(post, topic, before) for post in sifted.new]
        if not (held or any(commands_in(post.lines, self.names) for post in sifted.new)):
            new = [replace(post, lines=()) if post.kind != OWN else post for post in new]
        merged = bool(reading.record.merged_into)
        lost = [await self._lost(post, merged=merged) for post in sifted.missing]
        left = _left(reading.posts, stored)
        changed = (*sifted.edited, *sifted.deleted, *sifted.restored, *lost, *left)
        category = reading.record.category if held else 0
        for post in await self._store.read(topic, category, reading.began, new, changed):
            self._taken[post.topic][post.id] = replace(post, gone=MOVED)
        taken = {} if merged else self._taken.pop(topic, {})
        self.read_until[topic] = max(reading.began, self.read_until.get(topic, reading.began))
        return News(
            reading.record,
            dict(stored) | {post.id: post for post in (*new, *changed)} | taken,
            {post.id: reading.posts[post.id] for post in sifted.edited},
            [it.id for it in (*sifted.deleted, *lost) if it.gone != MOVED],
            # Of a merge the host hears as such.
            [*taken, *(it.id for it in lost if it.gone == MOVED and not merged)],
            {post.author for post in left},
        )

    async def _known(self, topic: str) -> KeptTopic:
        """What is stored of a topic; nothing counts that is older than the referee's service."""
        stored = await self._store.topic(topic)
        moments = [moment for moment in (stored.settled, self.served_since) if moment is not None]
        return replace(stored, settled=max(moments, default=None))

    async def _first_sight(self, post: ForumPost, topic: str, before: KeptTopic) -> KeptPost:
        editor = post.edited_by
        if editor is None:
            editor = await self._forum.editor(post)
        seen = first_sight(post, topic, self.me, editor, before)
        if seen.kind != OWN:
            return seen
        nonce = self.mine.get(post.id)
        if nonce is None:
            raw = post.raw if post.raw is not None else await self._forum.raw(post.id)
            nonce = nonce_in(raw)
        return replace(seen, lines=(nonce,), late=False)

    async def _lost(self, post: KeptPost, *, merged: bool) -> KeptPost:
        """A post that is not in its topic any more: moved, or gone for good."""
        elsewhere = "" if merged else await self._forum.whereabouts(post.id)
        return replace(post, gone=PURGED if elsewhere in (None, post.topic) else MOVED)


def _left(posts: Mapping[str, ForumPost], stored: Mapping[str, KeptPost]) -> list[KeptPost]:
    """The posts of people whose accounts were deleted since the last read."""
    known = {"", *(post.author for post in stored.values() if not post.name)}
    of_nobody = (stored[key] for key, post in posts.items() if key in stored and not post.handle)
    return [replace(post, name="") for post in of_nobody if post.author not in known]


def _number(key: str) -> int:
    return int(key) if key.isdecimal() and len(key) < 19 else 0


async def tell_changes(
    desk: Desk, room: Room, number: int, match: Match, news: Iterable[News]
) -> None:
    """Tells of what was read of a topic in which a match is open."""
    venue = desk.serving(room)
    if venue is None:
        return
    for read in news:
        if read.edited:
            await desk.messages_changed(room, *read.edited, deleted=False)
        if read.deleted:
            await desk.messages_changed(room, *read.deleted, deleted=True)
        if match.telling.board_message in read.moved:
            desk.out_of_reach(number, VenueError(FORKED, lasting=True))
        for text in _for_host(venue, room, number, match, read):
            await venue.places.whisper(room, match.host, text)


def _for_host(venue: Venue, room: Room, number: int, match: Match, read: News) -> Iterator[str]:
    """What only the host hears."""
    place = venue.voice.room(room.id)
    moved = [turn for turn, played in enumerate(match.turns, 1) if played.message in read.moved]
    if moved:
        yield moved_text(number, place, moved)
    for colour, player in zip(match.terms.colours, match.players, strict=True):
        if player.id in read.left:
            yield left_text(number, place, colour, venue.voice.name(player), venue.voice)
