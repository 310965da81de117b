"""The `solve` command."""

import json
from random import Random

import pytest
from players.positions import legal_turns, random_game

from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.players.endgame import LIMIT

COLOURS = ("red", "blue")
GENIUS = RULESETS["genius"]
POSITIONS = random_game(GENIUS, 4, Random(6))
"""Those of a whole random game on side 4."""


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(write(record_of(Setup(GENIUS, 4, COLOURS), POSITIONS[-1])), encoding="utf-8")
    return file


@pytest.fixture
def solved(run, record):
    def values(turn: int) -> dict[str, object]:
        status, out, _ = run("solve", record, "--turn", turn, "--json")
        found = json.loads(out)
        assert (status, list(found)) == (0, ["winner", "exact", "turns"])
        return found

    return values


def test_solve_near_the_end_names_the_winner_and_every_turn_that_wins(solved):
    """Two turns before the end, each legal turn that wins is one after which the rival loses."""
    near = [one for one in POSITIONS if 0 < one.vacancies <= 4]
    assert near
    for position in near:
        values = solved(position.number)
        assert values["exact"]
        assert (values["winner"] == COLOURS[position.to_move]) == bool(values["turns"])
        for turn, after in legal_turns(GENIUS, position):
            if not after.empty:
                cells = [position.board.name(drop.cell) for drop in turn.drops]
                assert (cells in values["turns"]) == (GENIUS.winner(after) is position.to_move)


@pytest.mark.parametrize("upto", [8, pytest.param(LIMIT, marks=pytest.mark.thorough)])
def test_solve_guesses_nothing_above_its_limit(solved, upto):
    """Sixteen empty cells is the most. The last that are solved take the longest."""
    for position in POSITIONS:
        if upto < position.vacancies <= LIMIT:
            continue
        values = solved(position.number)
        assert values["exact"] == (position.vacancies <= LIMIT)
        if not values["exact"]:
            assert values == {"winner": None, "exact": False, "turns": []}


def test_solve_of_a_full_board_has_a_winner_and_no_turn(run, record):
    status, out, _ = run("solve", record, "--json")
    winner = COLOURS[GENIUS.winner(POSITIONS[-1])]
    assert status == 0
    assert json.loads(out) == {"winner": winner, "exact": True, "turns": []}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--turn", "99"), "there is no turn 99"), (("--turn", "-1"), "there is no turn -1")],
)
def test_solve_refuses_a_turn_that_there_is_not(run, record, arguments, said):
    status, out, err = run("solve", record, *arguments)
    assert (status, out) == (2, "")
    assert said in err


def test_solve_in_words(run, record):
    assert "Not certain: 37 cells are open" in run("solve", record, "--turn", "0").out
    assert "has won." in run("solve", record).out
