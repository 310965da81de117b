"""What is done while only the store fails: it was heard, and is ruled by the stamps as ever."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from fakes import BLUE, HOST, RED, ROOM, SECOND, FakeHouse, house, locked

from bot.referee.match import Status
from bot.referee.submission import Pause, Said, Submission
from bot.storage.failures import StoreError, UnreachableError


@pytest.fixture
async def place(tmp_path) -> AsyncIterator[FakeHouse]:
    """A match that runs for five seconds, of which all were on duty."""
    async with house(tmp_path, timedelta(milliseconds=20)) as found:
        await found.start()
        found.clock.advance(5 * SECOND)
        await found.desk.duty.note_duty(found.venue)
        yield found


async def fail(place: FakeHouse) -> None:
    """Somebody notices that nothing can be stored."""
    with pytest.raises(StoreError):
        await place.desk.duty.note_duty(place.venue)


async def turns(place: FakeHouse) -> list[str]:
    await place.settled()
    return [turn.turn for turn in (await place.match()).turns]


async def test_a_turn_that_arrives_after_the_answer_to_it_counts_before_it(place):
    async with locked(place):
        await fail(place)
        red = place.world.say(RED, "E5")
        place.clock.advance(SECOND)
        blue = asyncio.create_task(place.hear(BLUE, "D3"))
        await place.world.until(lambda: len(place.world.said) == 2)
    await place.finish(blue)
    await place.submit(red)
    assert await turns(place) == ["E5", "D3"]


async def test_no_flag_falls_before_the_room_was_read(place):
    deadline = (await place.match()).deadline()
    place.clock.advance(deadline - place.clock.now() - SECOND)
    in_time = place.world.say(RED, "E5")
    place.clock.advance(2 * SECOND)
    await place.desk.duty.note_duty(place.venue)
    async with locked(place):
        await fail(place)
        late = asyncio.create_task(place.hear(RED, "D4"))
        await place.world.until(lambda: len(place.world.said) == 2)
    await place.finish(late)
    await place.submit(in_time)
    assert await turns(place) == ["E5"]


async def test_a_typed_pause_comes_before_the_turn_after_it(place):
    async with locked(place):
        await fail(place)
        pause = Submission(HOST, Pause("tea"), place.clock.now(), "9001", may_host=True)
        place.clock.advance(SECOND / 4)
        acts = [asyncio.create_task(place.submit(it)) for it in (place.world.say(RED, "E5"), pause)]
        await asyncio.sleep(0)
    for act in acts:
        await place.finish(act)
    assert await turns(place) == []
    assert (await place.match()).status is Status.PAUSED


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_turn_that_is_changed_before_its_ruling_stands_and_is_told(place, deleted):
    async with locked(place):
        await fail(place)
        said = place.world.say(RED, "E5")
        waits = asyncio.create_task(place.submit(said))
        changed = place.desk.messages_changed(ROOM, said.message, deleted=deleted)
        waiting = asyncio.create_task(changed)
        await asyncio.sleep(0)
    await place.finish(waits)
    await place.finish(waiting)
    assert await turns(place) == ["E5"]
    assert ("deleted" if deleted else "edited") in place.world.texts()[-1]


async def test_talk_that_becomes_a_turn_is_known_as_such_afterwards(place):
    talk = place.world.say(RED, "hm")
    await place.submit(talk)
    async with locked(place):
        await fail(place)
        place.world.edit(talk.message, "E5")
        _, edited = place.world.said[talk.message]
        asked = asyncio.create_task(place.desk.reads_as_turn(ROOM, edited))
        await asyncio.sleep(0)
    assert await place.finish(asked)


@pytest.mark.parametrize("turn", ["E5", "F9"])
async def test_a_form_has_its_own_answer(place, turn):
    """It has no message in the room that could be answered."""
    async with locked(place):
        await fail(place)
        form = Submission(RED, Said(turn), place.clock.now(), "i1234")
        sent = asyncio.create_task(place.desk.submit_to(1, form))
        await asyncio.sleep(0)
    answer = await place.finish(sent)
    assert bool(answer.text) is (turn == "F9")
    assert place.world.replies("i1234") == []
    assert await turns(place) == ([turn] if turn == "E5" else [])


async def test_what_was_not_heard_while_the_room_was_read_is_read_for_once_more(place):
    check, unheard = place.venue.places.check, []

    async def checked(*args, **options):
        if not unheard:
            unheard.append(place.world.say(RED, "E5"))
            place.desk.read_again(1, "an event can't be read")
        await check(*args, **options)

    place.venue.places.check = checked
    place.desk.read_again(1, "an event can't be read")
    await place.pass_until(lambda: place.desk._ledger.tables.get(1).match.turns)
    assert await turns(place) == ["E5"]


async def test_a_refusal_whose_storing_has_no_answer_is_told_once(place):
    refuse = place.store.refuse

    async def lost(*args, **options):
        await refuse(*args, **options)
        place.store.refuse = refuse
        raise place.store._unusable(UnreachableError("the answer is lost"))

    place.store.refuse = lost
    said = place.world.say(RED, "F9")
    answer = await place.finish(asyncio.create_task(place.submit(said)))
    await place.settled()
    assert len([*filter(None, [answer.text]), *place.world.replies(said.message)]) == 1
