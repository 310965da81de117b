"""What people type, as plain text: the same words whatever signs they were written with.

Somebody on a phone writes `🇩7️⃣`, somebody with a Russian keyboard `В5`, and a copied message brings
signs along that nobody sees. Reading begins here: what can't be seen is gone, whatever it is, so
that no reading depends on it; styled letters and digits become plain ones; emoji become one sign.
"""

import re
import unicodedata

OBJECT = "\ufffc"
"""Unicode's sign for a thing in a text: a venue writes its mentions and custom emoji so."""
EMOJI = "\ue000"
"""Stands for an emoji that only decorates."""
DISC, END = "\ue001", "\ue002"
"""A disc or square that shows a colour is the colour's name between these two."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
"""Controls, joiners, bidi marks, variation selectors, fillers: what leaves no sign on a screen."""
_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_KEYCAP_NUMBERING = re.compile(
    "^([ \t]*)([0-9])\u20e3(?=[ \t]*[A-Za-z\U0001f1e6-\U0001f1ff])", re.M
)
_KEYCAP = re.compile("([0-9])\u20e3")
_OURS = re.compile(f"[{EMOJI}{DISC}{END}]")
_OTHER_KEYCAP = re.compile("[#*]\u20e3")
_REGIONAL = re.compile("[\U0001f1e6-\U0001f1ff]+")
_MARKED_HALF = re.compile(r"(?<=[A-Za-z])[*_`|]+(?=[0-9])")
_CYRILLIC, _GREEK = "АаВвСсЕеԀԁԌԍНнҺһІіӀӏ", "ΑΒϹΕΗΙ"
_LIKE_LATIN = str.maketrans(_CYRILLIC + _GREEK, "AaBbCcEeDdGgHhHhIiIi" + "ABCEHI")
_FOREIGN_CELL = re.compile(rf"[{_CYRILLIC}{_GREEK}](?=[*_`|]*[0-9])")
_BOXED = {chr(first + n): chr(ord("A") + n) for first in (0x1F150, 0x1F170) for n in range(26)}
"""White letters on a dark disc or square."""

_DISCS = {
    "black": "⚫⬛◼◾▪●■⬤",
    "white": "⚪⬜◻◽▫○□",
    "red": "🔴🟥",
    "blue": "🔵🟦",
    "green": "🟢🟩",
    "yellow": "🟡🟨",
    "orange": "🟠🟧",
    "purple": "🟣🟪",
    "brown": "🟤🟫",
}
_DOUBTFUL = frozenset("❓❔🤔🧐🤨💭🤷❌✖❎🚫⛔👎🙅🛑")
"""They ask or deny, so that whatever they stand beside may mean something else."""
_FIXED = {
    **{sign: f"{DISC}{colour}{END}" for colour, signs in _DISCS.items() for sign in signs},
    **{sign: sign for sign in (*_DOUBTFUL, EMOJI, DISC, END)},
    **_BOXED,
    "🅿": "🅿",
    "🔟": "10",
    "➕": "+",
    "➖": "-",
    "‼": "!",
    "◦": "•",
    OBJECT: EMOJI,
}
_FIRST_EMOJI = 0x2190
_PICTURES = range(0x1F300, 0x1FB00)


def plain(text: str) -> str:
    """The text in plain letters and digits, without what can't be seen, lines ended by `\\n`.

    A Cyrillic or Greek letter counts as the Latin one it looks like only right before a digit: `В5`
    is a cell, but `В 5` is Russian for *at five*.
    """
    text = _BREAK.sub("\n", unseen(text))
    if not text.isascii():
        text = _KEYCAP_NUMBERING.sub(r"\1\2. ", _OURS.sub("\ufffd", text))
        text = _OTHER_KEYCAP.sub(EMOJI, _KEYCAP.sub(r"\1", text))
        text = _REGIONAL.sub(_letter_or_flag, text)
        table = {ord(sign): _usual(sign) for sign in set(text) if not sign.isascii()}
        text = text.translate(table)
        text = _FOREIGN_CELL.sub(lambda letter: letter[0].translate(_LIKE_LATIN), text)
    return _MARKED_HALF.sub("", text)


def unseen(text: str) -> str:
    """The text without anything that leaves no sign on a screen."""
    return _UNSEEN.sub("", text)


def _letter_or_flag(run: re.Match[str]) -> str:
    if len(run[0]) > 1:
        return EMOJI
    return chr(ord(run[0]) - 0x1F1E6 + ord("A"))


def _usual(sign: str) -> str:
    if sign in _FIXED:
        return _FIXED[sign]
    usual = unicodedata.normalize("NFKC", sign)
    if len(usual) == 1 and usual != sign:
        return usual
    if usual.isascii() and usual.isdigit():
        return usual
    return EMOJI if _is_emoji(sign) else sign


def _is_emoji(sign: str) -> bool:
    code = ord(sign)
    # Younger emoji than the tables of this Python are known by their place.
    return code in _PICTURES or (
        _FIRST_EMOJI <= code < 0xFFFC and unicodedata.category(sign) == "So"
    )
