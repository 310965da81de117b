"""Plain text: what signs people's devices write, and what stays what it is."""

import pytest

from bot.engine.plaintext import EMOJI, plain


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
