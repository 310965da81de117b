"""What in a log of a room may be a turn, before it is known which game is played."""

import pytest

from bot.engine.reading import read
from bot.engine.transcript import is_turn


@pytest.mark.parametrize(
    "text",
    ["D7 F8", "black:D7 white:F8", "r:D7 b:F8", "red D7 blue F8", "pass", "button", "M13"],
)
def test_a_turn_of_any_game_may_be_one(text: str) -> None:
    """Cells of the largest board, stones of either colour, and the verbs."""
    assert is_turn(text)


@pytest.mark.parametrize("text", ["good luck", "E5?", "green:E5", "D7 or F8", ""])
def test_talk_is_none(text: str) -> None:
    """Nor is what only has a cell in it."""
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


def test_what_was_announced_is_the_game() -> None:
    """Stones, passes and the button; what was taken back is gone, one turn where no number is."""
    (record,) = read("\n".join(ANNOUNCED[:3]))
    assert [(one.words, one.by) for one in record.turns] == [
        (("E5",), "red"),
        (("pass",), "blue"),
        (("button",), "red"),
    ]
    for line, left in ((ANNOUNCED[3], 2), ("↩️ Host took back the last 2 turns.", 1)):
        (back,) = read("\n".join((*ANNOUNCED[:3], line)))
        assert back.turns == record.turns[:left]


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
            "🏁 Both players agreed to abandon the match.",
            [("Result", "*"), ("Termination", "abandonment"), ("Colours", "red blue")],
        ),
    ],
)
def test_only_an_end_that_no_board_tells_is_kept(end: str, tags: list[tuple[str, str]]) -> None:
    """Who won a finished game is seen on its board; how a match broke off is not."""
    (record,) = read("\n".join((*ANNOUNCED[:2], end)))
    assert list(record.tags) == tags
    assert [one.words for one in record.turns] == [("E5",), ("pass",)]


def test_colours_are_told_where_both_are_known() -> None:
    """One turn and a winner name two, one turn and a tie one."""
    (won,) = read(f"{ANNOUNCED[0]}\n🏁 **White wins**: Bob.")
    assert won.tag("Colours") == "red white"
    (tied,) = read(f"{ANNOUNCED[0]}\n🏁 It is a tie.")
    assert tied.tags == ()
