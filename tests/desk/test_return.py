"""The desk coming back: what is asked for meanwhile, what can't be read, who is told."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from fakes import BLUE, FAN, HOST, MINUTE, RED, ROOM, SECOND, TERMS, FakeHouse, FakeVenue, leases

from bot.desk.desk import Desk
from bot.desk.duty import Heartbeat
from bot.desk.outbox import Outbox
from bot.desk.presence import Away, Returning
from bot.desk.venue import VenueError
from bot.parts import Part
from bot.referee.events import MatchOpened
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Ignored
from bot.referee.submission import Adjudicate, Cancel, Resume, StartNow, Submission
from bot.storage.failures import DamagedMatchError
from bot.storage.store import open_store


@pytest.mark.usefixtures("each_database")
async def test_query_during_loading_charges_nobody(idle):
    """A press on Play at the wrong moment must not make the absence forgotten."""
    for number in range(5):
        await idle.start(room=replace(ROOM, id=f"other-{number}"), begun=False)
    number = await idle.start()
    idle.clock.advance(10 * SECOND)
    await idle.close()
    idle.clock.advance(20 * MINUTE)
    idle.store = await open_store(idle.address)
    idle.desk = Desk(idle.store, Outbox(idle.store, idle.clock))
    idle.venue = FakeVenue(idle.world)
    idle.desk.serve(idle.venue)
    away = await idle.store.last_on_duty(Part("fake"))
    coming = idle.desk.duty.come_back(idle.venue, away)
    await asyncio.gather(coming, idle.desk.match(number), idle.desk.match(1))
    await idle.settled()
    await idle.desk.calls.call(number)
    match = await idle.match()
    assert match.status is Status.RUNNING
    assert match.clock.used(idle.clock.now()) == 10 * SECOND
    assert any("I was away for 20:00" in text for text in idle.world.texts())


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_clock_stands_for_who_looks_at_a_match_before_its_room_was_read(idle, is_known):
    """A page is opened while the referee starts: it must not show time running."""
    number = await idle.start()
    began, idle.desk = idle.clock.now(), Desk(idle.store, Outbox(idle.store, idle.clock))
    idle.desk.serve(idle.venue)
    assert idle.desk.stands_since(number) is None
    await idle.desk.match(number)
    assert idle.desk.stands_since(number) == began
    idle.clock.advance(10 * SECOND)
    last = idle.clock.now() if is_known else None
    idle.desk.presence(idle.venue).begin(last)
    assert idle.desk.stands_since(number) == (last or began)
    await idle.desk.duty.come_back(idle.venue, last)
    assert idle.desk.stands_since(number) is None


@pytest.mark.usefixtures("each_database")
async def test_an_open_match_that_turns_up_on_duty_is_taken_up(idle):
    """Another program opened it: before anything is ruled its room is read."""
    elsewhere = replace(ROOM, id="elsewhere")
    opened = MatchOpened(idle.clock.now(), HOST, (RED, BLUE), TERMS)
    number = await idle.store.open_match(elsewhere, opened)
    reads = len(idle.venue.reads)
    begin = Submission(HOST, StartNow(), idle.clock.now())
    answer = await idle.finish(asyncio.create_task(idle.desk.submit_to(number, begin)))
    assert isinstance(answer.ruling, Accepted)
    assert len(idle.venue.reads) > reads


def read_slowly(place: FakeHouse) -> tuple[asyncio.Event, asyncio.Event]:
    """Rooms are read, and nobody has what was read before the first event; the second: reading."""
    gate, reading, read = asyncio.Event(), asyncio.Event(), place.venue.read_since

    async def slowly(room, after):
        said = await read(room, after)
        reading.set()
        place.world.bell.ring()
        await gate.wait()
        return said

    place.venue.read_since = slowly
    return gate, reading


async def test_a_return_that_is_overtaken_by_the_next_absence_rules_nothing(place):
    place.clock.advance(SECOND)
    gate, reading = read_slowly(place)
    place.desk.read_again(1, "a hiccup")
    await place.pass_until(reading.is_set)
    place.venue.connected = False
    place.desk.duty.leave(place.venue)
    missed = place.world.say(RED, "E5")
    gate.set()
    place.clock.advance(SECOND)
    second = asyncio.create_task(place.hear(RED, "D3"))
    await asyncio.sleep(0)
    place.venue.connected = True
    await place.desk.duty.come_back(place.venue, place.clock.now())
    await place.finish(second)
    (turn,) = (await place.match()).turns
    assert turn.message == missed.message


@pytest.mark.usefixtures("each_database")
@pytest.mark.parametrize(
    "change",
    [
        'UPDATE events SET data=replace(data, \'"ruleset": "genius"\', \'"ruleset": "spice"\')',
        "UPDATE events SET data='{}'",
    ],
    ids=["a game of another program", "nonsense"],
)
async def test_a_match_that_cannot_be_read_is_told_of_and_can_be_closed(idle, change):
    """It holds up no other; whoever manages the server frees its room."""
    number = await idle.start()
    await idle.start(room=replace(ROOM, id="other"), begun=False)
    async with idle.store.transaction() as connection:
        await connection.exec_driver_sql(f"{change} WHERE match={number} AND number=0")
    await idle.close()
    told = len(idle.world.texts())
    await idle.open()
    assert [open_one for open_one, *_ in idle.desk.open_matches("fake", "server")] == [2]
    (text,) = idle.world.texts()[told:]
    assert "damaged" in text
    assert await idle.hear(RED, "E5") is None
    cancel = Submission(FAN, Cancel(), idle.clock.now())
    with pytest.raises(DamagedMatchError):
        await idle.desk.submit(ROOM, cancel)
    answer = await idle.desk.submit(ROOM, replace(cancel, may_host=True))
    assert answer.text.startswith(f"Match {number} is closed")
    assert await idle.start() == 3


@pytest.mark.usefixtures("each_database")
async def test_a_refusal_is_answered_however_long_the_referee_was_away(place):
    """Stored just before it was killed, and not answered then; it is answered once."""
    place.clock.advance(SECOND)
    said = place.world.say(RED, "F9")
    await place.store.refuse(1, said.message, seen=(await place.match()).seen)
    await place.kill()
    place.clock.advance(30 * MINUTE)
    await place.open()
    (reply,) = place.world.replies(said.message)
    assert "off the board" in reply
    await place.close()
    await place.open()
    assert len(place.world.replies(said.message)) == 1


async def test_a_turn_made_before_its_room_was_lost_counts(place):
    """The pause begins when the referee finds out, not when the turn began."""
    place.clock.advance(20 * SECOND)
    place.venue.unreadable = [VenueError("no Read Message History", lasting=True)]
    said = place.world.say(RED, "E5")
    place.clock.advance(SECOND)
    place.desk.read_again(1, "a hiccup")
    answer = await place.finish(asyncio.create_task(place.submit(said)))
    assert isinstance(answer.ruling, Accepted)
    match = await place.match()
    assert match.status is Status.PAUSED
    assert match.turns[0].used == 20 * SECOND
    answer = await place.hear(BLUE, "C3")
    assert answer.ruling == Ignored()
    assert "Your turn counts once it goes on" in answer.text
    assert isinstance((await place.act(HOST, Resume())).ruling, Accepted)
    await place.pass_until(lambda: "**C3**" in place.world.texts()[-1])
    assert (await place.match()).turns[1].used == timedelta(0)


async def test_the_host_hears_of_a_result_that_the_room_does_not_take(place):
    shut = VenueError("I lack the permission Send Messages", lasting=True)
    place.venue.refusals = [shut, shut]
    await place.act(HOST, Adjudicate("red"))
    (whispered,) = place.world.whispered
    assert whispered[0] == HOST
    assert "has ended" in whispered[1]
    await place.pass_until(lambda: "Red wins" in place.world.texts()[-1])
    assert len(place.world.whispered) == 1


async def test_the_host_hears_of_a_lost_room_once(place):
    """However often the referee comes back and finds it lost, over or not, also after a restart."""
    place.venue.deaf_for_good.add(ROOM.id)
    gone = VenueError("the channel is gone", lasting=True)
    place.venue.refusals = [gone] * 50
    for _ in range(3):
        await place.desk.duty.come_back(place.venue, place.clock.now())
        await place.pass_until(lambda: (place.desk.alarm.wait(), True)[1])
        await place.settled()
    await place.pass_until(lambda: place.world.whispered)
    await place.close()
    await place.open()
    place.venue.deaf_for_good.add(ROOM.id)
    await place.settled()
    assert len(place.world.whispered) == 1


@pytest.mark.usefixtures("each_database")
async def test_a_match_that_fell_behind_is_not_charged_after_a_crash(place):
    """On duty elsewhere is not on duty here: what is noted for all is the worst of them."""
    place.clock.advance(10 * SECOND)
    place.venue.deaf_in.add(ROOM.id)
    place.desk.read_again(1, "a hiccup")
    for _ in range(20):
        place.clock.advance(10 * SECOND)
        await asyncio.sleep(0)
    await Heartbeat(place.desk, place.venue, leases(place), place.clock).beat()
    noted = await place.store.last_on_duty(Part("fake"))
    await place.kill()
    await noting(place, noted)
    await place.open()
    match = await place.match()
    assert match.clock.used(place.clock.now()) == 10 * SECOND
    assert not match.over


@pytest.mark.usefixtures("each_database")
async def test_a_note_of_the_future_charges_nobody(place):
    place.clock.advance(10 * SECOND)
    await place.kill()
    place.clock.advance(4 * MINUTE)
    await noting(place, place.clock.now() + 10 * MINUTE)
    await place.open()
    assert (await place.match()).clock.used(place.clock.now()) == timedelta(0)


async def test_the_host_hears_of_a_lost_room_before_the_start_too(idle):
    number = await idle.start(begun=False)
    for _ in range(2):
        gone = VenueError("the channel is gone", lasting=True)
        idle.desk.out_of_reach(number, gone)
    await idle.settled()
    (whispered,) = idle.world.whispered
    assert "I can't hold match 1" in whispered[1]
    assert (await idle.match()).status is Status.WAITING


@pytest.mark.usefixtures("each_database")
async def test_a_return_is_tried_until_the_store_answers(idle):
    """It can't be read just then: the venue is here once it could be, and not before."""
    number = await idle.start()
    idle.clock.advance(10 * SECOND)
    presence, left = idle.desk.presence(idle.venue), idle.clock.now()
    idle.desk.duty.leave(idle.venue, left)
    assert presence.state == Away(left)
    await rename(idle, "matches", "elsewhere")
    coming = asyncio.create_task(idle.desk.duty.come_back(idle.venue))
    await idle.pass_until(lambda: idle.clock.now() > left + MINUTE)
    assert presence.state == Returning(left)
    assert not coming.done()
    await rename(idle, "elsewhere", "matches")
    await idle.finish(coming)
    assert presence.here
    # Of the try in the middle of which it answered, the match may have had no part.
    await idle.pass_until(lambda: idle.desk.stands_since(number) is None)
    assert (await idle.match()).clock.used(idle.clock.now()) == 10 * SECOND


