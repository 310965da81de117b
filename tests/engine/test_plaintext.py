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
