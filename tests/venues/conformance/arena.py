"""An arena: a referee at work at a venue, as a host and two players meet it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from handclock import HandClock
from loopback.bell import Bell

from bot.referee.formats import FORMATS

Found = TypeVar("Found")
GLANCE = timedelta(milliseconds=100)
"""How long nothing has to happen until it is time that must pass."""
ANN, BOB, HOST, FAN = "Ann", "Bob", "Host", "Fan"


class Arena(ABC):
    """One room with a match of Ann (Red, who begins) against Bob (Blue), and a referee.

    Whatever is awaited here has happened at the venue; what the referee makes of it is waited for
    by `until` or `answer`.
    """

    edits = True
    """Whether people can change what they wrote."""
    downtime = timedelta(hours=2)
    """How long a restart takes, and `silence` how long the venue is not heard, where it matters."""
    silence = timedelta(minutes=10)
    worth_telling = timedelta(0)
    """An absence shorter than this is not spoken of."""
    lag = timedelta(0)
    """How much later than it was to be the latest message was written, on a machine under load."""

    shows_buttons = False
    """Whether there is something to press; elsewhere its command is typed."""
    own_pages = False
    """Whether each person is shown only the buttons that they may press."""

    @abstractmethod
    async def set_up(self, **terms: object) -> None:
        """The host sets a match up, on the terms that `match start` takes."""

    async def begin(self, **terms: object) -> None:
        """The host sets a match up, without a clock unless that is said, and starts it."""
        await self.set_up(**{"clock": "none"} | terms)
        await self.heard("against")
        await self.press(HOST, "Start now", "match begin")
        await self.heard("started the match")

    async def press(self, who: str, label: str, words: str, *, theirs: bool = True) -> None:
        """Somebody presses a button, or gives its command where there are none.

        Where it is not `theirs` to press, a page of their own does not show it.
        """
        del label, theirs
        await self.order(who, words)

    def offered(self, who: str) -> list[str]:
        raise NotImplementedError

    async def set_up_again(self, **terms: object) -> None:
        """The host has the same two play once more; the other one starts."""
        await self.set_up(**terms)

    async def open_cup(self, **plan: object) -> None:
        """The host opens the sign-up of a cup."""
        await self.order(HOST, f"cup open {options(plan)}")

    async def join(self, who: str, label: str = "Join") -> None:
        """Somebody signs up for the cup, or says in its check-in that they are there."""
        await self.press(who, label, "cup join")

    async def go_to_pairing(self, *names: str) -> None:
        """All are in the room that the referee makes for these two, once it is there."""
        raise NotImplementedError

    async def go_back(self) -> None:
        """All are in the room that they came from."""
        raise NotImplementedError

    async def be_killed(self, rooms: int = 0) -> None:
        """The referee is ended in the middle of what it does, and comes back.

        On a forum it is over the next thing that it makes once it has made so many more `rooms`.
        """
        await self.be_down(timedelta(seconds=1))

    @abstractmethod
    async def say(self, who: str, text: str) -> str: ...

    @abstractmethod
    async def say_unheard(self, who: str, text: str) -> str:
        """Somebody writes, and what they wrote can be read in the room; the referee is not told."""

    @abstractmethod
    async def edit(self, message: str, text: str) -> None: ...

    @abstractmethod
    async def order(self, who: str, words: str) -> None:
        """Somebody gives a command, such as `match pause`."""

    @abstractmethod
    async def ask(self, who: str, words: str) -> str:
        """Somebody asks a question, such as `match board turn=1`.

        All that the answer is to them: its words, what its pictures are said to show, and the
        names of its files.
        """

    @abstractmethod
    async def record(self) -> str: ...

    def moment(self, at: datetime, zone: str) -> str:
        return f"{at.astimezone(ZoneInfo(zone)):%A %-d %B %Y, %H:%M} ({zone})"

    @abstractmethod
    def told(self) -> list[str]:
        """What the room can read of the referee's, oldest first, without marks of emphasis."""

    def alone(self, who: str) -> list[str]:
        """What this person alone was told, where not everything is told to all."""
        del who
        return []

    def called(self, part: str) -> set[str] | None:
        """Who the newest announcement with this part calls; None where nobody is called."""
        del part
        return None

    @abstractmethod
    def answers(self, message: str) -> list[str]:
        """What the room can read in answer to a message, announcements included."""

    @abstractmethod
    def lose_an_answer(self) -> None:
        """The next announcement becomes visible, though to the referee it seems to fail."""

    def logged(self) -> str:
        """The log of a referee that is a process of its own; others log in the test's."""
        return ""

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def be_down(self, length: timedelta) -> None: ...

    @abstractmethod
    async def be_away(self, length: timedelta) -> None:
        """The referee runs on and can't hear the venue for a while, then can again."""

    @abstractmethod
    async def settle(self) -> None: ...

    @abstractmethod
    async def pass_time(self, length: timedelta) -> None: ...

    @abstractmethod
    async def until(self, check: Callable[[], Found]) -> Found:
        """The first truthy answer of a check; what the room reads is named where none comes."""

    async def answer(self, message: str) -> str:
        return (await self.until(lambda: self.answers(message)))[0]

    async def answer_in_the_end(self, message: str) -> str:
        """The first answer to a message that the referee tries to give until it succeeds."""
        return await self.answer(message)

    async def play(self, who: str, text: str) -> str:
        return await self.answer(await self.say(who, text))

    async def heard(self, words: str) -> str:
        """The newest of what the room was told that has these words in it."""
        return (await self.until(lambda: self.telling(words)))[-1]

    async def heard_by(self, who: str, words: str) -> str:
        """The newest of what somebody was told, alone or with all, that has these words in it."""
        return (
            await self.until(
                lambda: [text for text in self.told() + self.alone(who) if words in text]
            )
        )[-1]

    def telling(self, words: str) -> list[str]:
        return [text for text in self.told() if words in text]


