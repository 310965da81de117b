"""Names as people write them, made harmless to draw.

A name comes from a stranger: it may hold line breaks, marks that turn the writing direction,
towers of accents, or signs the typeface lacks. What remains here is one line of drawable text.
"""

import unicodedata
from functools import lru_cache

from renderers.lettering import has_glyph

LONGEST = 80
"""More characters than any picture has room for; the rest is not even looked at."""

_MOST_ACCENTS = 2


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """The text on one line, without control characters, piled-up accents and undrawable signs."""
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", text[: 4 * LONGEST]):
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
            accents += 1
            if kept and accents <= _MOST_ACCENTS and has_glyph(character):
                kept.append(character)
            continue
        accents = 0
        kept.append(_plain(character))
    return " ".join("".join(kept).split())[:LONGEST]


def named(text: str, otherwise: str) -> str:
    """A name to draw, or `otherwise` if nothing of it can be drawn."""
    return drawable(text) or otherwise


def _plain(character: str) -> str:
    """A character as the typeface has it: itself, its plain form, a blank or nothing."""
    if character.isspace():
        return " "
    if unicodedata.category(character)[0] == "C":
        return ""
    if has_glyph(character):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if plain.isprintable() and all(map(has_glyph, plain)) else ""
