"""What the sparring partner has to do, in each state of a match."""

from dataclasses import replace

import pytest

from bot.engine.turn import Colour
from bot.referee import submission
from bot.referee.arbiter import rule
from bot.referee.events import ASKABLE, MatchOpened, Player, PlayerReplaced, Request, Terms
from bot.referee.fold import apply, fold
from bot.referee.match import Match, Status
from bot.referee.partner import Think, Wish, partner, wished
from bot.referee.ruling import Accepted, Ignored
from referee.tables import BLUE, FAN, HOST, RED, accepted, at, by, played, show, terms

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
    """Its turn begins when everybody can see that it is its turn, as a person's does."""
    match = show(done(against(), HOST, submission.StartNow(), 1), 1)
    assert wished(match) is None
    match = played(match, RED, "E5", 5)
    assert wished(match) is None
    assert wished(show(match, 6)) == Think(match.handed_over)


def test_a_partners_turn_is_dropped_when_handed_over_anew() -> None:
    """The match was paused and resumed meanwhile: the turn is another one."""
    match = show(played(show(done(against(), HOST, submission.StartNow(), 1), 1), RED, "E5", 5), 6)
    answer = submission.Said("D5", match.handed_over)
    assert isinstance(rule(match, by(PARTNER, answer, 9)), Accepted)
    match = done(match, HOST, submission.Pause(), 10)
    assert wished(match) is None
    match = show(done(match, HOST, submission.Resume(), 20), 20)
    assert isinstance(rule(match, by(PARTNER, answer, 30)), Ignored)
    assert wished(match) == Think(match.handed_over)


@pytest.mark.parametrize("request_", ASKABLE)
def test_the_partner_agrees_to_whatever_is_asked(request_: Request) -> None:
    match = show(played(show(done(against(), HOST, submission.StartNow(), 1), 1), RED, "E5", 5), 6)
    match = done(match, RED, submission.Ask(request_), 7)
    wish: Wish | None = wished(match)
    assert wish == submission.Respond(accept=True, request=request_)
    assert isinstance(rule(match, by(PARTNER, wish, 8)), Accepted)


def test_as_the_dmo_the_partner_lets_its_opponent_start() -> None:
    settled = replace(terms(), dmo="blue", dmo_chooses=True)
    match = against(settled=settled)
    assert wished(match) == submission.Choose("opponent")
    match = done(match, PARTNER, submission.Choose("opponent"), 1)
    assert match.players == (RED, PARTNER)
    assert wished(match) is None


def test_a_partner_that_is_seated_later_gets_ready() -> None:
    """The other player may be ready already, and waits for nothing else."""
    match = done(against(RED, BLUE), RED, submission.Ready(), 1)
    match = apply(match, PlayerReplaced(at(2), Colour.SECOND, PARTNER, HOST, fresh=True))
    assert wished(match) == submission.Ready()
    assert done(match, PARTNER, submission.Ready(), 3).status is Status.RUNNING


def test_nothing_is_done_in_a_match_that_is_over() -> None:
    match = done(against(), HOST, submission.Cancel(), 1)
    assert wished(match) is None
    assert partner(against(FAN, PARTNER)) is Colour.SECOND
