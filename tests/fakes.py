"""A venue in memory: people talk in rooms, the referee announces, and time is moved by hand.

It keeps a venue's promises (stamps, nonces, reading a room in the order of the stamps) and breaks
them on demand, as networks do. A `World` outlives the referee; a `FakeVenue` is one connection.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from handclock import HandClock
from loopback.bell import Bell, Found, patience
from settling import settled
from storage.kept import address
from storage.trouble import held

from bot.desk.desk import Answer, Desk
from bot.desk.outbox import Outbox
from bot.desk.venue import Announcement, Places, Posted, VenueError
from bot.parts import Part
from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened, Player, Terms
from bot.referee.fold import fold
from bot.referee.match import Match, Room
from bot.referee.submission import Act, Said, StartNow, Submission
from bot.storage.leases import Leases
from bot.storage.store import open_store
from bot.wording.voice import Voice
from renderers.png import png

RED, BLUE, HOST, FAN = (Player(name.casefold(), name) for name in ("Ann", "Bob", "Host", "Fan"))
ROOM = Room("fake", "server", "room")
ZERO, SECOND, MINUTE = timedelta(0), timedelta(seconds=1), timedelta(minutes=1)
TERMS = Terms("genius", "genius", 5, ("red", "blue"), TimeControl(MINUTE, 5 * MINUTE), warnings=())


class PlainVoice(Voice):
    def harmless(self, text: str, longest: int) -> str:
        return text

    def mention(self, player: Player) -> str:
        return f"@{player.name}"

    def small(self, text: str) -> str:
        return f"-# {text}"

    def countdown(self, at: datetime) -> str:
        return f"[{at:%H:%M:%S}]"

    def room(self, room: str) -> str:
        return f"#{room}"

    def command(self, words: str) -> str:
        return f"/{words}"

    def role(self, role: str) -> str:
        return f"@&{role}"


class SteppingClock(HandClock):
    def __init__(self, bell: Bell) -> None:
        super().__init__()
        self._bell = bell

    async def sleep(self, length: timedelta) -> None:
        asyncio.get_running_loop().call_soon(self._bell.ring)
        await super().sleep(length)

    def next_wake(self) -> datetime | None:
        due = [at for at, _, future in self._sleepers if not future.done()]
        return None if not due else self.now() - self.monotonic() + min(due)


@dataclass(slots=True)
class Seen:
    room: Room
    id: str
    at: datetime
    text: str
    announcement: Announcement | None = None
    reply_to: str | None = None


@dataclass(slots=True)
class World:
    bell: Bell = field(default_factory=Bell)
    said: dict[str, tuple[Room, Submission]] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    whispered: list[tuple[Player, str]] = field(default_factory=list)
    deaf: set[str] = field(default_factory=set)
    """Who takes no private messages: each is tried in vain."""
    whispers_hung: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared, private messages hang."""
    whispering: bool = False
    """Whether one was ever on its way."""
    made: dict[str, Room] = field(default_factory=dict)
    """The rooms that the referee made, by their titles."""
    rooms_refused: list[Exception] = field(default_factory=list)
    rooms_lost: int = 0
    """How many of the next rooms are made though that seems to fail."""
    ids: "count[int]" = field(default_factory=lambda: count(1))

    clock: SteppingClock = field(init=False)

    def __post_init__(self) -> None:
        self.clock = SteppingClock(self.bell)
        self.whispers_hung.set()

    def announced(self) -> list[Seen]:
        return [one for one in self.seen if one.announcement is not None]

    def texts(self) -> list[str]:
        return [one.text for one in self.announced()]

    def replies(self, message: str) -> list[str]:
        return [one.text for one in self.seen if not one.announcement and one.reply_to == message]

    def say(self, player, text, *, at=None, may_host=False) -> Submission:
        """Somebody writes in the room; whether the referee hears it is another matter."""
        message = str(next(self.ids))
        said = Submission(player, Said(text), at or self.clock.now(), message, may_host)
        self.said[message] = (ROOM, said)
        self.bell.ring()
        return said

    def edit(self, message: str, text: str) -> None:
        """A message's words are changed; its new stamp is that of the edit."""
        room, said = self.said[message]
        edited = replace(said, act=Said(text), sent_at=self.clock.now())
        self.said[message] = (room, replace(edited, written_at=said.written_at or said.sent_at))

    async def until(self, check: Callable[[], Found], what: str | Callable[[], str] = "") -> Found:
        return await self.bell.until(check, what=what or (lambda: "\n---\n".join(self.texts())))


