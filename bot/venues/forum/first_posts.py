"""The first posts of topics that the referee opened, and the links to pages that its posts carry.

The referee is stopped between the result of a match and the first post of its topic, which has the
board and all turns. The process after it looks, in a few topics a round, whether what stands there
is how the match stands.

It is Ann's turn: the post that says so has the link to watch the match, if the forum's managers
have turned that on, and Ann is sent the link to her own board, once and in private. Where the forum
refuses the message, it is sent again with her next turns, a few times.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.venue import Announcement, Venue, VenueError
from bot.referee.match import Match, Room
from bot.storage.failures import StoreError
from bot.storage.forum import OWN, ForumStore
from bot.storage.store import Servers
from bot.venues.forum.forums import Forum
from bot.venues.forum.pictures import ForumPicture, Pictures
from bot.venues.forum.topics import Topics
from bot.venues.forum.voice import addressed
from bot.views.scenes import match_scene
from bot.wording.forum import first_post_text, own_board_text, watch_line
from renderers.scene import Scene

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""How often a private message that is refused is sent."""
_MOST_KEPT = 1000
"""Players of matches of whom a refusal is remembered."""


class Invitations:
    """Links to the pages that this referee serves; nothing where it serves none."""

    def __init__(self, venue: Venue, desk: Desk) -> None:
        self._venue = venue
        self._desk = desk
        self._refused: LRUCache[tuple[int, str], int] = LRUCache(_MOST_KEPT)

    async def watch(self, room: Room, number: int) -> str:
        """The line with the link to watch a match; "" where that is off, or can't be made now."""
        pages = self._desk.page_links
        try:
            if pages is None or not await pages.may_watch(self._venue, room):
                return ""
            return watch_line(await pages.watch(number))
        except StoreError as error:
            log.warning("match %s: no link to watch it: %s", number, error)
            return ""

    async def invite(self, room: Room, announcement: Announcement) -> None:
        """Sends players whose turn it is the link to their own page, if they have none yet."""
        pages = self._desk.page_links
        if pages is None or not announcement.ping:
            return
        try:
            found = await self._desk.match(announcement.match)
            if found is None or not await pages.may_play(self._venue, room):
                return
            for player in found[1].players:
                # The partner that thinks for itself has no use for a page.
                if player.id not in announcement.ping or player.level:
                    continue
                key = announcement.match, player.id
                refused = self._refused.get(key, 0)
                again = 0 < refused < MOST_TRIES
                if again or not await pages.invited(announcement.match, player):
                    text = own_board_text(
                        announcement.match, await pages.own(announcement.match, player)
                    )
                    taken = await self._venue.places.whisper(room, player, text)
                    self._refused.pop(key, None)
                    if not taken and refused + 1 < MOST_TRIES:
                        self._refused[key] = refused + 1
        except StoreError as error:
            log.warning("match %s: no link to a page: %s", announcement.match, error)


DOUBTED_AT_ONCE = 5
"""How many first posts a round looks at in which nothing was posted of late."""


class FirstPosts:
    """The first posts in one forum; `now` is the forum's present."""

    def __init__(
        self,
        venue: Venue,
        forum: Forum,
        desk: Desk,
        store: ForumStore,
        servers: Servers,
        pictures: Pictures,
        topics: Topics,
        invitations: Invitations,
        now: Callable[[], datetime],
    ) -> None:
        self._venue = venue
        self._forum = forum
        self._desk = desk
        self._store = store
        self._servers = servers
        self._pictures = pictures
        self._topics = topics
        self._invitations = invitations
        self._now = now

    def doubt(self, topics: Iterable[str]) -> None:
        """A position may have been posted in some topics that nothing is known of here."""
        for topic in topics:
            self._pictures.boards.setdefault(topic, None)

    def due(self) -> list[str]:
        """The topics whose first posts are to be brought up to date in this round."""
        boards = self._pictures.boards
        doubted = [topic for topic, board in boards.items() if board is None]
        posted = [topic for topic, board in boards.items() if board is not None]
        return [*posted, *doubted[:DOUBTED_AT_ONCE]]

    async def bring_up_to_date(self, topic: str) -> None:
        """Shows how the match of a topic stands; another try follows a failure that may pass."""
        boards = self._pictures.boards
        board = boards.pop(topic)
        try:
            await self._show(topic, board)
        except (VenueError, StoreError) as error:
            if not (isinstance(error, VenueError) and error.lasting):
                boards.setdefault(topic, board)
            raise

    async def _show(self, topic: str, board: ForumPicture | None) -> None:
        posts = (await self._store.posts(topic)).values()
        first = min(posts, key=lambda post: (post.made, len(post.id), post.id), default=None)
        # One with a nonce is an announcement: a moderator has split a topic.
        if first is None or first.kind != OWN or first.gone or first.lines:
            return
        room = Room(self._venue.name, self._forum.server, topic)
        latest = await self._desk.latest(room)
        if latest is None:
            return
        text = first_post_text(*latest, self._venue.voice)
        words = await addressed(text, (), self._forum.handle_of)
        if board is None and (await self._forum.raw(first.id)).startswith(words):
            return
        scene = await self._scene(room, *latest)
        # The match may have gone on since its last board was posted.
        if board is None or board.alt != scene.alt:
            category = await self._topics.category(room.id)
            board = await self._pictures.board(scene, f"match-{latest[0]}.png", category)
        # Behind the words, by which a post is known to be up to date: a link may be another one.
        parts = (words, await self._invitations.watch(room, latest[0]), board.markdown)
        await self._forum.edit(first.id, "\n\n".join(filter(None, parts)))

    async def _scene(self, room: Room, number: int, match: Match) -> Scene:
        look = self._venue.places.look(await self._servers.rules(room.venue, room.server))
        return match_scene(match, self._now(), number, look)
