"""`referee replay` on games as people have them: in every form the same game comes out."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from announcements.matches import SEED_003 as PLAYED
from announcements.matches import begun, new, played
from announcements.paper import PaperVoice
from engine.samples import SEED_003
from fakes import PlainVoice

from bot.engine.board import board
from bot.engine.notation import read_cell, write_cell
from bot.referee.events import TurnPlayed
from bot.venues.discord.markup import neutral_record
from bot.venues.discord.voice import DiscordVoice
from bot.venues.room.seats import RoomVoice
from bot.wording.announcements import announce

TURNS = [turn.split() for turn in SEED_003.split(" / ")]
BOARD = board(5)
MOVES = [
    ",".join(write_cell(BOARD, read_cell(BOARD, word), "bottom") for word in turn) for turn in TURNS
]
NAMES = ("Ann", "Bob")
COLOURS = ("Red", "Blue")


def said(form: str, *, joint: str = " ") -> str:
    """The game with each turn in a form; `number`, `name`, `colour`, `minute` and `turn` count."""
    return "\n".join(
        form.format(
            number=number + 1,
            name=NAMES[number % 2],
            colour=COLOURS[number % 2],
            minute=30 + number,
            turn=joint.join(turn),
        )
        for number, turn in enumerate(TURNS)
    )


def in_rounds(joint: str) -> str:
    return " ".join(
        f"{n // 2 + 1}. {joint.join(TURNS[n])} {joint.join(TURNS[n + 1])}"
        for n in range(0, len(TURNS), 2)
    )


def table(row: str) -> str:
    rows = (row.format(n + 1, MOVES[n], n + 2, MOVES[n + 1]) for n in range(0, len(MOVES), 2))
    return "Ann\tBob\n" + "\n".join(rows)


def downloaded(**changes: Any) -> str:
    rounds: list[list[Any]] = [[MOVES[n], MOVES[n + 1]] for n in range(0, len(MOVES), 2)]
    header = {
        "game": {"name": "Catchup", "variants": []},
        "site": {"name": "Abstract Play", "gameid": "x"},
        "date-start": "2025-11-21T18:30:00Z",
        "date-end": "2025-11-22T18:30:00Z",
        "date-generated": "2025-11-22T18:30:00Z",
        "players": [{"name": "Ann", "result": 1}, {"name": "Bob", "result": 0}],
    }
    return json.dumps(
        {"header": header | changes.get("header", {}), "moves": rounds}
        | {key: value for key, value in changes.items() if key != "header"}
    )


CHANNEL = """Ann — Today at 18:30
good luck!
{0}
Bob — Today at 18:31
is B4 any good?
{1}
Ann — Today at 6:32 PM
{2}
Bob — 18:33
{3}
[18:34] oh well
Ann
 — 18:35
{4}
Bob
—
Today at 18:36
{5}
Ann — Today at 18:37
{6}
Referee APP — Today at 18:37
Time runs.
Bob — Today at 18:38
{7}
Ann — Today at 18:39
{8}
nice
Bob — Today at 18:40
{9}
Ann — Today at 18:41
{10}
Bob — Today at 18:42
{11}
"""
FORMS = {
    "separators": said("{turn}", joint=" - "),
    "joined": said("{turn}", joint=""),
    "halves": re.sub("([A-I])([1-9])", r"\1 \2", said("{turn}.")),
    "list": said("- {turn}!"),
    "numbered": said("{number}. {turn}"),
    "numbered with brackets": said("{number}) {turn}"),
    "labels": said("my move: {turn}"),
    "colours": said("{colour}: {turn}"),
    "bold colours": said("**{colour}:** {turn}"),
    "colours in a row": " / ".join(said("{colour}: {turn}").splitlines()),
    "emoji": said("{turn} 👍"),
    "names": said("{name}: {turn}"),
    "a log": said("[18:{minute}] {name}: {turn}"),
    "a log with talk": said("[18:{minute}] {name}: {turn}\n[18:{minute}] {name}: your turn, gg"),
    "a log with seconds": said("18:{minute}:12 <{name}> {turn}"),
    "a copy from Telegram": said("{name}, [21.11.2025 18:{minute}]\n{turn}"),
    "a dated log": said("21/11/2025, 18:{minute} - {name}: {turn}"),
    "a channel": CHANNEL.format(*(" ".join(turn) for turn in TURNS)),
    "announcements": said("**{colour}** played **{turn}**. Score 2 → 4: {colour} is leading."),
    "plain announcements": said("[18:{minute}] Referee: hm\n{colour} played {turn}.\n@{name}, go."),
    "turns and announcements": said("{name} — 18:{minute}\n{turn}\n{colour} played {turn}."),
    "rounds": in_rounds(" "),
    "rounds with commas": in_rounds(", "),
    "rounds, joined": in_rounds(""),
    "rounds in lines": in_rounds(" ").replace(" 2.", "\n2.").replace(" 3.", "\n3."),
    "a table": table("{}\t{}\t{}\t{}"),
    "a table cell by cell": table("{}\t\n{}\n\t{}\t\n{}\n"),
    "a download": downloaded(),
    "a download with objects": downloaded(
        moves=[
            [{"sequence": n + 1, "move": MOVES[n]}, {"sequence": n + 2, "move": MOVES[n + 1]}]
            for n in range(0, len(MOVES), 2)
        ]
    ),
    "a download of two": f"[{downloaded()}]",
    "moves alone": json.dumps([[MOVES[n], MOVES[n + 1], None][:2] for n in range(0, 12, 2)]),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_worked_example_in_every_form(replay, form):
    (expected,) = replay.games(SEED_003)
    (game,) = replay.games(FORMS[form], *([] if "table" not in form else ["--first", "red"]))
    assert game["problem"] is None
    for turn, got in zip(expected["turns"], game["turns"], strict=True):
        assert got == turn | {"stones": got["stones"]}
        assert sorted(got["stones"]) == sorted(turn["stones"])
    assert game["groups"] == expected["groups"]


@pytest.mark.parametrize(
    "voice",
    [DiscordVoice(), RoomVoice(), PlainVoice(), PaperVoice(datetime(2025, 11, 21, tzinfo=UTC))],
    ids=lambda voice: type(voice).__name__,
)
def test_announcements_of_every_venue_are_read(replay, voice):
    match = played(begun(new()), PLAYED)
    told = []
    for end in range(1, len(match.turns) + 1):
        part = played(begun(new()), " / ".join(PLAYED.split(" / ")[:end]))
        event = part.turns[-1]
        assert isinstance(event, TurnPlayed)
        text = announce(part, (event,), voice, event.at + timedelta(seconds=1)).text
        told.append("".join(sign for sign in text if sign not in "\x01\x02\x03\x04"))
    (expected,) = replay.games(PLAYED)
    (game,) = replay.games("\n".join(told))
    assert game == expected
    wrong = [*told[:3], *told[3:5], "↩️ Host took back the last 2 turns.", *told[3:]]
    assert replay.games("\n".join(wrong)) == [expected]


def test_another_board_and_who_begins(replay):
    (game,) = replay.games("Blue: F6\nRed: D3 F7")
    assert [turn["colour"] for turn in game["turns"]] == ["blue", "red"]
    (game,) = replay.games("White: F6 / Black: D3 F7")
    assert [turn["colour"] for turn in game["turns"]] == ["white", "black"]
    text = "**White** took the button.\n**Black** played **A1**."
    (game,) = replay.games(text, "--format=catena")
    assert [turn["stones"] for turn in game["turns"]] == [["button"], ["A1"]]
    text = "**Black** played **white:E6**.\n**White** passed."
    (game,) = replay.games(text, "--ruleset=product")
    assert game["turns"][0]["stones"] == ["white:E6"]
    larger = {"game": {"name": "Catchup", "variants": ["size-6"]}}
    (game,) = replay.games(downloaded(header=larger, moves=[["k1", "a1,a6"], ["f11"]]))
    assert game["side"] == 6
    assert [turn["stones"] for turn in game["turns"]] == [["A1"], ["K1", "K6"], ["F11"]]
    (game,) = replay.games(downloaded(moves=[["e5", "a1"], ["resign"]]))
    assert (game["over"], game["winner"], game["reason"]) == (True, "blue", "resignation")
    (game,) = replay.games(downloaded(moves=[["e5", "a1"], ["b1", "timeout"]]))
    assert (game["over"], game["winner"], game["reason"]) == (True, "red", "time")
    assert replay(downloaded(header={"game": {"name": "Hex"}})) == 2
    assert "no ruleset “hex”" in replay.err


def test_a_header_goes_before_what_a_log_tells(replay):
    text = '[Ruleset "product"]\n[First "white"]\n\n[18:30] Ann: wE5\n[18:31] Bob: ⚫A1 A2\n'
    (game,) = replay.games(text)
    assert [turn["colour"] for turn in game["turns"]] == ["white"]
    assert any("Line 5: Bob's A2 is refused and the match goes on." in it for it in game["notes"])
    (game,) = replay.games(text.replace("A2", "⚪A2"))
    assert game["turns"][1]["stones"] == ["black:A1", "white:A2"]


def test_a_turn_out_of_turn_is_pointed_at(replay):
    log = "[18:30] Ann: F6\n[18:31] Ann: hm, B4?\n[18:32] Ann: D3 F7\n[18:33] Bob: A1"
    (game,) = replay.games(log)
    assert [turn["stones"] for turn in game["turns"]] == [["F6"], ["A1"]]
    assert game["notes"][:2] == [
        "Ann plays Red, Bob plays Blue.",
        "Line 3: Ann's D3 F7 is out of turn and doesn't count.",
    ]
    assert replay(log) == 3
    assert replay("[18:30] F6\n[18:31] D3 F7") == 2
    assert "I can't tell who wrote line 1: write “Ann: F6” there" in replay.err
    assert replay("[18:30] F6\n[18:31] D3 F7", "--players", "Ann", "Bob") == 3
    assert replay("Red: F6\nRed: D3") == 1
    assert "Turn 2, line 2, is not legal. This turn is said to be by Red" in replay.out


def test_a_word_off_the_board_is_told_once(replay):
    assert replay("1. F6\n2. D3 F7\n3. F9 E5\n4. G9") == 1
    *_, turn, later, groups = replay.out.rstrip().splitlines()
    assert turn.startswith("Turn 3, line 3, is not legal at F9. F9 is off the board: row F has 8")
    assert later.startswith("Turn 4: G9 can't be read.")
    assert groups.startswith("Groups: ")
    assert replay.out.count("F9") == 2


def test_comments_jumping_numbers_and_assumptions_are_told(replay):
    jumping = "{+1:00 for Red}\n1. F6 {0:12}\n2. D3 F7\n4. B2"
    assert replay(jumping) == 1
    (game,) = replay.games(jumping)
    assert (game["before"], game["turns"][0]["comment"]) == ("+1:00 for Red", "0:12")
    why = "number says 4, but 3 is next: a turn may be missing here, or be written twice."
    assert [(one["line"], one["text"]) for one in game["contradictions"]] == [(4, f"Line 4: {why}")]
    assert replay("{+1:00 for Red}\nF6 {0:12}\nD3 F7") == 0
    assert "\n+1:00 for Red\n  1. Red" in replay.out
    alternate = "Nobody is named: I take the lines to be by turns Red's and Blue's."
    assert f"against Blue\n{alternate}\n" in replay.out
    (game,) = replay.games("F6\nD3 F7")
    assert game["notes"] == [alternate]


def test_possible_turns_among_talk_are_told(replay):
    log = (
        "[18:30] Ann: F6\n[18:31] Bob: D3 F7 what a game\n[18:32] Ann: B2 wow\n[18:33] Ann: nice"
        "\n[18:34] Bob: A1\n[18:35] Cat: E5\n[18:36] Cat: I like E5\n[18:37] Ann: > A1\n"
        "[18:38] Ann: B2\n[18:39] Bob: C3\n\n"
    )
    (game,) = replay.games(log)
    assert [turn["stones"] for turn in game["turns"]] == [["F6"], ["A1"], ["B2"], ["C3"]]
    note = "Taken for talk, though a turn may be meant: lines 2, 3, 6."
    players = "Ann plays Red, Bob plays Blue."
    assert game["notes"] == [players, note]
    assert replay(log) == 0
    assert f"against Blue\n{players}\n{note}\n" in replay.out
    (game,) = replay.games("[18:30] Ann: F6\n[18:31] Bob: D3 *D4\nF7\n[18:32] Bob: D4")
    assert game["notes"] == [players, "Taken for talk, though a turn may be meant: line 2."]
    (game,) = replay.games("[18:30] Ann: F6\n[18:31] Bob: D3\nF7")
    assert game["notes"] == [players]


def test_a_hundred_words_that_can_not_be_read_are_listed_and_the_limit_is_said(replay):
    assert replay("Z9 / " * 101 + "F6") == 1
    assert replay.out.count("\nTurn 1, line 1, is not legal at Z9.") == 1
    assert replay.out.count("can't be read") == 99
    assert "No more than 100 such words are listed." in replay.out


@pytest.mark.parametrize(
    ("told", "winner", "reason"),
    [
        ("🏁 **Red wins**: Ann. Bob resigned.", "red", "resignation"),
        ("🏁 Blue wins: Bob. Red's time ran out.", "blue", "time"),
        ("🏁 **Abandoned.** Both players agreed; there is no result.", None, "abandonment"),
        ("🏁 **Cancelled.** By Host; there is no result.", None, "cancelled"),
    ],
)
def test_an_announced_result_ends_a_game(replay, told, winner, reason):
    one, other = replay.games(f"**Red** played **F6**.\n{told}\n**Blue** played **A1**.\n")
    assert (one["over"], one["winner"], one["reason"]) == (True, winner, reason)
    assert (other["over"], [turn["colour"] for turn in other["turns"]]) == (False, ["blue"])


def test_rounds_are_parted_as_the_law_allows(replay):
    """Only where a number can't be a turn's, and only if all of it is legal so."""
    (game,) = replay.games("1. F6 2. D3 F7 3. B2 G5")
    assert [turn["stones"] for turn in game["turns"]] == [["F6"], ["D3", "F7"], ["B2", "G5"]]
    (game,) = replay.games("1. F6 D3,F7 2. B2 G5,G6")
    assert [turn["stones"] for turn in game["turns"][2:]] == [["B2"], ["G5", "G6"]]
    (game,) = replay.games("1. F6 D3 2. F6 A1")
    assert (game["problem"]["turn"], game["problem"]["law"]) == (1, "too-many")


PROSE = (
    "We met on Friday and played a game.\n\nIt was a good one: I began at D7, and then\n"
    "nobody knew what to do. See you next week!\n"
)


USUAL = ". Write one turn a line, such as D7 F8, or see docs/records.md."
JUNK = {
    **{f"{text!r}": (text.encode(), USUAL) for text in ("", "\n\n", "1. 2.", ". . . b j b\n")},
    "prose": (PROSE.encode(), USUAL),
    "much prose": ((PROSE * 200).encode(), USUAL),
    "a picture": ((Path(__file__).parents[2] / "docs" / "board.png").read_bytes(), USUAL),
    "bytes": (b"\x00\x01\x02" * 1000, USUAL),
    "a log": ("Ann — Today at 18:30\nhello\nBob — Today at 18:31\nhi".encode(), USUAL),
    "wide letters": (PROSE.encode("utf-16"), USUAL),
    "a web page": (
        b"<html><body>D7 is good</body></html>",
        ", but a web page: a forum's topic is read with --thread.",
    ),
}


@pytest.mark.parametrize("kind", JUNK)
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_an_input_without_a_game_is_one_line(replay, kind, arguments):
    junk, words = JUNK[kind]
    assert replay(junk, *arguments) == 2
    assert replay.out == ""
    assert replay.err == f"referee replay: There is no game in the input{words}\n"


def test_a_game_among_prose_is_found(replay):
    (game,) = replay.games(f"{PROSE}\n{SEED_003}\n\nThat was all.\n")
    assert len(game["turns"]) == 12
    (game,) = replay.games(SEED_003.encode("utf-16"))
    assert len(game["turns"]) == 12


def test_mentions_and_custom_emoji_as_discord_sends_them_are_no_words(replay):
    (game,) = replay.games(said("[18:{minute}] {name}: <@123> {turn} <:D7:99>"))
    assert game["turns"] == replay.games(said("[18:{minute}] {name}: {turn}"))[0]["turns"]
    assert len(game["turns"]) == len(TURNS)
    commented = '[Red "<@123>"]\n\n1. A1 {<@123> <:nice:99>} <@!5>'
    assert neutral_record(commented) == commented.replace("<@!5>", "\ufffc")
