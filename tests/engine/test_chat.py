"""Chat: what is a turn, what is talk, and what no sender can do to the reader."""

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.board import board
from bot.engine.chat import LONGEST_READ, read_words
from bot.engine.doubts import names_a_cell, names_an_action
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.plaintext import EMOJI, plain
from bot.engine.turn import Colour, Talk

PLAIN = Spelling(board(5), ("red", "blue"), verbs=frozenset())
VERBS = Spelling(board(5), ("black", "white"), verbs=frozenset({"pass", "button"}))
EITHER = Spelling(board(5), ("black", "white"), either_colour=True, verbs=frozenset())

INVISIBLE = (
    "\u200b\u200c\u200d\u200e\u202e\u2060\u2800\u3164\ufe0e\ufe0f\ufeff\u00ad\u034f\x00\x1f"
    "\U000e0061"
)
PIECES = (
    *("D7", "f8", "F9", "D", "7", "8", "a1", "В5", "Ｄ７", "🇩", "7\u20e3", "bD7", "pass", "button"),
    *(" ", " ", " ", "\n", ",", ", ", ".", "..", "!", "?", "-", "/", "(", ")", ":", "&", "|", "||"),
    *("and", "then", "or", "not", "I play", "my move:", "Red:", "blue:", "black", "w", "1. "),
    *("2) ", "👍", "🤔", "⚫", "🔴", "\ufffc", "@Bob", ":ok:", "*", "**", "`", "```", "~~", "> "),
    *(">>> ", "- ", "# ", "gg", "resign", "swap", "é", "\u0301", "ד", "٧", "\ue000", "\ue001"),
)
messages = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("r:D7", None),
        ("b:D7 w:F8", ["black:D7", "white:F8"]),
        ("black D7 white F8", ["black:D7", "white:F8"]),
        ("BLACK:d7, W f8", ["black:D7", "white:F8"]),
        ("black", None),
        ("b w", None),
        ("D7 black: F8 white", None),
        ("black: D7wF8", ["black:D7", "white:F8"]),
        ("D7 b F8 w E5 b", ["black:D7", "white:F8", "black:E5"]),
        ("Black:", None),
    ],
)
def test_either_colour_turns_name_the_colour_of_each_stone(text, actions):
    words = read_words(text, EITHER)
    if actions is None:
        assert isinstance(words, Talk)
        return
    assert isinstance(words, tuple)
    turn = read_turn(EITHER, words, Colour.FIRST)
    assert not isinstance(turn, Misread)
    names = [f"{EITHER.colours[drop.colour]}:{board(5).name(drop.cell)}" for drop in turn.drops]
    assert names == actions


@given(
    st.lists(st.sampled_from([board(5).name(cell) for cell in range(61)]), min_size=1), st.data()
)
def test_a_turn_is_the_same_however_it_is_set_apart(names, data):
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


@given(messages | st.text(max_size=20), st.data())
def test_invisible_signs_never_count(text, data):
    """Put in anywhere, or taken out everywhere, it changes no reading."""
    bare = "".join(sign for sign in text if sign not in INVISIBLE)
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=6))
    signs = data.draw(st.lists(st.sampled_from(INVISIBLE), min_size=6, max_size=6))
    sown = text
    for place, sign in zip(sorted(places, reverse=True), signs, strict=False):
        sown = sown[:place] + sign + sown[place:]
    for spelling in (PLAIN, VERBS, EITHER):
        read = read_words(text, spelling, Colour.FIRST)
        assert read_words(bare, spelling, Colour.FIRST) == read
        assert read_words(sown, spelling, Colour.FIRST) == read


@given(messages, st.sampled_from(["?", " or", " maybe", "not ", "if "]))
def test_no_turn_is_left_of_a_doubt(text, doubt):
    said = text + doubt if doubt[0] in "? " else doubt + text
    for spelling in (PLAIN, VERBS, EITHER):
        own = not any(mark in said for mark in (">", "```"))
        assert not own or isinstance(read_words(said, spelling), Talk)


