"""The oracle by hand, where random games beside the engine would rarely show a fault of its own."""

from itertools import combinations

import pytest

from .board import name, named
from .catena import placeable
from .flood import clumps
from .games import make
from .golden import read_turn, replay
from .oracle import Oracle, State, Turn
from .players import random_game

BUTTONLESS = {"buttonless": "on"}


def allows(oracle: Oracle, state: State, text: str) -> bool:
    """Whether a turn in house notation is legal for the player to move."""
    return oracle.legal(state, read_turn(text, state.to_move))


def test_alpha_multiplies_largest_and_number() -> None:
    """Three lone stones score 3, a group of four scores 4, and equal points are the second's."""
    oracle = make("alpha", 2)
    state = oracle.setup("A1 B3 C1", "A2 B1 B2 C2")
    assert (oracle.figures(state), oracle.winner(state)) == ((3, 4), "second")
    equal = oracle.setup("A1 A2 B3", "B1 C1 C2")
    assert (oracle.figures(equal), oracle.winner(equal)) == ((3, 3), "second")


def test_mures_counts_groups_from_two() -> None:
    """Two lone stones are legal on a board of lone stones, two that make a pair are not."""
    oracle = make("mures", 4)
    assert allows(oracle, oracle.setup("A1", ""), "C3 E3")
    assert not allows(oracle, oracle.setup("A1", "G1"), "A2 D4")
    assert allows(oracle, oracle.setup("A1", "G1"), "A2")
    assert allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 D6")
    assert not allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 A3")


@pytest.mark.parametrize("seed", range(4))
def test_ketchup_law_never_binds_the_owner(seed: int) -> None:
    """The owner of the largest group may place any two stones, so only room can run out."""
    oracle = make("ketchup", 3)
    for state in random_game(oracle, seed).states:
        if oracle.allowance(state)[:3] == (2, 2, False):
            for one, two in combinations(sorted(state.empty), 2):
                assert allows(oracle, state, f"{name(one)} {name(two)}")


def test_buttonless_demands_two_where_two_fit() -> None:
    """A stone that would close every other cell is refused while two stones fit elsewhere."""
    oracle = make("catena", 3, BUTTONLESS)
    state = replay(oracle, ("E1", "A1 A2", "E2 D2", "B3 C5", "C1 B1"))[-1]
    assert oracle.allowance(state)[:4] == (2, 2, False, False)
    assert named("C4") in placeable(frozenset(state.stones), 3)
    assert not allows(oracle, state, "C4")


def test_buttonless_last_cell_takes_one() -> None:
    """Where no two stones fit, one is the whole turn, whichever of the open cells it takes."""
    oracle = make("catena", 3, BUTTONLESS)
    state = replay(oracle, ("E1", "A2 B3", "D3 C4", "B1 D1", "A1 C1"))[-1]
    assert oracle.allowance(state)[:2] == (1, 1)
    assert oracle.is_over(oracle.play(state, read_turn("E2", state.to_move)))


@pytest.mark.parametrize("seed", range(6))
def test_order_within_a_buttonless_turn_is_nothing(seed: int) -> None:
    """Two stones claim the same ribbons whichever is placed first."""
    oracle = make("catena", 4, BUTTONLESS)
    game = random_game(oracle, seed)
    for state, turn, after in zip(game.states, game.turns, game.states[1:], strict=False):
        swapped = oracle.play(state, Turn(turn.drops[::-1]))
        assert (swapped.stones, swapped.claimed) == (after.stones, after.claimed)


@pytest.mark.parametrize(
    ("first", "second", "scoring", "figures"),
    [
        ("A1 A2 A3 A4 C1 D1 E1 C6", "E3 E4 E5 G1 G2 G3", "stones", (8, 7)),
        ("A1 A2 A3 A4 C1 D1 E1 C6", "E3 E4 E5 G1 G2 G3", "longest", (4, 3)),
        ("A1 A2 A3 A4 C1 D1 E1 C6", "E3 E4 E5 G1 G2 G3", "square", (26, 19)),
        ("A1 A2 A3", "G1 G2 G3", "longest", (0, 0)),
    ],
)
def test_scorings_count_ribbons(first, second, scoring, figures) -> None:
    """Lengths 4, 3 and 1 against 3 and 3 are struck out, squared or added up; komi is one."""
    oracle = make("catena", 4, {"scoring": scoring, "komi": "1", "button": "off"})
    stones = oracle.setup(first, second).stones
    claimed = State(4, stones, claimed=frozenset(clumps(stones.keys(), 4)))
    assert oracle.figures(claimed) == figures
