"""How long it takes until a turn that was heard is told, also while somebody's review is made.

The desk, the database's file and the process that thinks are real; the venue is a table in memory,
which draws the board as venues do and keeps nothing.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from settling import settled

from bench.games import NAMES, SETUP, record
from bot.desk.desk import Desk
from bot.desk.outbox import Outbox
from bot.desk.pages import PageLinks
from bot.desk.thinking import Thinking
from bot.desk.venue import Announcement, Places, Posted
from bot.engine.replaying import replay
from bot.parts import Part
from bot.players.game import Game
from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened, Player, Terms
from bot.referee.match import Room
from bot.referee.submission import Act, Said, StartNow, Submission
from bot.storage.store import open_store
from bot.timing import RealTime, VenueClock, wall_clock
from bot.venues.room.seats import RoomVoice
from renderers.png import png

ROUNDS, TURNS = 10, 20
"""In each round so many turns are measured with the process idle, and as many with it busy.

They alternate, so that whatever else the machine does meanwhile delays both.
"""
MINUTE = timedelta(minutes=1)
TERMS = Terms(
    "genius", "genius", SETUP.side, SETUP.colours, TimeControl(MINUTE, 5 * MINUTE), warnings=()
)
PLAYERS = Player("one", NAMES["Red"]), Player("two", NAMES["Blue"])
START = Game("genius", SETUP.side)


class OwnPlaces(Places):
    """The table belongs to nobody else."""

    has_servers = False


class Table:
    """A venue where what is said is said to the desk, and it is noted when something was told."""

    name = "table"
    part = Part(name)
    grace = haze = timedelta(0)
    voice = RoomVoice()
    places = OwnPlaces()

    def __init__(self) -> None:
        self._clock = VenueClock(RealTime(), wall_clock())
        self.told: asyncio.Queue[float] = asyncio.Queue()

    def holds(self, room: Room) -> bool:
        """All of its rooms."""
        return room.venue == self.name

    def on_duty(self) -> bool:
        """Always."""
        return True

    def hears(self) -> bool:
        """The same."""
        return self.on_duty()

    def now(self) -> datetime:
        """The present."""
        return self._clock.now()

    def heard_at(self) -> datetime:
        """The present."""
        return self.now()

    def certain_until(self) -> datetime:
        """The present."""
        return self.now()

    async def run(self) -> None:
        """There is nothing to keep up."""

    async def announce(self, room: Room, announcement: Announcement) -> Posted:  # noqa: ARG002
        """Draws the board; then the message is visible."""
        if announcement.scene is not None:
            await asyncio.to_thread(png, announcement.scene)
        self.told.put_nowait(perf_counter())
        return Posted(announcement.nonce, self.now())

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Nothing is refused."""
        raise NotImplementedError

    async def withdraw(self, room: Room, message: str) -> None:
        """Nobody is reminded."""
        raise NotImplementedError

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:  # noqa: ARG002
        """All was heard."""
        return []


class Referee:
    """A desk at which one match after the other is played."""

    def __init__(self, desk: Desk, table: Table) -> None:
        self._desk, self._table = desk, table
        self._messages, self._rooms = count(1), count(1)

    async def opened(self) -> tuple[Room, int]:
        """A match that has begun, in a room of its own."""
        room = Room("table", "bench", str(next(self._rooms)))
        number = await self._desk.open(
            room, MatchOpened(self._table.now(), PLAYERS[0], PLAYERS, TERMS)
        )
        await self.told(room, PLAYERS[0], StartNow())
        return room, number

    async def played(self, turns: int) -> list[float]:
        """How many seconds each of so many turns took until it was told; the same turns each time.

        The last match is left as it stands: the next ones are held in another room.
        """
        room, taken = Room("table", "bench", str(next(self._rooms))), list[float]()
        for seed in count():
            opened = MatchOpened(self._table.now(), PLAYERS[0], PLAYERS, TERMS)
            await self._desk.open(room, opened)
            await self.told(room, PLAYERS[0], StartNow())
            for number, entry in enumerate(record(seed).turns):
                if len(taken) == turns:
                    return taken
                said = Said(" ".join(entry.words))
                taken.append(await self.told(room, PLAYERS[number % 2], said))
        raise AssertionError

    async def told(self, room: Room, player: Player, act: Act) -> float:
        """How long it takes until the room is told of an act; then all is at rest again."""
        await settled(self._desk)
        self._table.told = asyncio.Queue()
        message, begun = str(next(self._messages)), perf_counter()
        await self._desk.submit(room, Submission(player, act, self._table.now(), message))
        return await self._table.told.get() - begun


def slow_rulings(rounds: int = ROUNDS) -> tuple[float, float]:
    """How many seconds 99 of 100 turns take at most, with the process idle and with it busy."""
    return asyncio.run(_measured(rounds))


@asynccontextmanager
async def at_work(
    thinking: Thinking | None = None, web_url: str = ""
) -> AsyncIterator[tuple[Desk, Table]]:
    """A desk with a database of its own, on duty at a table."""
    with TemporaryDirectory() as folder:
        store = await open_store(f"sqlite+aiosqlite:///{Path(folder) / 'referee.sqlite3'}")
        pages = PageLinks(store, web_url) if web_url else None
        desk, table = Desk(store, Outbox(store, RealTime()), thinking, pages), Table()
        desk.serve(table)
        work = [asyncio.create_task(desk.recovery.run())]
        work += [asyncio.create_task(thinking.run())] if thinking else []
        try:
            await desk.duty.come_back(table)
            yield desk, table
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await desk.close()
            await store.close()


def within_99(taken: list[float]) -> float:
    """How many seconds 99 of 100 take at most."""
    return quantiles(taken, n=100)[-1]


async def _measured(rounds: int) -> tuple[float, float]:
    thinking = Thinking(RealTime())
    idle, busy = list[float](), list[float]()
    async with at_work(thinking) as (desk, table):
        referee = Referee(desk, table)
        await referee.played(TURNS)
        async with _reviewing(thinking) as process:
            for _ in range(rounds):
                os.kill(process, signal.SIGSTOP)
                idle += await referee.played(TURNS)
                os.kill(process, signal.SIGCONT)
                busy += await referee.played(TURNS)
    return within_99(idle), within_99(busy)


@asynccontextmanager
async def _reviewing(thinking: Thinking) -> AsyncIterator[int]:
    """One review after another is made; the number of the process that makes them."""
    played = replay(record(0), SETUP).positions[1:]
    turns = [position.turn for position in played if position.turn is not None]

    async def review() -> None:
        while True:
            await thinking.review(START, turns, 0)

    await thinking.review(START, (), 0)
    process = thinking.for_reviews.process_id
    assert process is not None  # noqa: S101
    reviewing = asyncio.create_task(review())
    try:
        yield process
        if reviewing.done():
            # It failed: then nothing was busy.
            reviewing.result()
    finally:
        reviewing.cancel()
        await asyncio.gather(reviewing, return_exceptions=True)
