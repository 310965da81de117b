"""A turn that comes to light late: an approved post with its old timestamp, in a forum's topic."""

from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, HOST, RED, TERMS, FakeHouse

from bot.desk.late import has_moved_on, is_overtaken
from bot.referee import submission
from bot.referee.events import MatchPaused, Request, Termination
from bot.referee.formats import OnFlag
from bot.referee.match import Status

SECOND = timedelta(seconds=1)


def held_back(place: FakeHouse, text: str = "E5", who=RED) -> submission.Submission:
    """What somebody wrote now, and nobody can read yet."""
    return submission.Submission(who, submission.Said(text), place.clock.now(), "held-back")


async def test_a_turn_after_which_nothing_was_ruled_is_not_overtaken(place):
    """Talk, a refusal and a pause by the host in between change nothing."""
    late = held_back(place)
    place.clock.advance(SECOND)
    await place.hear(RED, "let me think")
    await place.hear(RED, "A9")
    assert not is_overtaken(await place.match(), late)


async def test_a_turn_that_another_overtook_pauses_the_match_once(idle):
    """It is never ruled; the pause tells of whose turn and when, and the second call is none."""
    number = await idle.start()
    late = held_back(idle)
    idle.clock.advance(5 * SECOND)
    await idle.hear(RED, "D7")
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
    await idle.act(HOST, submission.Resume())
    assert not await idle.desk.too_late(number, late)
    assert (await idle.match()).status is Status.RUNNING
    assert idle.world.whispered == []


async def test_a_second_late_turn_in_the_pause_is_told_to_the_host_alone(idle):
    """The match is paused already: another announcement would only be noise."""
    number = await idle.start()
    late = held_back(idle)
    idle.clock.advance(5 * SECOND)
    await idle.hear(RED, "D7")
    await idle.desk.too_late(number, late)
    await idle.settled()
    seen = len(idle.world.seen)
    assert await idle.desk.too_late(number, replace(late, message="second"))
    await idle.settled()
    assert len(idle.world.seen) == seen
    assert [player for player, _ in idle.world.whispered] == [HOST]


async def test_a_turn_that_comes_after_the_end_is_told_to_the_host_alone(idle):
    """The result stands."""
    number = await idle.start()
    late = held_back(idle)
    idle.clock.advance(5 * SECOND)
    await idle.act(RED, submission.Resign())
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


@pytest.mark.parametrize(
    ("who", "text"),
    [
        (RED, ""),
        (RED, "I resign"),
        (RED, "good luck, D7 is strong"),
        (RED, "D7 or F8?"),
        (FAN, "E5"),
    ],
)
async def test_late_talk_and_a_spectators_late_turn_call_nobody(idle, who, text):
    """There is nothing to decide about it, and a running match runs on."""
    number = await idle.start()
    late = held_back(idle, text, who)
    idle.clock.advance(5 * SECOND)
    await idle.hear(RED, "D7")
    await idle.hear(BLUE, "D3 F7")
    assert not await idle.desk.too_late(number, late)
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
    """A command given before that can't have meant the match as it stands now."""
    await place.hear(RED, "E5")
    await place.hear(BLUE, "D3 F7")
    written = place.clock.now()
    assert not has_moved_on(await place.match(), written)
    place.clock.advance(SECOND)
    await (place.hear(who, act.text) if isinstance(act, submission.Said) else place.act(who, act))
    assert has_moved_on(await place.match(), written)
    assert not has_moved_on(await place.match(), place.clock.now())


async def test_a_match_does_not_move_on_by_talk_refusals_and_absences(place):
    """A command given before that means the match as it stands."""
    written = place.clock.now()
    place.clock.advance(SECOND)
    await place.hear(RED, "let me think")
    await place.hear(BLUE, "D3")
    await place.hear(RED, "A9")
    place.desk.duty.leave(place.venue, place.clock.now())
    place.clock.advance(6 * SECOND)
    await place.desk.duty.come_back(place.venue)
    await place.world.until(lambda: any("was away" in text for text in place.world.texts()))
    assert not has_moved_on(await place.match(), written)
