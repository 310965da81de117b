"""In which order rooms are taken up after an absence, be it of hundreds."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes import BLUE, HOST, MINUTE, RED, ROOM, SECOND, TERMS, FakeHouse, house
from layers import rows
from loopback.bell import LONGEST, patience
from storage.postgres import WITH_POSTGRES, fresh_database, network

from bot.desk.returns import AT_ONCE, LOADED_AT_ONCE, nearest_first
from bot.parts import Part
from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened
from bot.referee.match import Room
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission
from bot.storage.failures import StoreError, UnreachableError

ROOMS = 2 * LOADED_AT_ONCE + AT_ONCE
LAST = replace(ROOM, id="room-0")
"""Its turn has the longest time of all."""
NEAREST = {f"room-{number}" for number in range(ROOMS - AT_ONCE, ROOMS)}


@asynccontextmanager
async def back_to_many(folder: Path) -> AsyncIterator[tuple[FakeHouse, list[asyncio.Event]]]:
    """A referee that was away comes back, and reading a room takes until somebody lets it.

    The match of room 0 has the longest clock and that of the last room the shortest.
    """
    async with house(folder) as place:
        for number in range(ROOMS):
            terms = replace(TERMS, control=TimeControl((ROOMS - number) * MINUTE, MINUTE))
            await place.start(terms, room=replace(ROOM, id=f"room-{number}"))
        place.desk.duty.leave(place.venue, place.clock.now())
        reading = [asyncio.Event() for _ in range(ROOMS)]
        place.venue.slow_in = {f"room-{number}": one for number, one in enumerate(reading)}
        place.venue.rooms_read.clear()
        try:
            yield place, reading
        finally:
            for one in reading:
                one.set()


async def first_lot(place: FakeHouse) -> list[str]:
    await place.world.until(lambda: len(place.venue.rooms_read) >= AT_ONCE)
    return place.venue.rooms_read


async def test_the_nearest_deadlines_are_read_first(tmp_path):
    async with back_to_many(tmp_path) as (place, reading):
        returning = asyncio.create_task(place.desk.duty.come_back(place.venue))
        assert set(await first_lot(place)) == NEAREST
        for one in reading:
            one.set()
        await returning
        assert len(place.venue.rooms_read) == ROOMS


def test_the_rooms_of_a_server_are_read_together():
    """No flag falls before all of them have been: the nearest deadline takes its server along."""
    moments = {1: ("a", 50), 2: ("b", 20), 3: ("a", 10), 4: ("c", 30), 5: ("b", 90)}
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    matches = {one: (server, begun + late * SECOND) for one, (server, late) in moments.items()}
    assert nearest_first(matches) == [3, 1, 2, 5, 4]


async def test_room_with_a_message_is_read_next(tmp_path):
    """Red writes in the room whose turn would be the last, and has the answer before all others."""
    async with back_to_many(tmp_path) as (place, reading):
        returning = asyncio.create_task(place.desk.duty.come_back(place.venue))
        await first_lot(place)
        said = Submission(RED, Said("E5"), place.clock.now(), "m1")
        place.world.said["m1"] = (LAST, said)
        answering = asyncio.create_task(place.desk.submit(LAST, said))
        await asyncio.sleep(0)
        reading[ROOMS - 1].set()
        await place.world.until(lambda: len(place.venue.rooms_read) > AT_ONCE)
        assert place.venue.rooms_read[AT_ONCE] == LAST.id
        reading[0].set()
        assert await answering is not None
        assert not returning.done()
        for one in reading:
            one.set()
        await returning
        await place.settled()
        assert [turn.turn for turn in (await place.desk.latest(LAST))[1].turns] == ["E5"]


@pytest.mark.thorough
async def test_room_with_a_message_is_loaded_next(tmp_path):
    """The process is new, nothing is loaded, and all rooms but that one hang: Red is answered."""
    async with back_to_many(tmp_path) as (place, reading):
        slow = place.venue.slow_in
        await place.close()
        reading[0].set()
        await place.open(slow_in=slow)
        said = Submission(RED, Said("E5"), place.clock.now(), "m1")
        place.world.said["m1"] = (LAST, said)
        answering = asyncio.create_task(place.desk.submit(LAST, said))
        assert set((await first_lot(place))[:AT_ONCE]) <= NEAREST | {LAST.id}
        reading[ROOMS - 1].set()
        assert await answering is not None
        match = (await place.desk.latest(LAST))[1]
        assert [turn.turn for turn in match.turns] == ["E5"]
        assert not place.desk.presence(place.venue).here


@pytest.mark.thorough
async def test_query_and_turn_during_loading_are_not_charged(tmp_path):
    """The referee was down for 20 minutes; somebody looks at the board first, then Red plays."""
    async with back_to_many(tmp_path) as (place, reading):
        for one in reading:
            one.set()
        await place.desk.duty.come_back(place.venue)
        await place.settled()
        place.clock.advance(10 * SECOND)
        await place.close()
        place.clock.advance(20 * MINUTE)
        await place.open(slow_in={})
        assert await place.desk.latest(LAST) is not None
        said = Submission(RED, Said("E5"), place.clock.now(), "m1")
        place.world.said["m1"] = (LAST, said)
        assert await place.desk.submit(LAST, said) is not None
        await place.desk.presence(place.venue).ready(None)
        (turn,) = (await place.desk.latest(LAST))[1].turns
        assert turn.used == 10 * SECOND


@pytest.mark.parametrize("steps", rows([1, 20], quick=[1]))
async def test_a_return_that_overtakes_another_leaves_no_match_behind(tmp_path, steps):
    """The process stands still while the matches of a start are being loaded: all are taken up."""
    async with back_to_many(tmp_path) as (place, reading):
        for one in reading:
            one.set()
        await place.close()
        await place.open(slow_in={})
        for _ in range(steps):
            await asyncio.sleep(0.001)
        place.desk.start_over(place.venue, place.clock.now() - 6 * SECOND)
        await asyncio.sleep(0)
        await place.finish(asyncio.create_task(place.desk.presence(place.venue).ready(None)))
        for number in range(ROOMS):
            room = replace(ROOM, id=f"room-{number}")
            said = Submission(RED, Said("E5"), place.clock.now(), f"m{number}")
            answer = await place.finish(asyncio.create_task(place.desk.submit(room, said)))
            assert isinstance(answer.ruling, Accepted), number


async def test_a_form_that_waits_while_matches_are_loaded_holds_up_the_flag(idle):
    """Sent in time, before its match was at hand: no time is called until it has been ruled."""
    number = await idle.start(replace(TERMS, control=TimeControl(MINUTE, 0 * MINUTE)))
    await idle.close()
    await idle.open(slow_in={})
    with idle.desk.expecting(number, idle.clock.now()):
        await idle.desk.presence(idle.venue).ready(None)
        await idle.settled()
        idle.clock.advance(2 * MINUTE)
        await idle.desk.calls.call(number)
        assert not (await idle.match()).over
    await idle.desk.calls.call(number)
    assert (await idle.match()).over


MATCHES = 200


async def _beat(place: FakeHouse) -> None:
    await place.store.on_duty(Part("fake"), place.clock.now())


async def _tick(place: FakeHouse) -> None:
    while True:
        await asyncio.sleep(0.05)
        place.clock.advance(timedelta(seconds=0.2))


@pytest.mark.real_time
@WITH_POSTGRES
async def test_many_matches_return_from_an_outage_and_the_heartbeat_is_not_behind_them(tmp_path):
    """The server is far away, and slow. What waits for its turn is not lost once more for that."""
    async with fresh_database(with_tables=True) as url, network(url) as (between, address):
        place = FakeHouse(tmp_path, LONGEST)
        place.address = address
        await place.open()
        for number in range(MATCHES):
            opened = MatchOpened(place.clock.now(), HOST, (RED, BLUE), TERMS)
            await place.store.open_match(Room("fake", "1", str(number)), opened)
        await place.close()
        await place.open()
        between.dead = True
        with pytest.raises(UnreachableError):
            await _beat(place)
        between.dead = False
        between.delay = 0.02
        used = []
        place.store.meters.append(used.append)
        ticking = asyncio.create_task(_tick(place))
        before_beats = []
        async with patience():
            while not all(live.in_sync.is_set() for live in place.desk._ledger.tables):
                so_far = len(used)
                with contextlib.suppress(StoreError):
                    await _beat(place)
                before_beats.append(len(used) - so_far)
                await asyncio.sleep(0.1)
        ticking.cancel()
        assert sum(use.error is not None for use in used) == 0
        assert len(before_beats) > 3
        assert max(before_beats) < MATCHES / 4, before_beats
        between.delay = 0
        await place.close()