@pytest.mark.parametrize(
    "junk",
    [
        *("x" * 10**6, "D7 " * 333_333, "\ufdfa" * 10**6, "D7\u0301" * 300_000, "> D7\n" * 200_000),
        *("and " * 250_000, "*_`|" * 250_000, "-" * 10**6, "\u0315\u0300" * 500_000),
        "".join(map(chr, range(0x110000)))[: 10**6],
        *("a1" * 500_000 + "!?", "D7:" * 300_000, ":a" * 500_000, "@a" * 500_000, "<a:" * 300_000),
        *("1. D7\n" * 160_000, "\n" * 10**6, " \n\t" * 300_000, "👍" * 10**6, "🇩" * 10**6),
        *("\u200b" * 10**6, "D 7 " * 250_000, "bD7" * 300_000, "```" * 300_000, "(" * 10**6),
        *("gg i " * 200_000, "!" * 10**6, "..D7" * 250_000),
    ],
    ids=range(28),
)
@pytest.mark.parametrize("spelling", [PLAIN, EITHER], ids=["plain", "either"])
def test_a_megabyte_of_junk_is_talk_and_takes_no_time(junk, spelling):
    """A tenth of a second of computing at most, however busy the machine is otherwise."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        assert isinstance(read_words(junk, spelling), Talk)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.1


def steps_of(text, spelling):
    """How many functions are called to read a text, those of regular expressions among them."""
    steps = 0

    def count(_, event, __):
        nonlocal steps
        steps += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_words(text, spelling)
    finally:
        sys.setprofile(None)
    return steps


@given(
    st.lists(st.sampled_from([*PIECES, "*D7", "D7*", "D5-D7 ", "no ", "instead of "]), min_size=1),
    st.sampled_from([PLAIN, EITHER]),
)
def test_a_text_five_times_as_long_takes_five_times_the_steps(pieces, spelling):
    """However often a message says the same, each sign is looked at as often as in a short one.

    Five times an odd number of stars is an odd number: the same is in doubt.
    """
    text = "".join(pieces)
    text *= 200 // len(text) + 1
    few, many = (steps_of(text * times, spelling) for times in (1, 5))
    assert many <= 6 * few + 100


def test_longer_than_any_turn_is_talk():
    assert LONGEST_READ == 50_000
    fits = "D7".ljust(50_000)
    assert read_words(fits, PLAIN) == ("D7",)
    assert read_words(fits + " ", PLAIN) is Talk.UNCLEAR


USUAL = Spelling(board(5), ("red", "blue"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass", ("pass",)),
        ("**Button**", ("Button",)),
        ("D7 PASS", ("D7", "PASS")),
        ("I pass.", ("pass",)),
        ("take button", ("button",)),
        ("Take the button!", ("button",)),
        ("i take the button", ("button",)),
        ("the button", Talk.TALK),
    ],
)
def test_the_verbs_of_a_game_are_its_words(text, words):
    """Where a game knows them; elsewhere they are talk."""
    assert read_words(text, VERBS) == words


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        *[
            (text, True)
            for text in ("so D 7", "d 7 so", "(d-7 so", "so D7F8 so", "so d7, so", "Z9 so")
        ],
        *[
            (text, False)
            for text in ("so d 7", "so Z 7", "so Z9", "so xD7", "so D7x", "I'D 7", "D 777")
        ],
    ],
)
def test_a_cell_that_is_named_among_words_is_unclear(text, unclear):
    """In two words in capitals, or at the beginning; one of no board only at the beginning."""
    assert read_words(text, PLAIN) is (Talk.UNCLEAR if unclear else Talk.TALK)


@pytest.mark.parametrize(
    "label",
    [
        *("move", "my move", "moves", "turn", "my turn", "play", "i play", "i place"),
        *("final", "final move", "final answer", "edit", "edited"),
    ],
)
def test_each_label_may_stand_before_a_turn(label):
    """With a colon, in any case; without one only those that say what is done."""
    assert read_words(f"{label.upper()}: D7 F8", PLAIN) == ("D7", "F8")
    alone = label.startswith(("moves", "final", "edit"))
    assert read_words(f"{label} D7 F8", PLAIN) == (Talk.UNCLEAR if alone else ("D7", "F8"))


@pytest.mark.parametrize(
    ("text", "cell", "action"),
    [
        ("perhaps E5", True, True),
        ("I would pass here", False, True),
        ("Resign!", False, True),
        ("good luck", False, False),
        ("a passage", False, False),
    ],
)
def test_words_name_cells_and_actions(text: str, cell: bool, action: bool) -> None:
    assert (names_a_cell(text, USUAL), names_an_action(text, USUAL)) == (cell, action)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D7\r\nF8", "D7\nF8"),
        ("D7\u2028F8\x85E5", "D7\nF8\nE5"),
        ("\ue000D7\ue002", "\ufffdD7\ufffd"),
        ("D\u2077", "D7"),
        ("D\u2469", "D10"),
        ("\u2121 D7", "\u2121 D7"),
        ("\u2190D7", "\u2190D7"),
        ("\u21bbD7", f"{EMOJI}D7"),
        ("\U0001fae0D7", f"{EMOJI}D7"),
    ],
)
def test_each_sign_becomes_its_plain_one_or_stays(text: str, expected: str) -> None:
    """Line ends, signs of our own that somebody typed, raised digits, words in one sign, arrows."""
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("🅰1🅱2", "A1B2"),
        ("D🔟", "D10"),
        ("D7➕F8➖E5‼", "D7+F8-E5!"),
        ("\ufffc D7", f"{EMOJI} D7"),
        ("XD7", "XD7"),
        ("7\u20e3", "7"),
        ("#\u20e3 *\u20e3", f"{EMOJI} {EMOJI}"),
        ("1\u20e3 D7\n 2\u20e3F8\nD3\u20e3", "1.  D7\n 2. F8\nD3"),
        ("1\u20e3\U0001f1e9", "1. D"),
        ("🇩7 🇦1 🇮3 🇿9", "D7 A1 I3 Z9"),
        ("🇩🇪 7", f"{EMOJI} 7"),
        ("D**7** f__8__ E`|5", "D7** f8__ E5"),
        ("\u2190 \u2191 \U0001f300", f"\u2190 \u2191 {EMOJI}"),
        ("\U0001faff \U0001fb00", f"{EMOJI} \U0001fb00"),
        ("D7\x0bF8\x0cE5\u2029A1\rB2", "D7\nF8\nE5\nA1\nB2"),
        ("D7\x00\u200b\ufeff\U000e0061F8", "D7F8"),
    ],
)
def test_signs_of_phones_become_letters_and_digits(text: str, expected: str) -> None:
    """Keycaps count lines where a cell follows; pictures of any age decorate."""
    assert plain(text) == expected


def test_cyrillic_letters_that_look_like_latin_ones_are_those_before_a_digit() -> None:
    """A to I in both cases; before anything else they are Russian."""
    for cyrillic, latin in zip("АаВвСсЕеԀԁԌԍНнҺһІіӀӏ", "AaBbCcEeDdGgHhHhIiIi", strict=True):
        assert plain(f"{cyrillic}5") == f"{latin}5"
        assert plain(f"{cyrillic}**5") == f"{latin}5"
        assert plain(f"{cyrillic} 5") == f"{cyrillic} 5"
