"""`referee replay --thread` as a host uses it."""

import json
from pathlib import Path

import pytest
from PIL import Image

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
        ([NODEBB, "--reply", "bbcode"], "go with --thread"),
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
