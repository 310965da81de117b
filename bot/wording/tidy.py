"""People's words as plain text on one line: nothing in them that can't be seen, or climbs about."""

import unicodedata

MOST_MARKS = 2
"""Combining marks kept on one letter; more is decoration that climbs out of the line."""


def tidy(text: str, longest: int) -> str:
    """The words without control and format signs, bidi marks and piled-up accents, cut to fit."""
    signs: list[str] = []
    marks = 0
    # Words that are cut anyway need not be looked at to their end.
    for sign in unicodedata.normalize("NFC", text[: 8 * longest]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Cc", "Zl", "Zp", "Zs"):
            signs.append(" ")
        elif kind[0] != "C" and marks <= MOST_MARKS:
            signs.append(sign)
    line = " ".join("".join(signs).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
