"""After an absence a press or a command waits for its match, and no flag overtakes it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from fakes import HOST, MINUTE, RED, ROOM, SECOND, TERMS, FakeHouse, house
from loopback.bell import patience

from bot.referee.clock import TimeControl
from bot.referee.match import Room, Status
from bot.referee.submission import Pause, Submission

OTHER = replace(ROOM, server="elsewhere", id="other")
NEXT_DOOR = replace(ROOM, id="next")


@asynccontextmanager
async def away(
    folder: Path, other: Room = OTHER
) -> AsyncIterator[tuple[FakeHouse, int, "asyncio.Task[None]"]]:
    """A match with a clock of 10 s, and one in another room; both hang while they are read."""
    async with house(folder) as place:
        terms = replace(TERMS, control=TimeControl(10 * SECOND, 0 * SECOND))
        number = await place.start(terms)
        await place.start(room=other)
        place.desk.duty.leave(place.venue, place.clock.now())
        place.venue.slow_in = {room.id: asyncio.Event() for room in (ROOM, other)}
        returning = asyncio.create_task(place.desk.duty.come_back(place.venue))
        try:
            yield place, number, returning
        finally:
            for reading in place.venue.slow_in.values():
                reading.set()


def wait_at_the_gate(
    place: FakeHouse, room: Room, at: datetime, number: int | None = None
) -> tuple["asyncio.Task[None]", asyncio.Event]:
    """Somebody's act, and what tells that it has begun."""
    begun = asyncio.Event()

    async def act() -> None:
        async with place.desk.gate.once_back(place.venue, room, at, number):
            begun.set()

    return asyncio.create_task(act()), begun


async def test_an_act_begins_once_its_match_is_in_sync_while_others_are_read(tmp_path):
    """The other room hangs still; the match is not named, but found by its room."""
    async with away(tmp_path) as (place, _, returning):
        acting, begun = wait_at_the_gate(place, ROOM, place.clock.now())
        await place.world.until(lambda: len(place.venue.rooms_read) >= 2)
        assert not begun.is_set()
        place.venue.slow_in[ROOM.id].set()
        async with patience():
            await acting
        assert not place.desk.presence(place.venue).here
        assert not returning.done()


async def test_no_flag_falls_while_an_act_waits_that_was_done_in_time(tmp_path):
    """It takes until long after the deadline to carry it out; then it is ruled by its stamp."""
    async with away(tmp_path) as (place, number, returning):
        at = place.clock.now()
        begun, carried_out = asyncio.Event(), asyncio.Event()

        async def act() -> None:
            async with place.desk.gate.once_back(place.venue, ROOM, at, number):
                begun.set()
                await carried_out.wait()
                await place.desk.submit_to(number, Submission(HOST, Pause(), at))

        acting = asyncio.create_task(act())
        place.venue.slow_in[ROOM.id].set()
        await begun.wait()
        place.clock.advance(MINUTE)
        await place.desk.calls.call(number)
        carried_out.set()
        await acting
        assert (await place.match()).status is Status.PAUSED
        assert not returning.done()


@pytest.mark.parametrize(("other", "falls"), [(OTHER, True), (NEXT_DOOR, False)])
async def test_time_is_called_while_the_rooms_of_other_servers_are_read(tmp_path, other, falls):
    """In a room of the same server that is not read yet, "match pause match:1" may be written."""
    async with away(tmp_path, other) as (place, number, returning):
        place.venue.slow_in[ROOM.id].set()
        async with place.desk.gate.once_back(place.venue, ROOM, place.clock.now() + MINUTE):
            place.clock.advance(MINUTE)
        # Only then is it known which rooms there are.
        await place.desk.presence(place.venue).loaded.wait()
        await place.desk.calls.call(number)
        assert (await place.match()).over is falls
        assert not returning.done()
        place.venue.slow_in[other.id].set()
        await returning
        await place.desk.calls.call(number)
        assert (await place.match()).over


async def test_flag_does_not_fall_by_what_a_player_writes_too_late(tmp_path):
    """Red's "E5" comes after the deadline, while another room of the server is still to be read."""
    async with away(tmp_path, NEXT_DOOR) as (place, number, returning):
        place.venue.slow_in[ROOM.id].set()
        async with place.desk.gate.once_back(place.venue, ROOM, place.clock.now() + MINUTE):
            place.clock.advance(MINUTE)
        hearing = asyncio.create_task(place.hear(RED, "E5"))
        await place.world.until(place.clock.next_wake)
        assert not (await place.desk.match(number))[1].over
        place.venue.slow_in[NEXT_DOOR.id].set()
        await returning
        await place.finish(hearing)
        assert (await place.match()).over


async def test_an_act_from_another_server_holds_up_nothing(tmp_path):
    """Nobody there may do anything in this match: it neither comes first, nor keeps a flag up."""
    async with away(tmp_path) as (place, number, returning):
        at = place.clock.now()
        acting, begun = wait_at_the_gate(place, OTHER, at, number)
        place.venue.slow_in[ROOM.id].set()
        async with place.desk.gate.once_back(place.venue, ROOM, at + MINUTE):
            place.clock.advance(SECOND * 15)
        assert not begun.is_set()
        await place.desk.presence(place.venue).loaded.wait()
        await place.desk.calls.call(number)
        assert (await place.match()).over
        place.venue.slow_in[OTHER.id].set()
        await asyncio.gather(acting, returning)


async def test_a_flag_does_not_fall_in_a_match_that_went_out_of_sync_meanwhile(idle):
    """The line breaks, and is back, while the room is read before a flag: it was off duty."""
    number = await idle.start(replace(TERMS, control=TimeControl(10 * SECOND, 0 * SECOND)))
    idle.clock.advance(MINUTE)
    idle.venue.slow_in = {ROOM.id: asyncio.Event()}
    left, read = idle.clock.now() - MINUTE, len(idle.venue.reads)
    calling = asyncio.create_task(idle.desk.calls.call(number))
    await idle.world.until(lambda: len(idle.venue.reads) > read)
    idle.desk.duty.leave(idle.venue, left)
    returning = asyncio.create_task(idle.desk.duty.come_back(idle.venue, left))
    idle.venue.slow_in[ROOM.id].set()
    await asyncio.gather(calling, returning)
    await idle.finish(asyncio.create_task(idle.act(HOST, Pause())))
    assert (await idle.match()).status is Status.PAUSED


async def test_act_without_a_match_waits_for_the_venue(tmp_path):
    """Such as the command that starts one."""
    async with away(tmp_path, NEXT_DOOR) as (place, _, returning):
        acting, begun = wait_at_the_gate(place, replace(ROOM, id="empty"), place.clock.now())
        place.venue.slow_in[ROOM.id].set()
        await place.world.until(lambda: len(place.venue.rooms_read) >= 2)
        assert not begun.is_set()
        place.venue.slow_in[NEXT_DOOR.id].set()
        await asyncio.gather(acting, returning)
        assert place.desk.presence(place.venue).here