class HandMovedArena(Arena):
    """A venue of the tests' own, whose time is moved by hand."""

    step = timedelta(seconds=1)
    """How much time passes at once where nobody is to take it for a stall."""
    clock: HandClock
    bell: Bell

    async def say_in_stall(self, who: str, text: str, length: timedelta) -> str:
        """Somebody writes while the referee's process stands still; the message's id.

        The referee hears of it when it goes on, if it does not find it before.
        """
        said = await self.say_unheard(who, text)
        self.clock.advance(length)
        await self.settle()
        return said

    async def be_down(self, length: timedelta) -> None:
        await self.stop()
        self.clock.advance(length)
        await self.start()

    async def pass_time(self, length: timedelta) -> None:
        while length > timedelta(0):
            self.clock.advance(min(self.step, length))
            length -= self.step
            await self.settle()

    async def until(self, check: Callable[[], Found]) -> Found:
        """Looked at again after each change."""
        return await self.bell.until(check, what=lambda: "\n---\n".join(self.told()))

    async def answer_in_the_end(self, message: str) -> str:
        """Time passes until it succeeds."""
        for _ in range(60):
            with suppress(TimeoutError):
                return (await self.bell.until(lambda: self.answers(message), GLANCE))[0]
            self.clock.advance(timedelta(seconds=1))
        return await self.answer(message)


class Topic(Arena):
    """A topic of a forum: what its moderators do there, and how its referee can be killed."""

    worth_telling = timedelta(minutes=15)

    @property
    @abstractmethod
    def mention(self) -> str: ...

    @property
    @abstractmethod
    def handles(self) -> Mapping[str, str]: ...

    async def say_unheard(self, who: str, text: str) -> str:
        """The same as others: nobody tells a referee who has to look."""
        return await self.say(who, text)

    async def order(self, who: str, words: str) -> None:
        await self.say(who, f"{self.mention} {words}")

    async def set_up(self, **terms: object) -> None:
        """By mention."""
        seats = zip(colours(terms), (ANN, BOB), strict=True)
        seated = " ".join(f"{colour}:@{self.handles[who]}" for colour, who in seats)
        await self.order(HOST, f"match start {seated} {options(terms)}")

    async def record(self) -> str:
        found = re.search(r"```text\n(.*?)\n```", await self.ask(FAN, "match record"), re.DOTALL)
        assert found is not None
        return found[1]

    @abstractmethod
    async def hold_back(self, who: str, text: str) -> str:
        """Somebody's reply waits for approval; what the queue knows it by."""

    @abstractmethod
    async def let_through(self, held: str) -> None:
        """It is approved, and stands in the topic with the timestamp it was sent at."""

    @abstractmethod
    async def shut(self, how: str) -> None:
        """The topic is `locked`, or `moved` to a category where the referee has no say."""

    @abstractmethod
    async def open_again(self, how: str) -> None: ...

    @abstractmethod
    def whispers(self) -> list[str]: ...

    @abstractmethod
    def kill_over_every_post(self, first: int) -> None:
        """From now on each post of the referee's costs it its life: before, while or after.

        It is started again each time, and a post that was tried again is let through. `first` is
        when it is killed over the first post, 0, 1 or 2; over the others it is in turn.
        """


def colours(terms: Mapping[str, object]) -> tuple[str, str]:
    first, second = FORMATS[str(terms.get("format", "genius"))].colours
    return first, second


def options(terms: Mapping[str, object]) -> str:
    return " ".join(
        f'{name}:"{value}"' if " " in str(value) else f"{name}:{value}"
        for name, value in terms.items()
    )


def plain(text: str) -> str:
    return text.replace("**", "")


def words_of_post(raw: str) -> str:
    """Without pictures, and without the last line, which holds the nonce."""
    parts = raw.rpartition("\n\n[//]")[0].split("\n\n")
    return plain("\n".join(part for part in parts if not part.startswith("![")))
