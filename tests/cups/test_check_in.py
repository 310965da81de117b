"""The check-in: who is there when it is over plays, and whatever else can happen meanwhile."""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from bot.cups import acts
from bot.cups.acts import CupError, NotNow
from bot.cups.entry import Seeding, TooFewEntrants, TooManyEntrants
from bot.cups.events import (
    CheckInFailed,
    CheckInOpened,
    CupStarted,
    DeadlineMoved,
    PlayerCheckedIn,
    PlayerEntered,
    PlayersCalled,
    is_told,
)
from bot.cups.running import wait
from bot.cups.state import CupState, CupStatus
from bot.referee.events import Player
from cups.running_cup import HOST, RunningCup

HALF_AN_HOUR = timedelta(minutes=30)
PARTNER = Player("me", "Referee (steady)", "steady")


def who(key: str) -> Player:
    return Player(key, key.upper())


def checking(people: Iterable[str] = "abc", **plan: object) -> RunningCup:
    """A cup whose host has started it: those people have half an hour to check in."""
    cup = RunningCup()
    cup.start(map(who, people), check_in=HALF_AN_HOUR, **plan)
    cup.settle()
    return cup


def check_in(cup: RunningCup, people: str) -> CupState:
    for key in people:
        cup.do(acts.enter, who(key))
    return cup.settle()


def start(cup: RunningCup) -> CupStarted:
    (started,) = [event for event in cup.events if isinstance(event, CupStarted)]
    return started


def test_check_in_decides_who_plays():
    cup = checking()
    state = check_in(cup, "ba")
    assert (state.status, state.here, list(state.players)) == (
        CupStatus.CHECK_IN, ("b", "a"), ["a", "b", "c"]
    )  # fmt: skip
    assert cup.wait(HALF_AN_HOUR).status is CupStatus.CHECK_IN
    assert wait(state, cup.now, cup.now) == timedelta.resolution
    state = cup.wait()
    assert [seed.id for seed in state.seeds] == ["a", "b"]
    assert list(state.players) == ["a", "b"]
    assert start(cup).absent == (who("c"),)
    assert start(cup).by == HOST
    assert state.round == 1
    assert state.until is None, "the end of the check-in is no end of a round"


def test_cup_begins_at_once_when_all_are_there():
    state = check_in(checking(), "cab")
    assert [seed.id for seed in state.seeds] == ["a", "b", "c"]
    assert state.round == 1


def test_cup_begins_when_the_last_missing_goes():
    for leave in (acts.leave, None):
        cup = checking()
        check_in(cup, "ab")
        if leave:
            cup.do(leave, who("c"))
        else:
            cup.do(lambda state, by: acts.drop(state, by, "c", ""))
        assert [seed.id for seed in cup.settle().seeds] == ["a", "b"]
        assert start(cup).absent == ()


def test_latecomer_signs_up_and_is_there():
    assert check_in(checking(), "da").here == ("d", "a")
    assert checking(most=3).refusal(acts.enter, by=who("d")) == TooManyEntrants(4, 3)


def test_check_in_is_once_and_private():
    cup = checking()
    check_in(cup, "ad")
    for key in "ad":
        assert cup.refusal(acts.enter, by=who(key)) is NotNow.ALREADY_HERE
    came = [one for one in cup.events if isinstance(one, PlayerCheckedIn | PlayerEntered)]
    assert not any(map(is_told, came))


def test_check_in_after_coming_back():
    cup = checking()
    check_in(cup, "a")
    cup.do(acts.leave, who("a"))
    assert (cup.state.here, list(cup.state.players)) == ((), ["b", "c"])
    check_in(cup, "a")
    assert cup.state.here == ("a",)


def test_check_in_with_too_few_reopens_the_sign_up():
    cup = checking()
    check_in(cup, "b")
    state = cup.wait(HALF_AN_HOUR + timedelta.resolution)
    assert cup.events[-1] == CheckInFailed(cup.now, 1, 2)
    assert (state.status, list(state.players), state.here) == (CupStatus.OPEN, ["a", "b", "c"], ())
    assert (state.until, state.check_in) == (None, None)
    check_in(cup, "d")
    assert cup.state.here == ()
    cup.do(lambda state, by: acts.start(state, by, Seeding.ORDER, {}, "2"))
    check_in(cup, "ad")
    state = cup.wait(HALF_AN_HOUR + timedelta.resolution)
    assert [seed.id for seed in state.seeds] == ["a", "d"]
    assert start(cup).lot == "2"


