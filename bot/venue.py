"""What the desk may ask of a venue, and what it hands over.

The protocol lies here and not in `venues/`, since the one who asks owns the question: the desk
knows no venue, every venue knows the desk.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.referee.events import Player
from bot.referee.submission import Submission
from bot.storage.store import Room
from bot.wording.voice import Voice
from renderers.scene import Scene

_SLEEPLESS = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


class VenueError(Exception):
    """The venue could not do what was asked; worth another try unless `lasting`."""

    def __init__(self, text: str, *, lasting: bool = False) -> None:
        super().__init__(text)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Button:
    """A button under an announcement; `action` is what a press asks for."""

    action: str
    label: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """One message to a room. `nonce` makes a repeat harmless; `ping` are the ids to notify.

    `again` says that it may have been made before: the venue looks for it first, among what is no
    older than `since`, the stamp of the announcement before it. It is none of `made`, the ids of
    the match's announcements so far, however much they look like it.
    """

    match: int
    nonce: str
    text: str
    scene: Scene | None = None
    ping: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    reply_to: str | None = None
    again: bool = False
    since: datetime | None = None
    made: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that is visible: its id and the venue's stamp of it."""

    message: str
    at: datetime


HERE, THREAD, POST = "here", "thread", "post"
"""Where a match may be held: in this room, in a new thread of it, or in a new forum post."""


class Venue(Protocol):
    """A place where matches are held."""

    name: str
    grace: timedelta
    """How long after a deadline a message stamped in time may still be under way."""
    haze: timedelta
    """How far behind the venue's true present `now` may be; it is never ahead."""

    @property
    def voice(self) -> Voice:
        """How players, moments and emphasis are written here."""

    def on_duty(self) -> bool:
        """Whether the venue can be heard now."""

    def now(self) -> datetime:
        """The venue's present: its last stamp plus the time that has passed since."""

    def heard_at(self) -> datetime | None:
        """When the venue was last certainly heard, in its time; None before the first time."""

    async def run(self) -> None:
        """Serves the venue until cancelled; calls `Desk.return_to_duty` whenever it is back."""

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Makes the message visible, once per nonce; VenueError if it could not be."""

    def link(self, room: Room, message: str) -> str:
        """An address of a message in the room, "" where the venue has none."""

    async def barriers(self, room: Room, where: str = HERE) -> tuple[str, ...]:
        """The permissions that the referee lacks in a room, by the names people know.

        With `where` it is about a new thread or post near the room; VenueError if there can't be
        one.
        """

    async def lacks(
        self, player: Player, at: datetime, room: Room, where: str = HERE
    ) -> tuple[str, ...]:
        """The permissions that somebody lacks for writing there themselves, as of a moment."""

    async def make_room(self, near: Room, where: str, title: str) -> Room:
        """A new `thread` or forum `post` near a room; VenueError says why not."""

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a message in one short line, and only once however often it is asked to.

        A failure is the venue's to log.
        """

    async def whisper(self, room: Room, player: Player, text: str) -> None:
        """Tells one person outside the room, if it can; a failure is the venue's to log."""

    async def withdraw(self, room: Room, message: str) -> None:
        """Takes back a reminder of the referee's own; a failure is the venue's to log."""

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """What was said in the room after a moment, in the order of the stamps, up to now.

        A message that was edited is handed over with the stamp of its last edit: its words are no
        older than that.
        """


LEAP, DRIFT = timedelta(seconds=5), 0.0001
"""No venue's clock gets ahead of the machine's by so much, and that share of the time since it was
last compared: the machine stood still."""
HAZE = timedelta(seconds=1)
"""How exact stamps and hints are taken to be."""


class VenueClock:
    """A venue's present, from its stamps and the monotonic time since; the wall clock is not asked.

    A stamp is always a little older than the moment it arrives, so the latest guess is the best.
    `jumped`, if set, is called with the present as it was thought to be where that was far too
    early: the machine stood still and its clock with it.
    """

    def __init__(self, timepiece: "Timepiece", start: datetime) -> None:
        self._timepiece = timepiece
        self._zero = start - timepiece.monotonic()
        self._sure = False
        self._checked = timepiece.monotonic()
        self.jumped: Callable[[datetime], None] | None = None

    def observe(self, stamp: datetime) -> None:
        """Takes note of something just sent or received."""
        before, present = self.now(), self._timepiece.monotonic()
        zero, unseen = stamp - present, present - self._checked
        if zero <= self._zero:
            return
        leap, self._zero, self._checked = zero - self._zero, zero, present
        if self._sure and leap > LEAP + unseen * DRIFT and self.jumped is not None:
            self.jumped(before)

    def hint(self, stamp: datetime) -> None:
        """Takes note of what somebody between us and the venue may have said."""
        if not self._sure:
            self.observe(stamp)

    def settle(self, stamp: datetime, since: timedelta) -> None:
        """Takes note of something made no earlier than a moment of the timepiece: now it is sure.

        Whatever said that the venue was later than that was wrong.
        """
        self._zero = min(self._zero, stamp - since + HAZE)
        self.observe(stamp)
        self._sure, self._checked = True, self._timepiece.monotonic()

    def now(self) -> datetime:
        """The venue's present."""
        return self._zero + self._timepiece.monotonic()


class Timepiece(Protocol):
    """How the program waits: real in `__main__`, moved by hand in tests."""

    def monotonic(self) -> timedelta:
        """Time since some fixed moment; never goes back."""

    async def sleep(self, length: timedelta) -> None:
        """Returns when that much time has passed."""


def uptime() -> timedelta:
    """The machine's time since some fixed moment; it goes on while a laptop sleeps."""
    if _SLEEPLESS is None:
        return timedelta(seconds=time.monotonic())
    return timedelta(seconds=time.clock_gettime(_SLEEPLESS))


async def wait_for(event: asyncio.Event, timepiece: Timepiece, length: timedelta) -> bool:
    """Waits until an event is set, but no longer than a length of time; whether it is set."""
    waits = [
        asyncio.ensure_future(event.wait()),
        asyncio.ensure_future(timepiece.sleep(length)),
    ]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
    return event.is_set()
