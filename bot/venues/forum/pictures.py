"""Pictures: uploaded and linked; where the forum takes none, the board as text.

Words never wait for a picture. Where a forum takes no more for a while, a position is posted with
the board as text, and the picture is put in its place later, the newest position first.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass

from bot.desk.venue import VenueError
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore
from bot.venues.forum.forums import Forum
from bot.venues.forum.values import GoneError
from bot.venues.forum.voice import alt_text
from bot.wording.forum import ALBUM_TEXT, ALBUM_TITLE
from renderers.png import png
from renderers.scene import Scene
from renderers.text import text as board_text

log = logging.getLogger(__name__)

MOST_IN_ALBUM = 300
MOST_LATE = 100
"""How many positions wait for their picture; of more, the oldest are left as text."""
LONGEST_FILE = 6000
"""Characters of a text file that is put into a post."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A scene in Markdown; where no picture could be had, it is the board as text."""

    scene: Scene
    name: str
    category: int
    markdown: str
    is_picture: bool


class Pictures:
    """The pictures in one forum.

    NodeBB takes them only as thumbnails of a topic, where they would pile up on the match's page:
    so they go to a topic of the referee's own, one for each category and a new one now and then.
    """

    def __init__(self, forum: Forum, store: ForumStore, *, needs_album: bool) -> None:
        self._forum = forum
        self._store = store
        self._needs_album = needs_album
        self._opening = asyncio.Lock()
        self._late: deque[tuple[str, str, ShownBoard]] = deque(maxlen=MOST_LATE)
        self._newest: dict[str, int] = {}
        self.boards: dict[str, ShownBoard] = {}
        """The newest positions by topic, as far as they were posted, or got a picture, of late."""

    async def shown(self, scene: Scene, name: str, category: int) -> ShownBoard:
        """A scene as a picture, or else as text."""
        try:
            data = await asyncio.to_thread(png, scene)
            url = await self._upload(data, name, category)
        except (VenueError, StoreError) as error:
            log.warning("no picture could be had: %s", error)
            return ShownBoard(scene, name, category, f"```text\n{board_text(scene)}\n```", False)
        return ShownBoard(scene, name, category, f"![{alt_text(scene.alt)}]({url})", True)

    def posted(self, topic: str, post: str, shown: ShownBoard) -> None:
        """A position was posted in a topic; one that is shown as text is to have its picture."""
        if not shown.is_picture:
            self._late.append((topic, post, shown))
        if int(post) >= self._newest.get(topic, 0):
            self._newest[topic], self.boards[topic] = int(post), shown

    async def replace(self) -> None:
        """Puts pictures into posts that wait for one, as many as can be had now."""
        while self._late:
            topic, post, text = self._late.pop()
            picture = await self.shown(text.scene, text.name, text.category)
            if not picture.is_picture:
                self._late.append((topic, post, text))
                return
            try:
                raw = await self._forum.raw(post)
                await self._forum.edit(post, raw.replace(text.markdown, picture.markdown))
            except VenueError as error:
                log.warning("post %s keeps its board as text: %s", post, error)
            else:
                self.posted(topic, post, picture)

    async def file(self, name: str, data: bytes, category: int) -> str:
        """The Markdown that shows a file: a picture, or text in a fence."""
        if name.endswith(".txt"):
            text = data.decode(errors="replace").replace("```", "'''")[:LONGEST_FILE]
            return f"```text\n{text}\n```"
        try:
            return f"![{alt_text(name)}]({await self._upload(data, name, category)})"
        except (VenueError, StoreError) as error:
            log.warning("no picture could be had: %s", error)
            return ""

    async def _upload(self, data: bytes, name: str, category: int) -> str:
        album = await self._album(category) if self._needs_album else ""
        try:
            return await self._forum.upload(data, name, album)
        except GoneError:
            # Somebody deleted the topic of pictures; the next picture opens another one.
            await self._store.keep_album(category, "", MOST_IN_ALBUM)
            raise

    async def _album(self, category: int) -> str:
        async with self._opening:
            topic, count = await self._store.album(category) or ("", MOST_IN_ALBUM)
            if count >= MOST_IN_ALBUM:
                topic, count = await self._forum.open_topic(category, ALBUM_TITLE, ALBUM_TEXT), 0
            await self._store.keep_album(category, topic, count + 1)
            return topic
