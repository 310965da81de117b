"""Who may enter, who is seed 1, and lots that can be checked with another program."""

import pytest

from bot.cups.cup import Rules
from bot.cups.entry import (
    EnteredTwice,
    Seeding,
    TooFewEntrants,
    TooManyEntrants,
    entry_problem,
    seeded,
)
from bot.cups.lots import Lots
from bot.cups.results import Entrant
from bot.cups.simulation import entrants


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
