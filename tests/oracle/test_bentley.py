"""The oracle's Product, Alpha, Plur, Too and Brink on small boards by hand."""

import pytest

from .flood import Colour
from .games import make
from .golden import read_turn

FULL_2 = "A1 A2 B1 B2 B3 C1 C2"


def rest(taken: str) -> str:
    """The cells of side 2 that the other player then has."""
    return " ".join(word for word in FULL_2.split() if word not in taken.split())


def test_product_counts_from_the_groups() -> None:
    """Groups of 7 and 3 score 21; a lone stone joined to the larger makes 24."""
    oracle = make("product", 5)
    seven = oracle.setup("E1 E2 E3 E4 E5 E6 E7 A1 A2 A3", "I1 I2")
    assert oracle.figures(seven) == (21, 0)
    joined = oracle.play(seven, read_turn("black:E8 white:I5", "first"))
    assert oracle.figures(joined) == (24, 2)


def test_either_colour_games_ask_for_their_stones() -> None:
    """Product and Alpha take one stone, then two; the original and Too one each turn."""
    asked = {}
    for key in ("product", "alpha", "product-original", "too"):
        oracle = make(key, 3)
        begun = oracle.play(oracle.start(), read_turn("white:A1", "first"))
        asked[key] = (tuple(oracle.allowance(oracle.start())), tuple(oracle.allowance(begun)))
    one, two = (1, 1, False, False, True), (2, 2, False, False, True)
    assert asked == {
        "product": (one, two),
        "alpha": (one, two),
        "product-original": (one, one),
        "too": (one, one),
    }


@pytest.mark.parametrize(
    ("key", "options", "winner"),
    [
        ("product", {}, "second"),
        ("product", {"tie": "second-player"}, "second"),
        ("product-original", {}, None),
    ],
)
def test_equal_products(key: str, options: dict[str, str], winner: Colour | None) -> None:
    """With equal products fewer stones win, or the second player, or nobody."""
    oracle = make(key, 2, options)
    state = oracle.setup(rest("A1 A2 B1"), "A1 A2 B1")
    assert oracle.figures(state) == (0, 0)
    assert oracle.winner(state) == winner


def test_equal_products_with_fewer_stones_of_the_first() -> None:
    """Fewer stones win for the first player too, except under the later reading."""
    oracle = make("product", 2)
    later = make("product", 2, {"tie": "second-player"})
    state = oracle.setup("A1 A2 B1", rest("A1 A2 B1"))
    assert oracle.winner(state) == "first"
    assert later.winner(state) == "second"


def test_alpha_multiplies_largest_and_number() -> None:
    """Three lone stones score 3, a group of four scores 4, and equal points are the second's."""
    oracle = make("alpha", 2)
    state = oracle.setup("A1 B3 C1", "A2 B1 B2 C2")
    assert oracle.figures(state) == (3, 4)
    assert oracle.winner(state) == "second"
    equal = oracle.setup("A1 A2 B3", "B1 C1 C2")
    assert oracle.figures(equal) == (3, 3)
    assert oracle.winner(equal) == "second"


@pytest.mark.parametrize(
    ("first", "second", "figures", "winner"),
    [
        ("A1 A2 A3 G1 G2", "D1 D2 D3 D4", (2, 1), "first"),
        ("A1 A2 A3 A4 D4", "G1 G2 G3 D1 D7", (2, 3), "second"),
        ("A1 A2 A3", "G1 G2 G3", (1, 1), None),
        ("A1 A2 A3 D4", "G1 G2 G3 D1", (2, 2), None),
        ("A1 A2 A3 D4", "G1 D1 D7", (2, 3), "second"),
        ("A1 A3", "G1 G3 D1 D7", (2, 4), "second"),
    ],
    ids=["three", "five", "only two", "four there are", "five there are", "six there are"],
)
def test_plur_cuts(first, second, figures, winner):
    """Ties at the cut widen it to five and on; without a clear cut all groups there are count."""
    oracle = make("plur", 4)
    state = oracle.setup(first, second)
    assert oracle.figures(state) == figures
    assert oracle.winner(state) == winner


def test_plur_tie_above_the_cut_is_clear() -> None:
    """Equal second and third groups leave the three largest clear if the fourth is smaller."""
    oracle = make("plur", 4)
    assert oracle.figures(oracle.setup("A1 A2 A3 G1 G2", "D1 D2 D7 D5")) == (2, 1)


def test_too_compares_the_second_largest() -> None:
    """One group has second-largest 0, and the first player must be strictly ahead."""
    oracle = make("too", 4)
    ahead = oracle.setup("A1 A2 G1 G2", "D1 D2 D3 D7")
    assert (oracle.figures(ahead), oracle.winner(ahead)) == ((2, 1), "first")
    level = oracle.setup("A1 A2 G1", "D1 D2 D3 D7")
    assert (oracle.figures(level), oracle.winner(level)) == ((1, 1), "second")
    alone = oracle.setup("A1 A2 A3", "D1 D2")
    assert (oracle.figures(alone), oracle.winner(alone)) == ((0, 0), "second")


@pytest.mark.parametrize(
    ("first", "second", "margin", "winner"),
    [
        ("D1 D2 D3 D4 D5 D6", "A1 A2", "4", "first"),
        ("D1 D2 D3 D4 D5", "A1 A2", "4", "second"),
        ("D1 D2 D3 D4 D5", "A1 A2", "3", "first"),
        ("A1 A2", "D1 D2 D3 D4 D5 D6", "4", "second"),
        ("A1 A2", "D1 D2 D3", "4", "first"),
        ("A1 A2 A3 D1", "G1 G2 G3 D5 D6", "4", "second"),
        ("A1 A2 A3 D1", "G1 G2 G3 D5", "4", None),
    ],
)
def test_brink_margins(first: str, second: str, margin: str, winner: Colour | None) -> None:
    """The largest group loses short of the margin; equal ones are decided down the lists."""
    oracle = make("brink", 4, {"margin": margin})
    assert oracle.winner(oracle.setup(first, second)) == winner
