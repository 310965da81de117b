"""Forums as arenas: people post in a topic, and the referee reads it now and then."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from loopback_forums import ForumPost, LoopbackDiscourse, LoopbackForum, LoopbackNodeBB
from loopback_forums import Topic as ForumTopic

from bot.venues.forum.voice import answered_by, nonce_in
from venues.conformance.arena import Found, Topic, plain, words_of_post
from venues.forum.house import SECOND, ForumHouse, house


class Moment(Enum):
    """How far a post has come."""

    SENT = auto()
    """The forum has the request; it may come to nothing."""
    MADE = auto()
    """The forum has made the post, and the referee does not know."""
    ANSWERED = auto()
    """The referee knows, and asks for the next thing."""


def in_utc(at: datetime) -> str:
    """A moment as NodeBB has it where no zone is set."""
    return f"{at.astimezone(UTC):%-d %b %Y, %H:%M} UTC"


class ForumArena(Topic):
    """A loopback forum. Nothing is told there before somebody looks, so time passes meanwhile."""

    silence = timedelta(minutes=20)

    def __init__(self, place: ForumHouse) -> None:
        self._place = place
        forum = place.forum
        self._elsewhere, self._topic = forum.category(), place.topic
        self._people = {one.name: one for one in (forum.ann, forum.bob, forum.host, forum.fan)}

    @property
    def handles(self) -> Mapping[str, str]:
        return {name: person.slug for name, person in self._people.items()}

    def moment(self, at: datetime, zone: str) -> str:
        """As the forum shows moments to all, or to each reader."""
        del zone
        if self._place.forum.name == "discourse":
            return f'[date={at:%Y-%m-%d} time={at:%H:%M} timezone="UTC"]'
        return in_utc(at)

    async def go_to_pairing(self, *names: str) -> None:
        """A topic; two of one title are an error."""

        def found() -> list[ForumTopic]:
            topics = self._place.forum.topics.values()
            return [one for one in topics if all(map(one.title.count, ("Colosseum", *names)))]

        (self._place.topic,) = await self.until(found)

    async def go_back(self) -> None:
        self._place.topic = self._topic

    async def say(self, who: str, text: str) -> str:
        return str(self._place.say(self._people[who], text).id)

    async def edit(self, message: str, text: str) -> None:
        """By its author, some seconds after it was posted; every edit is seen in its turn."""
        self._place.clock.advance(5 * SECOND)
        forum = self._place.forum
        forum.edit(forum.posts[int(message)], text)
        # An edit changes no record: somebody posts.
        self._place.say(forum.fan, "I saw that, you know")

    async def ask(self, who: str, words: str) -> str:
        said = self._place.say(self._people[who], f"{self.mention} {words}")
        known = len(self._place.forum.file_names)
        await self.until(lambda: self.answers(str(said.id)))
        raw = [post.raw for post in self._replies(str(said.id))]
        return plain("\n".join((*raw, *self._place.forum.file_names[known:])))

    def told(self) -> list[str]:
        return [words_of_post(post.raw) for post in self._place.mine()]

    def called(self, part: str) -> set[str]:
        raw = [post.raw for post in self._place.mine() if part in plain(post.raw)][-1].casefold()
        return {name for name, handle in self.handles.items() if f"@{handle}" in raw}

    def answers(self, message: str) -> list[str]:
        return [words_of_post(post.raw) for post in self._replies(message)]

    def lose_an_answer(self) -> None:
        self._place.forum.faults.answers_lost = 1

    async def start(self) -> None:
        await self._place.open()

    async def stop(self) -> None:
        await self._place.close()

    async def be_down(self, length: timedelta) -> None:
        await self.stop()
        self._place.clock.advance(length)
        await self.start()

    async def be_away(self, length: timedelta) -> None:
        self._place.forum.faults.down = True
        self._place.clock.advance(length)
        await self.settle()
        self._place.forum.faults.down = False

    async def be_killed(self, rooms: int = 0) -> None:
        """When the forum has made it, and before the referee is told so."""
        forum = self._place.forum
        wanted = len(forum.topics) + rooms

        def strike() -> None:
            if len(forum.topics) >= wanted:
                forum.made_hook = lambda: None
                self._place.doom()

        self._place.revives = True
        forum.made_hook = strike

    async def settle(self) -> None:
        await self._place.settle()

    async def pass_time(self, length: timedelta) -> None:
        await self._place.pass_time(length)

    async def until(self, check: Callable[[], Found]) -> Found:
        found: Found = await self._place.until(check, "something to be told")
        return found

    @property
    def mention(self) -> str:
        return "@referee"

    async def hold_back(self, who: str, text: str) -> str:
        return str(self._place.forum.enqueue(self._people[who], self._place.topic, text))

    async def let_through(self, held: str) -> None:
        self._place.forum.approve(int(held))

    async def shut(self, how: str) -> None:
        self._place.topic.locked = how == "locked"
        if how == "moved":
            self._place.topic.category = self._elsewhere

    async def open_again(self, how: str) -> None:
        self._place.topic.locked = False
        self._place.topic.category = self._place.forum.place

    def whispers(self) -> list[str]:
        forum = self._place.forum
        return [text for _, to, text in forum.chats if to == forum.host.id]

    def _replies(self, message: str) -> list[ForumPost]:
        return [
            post
            for post in self._place.mine()
            if str(post.to) == message or message in answered_by(nonce_in(post.raw))
        ]

    def kill_over_every_post(self, first: int) -> None:
        """By turns when a post is sent, when it was made, and when its answer has been read."""
        forum, moments = self._place.forum, islice(cycle(Moment), first, None)
        moment, spared = next(moments), len(self._place.mine())
        # No post is struck twice; each is known by how many there are when it stands.

        def strike(now: Moment) -> None:
            nonlocal moment, spared
            made = len(self._place.mine())
            number = made + (now is Moment.SENT)
            if now is moment and number > spared and self._place.working:
                # Nobody hears what became of a post that was made.
                forum.faults.answers_lost = int(moment is Moment.MADE)
                moment, spared = next(moments), number
                self._place.doom()

        def requested() -> None:
            strike(Moment.SENT if forum.posting else Moment.ANSWERED)

        self._place.revives = True
        forum.journal_hook = requested
        forum.made_hook = lambda: strike(Moment.MADE)


@asynccontextmanager
async def at_forum(kind: type[LoopbackForum], folder: Path) -> AsyncIterator[Topic]:
    async with house(kind, folder) as place:
        await place.open()
        yield ForumArena(place)


nodebb, discourse = partial(at_forum, LoopbackNodeBB), partial(at_forum, LoopbackDiscourse)
