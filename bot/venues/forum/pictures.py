"""Pictures: uploaded and linked; where the forum takes none, the board as text.

Words never wait for a picture. Where a forum takes no more for a while, a position is posted with
the board as text, and the picture is put in its place later, the newest one first.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from cachetools import LRUCache

from bot.desk.venue import VenueError
from bot.limits import ToldOnce
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore
from bot.venues.forum.forums import Forum
from bot.venues.forum.values import GoneError, NotAskedError
from bot.venues.forum.voice import alt_text
from bot.wording.forum import ALBUM_TEXT, ALBUM_TITLE, later_text, picture_text, refused_text
from renderers.png import png
from renderers.scene import Scene
from renderers.text import text as board_text

log = logging.getLogger(__name__)

MOST_IN_ALBUM = 300
MOST_LATE = 100
"""How many pictures wait to be taken; of more, the oldest are left as words."""
_MOST_TOPICS = 1000
"""Topics of which it is known which post has the newest position."""
MOST_REFUSALS = 8
"""After which a picture is not tried again: by then the forum takes others, if it takes any."""
FENCE = "```"
"""Begins and ends text that is shown without any markup."""


@dataclass(frozen=True, slots=True)
class ForumPicture:
    """A picture in a post; `instead` are the words that stand there until the forum takes it.

    `refused` are those that stand there for good where it is refused time and again.
    """

    name: str
    category: int
    alt: str
    instead: str
    refused: str
    draw: Callable[[], bytes]
    url: str = ""
    refusals: int = 0

    @property
    def markdown(self) -> str:
        """What is posted."""
        return f"![{alt_text(self.alt)}]({self.url})" if self.url else self.instead


@dataclass(slots=True)
class _Late:
    """A picture that is words as yet, in a post."""

    topic: str
    post: str
    picture: ForumPicture


class Pictures:
    """The pictures in one forum.

    NodeBB takes them only as thumbnails of a topic, where they would pile up on the match's page:
    so they go to a topic of the referee's own, one for each category and a new one now and then.
    """

    def __init__(
        self, forum: Forum, store: ForumStore, categories: tuple[int, ...], *, needs_album: bool
    ) -> None:
        self._forum = forum
        self._store = store
        self._categories = categories
        self._needs_album = needs_album
        self._opening = asyncio.Lock()
        self._late: list[_Late] = []
        self._told = ToldOnce()
        self._newest: LRUCache[str, int] = LRUCache(_MOST_TOPICS)
        self.boards: dict[str, ForumPicture | None] = {}
        """The newest positions by topic, as far as they were posted, or got a picture, of late.

        None stands where one may have been posted that nothing is known of here.
        """

    async def board(self, scene: Scene, name: str, category: int) -> ForumPicture:
        """A position; where no picture can be had, it is shown as text."""
        text = f"{FENCE}text\n{board_text(scene)}\n{FENCE}"
        draw = partial(png, scene)
        return await self._taken(ForumPicture(name, category, scene.alt, text, text, draw))

    async def file(self, name: str, data: bytes, category: int, alt: str = "") -> ForumPicture:
        """Any other picture; `alt` is the same in words, what it is if nothing else is said."""
        called = picture_text(name)
        later, refused = later_text(called), refused_text(called)
        return await self._taken(
            ForumPicture(name, category, alt or called, later, refused, lambda: data)
        )

    def posted(self, topic: str, post: str, pictures: Iterable[ForumPicture]) -> None:
        """Pictures were posted; those that are words as yet are put in their place later."""
        late = [_Late(topic, post, picture) for picture in pictures if not picture.url]
        self._late = [*self._late, *late][-MOST_LATE:]

    def announced(self, topic: str, post: str, board: ForumPicture) -> None:
        """A position was posted, or has its picture now."""
        if int(post) >= self._newest.get(topic, 0):
            self._newest[topic], self.boards[topic] = int(post), board

    async def replace(self) -> None:
        """Puts pictures in their place, as many as can be had now."""
        while self._late:
            late = self._late[-1]
            if not late.picture.url:
                late.picture = await self._taken(late.picture)
            picture = late.picture
            if not picture.url and picture.refusals < MOST_REFUSALS:
                return
            try:
                await self._show(late.post, picture)
            except VenueError as error:
                log.warning("post %s keeps its words for a picture: %s", late.post, error)
                if not error.lasting:
                    return
            # Others may have been posted meanwhile.
            self._late = [other for other in self._late if other is not late]
            if self._newest.get(late.topic) == int(late.post):
                self.announced(late.topic, late.post, picture)

    async def _show(self, post: str, picture: ForumPicture) -> None:
        """Puts a picture in its place in a post, or the words that are left of it."""
        raw = await self._forum.raw(post)
        changed = raw.replace(picture.instead, picture.markdown if picture.url else picture.refused)
        if changed != raw:
            await self._forum.edit(post, changed)

    async def _taken(self, picture: ForumPicture) -> ForumPicture:
        """The picture with its address, if the forum takes it."""
        try:
            data = await asyncio.to_thread(picture.draw)
            url = await self._upload(data, picture.name, picture.category)
        except (VenueError, StoreError) as error:
            if self._told.is_new(str(error)):
                log.warning("no picture could be had: %s", error)
            was_sent = isinstance(error, VenueError) and not isinstance(error, NotAskedError)
            return replace(picture, refusals=picture.refusals + was_sent)
        self._told.over()
        return replace(picture, url=url)

    async def _upload(self, data: bytes, name: str, category: int) -> str:
        album = await self._album(category) if self._needs_album else ""
        try:
            return await self._forum.upload(data, name, album)
        except GoneError:
            # Somebody deleted the topic of pictures; the next picture opens another one.
            await self._store.keep_album(category, "", MOST_IN_ALBUM)
            raise

    async def _album(self, category: int) -> str:
        # A match's topic may have been moved to where nothing is to be opened.
        category = category if category in self._categories else self._categories[0]
        async with self._opening:
            topic, count = await self._store.album(category) or ("", MOST_IN_ALBUM)
            if count >= MOST_IN_ALBUM:
                topic, count = await self._forum.open_topic(category, ALBUM_TITLE, ALBUM_TEXT), 0
            await self._store.keep_album(category, topic, count + 1)
            return topic
