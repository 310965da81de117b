"""The board: who touches whom, its twelve symmetries, and openings that are alike."""

from random import Random

import pytest
from oracle.board import named, neighbours

from bot.engine.board import bits, board, first_difference, images, symmetries
from bot.engine.openings import MOST_TURNS, opening_key, opening_turns
from bot.engine.rulesets import RULESETS, find
from bot.engine.turn import Drop, Turn
from engine.samples import SEED_003, history, played, random_game


def centre_of(side, cell):
    """Where a cell lies on the page, its centre the middle of the board: (x, y) in half cells."""
    row, number = board(side).places[cell]
    return 2 * (number - 1) - (board(side).row_lengths[row] - 1), row - (side - 1)


def turned(side, cell, sixths, mirrored):
    """The cell that lies where another one comes to lie if the board is turned and mirrored."""
    x, y = centre_of(side, cell)
    for _ in range(sixths):
        # A sixth of a turn: (x, y) in half cells and rows.
        x, y = (x - 3 * y) // 2, (x + y) // 2
    x = -x if mirrored else x
    return next(there for there in range(board(side).size) if centre_of(side, there) == (x, y))


def image(side, turns, sixths, mirrored):
    """A game as it is seen from elsewhere; the stones of each turn in another order."""
    return [
        Turn(
            tuple(
                Drop(turned(side, one.cell, sixths, mirrored), one.colour)
                if isinstance(one, Drop)
                else one
                for one in reversed(turn.actions)
            )
        )
        for turn in turns
    ]


def turns_of(position):
    return [one.turn for one in history(position)[1:]]


def as_sets(turns):
    return [frozenset(turn.actions) for turn in turns]


@pytest.mark.parametrize("law", RULESETS)
def test_the_twelve_views_of_a_game_have_one_key_and_it_is_one_of_them(law):
    """Random games of every ruleset, at sides 2 to 4."""
    random = Random(law)
    for side in (2, 3, 4):
        turns = turns_of(random_game(find(law), side, random))
        key = opening_key(side, turns)
        views = [image(side, turns, n, m) for n in range(6) for m in (False, True)]
        assert {opening_key(side, view) for view in views} == {key}
        assert as_sets(opening_turns(side, key)) in [as_sets(view[:MOST_TURNS]) for view in views]


def test_the_key_of_a_games_first_turns_is_what_its_key_begins_with():
    turns = turns_of(played(find("genius"), SEED_003.replace(" / ", "/")))
    for count in range(MOST_TURNS + 1):
        begun = opening_key(5, turns[:count])
        assert begun.count("/") == count
        assert not set(begun) - set("ABCDEFGHI0123456789+'/")
        assert opening_key(5, turns).startswith(begun)


@pytest.mark.parametrize("key", ["E5", "Z9/", "E5//", "/", "A1/" * (MOST_TURNS + 1), "E5+/"])
def test_an_opening_key_that_is_none_is_refused(key):
    with pytest.raises(ValueError, match="no"):
        opening_turns(5, key)


def stones(first: str, second: str) -> tuple[int, int]:
    """The stones of two colours on the board of side 3, by the cells' names."""
    known = {board(3).name(cell): 1 << cell for cell in range(19)}
    return sum(known[name] for name in first.split()), sum(known[name] for name in second.split())


@pytest.mark.parametrize("side", [3, 5, 13])
def test_a_symmetry_keeps_what_touches(side: int) -> None:
    here, images = board(side), symmetries(side)
    assert len(set(images)) == 12
    for image in images:
        assert sorted(image) == list(range(here.size))
        assert image[here.size // 2] == here.size // 2
        for cell in range(here.size):
            moved = {image[near] for near in bits(here.neighbours[cell])}
            assert moved == set(bits(here.neighbours[image[cell]]))


def test_images_turn_the_stones_of_both_colours_alike() -> None:
    """Upside down row A is row E, and row B is row D."""
    upside_down = stones("E1", "D2 C3")
    assert upside_down in images(3, stones("A1", "B2 C3"))
    assert upside_down not in images(3, stones("A1", "B2 C4"))


SIDES = range(2, 14)


@pytest.mark.parametrize("side", [1, 14, 0, -1])
def test_other_sides_are_refused(side: int) -> None:
    with pytest.raises(ValueError, match="2 to 13"):
        board(side)


@pytest.mark.parametrize("side", SIDES)
def test_neighbours_agree_with_the_rules_page(side: int) -> None:
    cells = board(side)
    for cell in range(cells.size):
        near = {cells.name(other) for other in bits(cells.neighbours[cell])}
        expected = neighbours(side)[named(cells.name(cell))]
        assert near == {f"{chr(65 + row)}{number}" for row, number in expected}


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        ((11, 8, 8, 3), (11, 8, 7, 4, 1), 2),
        ((11, 8, 8, 3, 1), (11, 8, 8, 3), 4),
        ((5, 4), (5, 4), None),
        ((), (), None),
        ((), (2,), 0),
        ((1, 0), (1,), None),
    ],
)
def test_lists_differ_where_the_sources_say(first, second, place) -> None:
    """A missing group counts nothing, so that one of no stones is no difference."""
    assert first_difference(first, second) == place
    assert first_difference(second, first) == place
