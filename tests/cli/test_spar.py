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


@pytest.mark.parametrize(
    "arguments", [("mild", "greedy"), ("greedy", "uct:0"), ("greedy", "greedy", "--games", "0")]
)
def test_what_cannot_be_played_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line that names the programs there are, with exit status 2."""
    try:
        status = main(["spar", *arguments])
    except SystemExit as error:
        status = int(str(error.code))
    assert status == 2
    assert capsys.readouterr().err
