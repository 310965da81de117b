"""Logs of rooms: what may be a turn in them, who said it, and how a match ends there."""

import pytest

from bot.engine.chat import is_turn
from bot.engine.record import Record
from bot.text.posts import UnreadError
from bot.text.reading import read as readings_of


def read(text: str) -> list[Record]:
    return [reading.record for reading in readings_of(text)]


@pytest.mark.parametrize(
    "text", ["D7 F8", "black:D7 white:F8", "r:D7 b:F8", "red D7 blue F8", "pass", "button", "M13"]
)
def test_a_turn_of_any_game_may_be_one(text: str) -> None:
    assert is_turn(text)


@pytest.mark.parametrize("text", ["good luck", "E5?", "green:E5", "D7 or F8", ""])
def test_talk_is_none(text: str) -> None:
    assert not is_turn(text)


def test_columns_of_two_letters_are_of_printed_games() -> None:
    """In chat `aa9` is a word like others."""
    assert is_turn("aa9", printed=True)
    assert not is_turn("aa9")


ANNOUNCED = (
    "**Red** played **E5**. Score 1-1.",
    "**Blue** passed.",
    "**Red** took the button.",
    "↩️ Host took back the last turn.",
)


def test_announcements_are_read_as_the_game() -> None:
    (record,) = read("\n".join(ANNOUNCED[:3]))
    assert [(one.words, one.by) for one in record.turns] == [
        (("E5",), "red"),
        (("pass",), "blue"),
        (("button",), "red"),
    ]
    for line, left in ((ANNOUNCED[3], 2), ("↩️ Host took back the last 2 turns.", 1)):
        (back,) = read("\n".join((*ANNOUNCED[:3], line)))
        assert back.turns == record.turns[:left]


def test_a_reopened_game_goes_on_in_a_transcript() -> None:
    ended = (*ANNOUNCED[:3], "🏁 **Blue wins**: Bob. Ann resigned.")
    again = "↪️ Zoe reopened the match. It stands as before its end, paused."
    (record,) = read("\n".join((*ended, again, "**Blue** played **D4**.", "🏁 **A tie**.")))
    assert [one.words for one in record.turns] == [("E5",), ("pass",), ("button",), ("D4",)]
    assert record.tags == (("Colours", "red blue"),)
    taken = "↪️ Zoe reopened the match. The turn that ended it is taken back. It stands as before."
    (back,) = read("\n".join((*ended, taken)))
    assert (len(back.turns), back.tags) == (2, ())
    assert len(read("\n".join((*ended, ANNOUNCED[0], again)))) == 2


@pytest.mark.parametrize(
    ("end", "tags"),
    [
        ("🏁 **Red wins**: 8 to 6.", [("Colours", "red blue")]),
        ("🏁 It is a tie.", [("Colours", "red blue")]),
        (
            "🏁 **Blue wins**: 🏁Bob. Ann resigned.",
            [("Result", "blue"), ("Termination", "resignation"), ("Colours", "red blue")],
        ),
        (
            "🏁 **A tie.** Zoe decided the match.",
            [("Result", "tie"), ("Termination", "adjudication"), ("Colours", "red blue")],
        ),
        (
            "🏁 Both players agreed to abandon the match.",
            [("Result", "*"), ("Termination", "abandonment"), ("Colours", "red blue")],
        ),
    ],
)
def test_only_an_end_that_no_board_tells_is_kept(end: str, tags: list[tuple[str, str]]) -> None:
    (record,) = read("\n".join((*ANNOUNCED[:2], end)))
    assert list(record.tags) == tags
    assert [one.words for one in record.turns] == [("E5",), ("pass",)]


