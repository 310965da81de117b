"""Who may enter, who is seed 1, lots that can be checked elsewhere, and the sparring partner."""

import pytest

from bench.simulation import entrants
from bot.cups.acts import CupError, NotNow
from bot.cups.cup import Entrant, Lots, Rules
from bot.cups.entry import (
    EnteredTwice,
    Seeding,
    TooFewEntrants,
    TooManyEntrants,
    entry_problem,
    seeded,
)
from bot.cups.events import PlayersReminded
from bot.referee.events import Player
from cups.running_cup import HOUR, RunningCup


@pytest.mark.parametrize(
    ("system", "count", "rules", "found"),
    [
        ("knockout", 1, Rules(), TooFewEntrants(1, 2)),
        ("swiss", 2, Rules(), None),
        ("swiss", 256, Rules(), None),
        ("swiss", 257, Rules(), TooManyEntrants(257, 256)),
        ("swiss", 2_000, Rules(), TooManyEntrants(2_000, 256)),
        ("groups", 7, Rules(groups=4, through=2), TooFewEntrants(7, 8)),
        ("groups", 8, Rules(groups=4, through=2), None),
        ("groups", 8, Rules(groups=4, through=1), None),
        ("groups", 7, Rules(groups=4, through=1), TooFewEntrants(7, 8)),
        ("groups", 11, Rules(groups=4, through=3), TooFewEntrants(11, 12)),
    ],
)
def test_too_few_and_too_many_are_refused(system, count, rules, found):
    assert entry_problem(system, entrants(count), rules) == found


def test_the_same_person_twice_is_refused():
    again = Entrant("b", "Bea")
    assert entry_problem("swiss", [*entrants(3), again], Rules()) == EnteredTwice(again)
    assert entry_problem("swiss", entrants(9), Rules(), most=8) == TooManyEntrants(9, 8)


def test_seeds_are_by_rating_by_lot_or_as_they_entered():
    entered = [
        *(Entrant("a", "Ann"), Entrant("b", "Bob", 1500.0), Entrant("c", "Cid", 1700.0)),
        *(Entrant("d", "Dora", 1500.0), Entrant("e", "Eve")),
    ]

    def order(seeding: Seeding, seed: str = "1") -> str:
        return "".join(one.id for one in seeded(entered, seeding, Lots(seed)))

    assert order(Seeding.RATING) == "cbdae"
    assert order(Seeding.ORDER) == "abcde"
    drawn = {order(Seeding.RANDOM, str(seed)) for seed in range(50)}
    assert len(drawn) > 25
    assert all(sorted(one) == list("abcde") for one in drawn)


def test_a_lot_is_what_sha256sum_says():
    """`printf '%s\\n' spring 3 ann | head -c -1 | sha256sum`, and with bob: the first 16 digits."""
    lots = Lots("spring")
    assert f"{lots.number(3, 'ann'):016x}" == "8d511fd3ed51641b"
    assert f"{lots.number(3, 'ann', 'bob'):016x}" == "42e40d8bcd20823b"
    assert lots.first_of(3, "bob", "ann") == lots.first_of(3, "ann", "bob") == "bob"


PARTNER = Player("me", "Referee (steady)", "steady")


def filled(count: int, **plan: object) -> RunningCup:
    """A cup of so many people and the partner, begun."""
    cup = RunningCup()
    people = [Player(one.id, one.name) for one in entrants(count)]
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
    cup = filled(1, round_time=10 * HOUR)
    cup.settle()
    for _ in range(2):
        cup.wait(5 * HOUR)
    assert [one.absent for one in cup.events if isinstance(one, PlayersReminded)] == [("a",)]
    result = cup.wait().meeting(1).result
    assert cup.state.end.champion == "me"
    assert result.ending == "walkover"


def test_fill_awaited_alone_loses_for_nobody():
    cup = filled(1, round_time=10 * HOUR)
    cup.settle()
    cup.ready("a")
    for _ in range(4):
        cup.wait(5 * HOUR)
    assert not [one for one in cup.events if isinstance(one, PlayersReminded)]
    assert cup.state.meeting(1).result is None


def test_fill_is_kept_apart_from_nobody():
    with pytest.raises(CupError) as refused:
        RunningCup().start([Player("a", "a")], apart=(("a", "me"),), filled=PARTNER)
    assert refused.value.problem is NotNow.APART_UNKNOWN
