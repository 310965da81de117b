"""The oracle against the rules page: the board, Catchup under its three laws, Ketchup, Sauce."""

from itertools import combinations

import pytest

from .board import Cell, cells, name, named, neighbours, row_length
from .flood import Colour, longer_list
from .games import make
from .golden import read_turn, replay
from .oracle import Allowance, Oracle, State
from .plans import SEED_003, SEED_004, moves
from .players import random_game

DIAGRAM_004 = """
. . . B j
j . j j b .
b j j b b . .
. j b b j b j .
. b j j b j . . .
. j j . b b . .
j b b b j . .
B . . . . .
. . . . .
"""


def cube(side: int, cell: Cell) -> tuple[int, int, int]:
    """The three-axis coordinates of a cell, all 0 in the middle of the board."""
    z = cell[0] - (side - 1)
    x = cell[1] - 1 - (side - 1) - min(z, 0)
    return x, -x - z, z


def allows(oracle: Oracle, state: State, text: str) -> bool:
    """Whether a turn in house notation is legal for the player to move."""
    return oracle.legal(state, read_turn(text, state.to_move))


def stones(allowance: Allowance) -> tuple[int, int, bool]:
    """The fewest and most stones of an allowance, and whether passing is allowed."""
    return allowance.fewest, allowance.most, allowance.may_pass


@pytest.mark.parametrize("side", range(1, 8))
def test_neighbours_agree_with_cube_coordinates(side: int) -> None:
    """Two cells touch exactly when their three-axis coordinates are one step apart."""
    board = cells(side)
    assert len(board) == 3 * side * (side - 1) + 1
    for one in board:
        middle = cube(side, one)
        assert max(map(abs, middle)) < side
        near = {
            two
            for two in board
            if max(abs(a - b) for a, b in zip(middle, cube(side, two), strict=True)) == 1
        }
        assert neighbours(side)[one] == near


def test_rows_of_side_five() -> None:
    """Side 5 has the rows A1..A5 to I1..I5, the longest in the middle."""
    assert [row_length(5, row) for row in range(9)] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert named("I5") in cells(5)
    assert {name(cell) for cell in neighbours(5)[named("A1")]} == {"A2", "B1", "B2"}
    assert {name(cell) for cell in neighbours(5)[named("I5")]} == {"I4", "H5", "H6"}


def test_worked_example_of_seed_003() -> None:
    """The worked example has the scores, leads and groups that the rules page lists."""
    oracle = make("genius")
    states = replay(oracle, moves(SEED_003))[1:]
    assert [oracle.figures(state) for state in states] == [
        *((1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 2), (4, 2), (4, 2), (4, 2)),
        *((4, 4), (6, 4), (6, 5)),
    ]
    assert [oracle.leading(state) for state in states] == [
        *(False, False, True, True, True, False, False, False, False),
        *(True, True, False),
    ]
    assert oracle.groups(states[9]) == ([4, 3, 2], [4, 3, 1, 1])
    assert longer_list(*oracle.groups(states[9])) == "first"


def test_seed_003_breaks_the_law_of_mindsports() -> None:
    """After a rise to equal, genius allows three stones where mindsports allows two."""
    oracle = make("mindsports")
    state = replay(oracle, moves(SEED_003)[:10])[-1]
    assert stones(oracle.allowance(state)) == (1, 2, False)
    assert not allows(oracle, state, "B3 C1 D2")
    assert allows(oracle, state, "B3 C1")


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ([11, 8, 8, 3], [11, 8, 7, 4, 1], "first"),
        ([11, 8, 8, 3], [11, 8, 8, 3, 1], "second"),
        ([23, *[1] * 8], [23, *[1] * 7], "first"),
        ([5, 2], [5, 2], None),
    ],
)
def test_lists_of_sizes(first: list[int], second: list[int], winner: Colour | None) -> None:
    """The first difference decides, a missing group counts 0, and equal lists are a tie."""
    assert longer_list(first, second) == winner


@pytest.mark.parametrize("key", ["sauce", "genius", "mindsports"])
def test_seed_004_is_legal(key: str) -> None:
    """The mended sample game is legal and ends in the printed diagram."""
    last = replay(make(key), moves(SEED_004))[-1]
    drawn = [
        " ".join(
            {"first": "b", "second": "j"}.get(last.stones.get((row, number), ""), ".")
            for number in range(1, row_length(5, row) + 1)
        )
        for row in range(9)
    ]
    assert drawn == DIAGRAM_004.lower().split("\n")[1:-1]


