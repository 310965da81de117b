"""What became of posts that were known: the room, their authors and the host hear of it once.

Red's turn was ruled. Red edits the post or takes it away, or a moderator moves it to another topic:
the turn stands. Red's "Z9" was refused, or was talk, and Red edits it to "E5": an edit makes no
turn, and Red is told so, once a post. Whoever deletes their account leaves a seat behind, about
which the host has to decide.
"""

from bot.desk.desk import Desk
from bot.desk.venue import Places
from bot.referee.match import Match
from bot.referee.room import Room
from bot.storage.forum import ForumStore
from bot.venues.forum.listening import Listener
from bot.venues.forum.reader import NOTHING, Changed
from bot.venues.forum.topics import WatchedTopic
from bot.venues.forum.voice import ForumVoice
from bot.wording.forum import left_text, moved_text


class Changes:
    """Tells of what was noticed in the topics of one forum."""

    def __init__(
        self,
        desk: Desk,
        store: ForumStore,
        listener: Listener,
        places: Places,
        voice: ForumVoice,
    ) -> None:
        self._desk = desk
        self._store = store
        self._listener = listener
        self._places = places
        self._voice = voice

    async def tell(
        self, room: Room, latest: tuple[int, Match] | None, watched: WatchedTopic
    ) -> list[str]:
        """Tells of what was noticed since it told last; the posts whose authors are to be told.

        `latest` is the topic's last match. Where none is open, nobody has to know.
        """
        changed, watched.changed = watched.changed, NOTHING
        if latest is None or latest[1].over:
            return []
        if changed.edited:
            await self._desk.messages_changed(room, *changed.edited, deleted=False)
        if changed.deleted:
            await self._desk.messages_changed(room, *changed.deleted, deleted=True)
        await self._tell_host(room, *latest, changed)
        return await self._turned_into_turns(room, latest[1], changed)

    async def _tell_host(self, room: Room, number: int, match: Match, changed: Changed) -> None:
        place = self._voice.room(room.id)
        turns = [
            turn for turn, played in enumerate(match.turns, 1) if played.message in changed.moved
        ]
        if turns:
            await self._places.whisper(room, match.host, moved_text(number, place, turns))
        for colour, player in zip(match.terms.colours, match.players, strict=True):
            if player.id not in changed.left:
                continue
            if await self._store.is_first(room.id, f"left-{player.id}"):
                text = left_text(number, place, colour, self._voice.name(player), self._voice)
                await self._places.whisper(room, match.host, text)

    async def _turned_into_turns(self, room: Room, match: Match, changed: Changed) -> list[str]:
        """The posts that an edit made a turn of, as far as it can."""
        posts = await self._store.posts(room.id) if changed.edited else {}
        found = []
        for key, post in changed.edited.items():
            words = self._listener.edited(posts[key], post, match) if key in posts else None
            if words is not None and await self._desk.reads_as_turn(room, words):
                found.append(key)
        return found
