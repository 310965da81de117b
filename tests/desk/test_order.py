"""The desk and the order of the stamps: what is overtaken, early, late, or of somebody else."""

import asyncio
from dataclasses import replace

import pytest
from fakes import BLUE, FAN, HOST, MINUTE, RED, ROOM, SECOND, TERMS, FakeHouse

from bot.desk.venue import VenueError
from bot.referee import submission
from bot.referee.events import MatchPaused, Request, Termination
from bot.referee.formats import OnFlag
from bot.referee.late_turns import has_moved_on, is_overtaken
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Ignored, Refused
from bot.referee.submission import MoveMatch, ReplacePlayer, Said, Submission


async def test_chatter_out_of_turn_has_the_room_read_once_a_second(place):
    """A reading answers all that was said before it; nobody is refused unheard."""
    reads = len(place.venue.reads)
    tries = [asyncio.create_task(place.hear(BLUE, f"A{n}")) for n in (1, 2, 3, 4, 5)]
    answers = await asyncio.gather(*tries)
    assert len(place.venue.reads) == reads + 1
    assert all(isinstance(one.ruling, Refused) for one in answers)
    place.clock.advance(SECOND / 2)
    soon = asyncio.create_task(place.hear(BLUE, "B1"))
    await place.world.until(place.clock.next_wake)
    assert len(place.venue.reads) == reads + 1
    assert isinstance((await place.finish(soon)).ruling, Refused | Ignored)
    assert len(place.venue.reads) == reads + 2


async def test_remark_before_taking_a_seat_is_no_turn(place):
    assert isinstance((await place.hear(FAN, "E5")).ruling, Ignored)
    await place.act(HOST, ReplacePlayer("red", FAN), after=5 * SECOND)
    await place.hear(BLUE, "D3", after=5 * SECOND)
    assert (await place.match()).turns == ()
    assert isinstance((await place.hear(FAN, "E5")).ruling, Accepted)


async def test_a_turn_on_its_way_is_ruled_before_its_player_leaves(place):
    place.clock.advance(SECOND)
    place.world.say(RED, "E5")
    await place.act(HOST, ReplacePlayer("red", FAN), after=5 * SECOND)
    match = await place.match()
    assert [turn.turn for turn in match.turns] == ["E5"]
    assert match.players[0] == FAN


async def test_a_match_takes_no_turns_along_from_its_new_room(idle):
    """Nor is one left behind in the old room, if that can be read at all."""
    number = await idle.start()
    idle.clock.advance(SECOND)
    there = replace(ROOM, id="there")
    remark = idle.world.say(BLUE, "A1")
    idle.world.said[remark.message] = (there, remark)
    idle.world.say(RED, "E5")
    await idle.act(HOST, MoveMatch("there"), after=SECOND)
    await idle.close()
    await idle.open()
    _, match = await idle.desk.match(number)
    assert [turn.turn for turn in match.turns] == ["E5"]


async def test_a_match_leaves_a_room_that_cannot_be_read(place):
    place.venue.unreadable = [VenueError("the channel is gone", lasting=True)]
    assert isinstance((await place.act(HOST, MoveMatch("there"))).ruling, Accepted)


async def test_untold_announcements_follow_to_the_new_room(place):
    """Whether it is tried again there, or refused for good: the match is not paused for it."""
    here = ROOM
    for lasting in (False, True):
        failed = VenueError("it does not answer", lasting=lasting)
        place.venue.hung.clear()
        place.venue.refusals = [failed]
        mover, turn = (BLUE, "C3") if lasting else (RED, "E5")
        place.clock.advance(SECOND)
        await place.desk.submit(here, place.world.say(mover, turn))
        tried = len(place.venue.tried)
        await place.world.until(lambda n=tried: len(place.venue.tried) >= n)
        there = replace(ROOM, id=f"there-{lasting}")
        await place.desk.submit(here, Submission(HOST, MoveMatch(there.id), place.clock.now()))
        place.venue.hung.set()
        await place.pass_until(lambda: place.venue.refusals == [])
        await place.finish(asyncio.create_task(place.settled()))
        (told,) = [one for one in place.world.announced() if f"**{turn}**" in one.text]
        assert told.room == there
        here = there
    assert (await place.desk.match(1))[1].status is Status.RUNNING


async def test_replaced_player_plays_no_more(place):
    place.clock.advance(SECOND)
    replaced = Submission(HOST, ReplacePlayer("red", FAN), place.clock.now())
    place.clock.advance(SECOND)
    place.world.say(RED, "E5")
    place.clock.advance(SECOND)
    await place.submit(replaced)
    match = await place.match()
    assert match.turns == ()
    assert match.players[0] == FAN


async def test_a_match_waits_to_be_moved_while_its_room_fails_for_a_moment(idle):
    number = await idle.start()
    idle.clock.advance(SECOND)
    idle.world.say(RED, "E5")
    idle.clock.advance(SECOND)
    idle.venue.unreadable = [VenueError("Discord answered 503")]
    move = asyncio.create_task(idle.act(HOST, MoveMatch("there")))
    await idle.finish(move)
    assert [turn.turn for turn in (await idle.desk.match(number))[1].turns] == ["E5"]


async def test_a_form_that_came_too_late_holds_nothing_up(idle):
    number = await idle.start()
    idle.clock.advance(6 * MINUTE + SECOND)
    with idle.desk.expecting(number, idle.clock.now()):
        idle.clock.advance(10 * SECOND)
        await idle.desk.calls.call(number)
    assert (await idle.match()).ended.termination is Termination.TIME