class Whispers(Places):
    makes_rooms = whispers = one_id_everywhere = True

    def __init__(self, world: World) -> None:
        self._world = world
        self.public: bool | None = None

    async def is_public(self, room: Room) -> bool | None:
        return self.public

    async def find_person(self, room: Room, name: str) -> Player | None:
        return Player("400", name) if name == "Dan" else None

    async def find_room(self, near: Room, where: str, title: str) -> Room | None:
        return self._world.made.get(title)

    async def make_room(self, near: Room, where: str, title: str) -> Room:
        if self._world.rooms_refused:
            raise self._world.rooms_refused.pop(0)
        assert title not in self._world.made, f"two rooms for {title}"
        room = replace(near, id=f"room-{len(self._world.made) + 1}")
        self._world.made[title] = room
        self._world.bell.ring()
        if self._world.rooms_lost:
            self._world.rooms_lost -= 1
            raise VenueError("the answer was lost")
        return room

    async def whisper(self, room: Room, player: Player, text: str) -> bool:
        self._world.whispering = True
        self._world.bell.ring()
        await self._world.whispers_hung.wait()
        self._world.whispered.append((player, text))
        self._world.bell.ring()
        return player.id not in self._world.deaf


class FakeVenue:
    name = "fake"
    part = Part(name)
    grace = timedelta(seconds=2)
    haze = timedelta(0)
    voice = PlainVoice()

    def __init__(self, world: World) -> None:
        self.world = world
        self.places = Whispers(world)
        self.connected = True
        self.behind = timedelta(0)
        """So old may be what arrived and was not handled yet."""
        self.refusals: list[Exception] = []
        """What the next announcements meet instead of becoming visible."""
        self.answers_lost = 0
        """How many of the next announcements become visible though they seem to fail."""
        self.unreadable: list[Exception] = []
        """What the next readings of a room meet."""
        self.deaf_in: set[str] = set()
        """Rooms that can't be read at all."""
        self.deaf_for_good: set[str] = set()
        """Rooms that will never be read again."""
        self.slow_in: dict[str, asyncio.Event] = {}
        """Rooms whose reading hangs until their event is set."""
        self.tried: list[Announcement] = []
        self.reads: list[datetime] = []
        self.rooms_read: list[str] = []
        self.hung = asyncio.Event()
        self.hung.set()
        """Cleared, announcements hang."""

    def holds(self, room: Room) -> bool:
        return room.venue == self.name

    def on_duty(self) -> bool:
        return self.connected

    def hears(self) -> bool:
        return self.on_duty()

    def now(self) -> datetime:
        return self.world.clock.now()

    def heard_at(self) -> datetime | None:
        return self.now() if self.connected else None

    def certain_until(self) -> datetime:
        return self.now() - self.behind

    async def run(self) -> None:
        await asyncio.Event().wait()

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        self.tried.append(announcement)
        self.world.bell.ring()
        await self.hung.wait()
        if self.refusals:
            self.world.bell.ring()
            raise self.refusals.pop(0)
        seen = self._made(announcement) or self._post(room, announcement)
        self.world.bell.ring()
        if self.answers_lost:
            self.answers_lost -= 1
            raise VenueError("the answer was lost")
        return Posted(seen.id, seen.at)

    async def reply(self, room: Room, message: str, text: str) -> None:
        if self.world.replies(message):
            return
        self.world.seen.append(Seen(room, self._id(), self.now(), text, reply_to=message))
        self.world.bell.ring()

    async def withdraw(self, room: Room, message: str) -> None:
        self.world.withdrawn.append(message)
        self.world.bell.ring()

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        self.reads.append(self.now())
        self.rooms_read.append(room.id)
        self.world.bell.ring()
        if room.id in self.slow_in:
            await self.slow_in[room.id].wait()
        if self.unreadable:
            raise self.unreadable.pop(0)
        if room.id in self.deaf_in:
            raise VenueError("the history can't be read")
        if room.id in self.deaf_for_good:
            raise VenueError("the channel is gone", lasting=True)
        said = [one for where, one in self.world.said.values() if where == room]
        return sorted((one for one in said if one.sent_at > after), key=lambda one: one.sent_at)

    def _made(self, announcement: Announcement) -> Seen | None:
        made = (one for one in self.world.announced() if one.announcement is not None)
        return next((one for one in made if one.announcement.nonce == announcement.nonce), None)

    def _post(self, room: Room, announcement: Announcement) -> Seen:
        if announcement.scene is not None:
            png(announcement.scene)
        seen = Seen(
            room, self._id(), self.now(), announcement.text, announcement, announcement.reply_to
        )
        self.world.seen.append(seen)
        return seen

    def _id(self) -> str:
        return str(next(self.world.ids))


