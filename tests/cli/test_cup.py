"""`referee cup simulate`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SYSTEMS = ("knockout", "double", "round-robin", "swiss", "groups", "gauntlet")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("drop", ["0", "3"])
def test_every_system_is_played_to_its_champion(run, system, drop):
    words = ("cup", "simulate", "--system", system, "--players", "23", "--drop", drop, "--json")
    status, told, err = run(*words)
    assert (status, err, told.count("\n")) == (0, "", 1)
    assert run(*words).out == told
    assert run(*words, "--seed", "2").out != told
    found = json.loads(told)
    assert list(found) == ["rounds", "order", "champion", "left", "lot"]
    assert (found["lot"], len(set(found["order"]))) == ("1", 23)
    for one in found["rounds"]:
        pairs = [*one["pairings"], *one["walkovers"]]
        there = [*(name for pair in pairs for name in pair), *one["byes"]]
        assert len(there) == len(set(there))
        assert one["bye"] == (one["byes"][0] if len(one["byes"]) == 1 else None)
    assert list(found["left"].values()) == ([2, 3, 4] if drop == "3" else [])
    for name, number in found["left"].items():
        later = found["rounds"][number - 1 :]
        assert name not in {one for each in later for pair in each["pairings"] for one in pair}
        without = [each for each in later if any(name in pair for pair in each["walkovers"])]
        assert bool(without) == (system != "swiss")


def test_a_swiss_cup_of_23_has_six_rounds_with_a_bye_in_each(run):
    words = ("cup", "simulate", "--system", "swiss", "--players", "23", "--rounds", "6", "--json")
    rounds = json.loads(run(*words).out)["rounds"]
    assert [len(one["pairings"]) for one in rounds] == [11] * 6
    assert len({one["bye"] for one in rounds}) == 6
    assert len({frozenset(pair) for one in rounds for pair in one["pairings"]}) == 66


def test_the_example_of_the_document(run):
    page = (Path(__file__).parents[2] / "docs" / "cups.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^\{.*\}$", page, re.MULTILINE)
    words = ("cup", "simulate", "--system", "swiss", "--players", "23", "--rounds", "6", "--json")
    assert f"`referee {' '.join(words[:-1])}`" in page
    parts = [re.escape(part.removesuffix(", ")) for part in example.split("…")]
    assert re.fullmatch(", .*".join(parts), run(*words).out.rstrip())


def test_in_words_there_is_a_line_for_each_game_and_place(run):
    status, told, _ = run("cup", "simulate", "--system", "knockout", "--players", "4")
    first, second, *_, order = told.strip().split("\n\n")
    assert status == 0
    assert (first.splitlines()[0], second.splitlines()[0]) == ("Round 1", "Round 2")
    assert order.startswith("The champion is ")
    assert len(order.splitlines()) == 5


def test_a_tie_is_followed_by_another_game_with_the_first_turn_changed(run):
    words = ("cup", "simulate", "--system", "knockout", "--players", "2", "--seed")
    cups = ((seed, run(*words, seed).out) for seed in range(99))
    seed, told = next(cup for cup in cups if "once more" in cup[1])
    first, again, *_ = (part.splitlines() for part in told.split("\n\n"))
    one, _, other, _ = first[1].split()
    assert first == ["Round 1", f"{one} – {other} ½:½"]
    assert again[0] == "Round 1, once more after a tie"
    assert again[1].startswith(f"{other} – {one} ")
    found = json.loads(run(*words, seed, "--json").out)
    assert [round_["pairings"] for round_ in found["rounds"]] == [[[one, other]]]


def test_the_order_of_sets_in_memory_changes_nothing():
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
        (("--players", "1"), "needs 2 entrants or more, and there is 1."),
        (("--players", "2000"), "there is room for 256 entrants, and there are 2,000."),
        (("--system", "groups", "--players", "7"), "needs 8 entrants or more, and there are 7."),
    ],
)
def test_a_cup_that_cannot_be_held_is_refused_in_a_sentence(run, words, why):
    status, out, err = run("cup", "simulate", *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert why in err


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--players", "0"), ("--system", "chess")])
def test_cup_simulate_refuses_numbers_that_cannot_be(run, words):
    with pytest.raises(SystemExit) as refused:
        run("cup", "simulate", *words)
    assert refused.value.code == 2
