"""Forums as arenas: people post in a topic, and the referee reads it now and then."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from loopback_forums import ForumPost, LoopbackDiscourse, LoopbackForum, LoopbackNodeBB

from bot.venues.forum.nonce import answered_by, nonce_in
from venues.conformance.arena import Arena, Found, plain
from venues.forum.house import SECOND, House, house


class ForumArena(Arena):
    """A loopback forum. Nothing is told there before somebody looks, so time passes meanwhile."""

    def __init__(self, place: House) -> None:
        self._place = place
        self.clock, self.bell = place.clock, place.forum.bell
        forum = place.forum
        self._people = {one.name: one for one in (forum.ann, forum.bob, forum.host, forum.fan)}

    async def begin(self, clock: str = "none", side: int = 5) -> None:
        """By mention."""
        await self.order("Host", f"match start red:@ann blue:@bob clock:{clock} side:{side}")
        await self.heard("against")
        await self.order("Host", "match begin")
        await self.heard("started the match")

    async def say(self, who: str, text: str) -> str:
        """A reply."""
        return str(self._place.say(self._people[who], text).id)

    async def say_unheard(self, who: str, text: str) -> str:
        """The same: nobody tells a referee who has to look."""
        return await self.say(who, text)

    async def edit(self, message: str, text: str) -> None:
        """By its author, some seconds after it was posted; every edit is seen in its turn."""
        self.clock.advance(5 * SECOND)
        forum = self._place.forum
        forum.edit(forum.posts[int(message)], text)
        # An edit changes no record: somebody posts.
        self._place.say(forum.fan, "I saw that, you know")

    async def order(self, who: str, words: str) -> None:
        """By mention."""
        self._place.say(self._people[who], f"@referee {words}")

    def told(self) -> list[str]:
        """The referee's posts, without their last line."""
        return [_words(post) for post in self._place.mine()]

    def answers(self, message: str) -> list[str]:
        """Replies to a post, and those that answer several."""
        return [
            _words(post)
            for post in self._place.mine()
            if str(post.to) == message or message in answered_by(nonce_in(post.raw))
        ]

    def lose_an_answer(self) -> None:
        """The post is made, and the connection cut."""
        self._place.forum.faults.answers_lost = 1

    async def start(self) -> None:
        """A new referee on what is stored."""
        await self._place.open()

    async def stop(self) -> None:
        """As planned."""
        await self._place.close()

    async def be_away(self, length: timedelta) -> None:
        """No connection for a while; nobody speaks of less than a quarter of an hour there."""
        self._place.forum.faults.down = True
        self.clock.advance(max(length, timedelta(minutes=20)))
        await self.settle()
        self._place.forum.faults.down = False

    async def settle(self) -> None:
        """What can be done without time passing."""
        await self._place.settle()

    async def until(self, check: Callable[[], Found]) -> Found:
        """Time passes until it is so."""
        found: Found = await self._place.until(check, "something to be told")
        return found

    async def answer_in_the_end(self, message: str) -> str:
        """The first answer to a post."""
        return await self.answer(message)


def _words(post: ForumPost) -> str:
    words = post.raw.rpartition("\n\n[//]")[0]
    return plain("\n".join(part for part in words.split("\n\n") if not part.startswith("![")))


@asynccontextmanager
async def _arena(kind: type[LoopbackForum], folder: Path) -> AsyncIterator[Arena]:
    async with house(kind, folder) as place:
        yield ForumArena(place)


@asynccontextmanager
async def nodebb(folder: Path) -> AsyncIterator[Arena]:
    """A NodeBB."""
    async with _arena(LoopbackNodeBB, folder) as arena:
        yield arena


@asynccontextmanager
async def discourse(folder: Path) -> AsyncIterator[Arena]:
    """A Discourse."""
    async with _arena(LoopbackDiscourse, folder) as arena:
        yield arena
