"""The `replay` and `games` commands as a host uses them, and `replay --thread`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from engine.samples import SEED_003, SEED_004, SEED_004_PRINTED
from PIL import Image
from storage.samples import thorough

from bot.engine.rulesets import RULESETS
from bot.referee.formats import FORMATS

SIDE_3 = "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"
SAID_BY = "This turn is said to be by"
KEYS = ["ruleset", "side", "turns", "groups", "over", "winner", "reason", "problem"]


def test_the_worked_example_in_json(replay):
    (game,) = replay.games(SEED_003)
    assert list(game) == KEYS
    assert [turn["scores"] for turn in game["turns"]] == [
        [1, 1], [1, 1], [2, 1], [2, 2], [4, 2], [4, 2], [4, 2], [4, 2], [4, 2], [4, 4], [6, 4],
        [6, 5],
    ]  # fmt: skip
    assert game["turns"][9] == {
        "colour": "blue", "stones": ["D7", "F8"], "fewest": 1, "most": 2, "scores": [4, 4],
        "leading": True,
    }  # fmt: skip
    assert [turn["most"] for turn in game["turns"]] == [1, 2, 2, 3, 3, 3, 2, 2, 2, 2, 3, 3]
    assert (game["over"], game["winner"], game["reason"]) == (False, None, None)
    (earlier,) = replay.games(SEED_003.rpartition(" / B3")[0])
    assert earlier["groups"] == [[4, 3, 2], [4, 3, 1, 1]]


@pytest.mark.parametrize(
    ("turn", "word", "law", "text"),
    [
        ("A2 A3", None, None, None),
        ("A2 A3 A5", "A5", "too-many", "Two at most: Blue was not leading."),
        ("A2 A2", "A2", "repeated-cell", "A2 is named twice."),
        ("A2 D7", "D7", "occupied", "D7 is taken by Blue."),
        ("F9", "F9", "off-board", "F9 is off the board: row F has 8 cells. Nearest: E9."),
        ("", "", "empty-turn", "Place at least one stone; passing is not allowed."),
        ("pass", "pass", "unreadable", "“pass” is no move: write cells such as E5."),
        ("red:A2", None, None, None),
        ("Red: A2-A3!", None, None, None),
        ("Blue: A2", "blue", "out-of-turn", f"{SAID_BY} Blue, but it is Red's turn."),
        ("A2 or A3", "or", "unreadable", "“or” is no move: write cells such as E5."),
    ],
)
def test_each_law_has_its_own_key(replay, turn, word, law, text):
    (game,) = replay.games(f"{SEED_003} / {turn}")
    if law is None:
        assert game["problem"] is None
        return
    assert game["problem"] == {"turn": 13, "line": 1, "word": word, "law": law, "text": text}
    assert len(game["turns"]) == 12
    assert replay(f"{SEED_003} / {turn}") == 1
    assert text in replay.out


def test_a_ruleset_can_be_tried_on_a_game(replay):
    (game,) = replay.games(SEED_003, "--ruleset", "mindsports")
    assert game["ruleset"] == "mindsports"
    assert game["turns"][0]["colour"] == "white"
    assert (game["problem"]["turn"], game["problem"]["law"]) == (11, "too-many")


def test_formats_options_and_colours_are_taken(replay):
    (game,) = replay.games("E5 / button", "--format", "catena", "--option", "komi=7")
    assert game["turns"][1] == {
        "colour": "white", "stones": ["button"], "fewest": 1, "most": 1, "scores": [1, 7.5],
        "leading": False,
    }  # fmt: skip
    (game,) = replay.games("E5", "--format", "bentley", "--first", "black", "--side", "6")
    assert (game["ruleset"], game["side"]) == ("genius", 6)
    assert game["turns"][0]["colour"] == "black"
    (game,) = replay.games("b:E5 / w:A1 b:A2", "--ruleset", "product")
    assert game["turns"][1]["stones"] == ["white:A1", "black:A2"]


def test_the_header_is_believed_and_the_command_line_more(replay):
    text = '[Ruleset "brink"]\n[Options "margin=2"]\n[Side "4"]\n[First "white"]\n\nA1\n'
    (game,) = replay.games(text)
    assert (game["ruleset"], game["side"], game["turns"][0]["colour"]) == ("brink", 4, "white")
    (game,) = replay.games(text, "--ruleset", "plur", "--side", "5")
    assert (game["ruleset"], game["side"]) == ("plur", 5)


def test_the_printed_game_tells_both_slips(replay):
    (game,) = replay.games(SEED_004_PRINTED, "--format", "sauce", "--notation", "half-step")
    slips = [(slip["turn"], slip["word"], slip["suggestion"]) for slip in game["slips"]]
    assert slips == [(3, "l7", "l6"), (12, "g2", "h2")]
    assert game["problem"]["word"] == "l7"
    mended = SEED_004_PRINTED.replace("l7", "l6").replace("g2", "h2")
    for ruleset in ("sauce", "genius"):
        (game,) = replay.games(mended, "--ruleset", ruleset)
        assert (game["over"], game["reason"], game["problem"]) == (True, "resignation", None)
        assert game["turns"][1]["stones"] == ["C3", "F3"]
    (house,) = replay.games(f"{SEED_004} / resign", "--ruleset", "genius")
    assert house == game


def test_games_are_told_apart_and_numbered(replay, tmp_path):
    out = tmp_path / "board.png"
    assert len(replay.games("A1\n\nB1\nC1\n", "--png", str(out))) == 2
    for path in (out, tmp_path / "board-2.png"):
        with Image.open(path) as image:
            assert image.width == 800


def test_people_read_one_turn_a_line(replay):
    assert replay(SEED_003) == 0
    lines = replay.out.splitlines()
    assert lines[0] == "Catchup, side 5: Red against Blue"
    assert lines[10].split() == ["10.", "Blue", "D7", "F8", "4–4", "leading"]
    assert lines[13] == "Not over: Red may place 1 or 2 stones."
    assert lines[14] == "Groups: Red 6-4-2, Blue 5-4-1-1-1"
    replay(f"{SEED_003} / resign")
    assert "Blue wins (resignation)." in replay.out


def test_a_header_that_the_board_contradicts_is_reported_by_line(replay):
    text = '[Colours "red blue"]\n[Result "red"]\n[Termination "board-full"]\n\nF6 / D3 F7\n'
    assert replay(text) == 1
    told = [
        "Line 2: Result says red, but there are turns left to play.",
        "Line 3: Termination says board-full, but there are turns left to play.",
    ]
    assert replay.out.splitlines()[3:6] == ["Not over: Red may place 1 or 2 stones.", *told]
    (game,) = replay.games(text)
    assert (game["over"], game["problem"]) == (False, None)
    assert game["contradictions"] == [
        {"line": 2, "tag": "Result", "value": "red", "text": told[0]},
        {"line": 3, "tag": "Termination", "value": "board-full", "text": told[1]},
    ]


def test_a_full_board_is_believed_before_its_header(replay):
    full = "D2/E2 E1/C5 C3/A3 D4/B3/A2 C1 C4/B4 C2/B2 A1 D3/D1 B1/E3"
    assert replay(f'[Side "3"]\n[Result "blue"]\n\n{full}\n') == 1
    told = "Red wins (board full).\nLine 2: Result says blue, but the board is full: Red wins."
    assert told in replay.out


@pytest.mark.parametrize("end", ["cancelled", "abandonment"])
def test_a_match_without_a_result_is_read_as_such(replay, end):
    text = f'[Result "*"]\n[Termination "{end}"]\n\nF6 / D3 F7\n'
    assert replay(text) == 0
    assert f"No result ({end})." in replay.out
    (game,) = replay.games(text)
    assert (game["over"], game["winner"], game["reason"]) == (True, None, end)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ruleset", "chess"], "There is no ruleset “chess”"),
        (["--format", "chess"], "There is no format “chess”"),
        (["--side", "1"], "side from 2 to 13"),
        (["--option", "komi=3"], "no option “komi”"),
        (["--option", "komi"], "KEY=VALUE"),
        (["--first", "green"], "none of the colours"),
        (["/nowhere/at/all"], "/nowhere/at/all: No such file"),
        (["/"], "/: Is a directory"),
        (["--png", "/nowhere/out.png"], "/nowhere/out.png: No such file"),
    ],
)
def test_a_refused_command_is_one_line(replay, arguments, told):
    assert replay("E5", *arguments) == 2
    assert told in replay.err
    assert replay.err.count("\n") == 1
    assert replay.err.startswith("referee replay: ")


@pytest.mark.parametrize(
    "junk",
    [
        b"\xff\xfe\x00" * 330_000, b"/" * 1_000_000, b"{" * 1_000_000, b"1." * 500_000,
        b"Z99 " * 250_000, b"A1 / B1 / " * 100_000, b'[A "' + b"\\" * 1_000_000, b"a\n\n" * 5_000,
    ],
    ids=["bytes", "slashes", "braces", "numbers", "cells", "turns", "tag", "games"],
)  # fmt: skip
@pytest.mark.parametrize("share", [10, *thorough(1)])
def test_a_megabyte_of_junk_gets_a_sane_answer(replay, junk, share):
    games = replay.games(junk[: len(junk) // share])
    if games:
        assert all(game["problem"] is not None for game in games)
        assert all(len(line) < 30_000 for line in replay.out.splitlines())
    else:
        assert "no game" in replay.err


@pytest.mark.thorough
def test_a_reader_who_stops_early_is_no_error(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("A1\n\n" * 20_000)
    program = [sys.executable, "-m", "bot", "replay", str(path), "--json"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_list_of_games_is_complete(run):
    status, listed, _ = run("games")
    assert status == 0
    for ruleset in RULESETS.values():
        assert f"\n  {ruleset.key} " in listed
        for option in ruleset.options:
            assert f"{option.key}=… " in listed
    for line in (
        "komi=… a whole number from 0 to 999, or choose (default",
        "button=… on or off (default",
        "scoring=… stones, longest or square (default",
        "tie=… fewer or second-player (default",
        "margin=… a whole number from 1 to 99 (default",
    ):
        assert line in listed
    formats = listed.partition("Formats")[2]
    for key in FORMATS:
        assert f"\n  {key} " in formats
    for name in ("Spice", "Ice Catchup"):
        assert f"  {name} " in listed.partition("Not supported")[2]
    assert "published nowhere" in listed


def test_a_tie_that_the_dmo_wins_is_said_in_words_and_in_json(replay):
    turns = "/".join(f"red:{cell}" for cell in SIDE_3.split())
    head = '[Ruleset "product-original"]\n[Side "3"]\n[Colours "red blue"]\n'
    text = f'{head}[Blue "Bob"]\n[DMO "Bob"]\n\n{turns}\n'
    assert replay(text) == 0
    assert "Blue wins the tie as DMO." in replay.out
    (told,) = replay.games(text)
    assert (told["over"], told["winner"], told["reason"]) == (True, "blue", "tie-to-dmo")


SAVED = Path(__file__).parent.parent / "threads" / "saved"
NODEBB = str(SAVED / "nodebb.html")
PAGES = [str(SAVED / f"nodebb-page{number}.html") for number in (1, 2)]


def test_a_saved_topic_is_ruled_post_by_post(run):
    status, out, _ = run("replay", *PAGES, "--thread")
    assert status == 0
    assert "Red is Ann, Blue is Bob." in out
    assert "7  Bob     2026-11-20T12:15Z  refused  B2       B2 is taken by Red." in out
    assert "9  Bob     2026-11-20T12:30Z  turn     G6\n" in out
    assert "Not over: Red may place up to 3 stones." in out
    assert "**Blue** played **G6**." in out
    assert out.rstrip().endswith("@Ann, **Red** may place up to 3 stones.")


def test_the_same_in_json(run, tmp_path):
    picture = tmp_path / "board.png"
    options = ["--thread", "--json", "--reply", "bbcode", "--png", str(picture)]
    status, out, _ = run("replay", NODEBB, *options)
    game = json.loads(out)
    assert status == 0
    assert [" ".join(turn["stones"]) for turn in game["turns"]] == ["F6", "D3 F7", "B2 G5", "G6"]
    assert game["players"] == ["Ann", "Bob"]
    kinds = "talk turn turn talk refused turn refused refused turn"
    assert [post["kind"] for post in game["posts"]] == kinds.split()
    assert game["posts"][6] == {
        "number": 7, "id": "107", "author": "Bob", "at": "2026-11-20T12:15Z", "kind": "refused",
        "turn": "B2", "why": "B2 is taken by Red.",
    }  # fmt: skip
    assert "@Ann, [b]Red[/b] may place up to 3 stones." in game["reply"]
    with Image.open(picture) as image:
        assert image.format == "PNG"


def test_the_command_line_says_what_is_played(run):
    options = ["--thread", "--first", "blue", "--players", "Bob", "Ann"]
    status, out, _ = run("replay", NODEBB, *options)
    assert status == 0
    assert out.startswith("Blue is Bob, Red is Ann.\n")
    assert "2  Ann     2026-11-20T09:30Z  refused  F6       It is Blue's turn." in out
    assert "5  Bob     2026-11-20T10:40Z  turn     G6" in out


@pytest.mark.parametrize(
    ("page", "shown", "gone"),
    [(PAGES[0], "Not over: ", "To be posted next"), (PAGES[1], "so nothing is ruled", "Not over")],
    ids=["beginning", "end"],
)
def test_a_part_of_a_topic_is_said_first_and_is_exit_status_1(page, shown, gone, run, tmp_path):
    """What is known is ruled; without the beginning there is no board at all."""
    part = tmp_path / "part.html"
    total = '<span component="topic/post-count" title="9">9</span>'
    part.write_text(Path(page).read_text().replace("<body", f"{total}<body"))
    status, out, _ = run("replay", part, "--thread")
    assert status == 1
    assert out.startswith("Not in the input: posts ")
    assert shown in out
    assert gone not in out
    assert out.endswith("Nothing is to be posted before the rest of the topic is in the input.\n")
    status, out, _ = run("replay", part, "--thread", "--json")
    assert (status, json.loads(out)["reply"]) == (1, None)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--thread", "nothing.html"], "nothing.html: No such file"),
        (["--thread", str(SAVED / "nodebb.counted")], "save the page as HTML"),
        (["--thread", NODEBB, "--players", "Ann", "Zed"], "No post is by “Zed”"),
        (["--thread", NODEBB, "--notation", "bottom"], "house notation"),
        (["--thread", NODEBB, "--format", "chess"], "chess"),
        ([NODEBB, "--reply", "bbcode"], "goes with --thread"),
        ([str(SAVED / "phpbb.html")], "read with --thread"),
        (PAGES, "--thread"),
    ],
)
def test_a_refused_topic_is_one_line(arguments, part, run):
    status, out, err = run("replay", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert part in err


def test_too_much_input_is_not_read_to_its_end(tmp_path, run):
    large = tmp_path / "large.html"
    with large.open("wb") as file:
        file.truncate(20_000_001)
    status, _, err = run("replay", large, "--thread")
    assert (status, "20 MB" in err) == (2, True)
