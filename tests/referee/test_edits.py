"""A message that was edited before it was read, and answered before it was edited."""

from dataclasses import replace

import pytest

from bot.referee.arbiter import rule
from bot.referee.events import MatchPaused
from bot.referee.late_turns import pause_for, set_aside, undecidable
from bot.referee.submission import Ready, Said, Submission
from referee.tables import BLUE, FAN, HOST, RED, after, at, by, new, played, running, terms


def edited(author=RED, written=30, last=50, text="E5"):
    return Submission(author, Said(text), at(last), "edited", written_at=at(written))


def answer(author=BLUE, when=40, text="C3 F3"):
    return Submission(author, Said(text), at(when), "answer")


def doubted(match, replied, *said):
    return list(undecidable(match, replied, rule(match, replied), said))


@pytest.mark.parametrize("control", [terms(), terms(None)], ids=["clock", "no clock"])
@pytest.mark.parametrize("answered", [30, 40])
def test_an_answer_to_a_message_edited_since_is_undecidable(control, answered):
    """Ann writes at 30, Bob answers at 40, Ann edits at 50: nobody knows what he answered.

    An answer of the moment in which the message was written is doubtful too.
    """
    assert doubted(running(control), answer(when=answered), edited()) == [edited()]


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(edited(last=39, written=30), id="edited before the answer"),
        pytest.param(edited(last=40, written=30), id="edited as the answer was sent"),
        pytest.param(edited(last=60, written=41), id="written after the answer"),
        pytest.param(edited(author=FAN), id="a spectator's"),
        pytest.param(edited(author=BLUE), id="the answerer's own"),
        pytest.param(replace(edited(), written_at=None), id="never edited"),
        pytest.param(replace(edited(), message=None), id="no message"),
        pytest.param(replace(edited(), act=Ready()), id="a button"),
    ],
)
def test_only_what_the_answer_may_have_answered_is_undecidable(message):
    """The mover's words, from before the answer, edited after it; more may come behind."""
    assert doubted(running(), answer(), message) == []
    assert doubted(running(), answer(), message, edited()) == [edited()]


def test_a_message_from_before_the_turn_is_of_another_turn():
    """Written at 19 when the turn began at 20; at 20 itself it is of this turn."""
    match = played(running(), RED, "E5", 20)
    before = edited(author=BLUE, written=19)
    within = edited(author=BLUE, written=20)
    assert doubted(match, answer(author=RED, when=40), before, within) == [within]


def test_a_message_written_after_the_deadline_is_no_turn():
    """One minute and five of the bank: at 361 Red's time was gone, at 360 it was not."""
    late, last = edited(written=361, last=400), edited(written=360, last=400)
    assert doubted(running(), answer(when=380), late, last) == [last]


def test_only_an_answer_out_of_turn_raises_the_doubt():
    match = running()
    assert doubted(match, answer(author=RED, text="E5"), edited()) == []
    assert doubted(match, answer(author=RED, when=380), edited(last=400)) == []
    assert doubted(match, answer(text="good luck"), edited()) == []
    assert doubted(match, by(BLUE, Ready(), 40), edited()) == []
    assert doubted(match, replace(answer(), message=None), edited()) == []
    assert doubted(new(), answer(), edited()) == []


def test_the_pause_is_as_of_when_the_message_was_written():
    assert pause_for(edited(), answer()) == MatchPaused(at(30), edited=("edited", "answer"))
    assert pause_for(replace(edited(), written_at=None), answer()).at == at(50)


def test_messages_the_host_was_asked_about_are_set_aside():
    match = after(running(), pause_for(edited(), answer()), MatchPaused(at(60), HOST))
    assert set_aside(match) == {"edited", "answer"}
    assert set_aside(running()) == frozenset()
