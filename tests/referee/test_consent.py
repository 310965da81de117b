"""What players ask of each other: turns back, a pause, to abandon the match."""

from datetime import timedelta

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.arbiter import rule
from bot.referee.ruling import Accepted, Reason, Refused
from bot.referee.submission import Ask, Cancel, Pause, Resign, Respond, Resume, Said
from referee.tables import BLUE, FAN, HOST, RED, accepted, alone, at, by, new, played, running, show

SECOND = timedelta(seconds=1)
UNDO, PAUSE, ABANDON = events.Request.UNDO, events.Request.PAUSE, events.Request.ABANDON


def done(match, player, act, when=100):
    """The one event an act brings about, and the match after it; or why it was refused."""
    ruling = rule(match, by(player, act, when))
    if isinstance(ruling, Refused):
        return ruling.reason
    assert isinstance(ruling, Accepted)
    (event,) = ruling.events
    return event, ruling.match


def asked(request, player=RED, match=None):
    """A match of one turn each in which somebody asks for something."""
    made = done(match or two_turns(), player, Ask(request), 90)
    assert isinstance(made, tuple), made
    return made[1]


def two_turns():
    """Red and Blue have made a turn each, the latter with half a minute of the bank gone."""
    return show(played(show(played(running(), RED, "E5", 20), 20), BLUE, "C3 F3", 80), 80)


def test_one_takes_back_ones_own_last_turn_and_the_answer_to_it():
    match = two_turns()
    assert done(match, RED, Ask(UNDO))[0] == events.RequestMade(at(100), Colour.FIRST, UNDO, 2)
    assert done(match, BLUE, Ask(UNDO))[0] == events.RequestMade(at(100), Colour.SECOND, UNDO, 1)


def test_the_first_turn_can_be_asked_back_once_it_is_made():
    first = show(played(running(), RED, "E5", 20), 20)
    assert done(first, RED, Ask(UNDO))[0] == events.RequestMade(at(100), Colour.FIRST, UNDO, 1)
    assert done(first, BLUE, Ask(UNDO)) is Reason.NOTHING_OF_YOURS
    for player in (RED, BLUE):
        assert done(running(), player, Ask(UNDO)) is Reason.NOTHING_OF_YOURS


def test_an_accepted_request_happens_as_of_the_acceptance():
    answers = {
        UNDO: events.TurnsUndone(at(100), 2),
        PAUSE: events.MatchPaused(at(100), agreed=True),
        ABANDON: events.MatchEnded(at(100), None, events.Termination.ABANDONMENT),
    }
    for request, event in answers.items():
        for named in (None, request):
            assert done(asked(request), BLUE, Respond(accept=True, request=named))[0] == event


def test_an_answer_to_a_request_that_nobody_made_is_none():
    for accept_ in (True, False):
        assert done(two_turns(), BLUE, Respond(accept_)) is Reason.NOT_ASKED
        assert done(asked(PAUSE), BLUE, Respond(accept_, UNDO)) is Reason.NOT_ASKED


def test_a_player_cannot_grant_their_own_request():
    assert done(asked(UNDO), RED, Respond(accept=True)) is Reason.NOT_YOURS_TO_ACCEPT


def test_a_request_is_declined_by_the_opponent_or_withdrawn_by_the_asker():
    declined, after_it = done(asked(PAUSE), BLUE, Respond(accept=False))
    assert declined == events.RequestDeclined(at(100), Colour.SECOND)
    assert after_it.request is None
    withdrawn, _ = done(asked(PAUSE), RED, Respond(accept=False))
    assert withdrawn == events.RequestDeclined(at(100), Colour.FIRST, withdrawn=True)


def test_one_request_at_a_time():
    for player in (RED, BLUE):
        assert done(asked(PAUSE), player, Ask(UNDO)) is Reason.ALREADY_ASKED


def test_a_turn_a_pause_or_the_end_takes_a_request_off():
    assert accepted(asked(PAUSE), RED, Said("D4"), 95).match.request is None
    for player, act in ((HOST, Pause()), (RED, Resign()), (HOST, Cancel())):
        assert done(asked(UNDO), player, act)[1].request is None


def test_in_a_pause_no_other_is_asked_for():
    paused = done(two_turns(), HOST, Pause(), 85)[1]
    assert done(paused, RED, Ask(PAUSE)) is Reason.PAUSED
    assert done(paused, RED, Ask(UNDO))[0].turns == 2
    assert done(done(paused, HOST, Resume(), 86)[1], RED, Ask(PAUSE))[0].request is PAUSE


def test_only_players_ask_and_answer_and_only_in_a_match_that_is_on():
    over = done(two_turns(), RED, Resign())[1]
    for act in (Ask(PAUSE), Respond(accept=True)):
        assert done(asked(PAUSE), FAN, act) is Reason.NOT_A_PLAYER
        assert done(over, RED, act) is Reason.OVER
        assert done(over, FAN, act) is Reason.OVER
    assert done(new(), RED, Ask(PAUSE)) is Reason.NOT_STARTED
    assert done(new(), FAN, Ask(PAUSE)) is Reason.NOT_A_PLAYER


def test_somebody_in_both_seats_asks_as_the_one_who_has_moved_and_may_answer():
    """Trying things out alone: one turn goes back, by one's own consent or not at all."""
    match = show(played(alone(), RED, "E5", 20), 20)
    made, waiting = done(match, RED, Ask(UNDO))
    assert made == events.RequestMade(at(100), Colour.FIRST, UNDO, 1)
    assert done(waiting, RED, Respond(accept=True))[0] == events.TurnsUndone(at(100), 1)
    declined, _ = done(waiting, RED, Respond(accept=False))
    assert declined == events.RequestDeclined(at(100), Colour.SECOND)
    match = show(played(match, RED, "C3 F3", 30), 30)
    event, _ = done(match, RED, Ask(UNDO), 40)
    assert event == events.RequestMade(at(40), Colour.SECOND, UNDO, 1)
