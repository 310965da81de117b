"""The oracle by hand, where random games beside the engine would rarely show a fault of its own."""

import ast
from pathlib import Path

import pytest

from .board import named
from .catena import placeable
from .flood import clumps
from .games import make
from .golden import Golden, read, read_turn, replay, write
from .oracle import Oracle, State
from .plans import library

BUTTONLESS = {"buttonless": "on"}


def allows(oracle: Oracle, state: State, text: str) -> bool:
    """Whether a turn in house notation is legal for the player to move."""
    return oracle.legal(state, read_turn(text, state.to_move))


def test_mures_counts_groups_from_two() -> None:
    """Two lone stones are legal on a board of lone stones, two that make a pair are not."""
    oracle = make("mures", 4)
    assert allows(oracle, oracle.setup("A1", ""), "C3 E3")
    assert not allows(oracle, oracle.setup("A1", "G1"), "A2 D4")
    assert allows(oracle, oracle.setup("A1", "G1"), "A2")
    assert allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 D6")
    assert not allows(oracle, oracle.setup("A1 D4", "G1 G2"), "A2 A3")


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


LIBRARY = list(library())


@pytest.mark.parametrize(
    ("path", "game"), LIBRARY, ids=[f"{path.parent.name}/{path.stem}" for path, _ in LIBRARY]
)
def test_golden_games_on_file(path: Path, game: Golden) -> None:
    """A golden file is what its plan makes, and replays to its own ending."""
    text = path.read_text(encoding="utf-8")
    assert text == write(game)
    stored = read(text)
    assert stored == game
    last = replay(stored.oracle, stored.turns)[-1]
    assert stored.oracle.figures(last) == stored.figures
    if stored.oracle.is_over(last):
        assert (stored.oracle.winner(last) or "tie") == stored.ending
    else:
        assert stored.ending in ("unfinished", "resigned second")


def test_oracle_imports_nothing_of_the_house() -> None:
    """No file here imports the engine it is there to check."""
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(part.split(".")[0] in ("bot", "renderers") for part in names)
