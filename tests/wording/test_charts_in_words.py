"""What charts show, for whoever can't see them: who was ahead from when on, and how it ended."""

from bot.wording.review import chances_alt
from bot.wording.show import race_alt

COLOURS = "red", "blue"


def test_a_race_says_who_got_ahead_when_and_how_it_ended():
    """Level after turn 3, which changes nothing; halves are written as on the chart."""
    figures = [(0, 0), (1, 0), (1, 2), (2, 2), (3.5, 2)]
    assert race_alt("score", COLOURS, figures) == (
        "A chart of both players' score by turn. The higher line: Red from turn 1, "
        "Blue from turn 2, Red from turn 4. At the end: Red 3½ and Blue 2."
    )


def test_a_race_that_goes_to_and_fro_is_cut_short():
    """Nobody listens to twenty changes."""
    figures = [(turn % 2, 1 - turn % 2) for turn in range(1, 21)]
    ahead = race_alt("score", COLOURS, figures)
    assert ahead.count("from turn") == 8
    assert "Blue from turn 7 and 12 more." in ahead


def test_a_race_in_which_nobody_gets_ahead():
    assert "The higher line: nobody's." in race_alt("score", COLOURS, [(0, 0), (1, 1)])


def test_a_review_says_how_the_chance_went_and_since_when_it_was_certain():
    assert chances_alt(COLOURS, (0.52, 0.6, 0.41, 0.0), 3) == (
        "A chart: Red's chance after each turn, in %, 52 % before the first turn. "
        "The better one: Red from turn 0, Blue from turn 2. Who wins was certain from turn 3."
    )