async def test_an_absence_that_begins_in_a_return_is_the_same_one(place):
    """The line breaks again while the rooms are read: off duty since the first break."""
    place.clock.advance(10 * SECOND)
    left = place.clock.now()
    place.desk.duty.leave(place.venue, left)
    place.clock.advance(MINUTE)
    gate, reading = read_slowly(place)
    overtaken = asyncio.create_task(place.desk.duty.come_back(place.venue))
    await place.world.until(reading.is_set)
    place.desk.duty.leave(place.venue, place.clock.now())
    gate.set()
    await overtaken
    assert place.desk.presence(place.venue).state == Away(left)
    place.clock.advance(MINUTE)
    await place.desk.duty.come_back(place.venue)
    await place.settled()
    assert (await place.match()).clock.used(place.clock.now()) == 10 * SECOND
    assert [text for text in place.world.texts() if "I was away for 2:00" in text]


async def test_the_last_heartbeat_says_since_when_the_process_before_was_gone(idle):
    """It is asked for once, at the start; afterwards the venue knows better."""
    noted = idle.clock.now() - MINUTE
    await idle.store.on_duty(Part("fake"), noted)
    fresh = Desk(idle.store, Outbox(idle.store, idle.clock))
    await fresh.take_over(idle.venue)
    assert fresh.presence(idle.venue).state == Away(noted)
    await idle.desk.take_over(idle.venue)
    assert idle.desk.presence(idle.venue).here


async def rename(place: FakeHouse, table: str, name: str) -> None:
    await place.store.write(
        lambda connection: connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {name}")
    )


async def noting(place: FakeHouse, at: datetime) -> None:
    store = await open_store(place.address)
    await store.on_duty(Part("fake"), at)
    await store.close()
