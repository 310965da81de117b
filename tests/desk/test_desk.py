"""The desk end to end: a venue in memory, a real SQLite database, time moved by hand."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, MINUTE, RED, ROOM, SECOND, house, leases, locked
from handclock import START, HandClock

from bot.desk.duty import INTERVAL, Heartbeat
from bot.desk.venue import VenueError
from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Resign, Submission
from bot.timing import VenueClock


async def test_talk_and_spectators_cost_nothing_and_an_accepted_turn_is_one_announcement(place):
    """With the board, in reply to the message, to the player to move alone."""
    before = (await place.match()).seen
    for player, text in ((RED, "hello"), (FAN, "E5"), (BLUE, "E5 maybe")):
        answer = await place.hear(player, text)
        assert answer.ruling == Ignored()
    assert (await place.hear(RED, "E5 maybe")).ruling == Ignored(unclear=True)
    assert (await place.match()).seen == before
    assert len(place.world.announced()) == 2
    before = len(place.world.announced())
    answer = await place.hear(RED, "E5")
    assert isinstance(answer.ruling, Accepted)
    (seen,) = place.world.announced()[before:]
    assert "**Red** played **E5**." in seen.text
    assert seen.announcement.scene is not None
    assert seen.announcement.ping == (BLUE.id,)
    assert seen.reply_to == list(place.world.said)[-1]
    assert (await place.match()).telling.board_message == seen.id


async def test_a_plea_is_answered_once_a_turn(place):
    """By its kind, to the player to move; the room's history makes up for what memory forgets."""
    texts = []
    tries = ((BLUE, "pass"), (RED, "pass"), (RED, "pass"), (RED, "swap"), (RED, "swap"))
    for player, text in tries:
        answer = await place.hear(player, text)
        assert isinstance(answer.ruling, Ignored)
        texts.append(answer.text)
    assert [bool(text) for text in texts] == [False, True, False, True, False]
    assert texts[1] == "You cannot pass your turn: Red may place 1 stone."
    await place.hear(RED, "E5")
    answer = await place.hear(BLUE, "pass")
    assert answer.text == "You cannot pass your turn: Blue may place 1 or 2 stones."


@pytest.mark.usefixtures("each_database")
async def test_a_message_is_ruled_once_however_often_it_is_heard(place):
    said = place.world.say(RED, "E5")
    await asyncio.gather(*(place.desk.submit(ROOM, said) for _ in range(5)))
    await place.hear(BLUE, "D3")
    assert (await place.submit(said)).ruling == Ignored()
    assert [turn.turn for turn in (await place.match()).turns] == ["E5", "D3"]


async def test_a_room_without_a_match_is_left_alone(idle):
    assert await idle.hear(RED, "E5") is None
    assert await idle.desk.submit_to(7, idle.world.say(RED, "E5")) is None
    assert await idle.desk.latest(ROOM) is None
    assert await idle.desk.match(7) is None
    await idle.desk.messages_changed(ROOM, "1", deleted=True)
    await idle.desk.calls.call(7)


@pytest.mark.usefixtures("each_database")
async def test_an_ended_match_leaves_memory_and_is_still_found(idle):
    number = await idle.start()
    await idle.act(RED, Resign())
    assert idle.desk.open_matches("fake", "server") == []
    assert await idle.hear(BLUE, "E5") is None
    found = await idle.desk.latest(ROOM)
    assert found[0] == number
    assert found[1].over
    pressed = await idle.desk.submit_to(number, idle.world.say(RED, "E5"))
    assert pressed.ruling == Refused(Reason.OVER, words=("E5",))
    again = await idle.start()
    assert (await idle.desk.latest(ROOM))[0] == again
    assert (await idle.desk.match(number))[1].over


async def test_an_announcement_that_fails_for_a_while_is_made_once(place):
    """It is tried until it is visible; the clock waits for it, and its words are of then."""
    place.venue.refusals = [trouble() for _ in range(3)]
    place.venue.answers_lost = 1
    said = place.world.say(RED, "E5")
    await place.desk.submit(ROOM, said)
    for left in (2, 1, 0):
        await place.world.until(lambda left=left: len(place.venue.refusals) == left)
        await next_try(place)
    await place.world.until(lambda: "E5" in place.world.texts()[-1])
    await next_try(place)
    await place.settled()
    assert sum("E5" in text for text in place.world.texts()) == 1
    seen = place.world.announced()[-1]
    match = await place.match()
    assert match.deadline() == seen.at + 6 * MINUTE
    assert f"time is up [{match.deadline():%H:%M:%S}]" in seen.text
    assert len({one.nonce for one in place.venue.tried if "E5" in one.text}) == 1
    assert [one.again for one in place.venue.tried if "E5" in one.text] == [False] + [True] * 4


