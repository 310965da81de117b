"""`referee replay --turn --theme --coordinates`, and pictures under names that they don't have."""

import json
import tomllib
from pathlib import Path

import pytest
from engine.samples import SEED_003
from PIL import Image

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
    """A short game on the smallest board is looked back on in no time."""
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