def test_colours_are_told_where_both_are_known() -> None:
    (won,) = read(f"{ANNOUNCED[0]}\n🏁 **White wins**: Bob.")
    assert won.tag("Colours") == "red white"
    (tied,) = read(f"{ANNOUNCED[0]}\n🏁 It is a tie.")
    assert tied.tags == ()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["Ann APP — 21/11/2025 18:30", "E5", "Bob — 21/11/2025 18:31", "C3 F3"],
            ["Ann: E5", "Bob: C3 F3"],
        ),
        (["Ann BOT", " — Today at 18:30", "E5", "Bob", " — 18:31", "C3"], ["Ann: E5", "Bob: C3"]),
        (["Ann", "—", "Today at 18:30", "E5", "Bob", "—", "18:31", "C3"], ["Ann: E5", "Bob: C3"]),
        (["A1", "—", "18:30", "E5", "B2", "—", "18:31", "C3"], ["A1: E5", "B2: C3"]),
        (["Ann", "—", "18:30", "E5", "Bob", "—", "18:31", "C3", "F7"], ["Ann: E5", "Bob: C3 F7"]),
        (["Ann — 18:30", "E5", "18:30", "F7", "Bob — 18:31", "C3"], ["Ann: E5", "Bob: C3"]),
        (["Ann, [21 Nov 2025 at 18:30]", "E5", "Bob, [18:31]", "C3"], ["Ann: E5", "Bob: C3"]),
        (["[18:30] Ann: E5", "[18:31] Bob: C3", "[18:32] D7"], ["Ann: E5", "Bob: C3"]),
        (["18:30 <Ann> E5", "18:31 <Bob> C3", "eh", "18:32 D7"], ["Ann: E5", "Bob: C3"]),
        (["[18:30] Ann: E5", "[18:31] Cat: hi", "[18:32] Bob: C3"], ["Ann: E5", "Bob: C3"]),
        (["[18:30] Ann: E5", "[18:31] Bob: C3", "[18:32] Cat: D7"], ["Ann: E5", "Bob: C3"]),
        (["[18:30] Ann: hi", "E5 is good", "D7,", "F8", "[18:31] Bob: C3"],
         ["Ann: D7", "Bob: C3"]),
        (["Ann — 18:30", "D7", "Bob — 18:31", "let me see", "C3"], ["Ann: D7", "Bob: C3"]),
        (["Ann: E5", "", "Bob: C3"], ["Ann: E5", "Bob: C3"]),
        (["Ann: E5", "Bob: C3 F3, what a move", "Ann: D7"], ["Ann: E5"]),
        (["[18:30] Ann: E5", "[18:31] Bob: good luck", "[18:32] Ann: D7"], ["Ann: E5"]),
        (["Ann — heute um 18:30", "E5 (bearbeitet)", "👍", "2", "NEU",
          "Bob — 18:31", "C3 (edited)"], ["Ann: E5", "Bob: C3"]),
        (["Ann: E5", "Bob: well", "Bob: C3", "Ann: well"], ["Ann: E5", "Bob: C3"]),
        (["<Ann> hi", "<@Ann> E5", "* Cat has joined #game", "< Bob> C3"], ["Ann: E5", "Bob: C3"]),
        (["18:30 <Ann> E5", "18:30 <+Bob> C3", "18:31 <Bob> nice"], ["Ann: E5", "Bob: C3"]),
        (["Ann wrote:", "E5", "", "Bob wrote: ↑Fri Nov 21, 2025 6:30 pm", "let us see", "C3"],
         ["Ann: E5", "Bob: C3"]),
        (["@Ann said in Match 1:", "E5", "", "@Bob schrieb am 21.11.:", "C3"],
         ["Ann: E5", "Bob: C3"]),
        (["Ann — 18:30", "E5", "@Ann", "E5", "Bob — 18:31", "C3", "Bob", "C3", "Ann", " — 18:32",
          "D7"], ["Ann: E5", "Bob: C3", "Ann: D7"]),
        (["Ann — 18:30", "E5", "Bob — 18:31", "@Ann", "C3", "Ann — 18:32", "D7"],
         ["Ann: E5", "Bob: C3", "Ann: D7"]),
        (["21.11.25, 18:30 - Ann: E5 <This message was edited>",
          "21.11.25, 18:31 - Bob: C3 <Diese Nachricht wurde bearbeitet.>"], ["Ann: E5", "Bob: C3"]),
        (["Ann: E5", "Bob: C3", "D3", "Ann: D7", "nice one"], ["Ann: E5", "Bob: C3 D3", "Ann: D7"]),
        (["Ann: E5", "and so on", "Bob: C3"], ["Ann: E5", "Bob: C3"]),
    ],
)  # fmt: skip
def test_speakers_of_a_transcript_in_many_forms(lines: list[str], expected: list[str]) -> None:
    """Whoever is not to move has no turn, and a turn that the law refuses is none."""
    (record,) = read("\n".join(lines))
    assert [f"{one.by}: {' '.join(one.words)}" for one in record.turns] == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann: E5", "Ann: C3"],
        ["Ann: E5", "and so on"],
        ["Ann: E5", "Bob: hm", "Ann: well"],
        ["Red: E5", "Blue: C3"],
        ["<p>E5", "<li>C3"],
    ],
)
def test_lines_that_only_look_like_names_and_words_are_no_log(lines: list[str]) -> None:
    records = read("\n".join(lines))
    assert [" ".join(one.words) for record in records for one in record.turns] in ([], lines)
    assert bool(records) is lines[0].startswith("Red")


@pytest.mark.parametrize(
    ("lines", "why", "line"),
    [
        ([" — Today at 18:30", "E5", "Bob — 18:31", "C3"], "who", 2),
        (["[18:30] E5", "[18:31] Bob: C3"], "who", 1),
        (["[18:30] E5", "[18:31] C3"], "who", 1),
        (["[18:30] Ann: E5", "[18:31] Ann: C3"], "one-author", 1),
    ],
)
def test_what_a_log_does_not_tell_is_asked(lines: list[str], why: str, line: int) -> None:
    with pytest.raises(UnreadError) as asked:
        read("\n".join(lines))
    assert (asked.value.why, asked.value.line) == (why, line)


