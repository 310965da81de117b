"""A turn that comes to light late: an approved post with its old timestamp, in a forum's topic."""

from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, HOST, RED, TERMS, House, house

from bot.desk.late import has_moved_on, is_overtaken
from bot.referee.events import MatchPaused, Request, Termination
from bot.referee.formats import OnFlag
from bot.referee.match import Status
from bot.referee.submission import (
    Ask,
    ChangeTime,
    Pause,
    Resign,
    Resume,
    Said,
    Submission,
    Undo,
)

SECOND = timedelta(seconds=1)


def held_back(place: House, text: str = "E5", who=RED) -> Submission:
    """What somebody wrote now, and nobody can read yet."""
    return Submission(who, Said(text), place.clock.now(), "held-back")


async def test_a_turn_after_which_nothing_was_ruled_is_not_overtaken(tmp_path):
    """Talk, a refusal and a pause by the host in between change nothing."""
    async with house(tmp_path) as place:
        await place.start()
        late = held_back(place)
        place.clock.advance(SECOND)
        await place.hear(RED, "let me think")
        await place.hear(RED, "A9")
        assert not is_overtaken(await place.match(), late)


async def test_a_turn_that_another_overtook_pauses_the_match_once(tmp_path):
    """It is never ruled; the pause tells of whose turn and when, and the second call is none."""
    async with house(tmp_path) as place:
        number = await place.start()
        late = held_back(place)
        place.clock.advance(5 * SECOND)
        await place.hear(RED, "D7")
        match = await place.match()
        assert is_overtaken(match, late)
        assert await place.desk.too_late(number, late)
        await place.settled()
        match = await place.match()
        pauses = [event for _, event in match.log if isinstance(event, MatchPaused)]
        assert [(one.late, one.colour) for one in pauses] == [(late.sent_at, 0)]
        assert match.status is Status.PAUSED
        assert [turn.turn for turn in match.turns] == ["D7"]
        assert not await place.desk.too_late(number, late)
        await place.act(HOST, Resume())
        assert not await place.desk.too_late(number, late)
        assert (await place.match()).status is Status.RUNNING
        assert place.world.whispered == []


async def test_a_second_late_turn_in_the_pause_is_told_to_the_host_alone(tmp_path):
    """The match is paused already: another announcement would only be noise."""
    async with house(tmp_path) as place:
        number = await place.start()
        late = held_back(place)
        place.clock.advance(5 * SECOND)
        await place.hear(RED, "D7")
        await place.desk.too_late(number, late)
        await place.settled()
        seen = len(place.world.seen)
        assert await place.desk.too_late(number, replace(late, message="second"))
        await place.settled()
        assert len(place.world.seen) == seen
        assert [player for player, _ in place.world.whispered] == [HOST]


async def test_a_turn_that_comes_after_the_end_is_told_to_the_host_alone(tmp_path):
    """The result stands."""
    async with house(tmp_path) as place:
        number = await place.start()
        late = held_back(place)
        place.clock.advance(5 * SECOND)
        await place.act(RED, Resign())
        seen = len(place.world.seen)
        assert is_overtaken(await place.match(), late)
        assert await place.desk.too_late(number, late)
        assert not await place.desk.too_late(number, late)
        await place.settled()
        assert (await place.match()).ended.termination is Termination.RESIGNATION
        assert len(place.world.seen) == seen
        ((told, text),) = place.world.whispered
        assert told == HOST
        assert "its result stands" in text


async def test_a_flag_stays_ruled_when_the_host_lets_the_match_go_on(tmp_path):
    """A turn stamped in time that appears only then is the host's to decide, and none of now."""
    async with house(tmp_path) as place:
        number = await place.start(replace(TERMS, on_flag=OnFlag.CALL_HOST))
        late = held_back(place)
        place.watch_deadlines()
        await place.pass_until(lambda: any("ran out" in text for text in place.world.texts()))
        await place.settled()
        assert (await place.match()).flagged
        assert is_overtaken(await place.match(), late)
        await place.act(HOST, Resume())
        assert is_overtaken(await place.match(), late)
        assert not is_overtaken(await place.match(), held_back(place))
        assert await place.desk.too_late(number, late)


@pytest.mark.parametrize("text", ["", "I resign", "good luck, D7 is strong", "D7 or F8?"])
async def test_late_talk_calls_nobody(text, tmp_path):
    """There is nothing to decide about it, and a running match runs on."""
    async with house(tmp_path) as place:
        number = await place.start()
        late = held_back(place, text)
        place.clock.advance(5 * SECOND)
        await place.hear(RED, "D7")
        assert not await place.desk.too_late(number, late)
        assert (await place.match()).status is Status.RUNNING


@pytest.mark.parametrize(
    ("who", "act"),
    [
        (RED, Said("D7")),
        (RED, Ask(Request.PAUSE)),
        (RED, Resign()),
        (HOST, Undo()),
        (HOST, Pause()),
        (HOST, ChangeTime("red", SECOND)),
    ],
)
async def test_a_match_has_moved_on_after_whatever_was_ruled(who, act, tmp_path):
    """A command given before that can't have meant the match as it stands now."""
    async with house(tmp_path) as place:
        await place.start()
        await place.hear(RED, "E5")
        await place.hear(BLUE, "D3 F7")
        written = place.clock.now()
        assert not has_moved_on(await place.match(), written)
        place.clock.advance(SECOND)
        await (place.hear(who, act.text) if isinstance(act, Said) else place.act(who, act))
        assert has_moved_on(await place.match(), written)
        assert not has_moved_on(await place.match(), place.clock.now())


async def test_a_match_does_not_move_on_by_talk_refusals_and_absences(tmp_path):
    """A command given before that means the match as it stands."""
    async with house(tmp_path) as place:
        await place.start()
        written = place.clock.now()
        place.clock.advance(SECOND)
        await place.hear(RED, "let me think")
        await place.hear(BLUE, "D3")
        await place.hear(RED, "A9")
        place.desk.leave_duty(place.venue, place.clock.now())
        place.clock.advance(6 * SECOND)
        await place.desk.return_to_duty(place.venue)
        await place.world.until(lambda: any("was away" in text for text in place.world.texts()))
        assert not has_moved_on(await place.match(), written)


async def test_a_spectators_late_turn_calls_nobody(tmp_path):
    """They play neither colour."""
    async with house(tmp_path) as place:
        number = await place.start()
        late = held_back(place, who=FAN)
        place.clock.advance(5 * SECOND)
        await place.hear(RED, "D7")
        await place.hear(BLUE, "D3 F7")
        assert not await place.desk.too_late(number, late)
        assert (await place.match()).status is Status.RUNNING
