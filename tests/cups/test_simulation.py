"""`python -m bench.simulation`."""

import json
import re
from pathlib import Path

import pytest

from bench.simulation import main

SYSTEMS = ("knockout", "double", "round-robin", "swiss", "groups", "gauntlet")
EXAMPLE = "--system swiss --players 23 --rounds 6"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def played(capsys):
    def printed(words: str) -> str:
        main(words.split())
        return capsys.readouterr().out

    return printed


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("drop", ["0", "3"])
def test_every_system_is_played_to_its_champion(played, system, drop):
    words = f"--system {system} --players 23 --drop {drop} --json"
    told = played(words)
    assert played(words) == told
    assert played(f"{words} --seed 2") != told
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


def test_a_swiss_cup_of_23_has_six_rounds_with_a_bye_in_each(played):
    rounds = json.loads(played(f"{EXAMPLE} --json"))["rounds"]
    assert [len(one["pairings"]) for one in rounds] == [11] * 6
    assert len({one["bye"] for one in rounds}) == 6
    assert len({frozenset(pair) for one in rounds for pair in one["pairings"]}) == 66


def test_the_example_of_the_document(played):
    page = (ROOT / "docs" / "cups.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^\{.*\}$", page, re.MULTILINE)
    assert f"`python -m bench.simulation {EXAMPLE}`" in page
    parts = [re.escape(part.removesuffix(", ")) for part in example.split("…")]
    assert re.fullmatch(", .*".join(parts), played(f"{EXAMPLE} --json").rstrip())


def test_a_cup_that_cannot_be_held_is_refused():
    with pytest.raises(SystemExit, match=r"TooFewEntrants\(count=7, least=8\)"):
        main(["--system", "groups", "--players", "7"])