def test_a_group_too_few_is_waited_for_until_the_time_is_over():
    """All six of six are there, of eight who are needed: two may still come."""
    cup = checking("abcdefgh", system="groups", groups=4, through=2)
    for key in "gh":
        cup.do(acts.leave, who(key))
    assert check_in(cup, "abcdef").status is CupStatus.CHECK_IN
    assert len(check_in(cup, "xy").seeds) == 8


def test_the_host_begins_at_once():
    cup = checking()
    check_in(cup, "a")
    assert cup.refusal(acts.begin, {}) == TooFewEntrants(1, 2)
    check_in(cup, "c")
    cup.do(lambda state, by: acts.begin(state, by, {}))
    assert [seed.id for seed in cup.settle().seeds] == ["a", "c"]
    assert start(cup).absent == (who("b"),)
    assert cup.refusal(acts.begin, {}) is NotNow.ALREADY_STARTED


def test_check_in_keeps_the_draw_of_the_host():
    """By rating, as it is when the cup begins; who does not come is kept apart from nobody."""
    cup = checking("abcde", seeding=Seeding.RATING, apart=(("a", "b"), ("a", "e")))
    cup.ratings = {"b": 9.0, "d": 12.0, "f": 10.0}
    check_in(cup, "fdba")
    state = cup.wait(HALF_AN_HOUR + timedelta.resolution)
    assert [(seed.id, seed.rating) for seed in state.seeds] == [
        ("d", 12.0), ("f", 10.0), ("b", 9.0), ("a", None)
    ]  # fmt: skip
    assert (start(cup).apart, start(cup).lot) == ((("a", "b"),), "1")


@pytest.mark.parametrize(("here", "plays"), [("ab", False), ("abc", True), ("a", True)])
def test_whether_an_odd_number_is_there_turns_out_at_the_end(here, plays):
    """An even number had signed up: the partner plays if those who came are odd."""
    cup = checking("abcd", filled=PARTNER)
    check_in(cup, here)
    state = cup.wait(HALF_AN_HOUR + timedelta.resolution)
    expected = (PARTNER, True) if plays else (None, False)
    assert (start(cup).filled, "me" in state.players) == expected
    assert [seed.id for seed in state.seeds] == [*here, *["me"] * plays]


def test_check_in_refuses_what_can_not_be_opened():
    with pytest.raises(CupError) as refused:
        checking("a")
    assert refused.value.problem == TooFewEntrants(1, 2)
    with pytest.raises(CupError) as refused:
        checking("abc", apart=(("a", "z"),))
    assert refused.value.problem is NotNow.APART_UNKNOWN


def test_check_in_can_not_be_paused():
    cup = checking()
    for act in (acts.pause, acts.resume):
        assert cup.refusal(act, "") is NotNow.CHECKING_IN
    assert cup.refusal(acts.swap, ("a", "b"), {}, "") is NotNow.CHECKING_IN
    assert cup.refusal(acts.award, ("a",), "a", "") is NotNow.CHECKING_IN
    assert cup.refusal(acts.move_deadline, cup.now, "") is NotNow.PAST
    later = cup.now + 2 * HALF_AN_HOUR
    cup.do(lambda state, by: acts.move_deadline(state, by, later, ""))
    check_in(cup, "ab")
    assert cup.wait(2 * HALF_AN_HOUR).status is CupStatus.CHECK_IN
    cup.do(lambda state, by: acts.cancel(state, by, ""))
    assert cup.wait(HALF_AN_HOUR).status is CupStatus.CANCELLED
    assert cup.state.until is None


def test_an_absence_gives_as_much_longer():
    """The end that is stored counts, whatever was said at first."""
    cup = checking()
    cup.store(DeadlineMoved(cup.now, cup.now + 3 * HALF_AN_HOUR))
    check_in(cup, "ab")
    assert cup.wait(3 * HALF_AN_HOUR).status is CupStatus.CHECK_IN
    assert cup.wait().status is CupStatus.RUNNING


def test_many_are_called_in_several_messages_each_once():
    people = [f"p{number}" for number in range(120)]
    cup = checking(people)
    calls = [event.players for event in cup.events if isinstance(event, PlayersCalled)]
    assert [one for call in calls for one in call] == people[50:]
    assert [len(call) for call in calls] == [50, 20]
    assert len([event for event in cup.events if isinstance(event, CheckInOpened)]) == 1
