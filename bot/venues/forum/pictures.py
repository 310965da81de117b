"""Pictures: uploaded and linked; where the forum takes none, the board as text.

Words never wait for a picture. Where a forum takes no more for a while, a position is posted with
the board as text, and the picture is put in its place later, the newest position first.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, replace

from bot.desk.venue import VenueError
from bot.limits import ToldOnce
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
FENCE = "```"
"""Begins and ends text that is shown without any markup."""
LONGEST_FILE = 6000
"""Characters of a text file that is put into a post."""


@dataclass(frozen=True, slots=True)
class PostedBoard:
    """A position that was posted in a topic: in Markdown a picture, or the board as text."""

    topic: str
    post: str
    scene: Scene
    name: str
    category: int
    markdown: str


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
        self._late: deque[PostedBoard] = deque(maxlen=MOST_LATE)
        self._told = ToldOnce()
        self._newest: dict[str, int] = {}
        self.boards: dict[str, PostedBoard] = {}
        """The newest positions by topic, as far as they were posted, or got a picture, of late."""

    async def shown(self, scene: Scene, name: str, category: int) -> str:
        """The Markdown that shows a scene: a picture, or else the board as text."""
        try:
            data = await asyncio.to_thread(png, scene)
            url = await self._upload(data, name, category)
        except (VenueError, StoreError) as error:
            self._say_once(error)
            return f"{FENCE}text\n{board_text(scene)}\n{FENCE}"
        self._told.over()
        return f"![{alt_text(scene.alt)}]({url})"

    def posted(self, board: PostedBoard) -> None:
        """A position was posted; one that is shown as text is to have its picture."""
        if board.markdown.startswith(FENCE):
            self._late.append(board)
        if int(board.post) >= self._newest.get(board.topic, 0):
            self._newest[board.topic], self.boards[board.topic] = int(board.post), board

    async def replace(self) -> None:
        """Puts pictures into posts that wait for one, as many as can be had now."""
        while self._late:
            board = self._late.pop()
            markdown = await self.shown(board.scene, board.name, board.category)
            if markdown.startswith(FENCE):
                self._late.append(board)
                return
            try:
                raw = await self._forum.raw(board.post)
                await self._forum.edit(board.post, raw.replace(board.markdown, markdown))
            except VenueError as error:
                log.warning("post %s keeps its board as text: %s", board.post, error)
            else:
                self.posted(replace(board, markdown=markdown))

    async def file(self, name: str, data: bytes, category: int) -> str:
        """The Markdown that shows a file: a picture, or text in a fence."""
        if name.endswith(".txt"):
            text = data.decode(errors="replace").replace("```", "'''")[:LONGEST_FILE]
            return f"{FENCE}text\n{text}\n{FENCE}"
        try:
            return f"![{alt_text(name)}]({await self._upload(data, name, category)})"
        except (VenueError, StoreError) as error:
            self._say_once(error)
            return ""

    def _say_once(self, error: Exception) -> None:
        """Logs each reason for a failure once, until a picture is taken."""
        if self._told.is_new(str(error)):
            log.warning("no picture could be had: %s", error)

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
