"""`referee replay --review`: where a recorded game was lost."""

import json
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from players.positions import random_game

from bot.__main__ import main
from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.players.endgame import LIMIT


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game on side 3 as a file."""
    ruleset = RULESETS["mindsports"]
    last = random_game(ruleset, 3, Random(1))[-1]
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(write(record_of(Setup(ruleset, 3, ("black", "white")), last)), encoding="utf-8")
    return file


@pytest.mark.thorough
def test_each_turn_has_its_chance_and_what_it_cost(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exact once a dozen cells are empty; what was lost is never negative."""
    assert main(["replay", str(record), "--review", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    empty = 19
    for turn in values["turns"]:
        empty -= len(turn["stones"])
        assert turn["exact"] == (empty <= LIMIT)
        assert 0 <= turn["chance"] <= 1
        assert not turn["exact"] or turn["chance"] in (0, 1)
        assert 0 <= turn["lost"] <= 1
        assert (turn["better"] is None) == (turn["lost"] == 0) == (turn["best"] is None)
    assert values["turns"][-1]["chance"] == (values["winner"] == "black")
    assert set(values["review"]) == {"before", "certain", "worst"}
    assert values["review"]["certain"] <= len(values["turns"])


def test_without_the_option_nothing_is_added(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The values of a game are those that the page of records lists."""
    assert main(["replay", str(record), "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert "review" not in values
    assert "chance" not in values["turns"][0]


def test_in_words_and_as_a_picture(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The review follows the game; the chart is as large as the race."""
    out = tmp_path / "chances.png"
    assert main(["replay", str(record), "--review", "--chances", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "\nReview. Certain from turn " in printed
    with Image.open(out) as picture:
        assert picture.size == (800, 520)


def test_another_game_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With exit status 2, and so are the pages of a topic."""
    file = tmp_path / "game.txt"
    file.write_text("black:D7\n", encoding="utf-8")
    assert main(["replay", str(file), "--ruleset", "product", "--review"]) == 2
    assert "Only Catchup can be looked into" in capsys.readouterr().err
    assert main(["replay", str(file), "--thread", "--review"]) == 2
    assert "for records" in capsys.readouterr().err
