"""What pages are told of a review: figures by arithmetic, signs and words by how sure it is."""

from math import sqrt

import pytest
from referee.tables import new, terms

from bot.players.review import Review, Reviewed
from bot.web.findings import findings


def _turn(number: int, chance: float, *, exact: bool, lost: float, best: float) -> Reviewed:
    """A turn of E5 by whose turn it is, with A1 as the better one where it cost something."""
    mover = (number - 1) % 2
    better = (61 * mover,) if lost else ()
    return Reviewed(number, mover, (30 + 61 * mover,), chance, exact, 9, lost, better, best, exact)


ESTIMATED = _turn(1, 0.3, exact=False, lost=0.4, best=0.7)
PLAIN = _turn(2, 0.64, exact=False, lost=0.0, best=0.0)
TIED = _turn(3, 0.5, exact=True, lost=0.5, best=1.0)
THROWN = _turn(4, 1.0, exact=True, lost=1.0, best=1.0)
REVIEW = Review(0.5, (ESTIMATED, PLAIN, TIED, THROWN), 4, (THROWN, TIED, ESTIMATED))


def test_the_curve_has_each_share_with_its_bounds() -> None:
    """Bounds are 20 points beside an even game; what is proven has none but itself."""
    told = findings(7, new(terms()), REVIEW)
    points = told["curve"]["points"]
    shares = [0.5, 0.3, 0.64, 0.5, 1.0]
    assert [point["share"] for point in points] == shares
    assert [point["proven"] for point in points] == [False, False, False, True, True]
    for point in points:
        share = point["share"]
        reach = 0.0 if point["proven"] else 0.2 * sqrt(4 * share * (1 - share))
        assert point["low"] == pytest.approx(share - reach, abs=1e-4)
        assert point["high"] == pytest.approx(share + reach, abs=1e-4)
    assert [point["text"] for point in points] == [
        "≈ Red 50 % (30–70)",
        "≈ Red 30 % (12–48)",
        "≈ Red 64 % (45–83)",
        "✓ a tie, proven",
        "✓ Red wins, proven",
    ]


def test_a_start_that_is_proven_is_told_as_proven() -> None:
    """On side 2 all is solved before the first turn."""
    told = findings(7, new(terms()), Review(0.0, (THROWN,), 1, (), before_exact=True))
    assert told["curve"]["points"][0] == {
        "share": 0.0,
        "low": 0.0,
        "high": 0.0,
        "proven": True,
        "text": "✓ Blue wins, proven",
    }


def test_the_findings_name_the_worst_mistakes_and_how_they_are_known() -> None:
    """Worst first by their numbers; the marks themselves stand in the order of play."""
    told = findings(7, new(terms()), REVIEW)
    assert told["worst"] == [4, 3, 1]
    assert [(mark["turn"], mark["certain"], mark["cost"]) for mark in told["marks"]] == [
        (1, False, "≈ cost about 40 %"),
        (3, True, "✓ cost the win"),
        (4, True, "✓ cost the game"),
    ]
    assert told["marks"][0]["line"] == "Turn 1, Red E5: ≈ cost about 40 %"