async def test_broken_message_holds_up_no_other(place):
    broken = Submission(RED, Said(None), place.clock.now(), "broken")
    said = place.world.say(RED, "E5")
    answers = await place.desk.read(ROOM, [broken, said])
    assert [submission for submission, _ in answers] == [said]
    assert len((await place.match()).turns) == 1


def held_back(place: FakeHouse, text: str = "E5", who=RED) -> submission.Submission:
    """What somebody wrote now, and nobody can read yet."""
    return submission.Submission(who, submission.Said(text), place.clock.now(), "held-back")


async def test_a_turn_that_another_overtook_pauses_the_match_once(idle):
    """It is never ruled; the pause tells of whose turn and when, and the second call is none."""
    number = await idle.start()
    late = held_back(idle)
    await idle.hear(RED, "D7", after=5 * SECOND)
    match = await idle.match()
    assert is_overtaken(match, late)
    assert await idle.desk.too_late(number, late)
    await idle.settled()
    match = await idle.match()
    pauses = [event for _, event in match.log if isinstance(event, MatchPaused)]
    assert [(one.late, one.colour) for one in pauses] == [(late.sent_at, 0)]
    assert match.status is Status.PAUSED
    assert [turn.turn for turn in match.turns] == ["D7"]
    assert not await idle.desk.too_late(number, late)
    assert idle.world.whispered == []
    # A second one in the pause is told to the host alone.
    seen = len(idle.world.seen)
    assert await idle.desk.too_late(number, replace(late, message="second"))
    await idle.settled()
    assert len(idle.world.seen) == seen
    assert [player for player, _ in idle.world.whispered] == [HOST]
    await idle.act(HOST, submission.Resume())
    assert not await idle.desk.too_late(number, late)
    assert (await idle.match()).status is Status.RUNNING


async def test_a_turn_that_comes_after_the_end_is_told_to_the_host_alone(idle):
    number = await idle.start()
    late = held_back(idle)
    await idle.act(RED, submission.Resign(), after=5 * SECOND)
    seen = len(idle.world.seen)
    assert is_overtaken(await idle.match(), late)
    assert await idle.desk.too_late(number, late)
    assert not await idle.desk.too_late(number, late)
    await idle.settled()
    assert (await idle.match()).ended.termination is Termination.RESIGNATION
    assert len(idle.world.seen) == seen
    ((told, text),) = idle.world.whispered
    assert told == HOST
    assert "its result stands" in text


async def test_a_flag_stays_ruled_when_the_host_lets_the_match_go_on(idle):
    """A turn stamped in time that appears only then is the host's to decide, and none of now."""
    number = await idle.start(replace(TERMS, on_flag=OnFlag.CALL_HOST))
    late = held_back(idle)
    idle.watch_deadlines()
    await idle.pass_until(lambda: any("ran out" in text for text in idle.world.texts()))
    await idle.settled()
    assert (await idle.match()).flagged
    assert is_overtaken(await idle.match(), late)
    await idle.act(HOST, submission.Resume())
    assert is_overtaken(await idle.match(), late)
    assert not is_overtaken(await idle.match(), held_back(idle))
    assert await idle.desk.too_late(number, late)


async def test_late_talk_and_a_spectators_late_turn_call_nobody(idle):
    number = await idle.start()
    talk = ("", "I resign", "good luck, D7 is strong", "D7 or F8?")
    late = [held_back(idle, "E5", FAN), *(held_back(idle, text) for text in talk)]
    late = [replace(said, message=f"held-{one}") for one, said in enumerate(late)]
    await idle.hear(RED, "D7", after=5 * SECOND)
    await idle.hear(BLUE, "D3 F7")
    for said in late:
        assert not await idle.desk.too_late(number, said)
        assert (await idle.match()).status is Status.RUNNING


@pytest.mark.parametrize(
    ("who", "act"),
    [
        (RED, submission.Said("D7")),
        (RED, submission.Ask(Request.PAUSE)),
        (RED, submission.Resign()),
        (HOST, submission.Undo()),
        (HOST, submission.Pause()),
        (HOST, submission.ChangeTime("red", SECOND)),
    ],
)
async def test_a_match_has_moved_on_after_whatever_was_ruled(place, who, act):
    await place.hear(RED, "E5")
    await place.hear(BLUE, "D3 F7")
    written = place.clock.now()
    assert not has_moved_on(await place.match(), written)
    place.clock.advance(SECOND)
    await (place.hear(who, act.text) if isinstance(act, submission.Said) else place.act(who, act))
    assert has_moved_on(await place.match(), written)
    assert not has_moved_on(await place.match(), place.clock.now())


async def test_a_match_does_not_move_on_by_talk_refusals_and_absences(place):
    """Nor is a turn that was held back overtaken by them."""
    late, written = held_back(place), place.clock.now()
    await place.hear(RED, "let me think", after=SECOND)
    await place.hear(BLUE, "D3")
    await place.hear(RED, "A9")
    assert not is_overtaken(await place.match(), late)
    place.desk.duty.leave(place.venue, place.clock.now())
    place.clock.advance(6 * SECOND)
    await place.desk.duty.come_back(place.venue)
    await place.world.until(lambda: any("was away" in text for text in place.world.texts()))
    assert not has_moved_on(await place.match(), written)
