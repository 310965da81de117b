"""What the sparring partner does in each state of a match, how long it thinks; and hints."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee import submission
from bot.referee.arbiter import rule
from bot.referee.clock import Clock, read_control
from bot.referee.events import ASKABLE, MatchOpened, Player, PlayerReplaced, Request, Terms
from bot.referee.fold import apply, fold
from bot.referee.match import Match, Status
from bot.referee.partner import Think, Wish, pace_of, partner, wished
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import TakeHint
from referee.tables import (
    BLUE,
    FAN,
    HOST,
    RED,
    accepted,
    after,
    at,
    by,
    new,
    played,
    running,
    show,
    terms,
)

PARTNER = Player("referee", "Referee (steady)", "steady")


def against(one: Player = RED, other: Player = PARTNER, settled: Terms | None = None) -> Match:
    return fold([MatchOpened(at(0), HOST, (one, other), settled or terms())])


def done(match: Match, player: Player, act: submission.Act, when: float) -> Match:
    return accepted(match, player, act, when).match


def test_two_people_have_no_partner() -> None:
    match = against(RED, BLUE)
    assert (partner(match), wished(match)) == (None, None)


def test_the_partner_is_ready_from_the_beginning() -> None:
    match = against()
    assert (partner(match), wished(match)) == (Colour.SECOND, None)
    match = done(match, RED, submission.Ready(), 1)
    assert match.status is Status.RUNNING


def test_the_partner_thinks_once_the_room_has_been_told() -> None:
    match = show(done(against(), HOST, submission.StartNow(), 1), 1)
    assert wished(match) is None
    match = played(match, RED, "E5", 5)
    assert wished(match) is None
    assert wished(show(match, 6)) == Think(match.telling.handed_over)


def test_a_partners_turn_is_dropped_when_handed_over_anew() -> None:
    match = show(played(show(done(against(), HOST, submission.StartNow(), 1), 1), RED, "E5", 5), 6)
    answer = submission.Said("D5", match.telling.handed_over)
    assert isinstance(rule(match, by(PARTNER, answer, 9)), Accepted)
    match = done(match, HOST, submission.Pause(), 10)
    assert wished(match) is None
    match = show(done(match, HOST, submission.Resume(), 20), 20)
    assert isinstance(rule(match, by(PARTNER, answer, 30)), Ignored)
    assert wished(match) == Think(match.telling.handed_over)


@pytest.mark.parametrize("request_", ASKABLE)
def test_the_partner_agrees_to_whatever_is_asked(request_: Request) -> None:
    match = show(played(show(done(against(), HOST, submission.StartNow(), 1), 1), RED, "E5", 5), 6)
    match = done(match, RED, submission.Ask(request_), 7)
    wish: Wish | None = wished(match)
    assert wish == submission.Respond(accept=True, request=request_)
    assert isinstance(rule(match, by(PARTNER, wish, 8)), Accepted)


def test_as_the_dmo_the_partner_lets_its_opponent_start() -> None:
    match = against(settled=replace(terms(), dmo="blue", dmo_chooses=True))
    assert wished(match) == submission.Choose("opponent")
    match = done(match, PARTNER, submission.Choose("opponent"), 1)
    assert match.players == (RED, PARTNER)
    assert wished(match) is None


def test_a_partner_that_is_seated_later_gets_ready() -> None:
    match = done(against(RED, BLUE), RED, submission.Ready(), 1)
    match = apply(match, PlayerReplaced(at(2), Colour.SECOND, PARTNER, HOST, fresh=True))
    assert wished(match) == submission.Ready()
    assert done(match, PARTNER, submission.Ready(), 3).status is Status.RUNNING


def test_nothing_is_done_in_a_match_that_is_over() -> None:
    assert wished(done(against(), HOST, submission.Cancel(), 1)) is None
    assert partner(against(FAN, PARTNER)) is Colour.SECOND


START = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


def paced(control: str, used: float, turns: int) -> tuple[float, float]:
    """How long is wanted, and the latest moment, in seconds, so long after the turn began."""
    read = read_control(control)
    assert read is not None
    clock = Clock.new(read).start(START)
    found = pace_of(clock, Colour.FIRST, START + timedelta(seconds=used), turns)
    return found.wanted.total_seconds(), found.latest.total_seconds()


@pytest.mark.parametrize(
    ("control", "used", "turns", "wanted", "latest"),
    [
        # Ten seconds at most, of a minute and of three days.
        ("1m+5m", 0, 30, 10, 59),
        ("3d", 0, 30, 10, 259_199),
        # The bank is left alone where the turn's own time will do.
        ("5s+5m", 0, 30, 4, 4),
        # Sudden death: nine of ten seconds are shared out, and a tenth of one is lost on the way.
        ("0+10s", 0, 30, 0.2, 0.7),
        ("0+10s", 9, 30, 0, 0.05),
        ("0+10s", 9.95, 30, 0, 0),
        ("0+10s", 11, 30, 0, 0),
        # A turn that gives two seconds back may cost them.
        ("0+10s+2s", 0, 30, 2.2, 2.7),
        # … but not where the bank is full and nothing is given.
        ("0+10s+2s/10s", 0, 30, 0.2, 0.7),
    ],
)
def test_how_long_a_turn_may_take(control, used, turns, wanted, latest) -> None:
    assert paced(control, used, turns) == pytest.approx((wanted, latest))


def test_a_paced_player_never_runs_out_of_sudden_death() -> None:
    """Thirty-one turns of ten seconds, each a tenth of a second late."""
    spent = 0.0
    for turns in range(31, 0, -1):
        wanted, latest = paced("0+10s", spent, turns)
        assert 0 <= wanted <= latest
        spent += wanted + 0.1
    assert spent < 10


HINTED = replace(terms(), hints=True)


def test_hint_is_in_the_record_once_for_a_position() -> None:
    """Asked for again it is the same one, and nothing is added."""
    match = running(HINTED)
    given = rule(match, by(RED, TakeHint(1, "E5"), 3))
    assert isinstance(given, Accepted)
    (event,) = given.events
    assert (event.turn, event.cell, event.at) == (1, "E5", at(3))
    assert isinstance(rule(after(match, event), by(RED, TakeHint(1, "E5"), 4)), Ignored)


@pytest.mark.parametrize(
    ("match", "player", "turn", "reason"),
    [
        (running(HINTED), FAN, 1, Reason.NOT_A_PLAYER),
        (running(HINTED), BLUE, 1, Reason.HINT_NOT_YOURS),
        (running(), RED, 1, Reason.NO_HINTS),
        (new(HINTED), RED, 1, Reason.NOT_STARTED),
        (running(HINTED), RED, 2, Reason.MOVED_ON),
    ],
)
def test_hint_is_refused_to_whoever_is_not_to_move(match, player, turn, reason) -> None:
    assert rule(match, by(player, TakeHint(turn, "E5"), 3)) == Refused(reason)