def test_turns_without_a_name_are_by_turns_those_of_named_players() -> None:
    for text in ("[18:30] E5\n[18:31] C3", "[18:30] Cat: E5\n[18:31] Cat: C3"):
        (reading,) = readings_of(text, ("Ann", "Bob"))
        assert [turn.words for turn in reading.record.turns] == [("E5",), ("C3",)]
        assert (reading.record.tag("Black"), reading.sure) == ("Ann", False)


@pytest.mark.parametrize(
    ("last", "turns", "resigned"),
    [
        (["[18:33] Ann: I resign"], 2, True),
        (["[18:33] Cat: I resign", "[18:34] Ann: gg, I give up", "[18:35] Bob: thanks"], 2, True),
        (["[18:33] Ann: D7", "[18:34] Bob: resign"], 3, True),
        (["[18:33] Ann: resign?"], 2, False),
        (["[18:33] Cat: I resign"], 2, False),
        (["[18:33] Ann: I resign", "[18:34] Ann: no, D7", "[18:35] Ann: D7"], 3, False),
    ],
)
def test_a_player_who_gave_up_in_a_log_did(last: list[str], turns: int, resigned: bool) -> None:
    """Nobody else, not as a question, and not where the game went on."""
    (record,) = read("\n".join(["[18:30] Ann: E5", "[18:31] Bob: C3", *last]))
    assert (len(record.turns), record.resigned) == (turns, resigned)


def test_a_player_may_resign_before_their_first_turn() -> None:
    """Whoever it is: the game has but one player yet; that one is not to move."""
    (record,) = read("[18:30] Ann: E5\n[18:31] Cat: hi\n[18:32] Bob: I resign")
    assert record.resigned
    (record,) = read("[18:30] Ann: E5\n[18:31] Cat: hi\n[18:32] Ann: I resign")
    assert not record.resigned
    assert (record.tag("Result"), record.tag("Termination")) == ("white", "resignation")


def test_a_player_who_gave_up_out_of_turn_has_lost() -> None:
    (record,) = read("[18:30] Ann: E5\n[18:31] Bob: C3\n[18:32] Bob: I resign")
    assert (record.tag("Result"), record.tag("Termination")) == ("black", "resignation")


def test_commas_in_what_was_said_are_kept() -> None:
    (record,) = read("[18:30] Ann: 1. D7\n[18:31] Bob: 3. C3, F8")
    assert [one.words for one in record.turns] == [("D7",), ("C3", "F8")]
    assert [one.number for one in record.turns] == ["1.", "3."]


@pytest.mark.parametrize(
    ("words", "termination"),
    [
        ("Ann resigned.", "resignation"),
        ("Ann's time ran out.", "time"),
        ("It was a forfeit by Ann.", "forfeit"),
        ("The host decided the match.", "adjudication"),
        ("Both players agreed to stop.", "abandonment"),
        ("The match is cancelled: there is no result.", "cancelled"),
    ],
)
def test_each_way_a_match_breaks_off_is_known(words: str, termination: str) -> None:
    (record,) = read(f"{ANNOUNCED[0]}\n🏁 {words}")
    assert record.tag("Termination") == termination


@pytest.mark.parametrize(
    "moment",
    [
        *("18:30", "8.30", "18:30:05", "6:30 PM", "6:30pm", "6:30 a.m."),
        *("21/11/2025 18:30", "Today at 6:30 AM", "heute um 18:30 Uhr"),
    ],
)
def test_each_way_to_write_a_time_heads_a_message(moment: str) -> None:
    (record,) = read(f"Ann — {moment}\nE5\nBob — {moment}\nC3")
    assert [one.by for one in record.turns] == ["Ann", "Bob"]
    if moment[0].isdigit() and "/" not in moment:
        (record,) = read(f"[{moment}] Ann: E5\n[{moment}] Bob: C3")
        assert [one.by for one in record.turns] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "stamp", ["[18:30] {}:", "18:30 <{}>", "21/11/2025, 18:30 - {}:", "[2025-11-21 18:30:05] {}:"]
)
def test_each_stamp_before_a_name_is_read(stamp: str) -> None:
    (record,) = read("\n".join(f"{stamp.format(who)} {turn}"
                               for who, turn in (("Ann", "E5"), ("Bob", "C3"))))  # fmt: skip
    assert [one.by for one in record.turns] == ["Ann", "Bob"]


def test_times_in_comments_make_no_log() -> None:
    (record,) = read("1. F6 {0:12\n0:14}\n2. D3 F7 {0:41, bank 4:10}")
    assert len(record.turns) == 2


def test_named_players_who_can_not_have_played_so_are_told() -> None:
    log = "[18:30] Ann: F6\n[18:31] Bob: D3 F7"
    for players, why in ((("Bob", "Ann"), "other-game"), (("Ann", "Zoe"), "nobody")):
        with pytest.raises(UnreadError) as unread:
            readings_of(log, players)
        assert unread.value.why == why
