"""`referee replay --turn --theme --coordinates`, and pictures under names that they don't have."""

import json
import tomllib
from pathlib import Path

import pytest
from engine.samples import SEED_003
from PIL import Image

from bot.__main__ import main

THEMES = Path(__file__).parents[2] / "renderers" / "themes"
PLAYED = 12
"""The turns of the worked example."""


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The worked example as a file."""
    file = tmp_path / "game.txt"
    file.write_text(SEED_003, encoding="utf-8")
    return str(file)


def drawn(record: str, out: Path, *arguments: str) -> bytes:
    """The picture that `--png` writes."""
    assert main(["replay", record, "--png", str(out), *arguments]) == 0
    return out.read_bytes()


@pytest.mark.parametrize("option", ["--png", "--gif", "--chart", "--chances"])
def test_a_picture_under_a_wrong_name_is_refused_before_anything_is_done(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    """One sentence names the option, what it writes and the file; no game is ruled or drawn."""
    kind = "gif" if option == "--gif" else "png"
    before = sorted(tmp_path.iterdir())
    assert main(["replay", record, "--review", option, str(tmp_path / "x.txt")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"referee replay: {option} writes a {kind.upper()}: end the file's name in .{kind}, "
        f"not as in {tmp_path / 'x.txt'}.\n"
    )
    assert sorted(tmp_path.iterdir()) == before


def test_a_wrong_name_is_refused_for_a_topic_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before its pages are looked for."""
    assert main(["replay", "/nowhere.html", "--thread", "--png", "board.jpg"]) == 2
    assert "not as in board.jpg" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["board.PNG", "board"])
def test_capitals_and_a_name_without_an_ending_are_taken(
    record: str, tmp_path: Path, name: str
) -> None:
    """The first is the same kind, the second may be a pipe."""
    assert drawn(record, tmp_path / name)[:4] == b"\x89PNG"


def test_a_turn_shows_the_game_as_it_stood_then(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text, values and animation end there: Red has just gone ahead by 4 to 2."""
    assert main(["replay", record, "--turn", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].split()[0] == "5."
    assert lines[6] == "Not over: Blue may place up to 3 stones."
    assert main(["replay", record, "--turn", "5", "--json"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert len(game["turns"]) == 5
    assert game["turns"][-1]["scores"] == [4, 2]
    film = tmp_path / "game.gif"
    assert main(["replay", record, "--turn", "5", "--gif", str(film)]) == 0
    with Image.open(film) as picture:
        assert picture.n_frames == 1 + 5
    last = drawn(record, tmp_path / "last.png")
    assert drawn(record, tmp_path / "turn.png", "--turn", str(PLAYED)) == last
    assert drawn(record, tmp_path / "turn.png", "--turn", "5") != last


def test_a_turn_before_the_end_has_neither_result_nor_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What came later was not known then: a resignation, and a turn that breaks a law."""
    file = tmp_path / "game.txt"
    file.write_text("F6\nD3 F7\nresign\n", encoding="utf-8")
    assert main(["replay", str(file), "--turn", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["over"] is False
    assert main(["replay", str(file), "--turn", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "resignation"
    file.write_text("F6\nD3 F7\nF6\n", encoding="utf-8")
    assert main(["replay", str(file), "--turn", "1"]) == 0
    assert main(["replay", str(file), "--turn", "2"]) == 1


@pytest.mark.parametrize("turn", ["-1", "13"])
def test_a_turn_that_the_game_does_not_have_is_refused(
    record: str, capsys: pytest.CaptureFixture[str], turn: str
) -> None:
    """One line says how many it has."""
    assert main(["replay", record, "--turn", turn]) == 2
    told = capsys.readouterr()
    assert told.err == f"referee replay: there is no turn {turn}: the game has {PLAYED}.\n"
    assert told.out == ""


@pytest.mark.parametrize("name", ["contrast", "dark", "go"])
def test_a_theme_colours_board_animation_and_charts(record: str, tmp_path: Path, name: str) -> None:
    """Their ground is what the theme's file says."""
    colours = tomllib.loads((THEMES / f"{name}.toml").read_text("utf-8"))
    ground = tuple(bytes.fromhex(colours["table"]["background"][1:]))
    board, film, race = (tmp_path / file for file in ("board.png", "game.gif", "race.png"))
    given = ["--png", str(board), "--gif", str(film), "--chart", str(race)]
    assert main(["replay", record, "--turn", "3", "--theme", name, *given]) == 0
    for file in (board, film, race):
        with Image.open(file) as picture:
            assert picture.convert("RGB").getpixel((1, 1)) == ground, file.name


def test_the_chances_are_drawn_in_the_theme_too(tmp_path: Path) -> None:
    """A short game on the smallest board is looked back on in no time."""
    file, out = tmp_path / "game.txt", tmp_path / "chances.png"
    file.write_text('[Side "3"]\n\nA1\nB1\n', encoding="utf-8")
    given = ["--review", "--chances", str(out), "--theme", "go", "--turn", "1"]
    assert main(["replay", str(file), *given]) == 0
    colours = tomllib.loads((THEMES / "go.toml").read_text("utf-8"))
    with Image.open(out) as picture:
        ground = picture.convert("RGB").getpixel((1, 1))
    assert ground == tuple(bytes.fromhex(colours["table"]["background"][1:]))


def test_coordinates_are_as_usual_unless_asked_for(record: str, tmp_path: Path) -> None:
    """Off in a Genius match, on in any other format on a board of side 5."""
    out = tmp_path / "board.png"
    named = drawn(record, out, "--coordinates", "on")
    bare = drawn(record, out, "--coordinates", "off")
    assert named != bare
    assert drawn(record, out) == drawn(record, out, "--coordinates", "usual") == bare
    other = drawn(record, out, "--format", "bentley", "--first", "white")
    assert other == drawn(
        record, out, "--format", "bentley", "--first", "white", "--coordinates", "on"
    )
