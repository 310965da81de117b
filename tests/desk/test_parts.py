"""A venue that is served in parts: each part's matches, absences and notes of duty are its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
from fakes import BLUE, HOST, MINUTE, RED, ROOM, SECOND, TERMS, FakeVenue, World
from loopback.bell import patience
from settling import settled
from storage.kept import sqlite

from bot.desk.desk import Desk
from bot.desk.outbox import Outbox
from bot.desk.venue import VenueError
from bot.parts import Part
from bot.referee.events import MatchOpened, Player
from bot.referee.match import Match, Room, Status
from bot.referee.ruling import Accepted
from bot.referee.submission import Act, Said, StartNow, Submission
from bot.storage.store import Store, open_store

EVEN, ODD = (replace(ROOM, server=server) for server in ("4", "7"))


class Half(FakeVenue):
    """One of two shards: servers of even numbers, or of odd ones."""

    def __init__(self, world: World, shard: int) -> None:
        super().__init__(world)
        self.part = Part(self.name, shard, 2)

    def holds(self, room: Room) -> bool:
        return room.venue == self.name and int(room.server) % 2 == self.part.shard


class Process:
    """A referee that serves one half, or both."""

    def __init__(self, store: Store, world: World, *shards: int) -> None:
        self.store, self.world = store, world
        self.desk = Desk(store, Outbox(store, world.clock))
        self.halves = {shard: Half(world, shard) for shard in shards}

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["Process"]:
        """Runs it; what its halves were noted of is what they know of the time before."""
        for half in self.halves.values():
            self.desk.serve(half)
        recovering = asyncio.create_task(self.desk.recovery.run())
        try:
            for half in self.halves.values():
                await self.desk.take_over(half)
                await self.desk.duty.come_back(half)
            await settled(self.desk)
            yield self
        finally:
            recovering.cancel()
            await asyncio.gather(recovering, return_exceptions=True)
            await self.desk.close()

    async def start(self, room: Room) -> int:
        opened = MatchOpened(self.world.clock.now(), HOST, (RED, BLUE), TERMS)
        number = await self.desk.open(room, opened)
        await settled(self.desk)
        await self.does(room, HOST, StartNow())
        return number

    async def does(self, room: Room, player: Player, act: Act) -> object:
        message = str(next(self.world.ids))
        said = Submission(player, act, self.world.clock.now(), message)
        if isinstance(act, Said):
            self.world.said[message] = (room, said)
        answer = await self.desk.submit(room, said)
        await settled(self.desk)
        return None if answer is None else answer.ruling

    async def match(self, room: Room) -> Match:
        return (await self.desk.latest(room))[1]


class Place:
    """Processes on one database, each with a connection of its own."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self.world = World()
        self._address = address
        self._stack = stack

    async def process(self, *shards: int) -> Process:
        store = await open_store(self._address)
        self._stack.push_async_callback(store.close)
        made = Process(store, self.world, *shards)
        return await self._stack.enter_async_context(made.at_work())


@pytest.fixture
async def place(tmp_path) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        yield Place(sqlite(tmp_path / "referee.sqlite3"), stack)


async def test_a_process_loads_and_tells_the_matches_of_its_part_only(place):
    """Both matches wait for their first announcement; each is made by the process that holds it."""
    opened = MatchOpened(place.world.clock.now(), HOST, (RED, BLUE), TERMS)
    empty = await place.process()
    even, odd = [await empty.store.open_match(room, opened) for room in (EVEN, ODD)]
    first = await place.process(0)
    assert [one.announcement.match for one in place.world.announced()] == [even]
    assert first.desk.held("fake", EVEN.server) == [(even, EVEN)]
    assert first.desk.held("fake", ODD.server) == []
    await place.process(1)
    assert [one.announcement.match for one in place.world.announced()] == [even, odd]


async def test_match_of_another_process_is_not_ruled_here_and_its_time_not_called(place):
    """It can be looked at."""
    first, second = await place.process(0), await place.process(1)
    await first.start(EVEN)
    number = await second.start(ODD)
    said = Submission(RED, Said("E5"), place.world.clock.now(), "m1")
    assert await first.desk.submit(ODD, said) is None
    assert await first.desk.submit_to(number, said) is None
    found = await first.desk.match(number)
    assert (found[0], found[1].turns) == (ODD, ())
    assert isinstance(await second.does(ODD, RED, Said("E5")), Accepted)


