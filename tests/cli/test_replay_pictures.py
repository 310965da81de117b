"""`referee replay` with pictures, at a turn, and with a review of where the game was lost."""

import json
import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from engine.samples import SEED_003
from PIL import Image
from players.positions import random_game

from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.players.endgame import SMALL_LIMIT

THEMES = Path(__file__).parents[2] / "renderers" / "themes"
PLAYED = 12
"""The turns of the worked example."""


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(SEED_003, encoding="utf-8")
    return file


@pytest.fixture
def drawn(run, record, tmp_path):
    def picture(*arguments: str, name: str = "board.png") -> bytes:
        assert run("replay", record, "--png", tmp_path / name, *arguments).status == 0
        return (tmp_path / name).read_bytes()

    return picture


def ground_of(theme: str) -> tuple[int, ...]:
    colours = tomllib.loads((THEMES / f"{theme}.toml").read_text("utf-8"))
    return tuple(bytes.fromhex(colours["table"]["background"][1:]))


def corner_of(file: Path) -> object:
    with Image.open(file) as picture:
        return picture.convert("RGB").getpixel((1, 1))


@pytest.mark.parametrize("option", ["--png", "--gif", "--chart", "--chances"])
def test_a_picture_under_a_wrong_name_is_refused_at_once(run, record, tmp_path, option):
    kind = "gif" if option == "--gif" else "png"
    before = sorted(tmp_path.iterdir())
    told = (
        f"referee replay: {option} writes a {kind.upper()}: end the file's name in .{kind}, "
        f"not as in {tmp_path / 'x.txt'}.\n"
    )
    assert run("replay", record, "--review", option, tmp_path / "x.txt") == (2, "", told)
    assert sorted(tmp_path.iterdir()) == before


def test_a_wrong_name_is_refused_for_a_topic_too(run):
    status, _, told = run("replay", "/nowhere.html", "--thread", "--png", "board.jpg")
    assert (status, "not as in board.jpg" in told) == (2, True)


@pytest.mark.parametrize("name", ["board.PNG", "board"])
def test_capitals_and_a_name_without_an_ending_are_taken(drawn, name):
    assert drawn(name=name)[:4] == b"\x89PNG"


def test_a_turn_shows_the_game_as_it_stood_then(run, record, drawn, tmp_path):
    status, out, _ = run("replay", record, "--turn", "5")
    lines = out.splitlines()
    assert (status, lines[5].split()[0]) == (0, "5.")
    assert lines[6] == "Not over: Blue may place up to 3 stones."
    game = json.loads(run("replay", record, "--turn", "5", "--json").out)
    assert len(game["turns"]) == 5
    assert game["turns"][-1]["scores"] == [4, 2]
    film = tmp_path / "game.gif"
    assert run("replay", record, "--turn", "5", "--gif", film).status == 0
    with Image.open(film) as picture:
        assert picture.n_frames == 1 + 5
    last = drawn()
    assert drawn("--turn", str(PLAYED)) == last
    assert drawn("--turn", "5") != last


def test_a_turn_before_the_end_has_neither_result_nor_problem(run, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("F6\nD3 F7\nresign\n", encoding="utf-8")
    assert json.loads(run("replay", file, "--turn", "1", "--json").out)["over"] is False
    assert json.loads(run("replay", file, "--turn", "2", "--json").out)["reason"] == "resignation"
    file.write_text("F6\nD3 F7\nF6\n", encoding="utf-8")
    assert [run("replay", file, "--turn", turn).status for turn in (1, 2)] == [0, 1]


@pytest.mark.parametrize("turn", ["-1", "13"])
def test_a_turn_that_the_game_does_not_have_is_refused(run, record, turn):
    told = f"referee replay: there is no turn {turn}: the game has {PLAYED}.\n"
    assert run("replay", record, "--turn", turn) == (2, "", told)


@pytest.mark.parametrize("name", ["contrast", "dark", "go"])
def test_a_theme_colours_board_animation_and_charts(run, record, tmp_path, name):
    board, film, race = (tmp_path / file for file in ("board.png", "game.gif", "race.png"))
    given = ("--png", board, "--gif", film, "--chart", race)
    assert run("replay", record, "--turn", "3", "--theme", name, *given).status == 0
    for file in (board, film, race):
        assert corner_of(file) == ground_of(name), file.name


def test_the_chances_are_drawn_in_the_theme_too(run, tmp_path):
    file, out = tmp_path / "game.txt", tmp_path / "chances.png"
    file.write_text('[Side "3"]\n\nA1\nB1\n', encoding="utf-8")
    given = ("--review", "--chances", out, "--theme", "go", "--turn", "1")
    assert run("replay", file, *given).status == 0
    assert corner_of(out) == ground_of("go")


def test_coordinates_are_as_usual_unless_asked_for(drawn):
    """Off in a Genius match, on in any other format on a board of side 5."""
    named, bare = drawn("--coordinates", "on"), drawn("--coordinates", "off")
    assert named != bare
    assert drawn() == drawn("--coordinates", "usual") == bare
    other = ("--format", "bentley", "--first", "white")
    assert drawn(*other) == drawn(*other, "--coordinates", "on")


@pytest.fixture(scope="module")
def random_record(tmp_path_factory):
    ruleset = RULESETS["mindsports"]
    last = random_game(ruleset, 3, Random(1))[-1]
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(write(record_of(Setup(ruleset, 3, ("black", "white")), last)), encoding="utf-8")
    return file


@pytest.mark.thorough
def test_each_turn_has_its_chance_and_what_it_cost(run, random_record):
    status, out, _ = run("replay", random_record, "--review", "--json")
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


def test_without_the_option_nothing_is_added(run, random_record):
    values = json.loads(run("replay", random_record, "--json").out)
    assert "review" not in values
    assert "chance" not in values["turns"][0]


def test_in_words_and_as_a_picture(run, random_record, tmp_path):
    status, out, _ = run("replay", random_record, "--review", "--chances", tmp_path / "chances.png")
    assert (status, "\nReview. Who wins was certain from turn " in out) == (0, True)
    turns = [line for line in out.splitlines() if re.match(r" +\d+\. (Black|White) ", line)]
    share = re.compile(r"  (≈ Black \d+ % \(\d+–\d+\)|✓ (Black|White) wins, proven)$")
    shares = [share.search(line) for line in turns]
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
