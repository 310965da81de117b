"""An end that the host takes back, and a seat that changes hands in the middle of a turn."""

from datetime import timedelta

import pytest
from engine.samples import FULL

from bot.referee import submission
from bot.referee.match import Status
from bot.referee.ruling import Ignored
from referee.tables import FAN, HOST, RED, accepted, at, both, new, running, say, show, terms


def does(match, act, when, by=HOST):
    return accepted(match, by, act, when).match


@pytest.mark.parametrize(
    ("end", "by"),
    [
        (submission.Forfeit("red"), HOST),
        (submission.Adjudicate(None), HOST),
        (submission.Resign(), RED),
    ],
)
def test_a_reopened_match_stands_as_it_was_with_its_clocks(end, by):
    """Red had used 20 seconds of the turn when it ended, and goes on with 40 once it is resumed."""
    ended = does(running(), end, 20, by)
    back = does(ended, submission.Reopen("a slip"), 500)
    assert (back.status, back.ended, back.paused_at) == (Status.PAUSED, None, at(20))
    assert back.clock.used(at(600)) == timedelta(seconds=20)
    resumed = show(does(back, submission.Resume(), 700), 705)
    assert resumed.deadline() == at(705 + 40 + 300)
    assert does(resumed, submission.Said("E5"), 710, RED).turns[-1].turn == "E5"


def test_words_between_end_and_reopening_are_no_turn():
    """Nor is it refused: it may be of another match in the room."""
    back = does(does(running(), submission.Forfeit("red"), 20), submission.Reopen("a slip"), 500)
    assert say(back, RED, "E5", 300) == Ignored()


def test_the_turn_that_ended_the_game_goes_with_the_end():
    """On a board of side 3 that is full: the last mover is to move again, the cell is free."""
    match = both(running(terms(None, side=3)), FULL.split("/"))
    last = match.turns[-1]
    back = does(match, submission.Reopen("a slip"), 5000)
    assert back.to_move is last.colour
    assert len(back.turns) == len(match.turns) - 1
    assert back.status is Status.PAUSED
    again = show(does(back, submission.Resume(), 5100), 5101)
    assert does(again, submission.Said(last.turn), 5102, again.players[last.colour]).over


def test_a_match_ended_in_a_pause_or_before_its_start_stands_so_again():
    paused = does(running(), submission.Pause(), 10)
    back = does(does(paused, submission.Cancel(), 100), submission.Reopen("no"), 200)
    assert (back.status, back.paused_at) == (Status.PAUSED, at(10))
    waiting = does(does(new(), submission.Cancel(), 5), submission.Reopen("no"), 50)
    assert (waiting.status, waiting.paused_at) == (Status.WAITING, None)


def test_a_replacement_starts_with_a_fresh_turn_time():
    """Red leaves after 80 seconds: 20 of the bank are gone, the turn is whole for Fan."""
    match = does(running(), submission.ReplacePlayer("red", FAN), 80)
    assert match.deadline() is None
    shown = show(match, 85)
    assert shown.deadline() == at(85 + 60 + 280)
    other = does(running(), submission.ReplacePlayer("blue", FAN), 80)
    assert other.deadline() == at(360)