def test_seed_004_breaks_the_law_of_mures() -> None:
    """The sample game's third turn enlarges the largest group with two stones."""
    with pytest.raises(ValueError, match="not legal"):
        replay(make("mures"), moves(SEED_004))


def test_mures_counts_groups_from_two() -> None:
    """Two lone stones are legal on a board of lone stones, two that make a pair are not."""
    oracle = make("mures", 4)
    state = oracle.setup("A1", "")
    assert allows(oracle, state, "C3 E3")
    assert not allows(oracle, oracle.setup("A1", "G1"), "A2 D4")
    assert allows(oracle, oracle.setup("A1", "G1"), "A2")
    assert allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 D6")
    assert not allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 A3")


def test_no_more_stones_than_cells() -> None:
    """The most is the number of empty cells where fewer are empty than the rule allows."""
    oracle = make("genius", 2)
    assert stones(oracle.allowance(oracle.setup("A1 A2 B1", "B3 C1", "second"))) == (1, 2, False)
    assert stones(oracle.allowance(oracle.setup("A1 A2 B1", "B3 C1 C2", "second"))) == (1, 1, False)
    over = oracle.setup("A1 A2 B1 B2", "B3 C1 C2", "second")
    assert stones(oracle.allowance(over)) == (0, 0, False)
    assert not allows(oracle, over, "A1")


def test_ketchup_asks_for_two_or_for_three_or_a_pass() -> None:
    """Two each while all stones are lone; then two from the owner, three or none from the other."""
    oracle = make("ketchup", 4)
    asked = [
        oracle.start(),
        oracle.setup("A1", "D1 G1"),
        oracle.setup("A1 A2", "D1 G1"),
        oracle.setup("A1 A2", "D1 G1", "second"),
    ]
    assert [stones(oracle.allowance(state)) for state in asked] == [
        *((1, 1, False), (2, 2, False), (2, 2, False), (3, 3, True))
    ]
    assert not allows(oracle, asked[3], "D2 F1")
    assert not allows(oracle, asked[3], "D2 G4 A4")
    assert allows(oracle, asked[3], "D2 D3 A4")
    assert allows(oracle, asked[3], "pass")


def test_ketchup_ends_without_room() -> None:
    """The game ends when fewer cells are empty than the stones asked of the player to move."""
    oracle = make("ketchup", 2)
    owner_moves = oracle.setup("A1 A2 B1", "C1 C2")
    other_moves = oracle.setup("A1 A2 B1", "C1 C2", "second")
    assert not oracle.is_over(owner_moves)
    assert oracle.is_over(other_moves)
    assert oracle.winner(other_moves) == "first"
    assert oracle.is_over(oracle.setup("A1 A2 B1 B2", "C1 C2"))


@pytest.mark.parametrize("seed", range(4))
def test_ketchup_law_never_binds_the_owner(seed: int) -> None:
    """The owner of the largest group may place any two stones, so only room can run out."""
    oracle = make("ketchup", 3)
    for state in random_game(oracle, seed).states:
        if stones(oracle.allowance(state)) == (2, 2, False):
            for one, two in combinations(sorted(state.empty), 2):
                assert allows(oracle, state, f"{name(one)} {name(two)}")


def test_sauce_allowances() -> None:
    """The opening is one and two stones without passing; then none up to two, or three behind."""
    oracle = make("sauce", 4)
    asked = [
        oracle.start(),
        oracle.setup("A1", "", "second"),
        oracle.setup("A1", "D1 G1"),
        oracle.setup("A1 A2", "D1 G1"),
        oracle.setup("A1 A2", "D1 G1", "second"),
    ]
    assert [stones(oracle.allowance(state)) for state in asked] == [
        *((1, 1, False), (2, 2, False), (2, 2, False), (0, 2, True), (0, 3, True))
    ]


def test_sauce_forbids_equal_largest_groups() -> None:
    """After a turn the largest groups differ, unless both players have only lone stones."""
    oracle = make("sauce", 4)
    state = oracle.setup("A1 A2", "D1 G1", "second")
    assert not allows(oracle, state, "D2")
    assert allows(oracle, state, "D2 D3")
    assert allows(oracle, state, "A4")
    assert allows(oracle, state, "pass")
    assert allows(oracle, oracle.setup("A1", "D1 G1"), "C3 F3")
