"""The first post of a topic that the referee opened for a match: the board and the turns so far.

Whoever comes upon the topic sees at its top how the match stands, and need not look for the end.
"""

import logging

from bot.desk.desk import Desk
from bot.desk.venue import VenueError
from bot.referee.room import Room
from bot.storage.failures import StoreError
from bot.storage.forum import OWN, ForumStore
from bot.venues.forum.pictures import Pictures
from bot.venues.forum.values import Forum
from bot.venues.forum.voice import ForumVoice, addressed
from bot.wording.forum import first_post_text

log = logging.getLogger(__name__)


class FirstPosts:
    """Keeps the first posts of one forum's topics up to date."""

    def __init__(
        self, forum: Forum, desk: Desk, store: ForumStore, pictures: Pictures, voice: ForumVoice
    ) -> None:
        self._forum = forum
        self._desk = desk
        self._store = store
        self._pictures = pictures
        self._voice = voice

    async def update(self) -> None:
        """Where a position was posted since the last time, the first post shows it."""
        boards = self._pictures.boards
        for topic in list(boards):
            board = boards.pop(topic)
            try:
                await self._show(topic, board.markdown)
            except (VenueError, StoreError) as error:
                log.warning("topic %s: its first post stays as it is: %s", topic, error)
                if not (isinstance(error, VenueError) and error.lasting):
                    boards.setdefault(topic, board)

    async def _show(self, topic: str, board: str) -> None:
        posts = (await self._store.posts(topic)).values()
        first = min(posts, key=lambda post: (post.made, len(post.id), post.id), default=None)
        latest = await self._desk.latest(Room(self._forum.name, self._forum.server, topic))
        if first is None or first.kind != OWN or latest is None:
            return
        text = await addressed(first_post_text(*latest, self._voice), (), self._forum.handle_of)
        await self._forum.edit(first.id, f"{text}\n\n{board}")
