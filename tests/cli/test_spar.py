"""The `spar` command."""

import json

import pytest


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


@pytest.mark.parametrize("names", [("mild", "greedy"), ("greedy", "uct:0")])
def test_a_program_that_there_is_not_is_refused(run, names):
    status, _, err = run("spar", *names)
    (line,) = err.splitlines()
    assert (status, "gentle, easy, steady, strong, fierce" in line) == (2, True)


@pytest.mark.parametrize(
    ("games", "seed"), [("1", "2"), pytest.param("4", "2", marks=pytest.mark.thorough)]
)
def test_calibration_counts_marks_and_estimates(printed, games, seed):
    """Every turn is in one class; the same bytes whoever shares the games, and a line in words."""
    asked = (
        "--calibration",
        "--ruleset",
        "genius",
        "--side",
        "4",
        "--games",
        games,
        "--seed",
        seed,
    )
    told = printed(*asked, "--json")
    assert printed(*asked, "--json", "--jobs", "2") == told
    (found,) = json.loads(told)["calibration"]
    assert sum(one["turns"] for one in found["classes"]) == found["turns"] > int(games)
    assert found["true"] <= found["marks"]
    assert found["true"] <= found["found"] <= found["mistakes"]
    words = printed(*asked).splitlines()
    assert words[0].startswith(f"genius, side 4: {found['true']} of {found['marks']} marks are")
    assert len(words) == 11


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--calibration", "--ladder"), "--ladder or --calibration"),
        (("strong", "--calibration"), "--ladder or --calibration"),
        (("--calibration", "--ruleset", "plur"), "solved with 16 cells"),
        (("--calibration", "--side", "3"), "solved with 16 cells"),
    ],
)
def test_calibration_that_can_not_be_is_refused(run, words, expected):
    status, _, err = run("spar", *words)
    (line,) = err.splitlines()
    assert (status, expected in line) == (2, True)