class FakeHouse:
    venue_kind = FakeVenue

    def __init__(self, folder: Path, patience: timedelta) -> None:
        self._patience = patience
        self.address = address(folder)
        self.world = World()
        self.clock = self.world.clock

    async def open(self, slow_in: dict[str, asyncio.Event] | None = None) -> None:
        """Starts a referee; what is stored is taken up.

        Where some rooms are `slow_in` being read, nobody waits for them.
        """
        self.store = await open_store(self.address, self._patience)
        self.desk = Desk(self.store, Outbox(self.store, self.clock))
        self.venue = self.venue_kind(self.world)
        self.desk.serve(self.venue)
        self._work = [asyncio.create_task(self.desk.recovery.run())]
        away_since = await self.store.last_on_duty(Part("fake"))
        returning = asyncio.create_task(self.desk.duty.come_back(self.venue, away_since))
        if slow_in is not None:
            self.venue.slow_in = slow_in
            self._work.append(returning)
            return
        await returning
        await self.settled()

    async def close(self) -> None:
        if self.venue.connected:
            await self.store.on_duty(Part("fake"), self.clock.now())
        await self._end()

    async def kill(self, *, heard_before: timedelta = timedelta(0)) -> None:
        await self.store.on_duty(Part("fake"), self.clock.now() - heard_before)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if getattr(task.get_coro(), "__qualname__", "").startswith(
                ("Ledger.", "Recovery.", "Returns.", "Notices.", "CupRunner.", "Reminding.")
            ):
                task.cancel()
        await self._end()

    async def start(self, terms=None, *, begun=True, room=ROOM, players=(RED, BLUE)) -> int:
        opened = MatchOpened(self.clock.now(), HOST, players, terms or TERMS)
        number = await self.desk.open(room, opened)
        await self.settled()
        if begun:
            await self.desk.submit(room, Submission(HOST, StartNow(), self.clock.now()))
            await self.settled()
        return number

    async def settled(self) -> None:
        await settled(self.desk)

    async def hear(self, player: Player, text: str, after: timedelta = ZERO) -> Answer | None:
        self.clock.advance(after)
        return await self.submit(self.world.say(player, text))

    async def submit(self, said: Submission) -> Answer | None:
        answer = await self.desk.submit(ROOM, said)
        await self.settled()
        return answer

    async def act(self, player: Player, act: Act, after: timedelta = ZERO) -> Answer | None:
        self.clock.advance(after)
        return await self.submit(Submission(player, act, self.clock.now()))

    async def match(self) -> Match:
        """The room's match as the desk has it, which is what is stored.

        Something may be on its way from one to the other while it is read: then it is read again.
        """
        for _ in range(100):
            found = await self.desk.latest(ROOM)
            stored = await self.store.load(found[0])
            if len(stored.events) == found[1].seen:
                break
        assert fold(stored.events) == found[1]
        return found[1]

    async def pass_until(self, check: Callable[[], Found]) -> Found:
        """Lets time pass, from one who sleeps to the next, until something is so.

        How much of it passes depends on the machine: whoever stores something is not waited for.
        """
        async with patience():
            while not (found := check()):
                await self.world.until(lambda: check() or self.clock.next_wake())
                wake = self.clock.next_wake()
                if wake is not None and not check():
                    self.clock.advance(wake - self.clock.now())
        return found

    async def finish(self, task: "asyncio.Task[Found]") -> Found:
        task.add_done_callback(lambda _: self.world.bell.ring())
        await self.pass_until(task.done)
        return task.result()

    def run_cups(self) -> None:
        self.desk.cups.table.watchers.append(lambda _: self.world.bell.ring())
        self._work.append(asyncio.create_task(self.desk.cups.run()))

    def remind(self) -> None:
        self._work.append(asyncio.create_task(self.desk.reminding.run()))

    def watch_deadlines(self) -> None:
        self._work.append(asyncio.create_task(self.desk.calls.run()))

    async def _end(self) -> None:
        self.venue.connected = False
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.desk.close()
        # For good: what is still on its way to the store opens no connection after this.
        await self.store.end()


def leases(place: FakeHouse) -> Leases:
    return Leases(place.store, place.clock, place.clock.now)


@asynccontextmanager
async def house(folder, patience=timedelta(seconds=5)) -> AsyncIterator[FakeHouse]:
    """A house with the referee on duty; `patience` is how long a locked database is waited for."""
    place = FakeHouse(folder, patience)
    await place.open()
    try:
        yield place
    finally:
        await place.close()


def locked(place: FakeHouse) -> AbstractAsyncContextManager[None]:
    """Another program holds the database, as soon as whoever writes just now has written."""
    return held(Path(place.address.removeprefix("sqlite+aiosqlite:///")))
