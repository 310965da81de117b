"""`referee cup simulate`."""

import json
import os
import subprocess
import sys

import pytest

SYSTEMS = ("knockout", "double", "round-robin", "swiss", "groups", "gauntlet")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("drop", ["0", "3"])
def test_every_system_is_played_to_its_champion(run, system, drop):
    """In JSON: everybody at most once a round, an order of all; twice the same bytes."""
    words = ("cup", "simulate", "--system", system, "--players", "23", "--drop", drop, "--json")
    status, told, err = run(*words)
    assert (status, err, told.count("\n")) == (0, "", 1)
    assert run(*words).out == told
    assert run(*words, "--seed", "2").out != told
    found = json.loads(told)
    assert list(found) == ["rounds", "order", "champion", "lot"]
    assert (found["lot"], len(set(found["order"]))) == ("1", 23)
    for one in found["rounds"]:
        pairs = [*one["pairings"], *one["walkovers"]]
        there = [*(name for pair in pairs for name in pair), *one["byes"]]
        assert len(there) == len(set(there))
        assert one["bye"] == (one["byes"][0] if len(one["byes"]) == 1 else None)
    gone = {name for one in found["rounds"] for pair in one["walkovers"] for name in pair}
    assert bool(gone) == (drop == "3" and system != "swiss")


def test_a_swiss_cup_of_23_has_six_rounds_with_a_bye_in_each(run):
    """Nobody meets twice or has two byes."""
    words = ("cup", "simulate", "--system", "swiss", "--players", "23", "--rounds", "6", "--json")
    rounds = json.loads(run(*words).out)["rounds"]
    assert [len(one["pairings"]) for one in rounds] == [11] * 6
    assert len({one["bye"] for one in rounds}) == 6
    assert len({frozenset(pair) for one in rounds for pair in one["pairings"]}) == 66


def test_in_words_there_is_a_line_for_each_game_and_place(run):
    """Four players: two rounds, the champion, four places."""
    status, told, _ = run("cup", "simulate", "--system", "knockout", "--players", "4")
    first, second, *_, order = told.strip().split("\n\n")
    assert status == 0
    assert (first.splitlines()[0], second.splitlines()[0]) == ("Round 1", "Round 2")
    assert order.startswith("The champion is ")
    assert len(order.splitlines()) == 5


def test_the_order_of_sets_in_memory_changes_nothing():
    """Which Python shuffles for each process."""
    words = [sys.executable, "-m", "bot", "cup", "simulate", "--players", "12", "--json"]
    printed = {
        subprocess.run(
            words, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "1"), "needs 2 entrants or more, and there are 1."),
        (("--players", "2000"), "there is room for 256 entrants, and there are 2,000."),
        (("--system", "groups", "--players", "7"), "needs 8 entrants or more, and there are 7."),
    ],
)
def test_a_cup_that_cannot_be_held_is_refused_in_a_sentence(run, words, why):
    """With exit status 1."""
    status, out, err = run("cup", "simulate", *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert why in err


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--players", "0"), ("--system", "chess")])
def test_what_cannot_be_read_is_said_by_the_reader_of_the_command_line(run, words):
    """With exit status 2."""
    with pytest.raises(SystemExit) as refused:
        run("cup", "simulate", *words)
    assert refused.value.code == 2