async def test_a_position_is_compared_with_the_matches_of_other_processes(place):
    """A review must help nobody in an open match, whichever process referees it; it asks once."""
    first, second = await place.process(0), await place.process(1)
    await first.start(EVEN)
    await second.start(ODD)
    uses: list[object] = []
    first.store.meters.append(lambda *use: uses.append(use))
    for played, (player, turn) in enumerate([(RED, "E5"), (BLUE, "D4 F6"), (RED, "A1")], 1):
        await second.does(ODD, player, Said(turn))
        positions = [(await second.match(ODD)).position]
        alike = await first.desk.likeness.is_played_now(positions)
        assert (alike, len(uses)) == (played == 3, played)


async def test_the_other_process_calls_no_time(place):
    """Red's time is long over; whoever does not hold the match has nothing to call."""
    first, second = await place.process(0), await place.process(1)
    number = await second.start(ODD)
    place.world.clock.advance(20 * MINUTE)
    await first.desk.match(number)
    await first.desk.calls.call(number)
    assert (await second.match(ODD)).status is Status.RUNNING
    await second.desk.calls.call(number)
    assert (await second.match(ODD)).over


async def test_the_absence_of_one_part_stands_the_clocks_of_that_part_only(place):
    """Two connections in one process: one breaks for two minutes, and the other is heard."""
    both = await place.process(0, 1)
    for room in (EVEN, ODD):
        await both.start(room)
    place.world.clock.advance(10 * SECOND)
    odd = both.halves[1]
    odd.connected = False
    both.desk.duty.leave(odd, odd.now())
    place.world.clock.advance(MINUTE)
    assert isinstance(await both.does(EVEN, RED, Said("E5")), Accepted)
    place.world.clock.advance(MINUTE)
    odd.connected = True
    await both.desk.duty.come_back(odd)
    await settled(both.desk)
    assert (await both.match(ODD)).clock.used(place.world.clock.now()) == 10 * SECOND
    # Red's turn there took 70 seconds: a minute of its own, and ten seconds of the bank.
    assert (await both.match(EVEN)).clock.banks == (5 * MINUTE - 10 * SECOND, 5 * MINUTE)
    assert [one.room for one in place.world.announced() if "I was away" in one.text] == [ODD]


async def test_a_part_that_was_down_while_another_ran_charges_nobody(place):
    """The process of one half is gone for ten minutes; the other's notes of duty are its own."""
    first = await place.process(0)
    async with AsyncExitStack() as life:
        second = Process(first.store, place.world, 1)
        await life.enter_async_context(second.at_work())
        await second.start(ODD)
        place.world.clock.advance(10 * SECOND)
        await second.desk.duty.note_duty(second.halves[1])
    for _ in range(10):
        place.world.clock.advance(MINUTE)
        await first.desk.duty.note_duty(first.halves[0])
    third = await place.process(1)
    assert (await third.match(ODD)).clock.used(place.world.clock.now()) == 10 * SECOND
    assert any("I was away for 10:00" in text for text in place.world.texts())


async def test_a_part_that_is_given_up_while_a_match_is_recovered_ends_nothing_else(place):
    """Its match is another process's by then; that of the other half is recovered all the same."""
    both = await place.process(0, 1)
    numbers = [await both.start(room) for room in (EVEN, ODD)]
    even, odd = [await both.desk._ledger.find(number) for number in numbers]
    both.halves[0].deaf_in = {EVEN}
    both.desk._ledger.lose(even, VenueError("the history can't be read"))
    await settled(both.desk)
    both.desk.forget(both.halves[0])
    place.world.clock.advance(MINUTE)
    # Where recovery has ended, nothing is ever settled.
    async with patience():
        await settled(both.desk)
        both.desk._ledger.lose(odd, VenueError("the history can't be read"))
        await settled(both.desk)
        place.world.clock.advance(MINUTE)
        await odd.in_sync.wait()
    assert isinstance(await both.does(ODD, RED, Said("E5")), Accepted)