@pytest.mark.usefixtures("each_database")
@pytest.mark.parametrize("visible", [False, True], ids=["before", "after"])
async def test_ruling_is_told_once_when_killed_between_ruling_and_telling(place, visible):
    if visible:
        place.venue.answers_lost = 1
    else:
        place.venue.hung.clear()
    await place.desk.submit(ROOM, place.world.say(RED, "E5"))
    await place.world.until(lambda: len(place.venue.tried) == 3)
    (nonce,) = {one.nonce for one in place.venue.tried[2:]}
    await place.kill()
    assert sum("E5" in text for text in place.world.texts()) == visible
    await place.open()
    told = [one for one in place.world.announced() if "E5" in one.text]
    assert [one.announcement.nonce for one in told] == [nonce]
    assert place.venue.tried[0].again
    assert await place.store.waiting(1) == []


@pytest.mark.usefixtures("each_database")
async def test_announcement_left_at_the_end_is_made_after_a_restart(place):
    place.venue.hung.clear()
    await place.desk.submit(ROOM, place.world.say(RED, "E5"))
    place.world.say(BLUE, "D3")
    await place.desk.submit_to(1, by(place, BLUE, Resign()))
    await place.kill()
    await place.open()
    assert "E5" in place.world.texts()[-2]
    assert "resigned" in place.world.texts()[-1]


async def test_time_is_called_at_the_right_moment(place):
    began = place.clock.now()
    place.watch_deadlines()
    for minutes, words in ((1, "your turn time is over"), (6, "Red's time ran out")):
        due = began + minutes * MINUTE + place.venue.grace
        while place.clock.now() < due:
            wake = await place.world.until(place.clock.next_wake)
            assert wake <= due + timedelta.resolution
            assert words not in place.world.texts()[-1]
            place.clock.advance(wake - place.clock.now())
        await place.world.until(lambda words=words: words in place.world.texts()[-1])
    await place.settled()
    match = await place.match()
    assert match.ended.at == began + 6 * MINUTE
    assert match.ended.winner is Colour.SECOND
    assert place.world.texts()[-1].count("wins on time") <= 1


async def test_a_match_that_cannot_be_called_holds_up_no_other(place):
    """The room of one can't be read; the flag of the other falls all the same."""
    other = replace(ROOM, id="other")
    number = await place.start(room=other)
    place.venue.deaf_in = {ROOM.id}
    place.watch_deadlines()
    await place.pass_until(lambda: any("ran out" in text for text in place.world.texts()))
    await place.settled()
    assert (await place.desk.match(number))[1].over
    assert not (await place.desk.match(1))[1].over


async def test_being_on_duty_is_noted_every_few_seconds(tmp_path):
    """While the venue is heard; a store that fails for a while is tried again."""
    async with house(tmp_path, timedelta(milliseconds=20)) as place:
        heartbeat = Heartbeat(place.desk, place.venue, leases(place), place.clock)
        beating = asyncio.create_task(heartbeat.run())
        await next_try(place)
        await place.world.until(place.clock.next_wake)
        assert await place.store.last_on_duty(Part("fake")) == place.clock.now()
        async with locked(place):
            await next_try(place)
            await place.world.until(place.clock.next_wake)
        assert await place.store.last_on_duty(Part("fake")) == place.clock.now() - INTERVAL
        await next_try(place)
        await place.world.until(place.clock.next_wake)
        assert await place.store.last_on_duty(Part("fake")) == place.clock.now()
        place.venue.connected = False
        await next_try(place)
        await place.world.until(place.clock.next_wake)
        assert await place.store.last_on_duty(Part("fake")) < place.clock.now()
        place.venue.connected = True
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


def test_a_venues_present_is_its_stamps_and_the_time_since():
    """Never the machine's own clock; an old stamp that arrives late does not turn it back."""
    time = HandClock()
    clock = VenueClock(time, START - timedelta(days=365))
    clock.observe(START)
    time.advance(MINUTE)
    assert clock.now() == START + MINUTE
    clock.observe(START + 30 * SECOND)
    assert clock.now() == START + MINUTE
    clock.observe(START + 61 * SECOND)
    assert clock.now() == START + 61 * SECOND


def by(place, player, act):
    return Submission(player, act, place.clock.now())


def trouble():
    return VenueError("the venue answered 503")


async def next_try(place):
    wake = await place.world.until(place.clock.next_wake)
    place.clock.advance(wake - place.clock.now())
