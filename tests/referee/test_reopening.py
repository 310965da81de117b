"""An end that the host takes back, and a seat that changes hands in the middle of a turn."""

from datetime import timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee import submission
from bot.referee.arbiter import accept, rule
from bot.referee.events import MatchReopened, PlayerReplaced, Request
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Reason, Refused
from referee.tables import BLUE, FAN, HOST, RED, at, new, running, show, terms


def does(match, act, when, by=HOST):
    """The match after an act that is taken."""
    ruling = rule(match, submission.Submission(by, act, at(when), f"{when}"))
    assert isinstance(ruling, Accepted), ruling
    return ruling.match


def refused(match, act, when, by=HOST):
    """Why an act is not taken."""
    ruling = rule(match, submission.Submission(by, act, at(when), f"{when}"))
    assert isinstance(ruling, Refused), ruling
    return ruling.reason


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


def test_what_was_said_between_end_and_reopening_is_no_turn():
    """Nor is it refused: it may be of another match in the room."""
    back = does(does(running(), submission.Forfeit("red"), 20), submission.Reopen("a slip"), 500)
    late = rule(back, submission.Submission(RED, submission.Said("E5"), at(300), "x"))
    assert not isinstance(late, Accepted | Refused)


def test_the_turn_that_ended_the_game_goes_with_the_end():
    """On a board of side 3 that is full: the last mover is to move again, the cell is free."""
    match = running_small()
    while not match.over:
        mover = match.players[match.to_move]
        cell = match.position.board.name(next(iter(free(match))))
        match = show(
            does(match, submission.Said(cell), match_time(match), mover), match_time(match) + 1
        )
    last = match.turns[-1]
    back = does(match, submission.Reopen("a slip"), 5000)
    assert back.to_move is last.colour
    assert len(back.turns) == len(match.turns) - 1
    assert back.status is Status.PAUSED
    again = show(does(back, submission.Resume(), 5100), 5101)
    assert does(again, submission.Said(last.turn), 5102, again.players[last.colour]).over


def running_small():
    """A game of one stone a turn on nineteen cells."""
    return running(terms(None, ruleset="brink", side=3))


def free(match):
    """The empty cells."""
    board = match.position.board
    return [c for c in range(board.size) if not match.position.occupied >> c & 1]


def match_time(match):
    """A later moment for every turn."""
    return 10 * (len(match.turns) + 1)


def test_a_match_ended_in_a_pause_or_before_its_start_stands_so_again():
    """The pause is the old one; a match that had not begun waits for Ready."""
    paused = does(running(), submission.Pause(), 10)
    back = does(does(paused, submission.Cancel(), 100), submission.Reopen("no"), 200)
    assert (back.status, back.paused_at) == (Status.PAUSED, at(10))
    waiting = does(does(new(), submission.Cancel(), 5), submission.Reopen("no"), 50)
    assert (waiting.status, waiting.paused_at) == (Status.WAITING, None)


def test_only_the_host_reopens_and_only_what_is_over():
    """Players and spectators don't, and a match that goes on is not reopened."""
    over = does(running(), submission.Forfeit("red"), 20)
    assert {refused(over, submission.Reopen("x"), 30, one) for one in (RED, BLUE, FAN)} == {
        Reason.NOT_HOST
    }
    assert refused(running(), submission.Reopen("x"), 30) is Reason.NOT_OVER
    assert refused(over, submission.Pause(), 30) is Reason.OVER


def test_a_replacement_starts_with_a_fresh_turn_time():
    """Red leaves after 80 seconds: 20 of the bank are gone, the turn is whole for Fan."""
    match = does(running(), submission.ReplacePlayer("red", FAN), 80)
    assert match.deadline() is None
    shown = show(match, 85)
    assert shown.deadline() == at(85 + 60 + 280)
    other = does(running(), submission.ReplacePlayer("blue", FAN), 80)
    assert other.deadline() == at(360)


def test_a_seat_is_not_changed_to_save_it_from_a_fallen_flag():
    """The flag fell at 360 seconds, before the host gave the seat away."""
    late = does(running(), submission.ReplacePlayer("red", FAN), 361)
    assert late.over
    assert late.players[0] == RED


def test_who_has_played_no_turn_asks_for_none_back():
    """Blue has nothing to take back before Blue's first turn."""
    match = does(running(), submission.Said("E5"), 5, RED)
    assert refused(match, submission.Ask(Request.UNDO), 6, BLUE) is Reason.NOTHING_OF_YOURS
    assert refused(running(), submission.Ask(Request.UNDO), 6, BLUE) is Reason.NOTHING_OF_YOURS


def test_an_old_record_of_a_changed_seat_reads_as_it_was():
    """Without the word `fresh` the clock ran on through the change."""
    match = accept(running(), PlayerReplaced(at(80), Colour.FIRST, FAN, HOST)).match
    assert match.deadline() == at(360)
    assert MatchReopened(at(0), HOST).turns == 0
