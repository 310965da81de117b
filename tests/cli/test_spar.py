"""The `spar` command."""

import json

import pytest

from bot.__main__ import main


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["spar", *arguments]) == 0
    return capsys.readouterr().out


def test_the_same_seed_prints_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether asked for figures or for words; another seed plays other games."""
    games = ("heuristic", "random", "--games", "6", "--side", "4")
    for form in ((), ("--json",)):
        first = _printed(capsys, *games, "--seed", "3", *form)
        assert _printed(capsys, *games, "--seed", "3", *form) == first
    one = _printed(capsys, *games, "--seed", "3")
    assert _printed(capsys, *games, "--seed", "3", "--jobs", "2") == one
    assert _printed(capsys, *games, "--seed", "4") != _printed(capsys, *games, "--seed", "3")


def test_the_seats_alternate_and_every_game_is_won(capsys: pytest.CaptureFixture[str]) -> None:
    """Half of the games are begun by each; wins and losses are all there is."""
    printed = _printed(capsys, "heuristic", "random", "--games", "10", "--side", "3", "--json")
    found = json.loads(printed)
    assert printed.count("\n") == 1
    assert (found["games"], found["begun"], found["wins"] + found["losses"]) == (10, 5, 10)
    assert found["wins"] >= 8


def test_in_words_each_game_has_a_line_and_the_sum_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The lines name winner, loser and who began."""
    lines = _printed(capsys, "greedy", "random", "--games", "3", "--side", "3").splitlines()
    assert len(lines) == 4
    assert [line.rsplit(", ", 1)[1] for line in lines[:3]] == [
        "greedy began.",
        "random began.",
        "greedy began.",
    ]
    won = sum("greedy beats random" in line for line in lines)
    assert lines[3] == f"greedy won {won} of 3 games against random."


@pytest.mark.parametrize("names", [("mild", "greedy"), ("greedy", "uct:0")])
def test_a_program_that_there_is_not_is_refused(
    names: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line that names those there are, with exit status 2."""
    assert main(["spar", *names]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "gentle, steady, strong, fierce" in line


def test_no_games_at_all_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """By the reader of the command line."""
    with pytest.raises(SystemExit) as refused:
        main(["spar", "greedy", "greedy", "--games", "0"])
    assert refused.value.code == 2
    assert "--games" in capsys.readouterr().err
