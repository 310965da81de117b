"""What a forum offers beyond a topic: private messages, new topics, and who may hold a match."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.desk.venue import HERE, Places, VenueError
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.venues.forum.forums import Forum
from bot.venues.forum.reader import Reader
from bot.venues.forum.topics import Lists, trouble_of
from bot.venues.forum.values import EPOCH, RefusedError
from bot.venues.forum.writer import ForumWriter
from bot.wording.forum import MODERATE, NEW_TOPIC_TEXT, NO_TOPIC, OTHER_FORUM, OUTSIDE, TOO_MANY

log = logging.getLogger(__name__)

MOST_MATCHES = 500


class ForumPlaces(Places):
    """A forum's topics."""

    buttons = True
    """Buttons are written out: the post says what to write instead of pressing."""
    worth_telling = timedelta(minutes=15)
    tells_unstored = False
    usual_clock = "daily"
    opens_with_board = False
    names_cells = makes_rooms = whispers = links_pairings = True

    def __init__(
        self,
        forum: Forum,
        reader: Reader,
        writer: ForumWriter,
        lists: Lists,
        open_matches: Callable[[], int],
    ) -> None:
        self._forum = forum
        self._reader = reader
        self._writer = writer
        self._lists = lists
        self._open_matches = open_matches

    def account(self) -> Player | None:
        return Player(self._reader.me, self._writer.name) if self._reader.me else None

    def server_name(self, room: Room) -> str:
        return room.server

    def link(self, room: Room, message: str) -> str:
        return self._forum.link(room.id, message)

    async def is_public(self, room: Room) -> bool | None:
        """Whether guests may read the topic: then so may all members."""
        return await self._forum.is_public(room.id) if room.id.isdecimal() else None

    def read_until(self, room: Room) -> datetime | None:
        """The moment up to which a topic was last read completely."""
        return self._reader.read_until.get(room.id, EPOCH)

    async def check(self, room: Room, match: Match, *, ask: bool) -> None:
        """Whether the topic is one where a match can be held; its players are nobody's guests."""
        if ask and not match.over:
            await self.require(room)

    async def require(self, room: Room) -> None:
        """VenueError if no match can be held in a topic as it is now."""
        if room.server != self._forum.server:
            raise VenueError(OTHER_FORUM, lasting=True)
        trouble = trouble_of(await self._forum.record(room.id), self._lists.moderated)
        if trouble:
            raise VenueError(trouble, lasting=True)

    async def barriers(self, room: Room, where: str = HERE) -> tuple[str, ...]:  # noqa: ARG002
        """The one barrier: that the referee does not moderate the category."""
        if not room.id.isdecimal():
            raise VenueError(NO_TOPIC, lasting=True)
        if self._open_matches() >= MOST_MATCHES:
            raise VenueError(TOO_MANY, lasting=True)
        record = await self._forum.record(room.id)
        if record.category not in self._lists.moderated:
            raise VenueError(OUTSIDE, lasting=True)
        await self._forum.sign_in()
        moderates = (await self._forum.listed(record.category, 1)).moderates
        return () if moderates else (MODERATE,)

    async def make_room(self, near: Room, where: str, title: str) -> Room:  # noqa: ARG002
        """A new topic in the same category."""
        record = await self._forum.record(near.id)
        topic = await self._writer.open_topic(record.category, title, NEW_TOPIC_TEXT)
        return Room(near.venue, near.server, topic)

    async def find_room(self, near: Room, where: str, title: str) -> Room | None:  # noqa: ARG002
        """The newest topic of the referee's own in the category under that title."""
        record = await self._forum.record(near.id)
        topic = await self._writer.find_topic(record.category, title)
        return None if topic is None else Room(near.venue, near.server, topic)

    async def find_person(self, room: Room, name: str) -> Player | None:
        """A member of the forum by the name of their account."""
        if room.server != self._forum.server:
            return None
        try:
            return await self._forum.find(name.removeprefix("@"))
        except RefusedError:
            return None

    async def whisper(self, room: Room, player: Player, text: str) -> bool:
        """A private message; none to players of another forum, whose number means somebody else."""
        try:
            if room.server != self._forum.server:
                raise VenueError(OTHER_FORUM, lasting=True)
            await self._writer.whisper(player, text)
        except VenueError as error:
            log.warning("topic %s: %s could not be told: %s", room.id, player.id, error)
            return False
        return True
