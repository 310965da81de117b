"""Chat: what is a turn, what is talk, and what no sender can do to the reader."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.board import board
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.turn import Colour
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import LONGEST_READ, Talk, read_words
from referee.tables import RED, running, say

PLAIN = Spelling(board(5), ("red", "blue"), verbs=frozenset())
VERBS = Spelling(board(5), ("black", "white"), verbs=frozenset({"pass", "button"}))
EITHER = Spelling(board(5), ("black", "white"), either_colour=True, verbs=frozenset())

TURNS = {
    "D7 F8": "D7 F8",
    "d7 f8": "d7 f8",
    "d7,f8": "d7 f8",
    "d7, f8,": "d7 f8",
    "D7 + F8": "D7 F8",
    "D7+F8": "D7 F8",
    "D7 & F8": "D7 F8",
    "D7 and F8": "D7 F8",
    "D7 AND F8": "D7 F8",
    "D7; F8": "D7 F8",
    "D7\nF8": "D7 F8",
    "D7\r\n\r\nF8": "D7 F8",
    "\tD7  \u00a0 F8 ": "D7 F8",
    "**D7** F8": "D7 F8",
    "*D7* __F8__": "D7 F8",
    "||D7 F8||": "D7 F8",
    "`D7 F8`": "D7 F8",
    "```\nD7 F8\n```": "D7 F8",
    "> D5\nD7 F8": "D7 F8",
    "  > D5\n> D6\nD7": "D7",
    "D7\n>>> D5\nD6": "D7",
    "＞ D5\nD7": "D7",
    "Ｄ７　Ｆ８": "D7 F8",
    "𝐃𝟕 𝗙𝟖": "D7 F8",
    "D⁷ Ⓕ⑧": "D7 F8",
    "D\u200b7 F\u20608": "D7 F8",
    "\u202eD7\u202c F8\u200f": "D7 F8",
    "\ufeffD7": "D7",
    "D7\ufe0f": "D7",
    "D\u00ad7": "D7",
    "Z99": "Z99",
    "D7 D7": "D7 D7",
}
TALK = [
    "",
    " ",
    "\u200b",
    "**",
    "```\n```",
    "gg",
    "> D7 F8",
    ">>> D7\nF8",
    "good move, D7",
    "was that D7?",
    "hello and good luck",
    "and",
    ", + &",
    "pass",
    "button",
    "red",
    "red:D7",
    "D",
    "7",
    "D 7",
    "7D",
    "A\u0301",
    "А1",  # a Cyrillic letter
    "ד7",
    "D٧",
    "🟥 🟦",
    "\ud800",
    "\x00",
]
UNCLEAR = [
    "D7 F8 gg",
    "B3 or C1?",
    "A1 is so good",
    "D7 F8.",
    "D7!",
    "(D7)",
    "D7F8",
    "D7/F8",
    "~~D7~~ F8",
    "D7 pass",
    "D7\u0336 F8",
    "D7, then F8",
    "D7 😀",
]


@pytest.mark.parametrize("text", TURNS)
def test_these_are_turns(text):
    """Whatever the markers and separators, the words are the same."""
    assert read_words(text, PLAIN) == tuple(TURNS[text].split())


@pytest.mark.parametrize("text", TALK)
def test_these_are_talk(text):
    """They cost nothing and nobody is shown anything."""
    assert read_words(text, PLAIN) is Talk.TALK


@pytest.mark.parametrize("text", UNCLEAR)
def test_these_begin_like_a_turn_and_are_none(text):
    """The player to move should see that it was not taken."""
    assert read_words(text, PLAIN) is Talk.UNCLEAR


@pytest.mark.parametrize(
    ("text", "words"),
    [("pass", ("pass",)), ("**Button**", ("Button",)), ("D7 PASS", ("D7", "PASS"))],
)
def test_the_verbs_of_a_game_are_its_words(text, words):
    """Where a game knows them; elsewhere they are talk."""
    assert read_words(text, VERBS) == words


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("r:D7", None),
        ("b:D7 w:F8", ["black:D7", "white:F8"]),
        ("black D7 white F8", ["black:D7", "white:F8"]),
        ("BLACK:d7, W f8", ["black:D7", "white:F8"]),
        ("black", None),
        ("b w", None),
    ],
)
def test_either_colour_turns_name_the_colour_of_each_stone(text, actions):
    """By name or first letter, before or with the coordinate; a colour alone is talk."""
    words = read_words(text, EITHER)
    if actions is None:
        assert isinstance(words, Talk)
        return
    assert isinstance(words, tuple)
    turn = read_turn(EITHER, words, Colour.FIRST)
    assert not isinstance(turn, Misread)
    names = [f"{EITHER.colours[drop.colour]}:{board(5).name(drop.cell)}" for drop in turn.drops]
    assert names == actions


@given(st.text())
def test_no_text_raises(text):
    """Anything that can be typed gets an answer."""
    for spelling in (PLAIN, VERBS, EITHER):
        words = read_words(text, spelling)
        assert isinstance(words, Talk) or words


@given(
    st.text(st.sampled_from("A1b7 ,+&>*_`|~\n:\u200b\u202e\u0301７ｄandrepasbutto"), max_size=40)
)
def test_no_text_made_of_the_games_own_signs_raises(text):
    """Near-turns are read as one or as talk, and what is read as a turn can be read."""
    for spelling in (PLAIN, VERBS, EITHER):
        words = read_words(text, spelling)
        if isinstance(words, tuple):
            read_turn(spelling, words, Colour.SECOND)


@given(
    st.lists(st.sampled_from([board(5).name(cell) for cell in range(61)]), min_size=1), st.data()
)
def test_a_turn_is_the_same_however_it_is_set_apart(names, data):
    """Separators, case and markers never change what is played."""
    marks = st.sampled_from(["", "*", "**", "`", "||", "_", "\u200b"])
    gaps = st.sampled_from([" ", ",", ", ", " + ", "&", "\n", " and ", "; ", "\u3000"])
    text = ""
    for name in names:
        mark = data.draw(marks)
        word = data.draw(st.sampled_from([name, name.lower()]))
        text += f"{mark}{word}{mark}{data.draw(gaps)}"
    words = read_words(text, PLAIN)
    assert isinstance(words, tuple)
    assert [word.upper() for word in words] == names


@pytest.mark.parametrize(
    "junk",
    [
        "x" * 10**6,
        "D7 " * 333_333,
        "\ufdfa" * 10**6,
        "D7\u0301" * 300_000,
        "> D7\n" * 200_000,
        "and " * 250_000,
        "*_`|" * 250_000,
        "-" * 10**6,
        "".join(map(chr, range(0x110000)))[: 10**6],
        "\u0315\u0300" * 500_000,
    ],
    ids=range(10),
)
def test_a_megabyte_of_junk_is_talk_and_takes_no_time(junk):
    """A tenth of a second of computing at most, however busy the machine is otherwise."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        assert isinstance(read_words(junk, PLAIN), Talk)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.1


def test_ten_thousand_coordinates_are_one_refusal():
    """They are a turn, and one that no law allows."""
    ruling = say(running(), RED, "D7 " * 10_000, 5)
    assert isinstance(ruling, Refused)
    assert ruling.reason is Reason.ILLEGAL


def test_longer_than_any_turn_is_talk():
    """Nobody writes so much to place three stones."""
    fits = "D7".ljust(LONGEST_READ)
    assert read_words(fits, PLAIN) == ("D7",)
    assert read_words(fits + " ", PLAIN) is Talk.UNCLEAR
