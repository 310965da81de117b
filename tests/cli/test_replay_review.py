"""`referee replay --review`: where a recorded game was lost."""

import json
import re
from random import Random

import pytest
from PIL import Image
from players.positions import random_game

from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.players.solver import SMALL_LIMIT


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    ruleset = RULESETS["mindsports"]
    last = random_game(ruleset, 3, Random(1))[-1]
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(write(record_of(Setup(ruleset, 3, ("black", "white")), last)), encoding="utf-8")
    return file


@pytest.mark.thorough
def test_each_turn_has_its_chance_and_what_it_cost(run, record):
    status, out, _ = run("replay", record, "--review", "--json")
    assert status == 0
    values = json.loads(out)
    empty = 19
    for turn in values["turns"]:
        empty -= len(turn["stones"])
        assert turn["exact"] == (empty <= SMALL_LIMIT)
        assert 0 <= turn["chance"] <= 1
        assert not turn["exact"] or turn["chance"] in (0, 1)
        # Bounds of an estimate are 20 points to either side of an even game.
        reach = 0 if turn["exact"] else 0.2 * (4 * turn["chance"] * (1 - turn["chance"])) ** 0.5
        assert turn["low"] == pytest.approx(max(0, turn["chance"] - reach), abs=0.003)
        assert turn["high"] == pytest.approx(min(1, turn["chance"] + reach), abs=0.003)
        assert 0 <= turn["lost"] <= 1
        assert (turn["better"] is None) == (turn["lost"] == 0) == (turn["best"] is None)
    assert values["turns"][-1]["chance"] == (values["winner"] == "black")
    assert set(values["review"]) == {"before", "certain", "worst"}
    assert values["review"]["certain"] <= len(values["turns"])


def test_without_the_option_nothing_is_added(run, record):
    values = json.loads(run("replay", record, "--json").out)
    assert "review" not in values
    assert "chance" not in values["turns"][0]


def test_in_words_and_as_a_picture(run, record, tmp_path):
    status, out, _ = run("replay", record, "--review", "--chances", tmp_path / "chances.png")
    assert (status, "\nReview. Who wins was certain from turn " in out) == (0, True)
    turns = [line for line in out.splitlines() if re.match(r" +\d+\. (Black|White) ", line)]
    shares = [
        re.search(r"  (≈ Black \d+ % \(\d+–\d+\)|✓ (Black|White) wins, proven)$", line)
        for line in turns
    ]
    assert all(shares)
    assert shares[0][1].startswith("≈")
    assert f"\n{shares[-1][2]} wins" in out
    with Image.open(tmp_path / "chances.png") as picture:
        assert picture.size == (800, 520)


def test_another_game_is_reviewed_and_a_topic_refused(run, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("black:D7\n", encoding="utf-8")
    status, _, told = run("replay", file, "--thread", "--review")
    assert (status, "for records" in told) == (2, True)
    status, told, _ = run("replay", file, "--ruleset=product", "--review", "--json")
    (turn,) = json.loads(told)["turns"]
    assert (status, turn["exact"]) == (0, False)
