"""The sparring partner makes an odd number even: last seed, always there, of no rating."""

from datetime import timedelta

import pytest

from bot.cups import simulation
from bot.cups.acts import CupError, NotNow
from bot.cups.entry import Seeding
from bot.cups.events import PlayersReminded
from bot.referee.events import Player
from cups.running_cup import HOUR, RunningCup

PARTNER = Player("me", "Referee (steady)", "steady")


def filled(count: int, **plan: object) -> RunningCup:
    """A cup of so many people and the partner, begun."""
    cup = RunningCup()
    people = [Player(one.id, one.name) for one in simulation.entrants(count)]
    ratings = {"a": 1.0, "b": 2.0, PARTNER.id: 99.0}
    cup.start(people, seeding=Seeding.RATING, ratings=ratings, filled=PARTNER, **plan)
    return cup


@pytest.mark.parametrize("system", ["swiss", "round-robin", "double"])
def test_fill_leaves_nobody_resting_in_the_first_round(system):
    cup = filled(3, system=system)
    state = cup.settle()
    assert [one.id for one in state.seeds] == ["b", "a", "c", "me"]
    assert state.players["me"] == PARTNER
    assert len(list(cup.games())) == 2
    assert not state.settled


def test_in_a_knockout_there_is_one_bye_fewer():
    assert len(filled(5).settle().settled) == 2


def test_of_an_even_number_nobody_is_missing():
    with pytest.raises(CupError) as refused:
        filled(4)
    assert refused.value.problem is NotNow.NOBODY_MISSING


def test_fill_takes_no_place_from_those_who_sign_up():
    assert len(filled(3, most=3).state.seeds) == 4


def test_fill_never_is_a_no_show_or_reminded():
    """Its program is slow to press Ready, and so is everybody else."""
    cup = filled(1, round_time=10 * HOUR)
    cup.settle()
    for _ in range(2):
        cup.now += 5 * HOUR
        cup.settle()
    assert [one.absent for one in cup.events if isinstance(one, PlayersReminded)] == [("a",)]
    cup.now += timedelta.resolution
    result = cup.settle().meeting(1).result
    assert cup.state.end.champion == "me"
    assert result.ending == "walkover"


def test_fill_awaited_alone_loses_for_nobody():
    cup = filled(1, round_time=10 * HOUR)
    cup.settle()
    cup.ready("a")
    for _ in range(4):
        cup.now += 5 * HOUR
        cup.settle()
    assert not [one for one in cup.events if isinstance(one, PlayersReminded)]
    assert cup.state.meeting(1).result is None


def test_fill_is_kept_apart_from_nobody():
    with pytest.raises(CupError) as refused:
        RunningCup().start([Player("a", "a")], apart=(("a", "me"),), filled=PARTNER)
    assert refused.value.problem is NotNow.APART_UNKNOWN
