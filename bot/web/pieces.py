"""How the referee writes on pages: plain text with marks, which become pieces for the page.

The marks are control characters, which no person's words can hold: `harmless` takes them out. So
nothing a person writes is ever more than text.
"""

import re
import unicodedata
from datetime import datetime

from bot.web.view import moment
from bot.wording.voice import Voice

MOST_MARKS = 2
"""Combining marks kept on one letter; more is decoration that climbs out of the line."""

_STRONG, _END, _SMALL, _UNTIL, _AT = "\x01", "\x02", "\x03", "\x04", "\x05"
_MARKED = re.compile(f"([{_STRONG}{_UNTIL}{_AT}])([^\x01-\x05]*){_END}")
_MOMENTS = {_UNTIL: "until", _AT: "on"}

Piece = dict[str, str | int]


class PageVoice(Voice):
    """The way of writing on pages; everybody there sees a name, and there are no roles."""

    thread = post = "room"
    where = ""

    def harmless(self, text: str, longest: int) -> str:
        """A person's words without control characters and piled-up marks."""
        return harmless(text, longest)

    def strong(self, text: str) -> str:
        return f"{_STRONG}{text}{_END}"

    def small(self, text: str) -> str:
        return f"{_SMALL}{text}"

    def countdown(self, at: datetime) -> str:
        """A moment that the page counts down to."""
        return f"{_UNTIL}{at.isoformat()}{_END}"

    def moment(self, at: datetime, zone: str) -> str:  # noqa: ARG002
        """A moment that the page shows in the reader's own time."""
        return f"{_AT}{at.isoformat()}{_END}"

    def room(self, room: str) -> str:  # noqa: ARG002
        """The room of a match that is held elsewhere; whoever plays there knows it."""
        return "its room"

    def command(self, words: str) -> str:
        return self.strong(words)

    def role(self, role: str) -> str:
        return role


def pieces(text: str) -> list[list[Piece]]:
    """The referee's words as lines of pieces: `text`, `strong` or `small`; `until` or `on` (ms)."""
    return [_line(line) for line in text.split("\n")]


def harmless(text: str, longest: int, *, keep_lines: bool = False) -> str:
    """A person's words without control, format and piled-up marks, cut to a length."""
    signs: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: 8 * longest]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if keep_lines and sign == "\n":
            signs.append(sign)
        elif kind in ("Cc", "Zl", "Zp", "Zs"):
            signs.append(" ")
        elif kind[0] != "C" and marks <= MOST_MARKS:
            signs.append(sign)
    lines = (" ".join(line.split()) for line in "".join(signs).split("\n"))
    plain = "\n".join(line for line in lines if line)
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def _line(text: str) -> list[Piece]:
    look: Piece = {"small": 1} if text.startswith(_SMALL) else {}
    text = text.removeprefix(_SMALL)
    pieces: list[Piece] = []
    end = 0
    for mark in _MARKED.finditer(text):
        pieces += _plain(text[end : mark.start()], look)
        if mark[1] == _STRONG:
            pieces.append(look | {"text": mark[2], "strong": 1})
        else:
            kind, at = _MOMENTS[mark[1]], datetime.fromisoformat(mark[2])
            pieces.append(look | {"text": "", kind: moment(at)})
        end = mark.end()
    return pieces + _plain(text[end:], look)


def _plain(text: str, look: Piece) -> list[Piece]:
    return [look | {"text": text}] if text else []
