"""The desk in trouble: absences, failures of the store and the venue, faults of its own."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import (
    BLUE,
    FAN,
    HOST,
    MINUTE,
    RED,
    ROOM,
    SECOND,
    TERMS,
    FakeVenue,
    PlainVoice,
    house,
    locked,
)
from settling import settled

from bot.desk.desk import Desk
from bot.desk.outbox import Outbox
from bot.desk.venue import VenueError
from bot.parts import Part
from bot.referee.clock import ZERO
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Ignored
from bot.referee.submission import Pause, Resume, Submission
from bot.storage.failures import StoreError
from bot.storage.store import open_store

IMPATIENT = timedelta(milliseconds=20)
"""How long a locked database is waited for, where it stays locked."""


class TonguetiedVoice(PlainVoice):
    def strong(self, text: str) -> str:
        raise RuntimeError("no words")


async def test_missed_messages_are_ruled_in_stamp_order_off_the_clock(place):
    """After a crash: turns first, then one sentence; each is charged what ran on duty."""
    place.clock.advance(20 * SECOND)
    await place.kill()
    place.clock.advance(10 * MINUTE)
    place.world.say(BLUE, "D3 F7", at=place.clock.now() + 5 * SECOND)
    place.world.say(RED, "E5")
    place.world.say(FAN, "A1")
    place.world.say(BLUE, "A1", at=place.clock.now() - SECOND)
    place.clock.advance(MINUTE)
    told = len(place.world.announced())
    await place.open()
    match = await place.match()
    assert [turn.turn for turn in match.turns] == ["E5", "D3 F7"]
    assert [turn.used for turn in match.turns] == [20 * SECOND, 0 * SECOND]
    assert match.clock.banks == (5 * MINUTE, 5 * MINUTE)
    first, second, back = (one.text for one in place.world.announced()[told:])
    assert "E5" in first
    assert "D3 F7" in second
    assert "I was away for 11:00" in back
    assert not any("may place" in text for text in (first, second)), "the last one says that"
    assert "may place" in back
    assert match.deadline() == place.clock.now() + 6 * MINUTE
    (early,) = [key for key, (_, one) in place.world.said.items() if one.act.text == "A1"][1:]
    assert "It is Red's turn" in place.world.replies(early)[0]


async def test_an_absence_is_not_charged_and_a_short_one_not_spoken_of(place):
    place.clock.advance(20 * SECOND)
    left = place.clock.now()
    place.desk.duty.leave(place.venue)
    place.clock.advance(4 * SECOND)
    told = len(place.world.announced())
    await place.desk.duty.come_back(place.venue, left)
    await place.settled()
    assert len(place.world.announced()) == told
    match = await place.match()
    assert match.clock.used(place.clock.now()) == 20 * SECOND
    assert match.deadline() == place.clock.now() + 6 * MINUTE - 20 * SECOND
    # Coming back twice is one absence, and noted at once, before the next heartbeat.
    left = place.clock.now()
    place.venue.connected = False
    place.desk.duty.leave(place.venue, left)
    place.clock.advance(MINUTE)
    place.venue.connected = True
    for _ in range(2):
        await place.desk.duty.come_back(place.venue, left)
        assert await place.store.last_on_duty(Part("fake")) == left + MINUTE
    await place.settled()
    assert sum("I was away" in text for text in place.world.texts()) == 1
    match = await place.match()
    place.clock.advance(10 * SECOND)
    assert match.clock.used(place.clock.now()) == 30 * SECOND


async def test_without_any_note_of_duty_no_time_of_the_turn_is_charged(place):
    place.clock.advance(20 * SECOND)
    await place.kill()
    store = await open_store(place.address)
    await store.write(lambda connection: connection.exec_driver_sql("DELETE FROM duty"))
    await store.close()
    place.clock.advance(MINUTE)
    await place.open()
    assert (await place.match()).clock.used(place.clock.now()) == 0 * SECOND


async def test_absence_is_told_without_a_clock(idle):
    await idle.start(replace(TERMS, control=None))
    await idle.kill()
    idle.clock.advance(MINUTE)
    idle.world.say(RED, "E5")
    await idle.open()
    assert "I was away for 1:00" in idle.world.texts()[-1]
    assert [turn.turn for turn in (await idle.match()).turns] == ["E5"]


async def test_live_words_wait_while_the_room_is_being_read(place):
    left = place.clock.now()
    place.desk.duty.leave(place.venue)
    place.clock.advance(SECOND)
    place.world.say(RED, "E5")
    place.clock.advance(SECOND)
    live = asyncio.create_task(place.hear(BLUE, "D3"))
    await place.world.until(lambda: len(place.world.said) == 2)
    await place.desk.duty.come_back(place.venue, left)
    await live
    assert [turn.turn for turn in (await place.match()).turns] == ["E5", "D3"]


async def test_two_desks_on_one_database_rule_every_message_once(place):
    """Whoever comes second takes the match as it is stored, and rules by that."""
    store = await open_store(place.address)
    other = Desk(store, Outbox(store, place.clock))
    other.serve(FakeVenue(place.world))
    await other.duty.come_back(FakeVenue(place.world), None)
    turns = [(RED, "E5"), (BLUE, "D3"), (RED, "E6 F6"), (BLUE, "F9"), (BLUE, "D4")]
    for number, (player, text) in enumerate(turns):
        said = place.world.say(player, text)
        desks = (place.desk, other) if number % 2 else (other, place.desk)
        await asyncio.gather(*(desk.submit(ROOM, said) for desk in desks))
        for desk in desks:
            await settled(desk)
    await other.submit(ROOM, Submission(HOST, Pause("tea"), place.clock.now()))
    assert "paused" in (await place.hear(RED, "H1")).text
    await other.close()
    await store.close()
    stored = await place.store.load(1)
    turns_played = [one.turn for one in stored.events if type(one).__name__ == "TurnPlayed"]
    assert turns_played == ["E5", "D3", "E6 F6", "D4"]
    assert len([text for text in place.world.texts() if "played" in text]) == len(turns_played)


async def test_while_the_store_fails_nothing_is_ruled_and_no_clock_runs(tmp_path):
    """The room is told once; when the store answers again the match goes on by the stamps."""
    async with house(tmp_path, IMPATIENT) as place:
        await place.start()
        place.clock.advance(30 * SECOND)
        await place.desk.duty.note_duty(place.venue)
        told = len(place.world.announced())
        async with locked(place):
            said = asyncio.create_task(place.hear(RED, "E5"))
            later = place.clock.now() + MINUTE
            await place.pass_until(lambda: place.clock.now() > later)
            (trouble,) = place.world.texts()[told:]
            assert trouble.startswith("🛠️ I am in trouble and can't rule at the moment.")
            assert (await place.desk.latest(ROOM))[1].turns == ()
            pressed = asyncio.create_task(place.act(HOST, Pause()))
            answer = await place.finish(pressed)
            assert isinstance(answer.ruling, Ignored)
            assert "try again" in answer.text
        await place.finish(said)
        match = await place.match()
        assert [turn.turn for turn in match.turns] == ["E5"]
        assert match.turns[0].used == 30 * SECOND
        assert match.clock.banks == (5 * MINUTE, 5 * MINUTE)
        assert "I was away" in place.world.texts()[-1]
        assert match.deadline() == place.world.announced()[-1].at + 6 * MINUTE
        assert isinstance((await place.hear(BLUE, "D3")).ruling, Accepted)


async def test_a_failure_of_a_moment_is_not_even_noticed(tmp_path):
    """Tried again a second later, the act is done; the room hears nothing of it."""
    async with house(tmp_path, IMPATIENT) as place:
        await place.start()
        async with locked(place):
            pressed = asyncio.create_task(place.act(HOST, Pause("tea")))
            await place.world.until(place.clock.next_wake)
        assert isinstance((await place.finish(pressed)).ruling, Accepted)
        assert not any("trouble" in text or "away" in text for text in place.world.texts())
        assert (await place.match()).status is Status.PAUSED


@pytest.mark.parametrize("left", [False, True])
async def test_a_locked_database_has_no_room_read_and_no_clock_charged(tmp_path, caplog, left):
    """Ten seconds have run, of which five since the last write; then 2.2 s pass.

    What was heard is ruled in the order of its stamps. Where the venue leaves meanwhile, something
    may have been missed there.
    """
    async with house(tmp_path, IMPATIENT) as place:
        rooms = [ROOM, *(replace(ROOM, id=str(number)) for number in range(5))]
        for room in rooms:
            await place.start(room=room)
        place.clock.advance(5 * SECOND)
        await place.desk.duty.note_duty(place.venue)
        place.clock.advance(5 * SECOND)
        reads = list(place.venue.reads)
        async with locked(place):
            with pytest.raises(StoreError):
                await place.desk.duty.note_duty(place.venue)
            red = place.world.say(RED, "E5")
            blue = place.world.say(BLUE, "D3", at=red.sent_at + SECOND)
            said = [asyncio.create_task(place.submit(act)) for act in (blue, red)]
            if left:
                place.desk.duty.leave(place.venue)
                coming = asyncio.create_task(place.desk.duty.come_back(place.venue))
        place.clock.advance(timedelta(seconds=2.2))
        for act in said:
            await place.finish(act)
        await place.pass_until(
            lambda: not place.desk.trouble() and place.desk.presence(place.venue).here
        )
        await place.settled()
        if left:
            await coming
        assert (place.venue.reads == reads) is not left
        turns = (await place.match()).turns
        assert [(turn.turn, turn.used) for turn in turns] == [("E5", 5 * SECOND), ("D3", ZERO)]
        for room in rooms[1:]:
            match = (await place.desk.latest(room))[1]
            assert match.clock.used(match.duty.on_since) == 5 * SECOND
        assert left or len([line for line in caplog.messages if "again" not in line]) == 1


async def test_more_than_can_wait_is_answered_and_logged_once(place, monkeypatch, caplog):
    """Talk waits for nobody, and is not counted; what waits is ruled in its order."""
    for module in ("hearing", "tables"):
        monkeypatch.setattr(f"bot.desk.{module}.MOST_WAITING", 2)
    place.desk.duty.leave(place.venue)
    words = (FAN, "E5"), (RED, "E5"), (BLUE, "D3"), (RED, "F5"), (BLUE, "F7")
    said = [asyncio.create_task(place.desk.submit(ROOM, place.world.say(*one))) for one in words]
    await asyncio.gather(*said[3:])
    assert [task.done() for task in said] == [True, False, False, True, True]
    assert all("try again" in task.result().text for task in said[3:])
    assert sum("2 acts wait" in line for line in caplog.messages) == 1
    await place.desk.duty.come_back(place.venue)
    await place.finish(said[2])
    assert [turn.turn for turn in (await place.match()).turns] == ["E5", "D3"]


async def test_a_room_out_of_reach_for_good_pauses_the_match(place):
    """Nothing is lost: mended, it is resumed and everything is told."""
    place.venue.refusals = [VenueError("I may not write here", lasting=True)] * 2
    await place.hear(RED, "E5")
    await place.settled()
    match = await place.match()
    assert match.status is Status.PAUSED
    assert match.deadline() is None
    assert place.world.whispered
    await place.act(HOST, Resume(), after=20 * MINUTE)
    texts = place.world.texts()[-3:]
    assert "E5" in texts[0]
    assert "I may not write here" in texts[1]
    assert "resumed" in texts[2]
    match = await place.match()
    assert match.deadline() == place.clock.now() + 6 * MINUTE
    assert isinstance((await place.hear(BLUE, "D3")).ruling, Accepted)


async def test_a_room_that_can_never_be_read_pauses_the_match(place):
    """Time is not called without reading; the host decides."""
    place.venue.unreadable = [VenueError("no Read Message History", lasting=True)] * 2
    place.clock.advance(7 * MINUTE)
    await place.desk.calls.call(1)
    await place.pass_until(lambda: "no Read Message History" in place.world.texts()[-1])
    await place.settled()
    assert (await place.match()).status is Status.PAUSED


async def test_a_sentence_or_a_picture_that_fails_does_not_hold_up_the_match(place):
    """The room hears that something happened, the clock starts, and the match is played on."""
    place.venue.refusals = [RuntimeError("no font")]
    await place.hear(RED, "E5")
    seen = place.world.announced()[-1]
    assert "E5" in seen.text
    assert seen.announcement.scene is None
    assert (await place.match()).deadline() is not None
    place.venue.voice = TonguetiedVoice()
    await place.hear(BLUE, "D3")
    assert "can't put into words" in place.world.texts()[-1]
    assert (await place.match()).deadline() is not None
    place.venue.voice = PlainVoice()
    await place.hear(RED, "A1")
    assert "A1" in place.world.texts()[-1]


async def test_a_fault_of_the_referees_own_leaves_the_match_playable(place):
    """It is raised to whoever asked; nothing is changed, and the next act is ruled."""
    before = await place.match()
    with pytest.raises(AssertionError):
        await place.act(HOST, object())
    assert await place.match() == before
    assert isinstance((await place.hear(RED, "E5")).ruling, Accepted)


async def test_a_watcher_that_fails_harms_nobody(idle):
    def broken(*_):
        raise RuntimeError("no screen")

    idle.desk.watchers.append(broken)
    await idle.start()
    assert isinstance((await idle.hear(RED, "E5")).ruling, Accepted)
    assert "E5" in idle.world.texts()[-1]
