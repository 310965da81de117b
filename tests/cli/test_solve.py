"""The `solve` and `spar` commands."""

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


@pytest.fixture
def printed(run):
    def out(*arguments: str) -> str:
        status, told, _ = run("spar", *arguments)
        assert status == 0
        return told

    return out


def test_the_same_seed_prints_the_same_bytes(printed):
    games = ("heuristic", "random", "--games", "6", "--side", "4")
    one, figures = printed(*games, "--seed", "3"), printed(*games, "--seed", "3", "--json")
    assert printed(*games, "--seed", "3") == one
    assert printed(*games, "--seed", "3", "--json") == figures
    assert printed(*games, "--seed", "3", "--jobs", "2") == one
    assert printed(*games, "--seed", "4") != one


def test_the_seats_alternate_and_every_game_is_won(printed):
    told = printed("heuristic", "random", "--games", "10", "--side", "3", "--json")
    found = json.loads(told)
    assert told.count("\n") == 1
    assert (found["games"], found["begun"], found["wins"] + found["losses"]) == (10, 5, 10)
    assert found["wins"] >= 8


def test_in_words_each_game_has_a_line_and_the_sum_another(printed):
    *games, total = printed("greedy", "random", "--games", "3", "--side", "3").splitlines()
    began = [line.rsplit(", ", 1)[1] for line in games]
    assert began == ["greedy began.", "random began.", "greedy began."]
    won = sum("greedy beats random" in line for line in games)
    assert total == f"greedy won {won} of 3 games against random."


@pytest.mark.parametrize("words", [("mild", "greedy"), ("greedy", "uct:0")])
def test_programs_that_are_none_are_refused(run, words):
    status, _, err = run("spar", *words)
    (line,) = err.splitlines()
    assert (status, "gentle, easy, steady, strong, fierce" in line) == (2, True)
