"""The typeface: how wide a text is, how it is made to fit, its pixels, and names made harmless.

The face is Inter; what Inter lacks of the writings of China, Japan and Korea comes from Noto Sans
CJK. Both are bundled in `fonts/` with their licence, so that a picture is the same everywhere.

A name comes from a stranger: it may hold line breaks, marks that turn the writing direction,
towers of accents, or signs the typeface lacks. What remains here is one line of drawable text.
"""

import unicodedata
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
_INTER_BOLD, _INTER, _CJK = "Inter-Bold.otf", "Inter-Medium.otf", "NotoSansCJK-Bold.otf"
_NOWHERE = "\U0010ffff"
# FreeType's faces may not be shared by threads, and pictures are drawn in several.
_face_in_use = Lock()


@cache
def _face(file: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout draws the same on every machine, whatever libraries are around.
    data = BytesIO((FOLDER / file).read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = True) -> float:
    """How wide a text is, in pixels."""
    runs = _runs(text, bold)
    with _face_in_use:
        return sum(_face(file, size).getlength(run) for file, run in runs)


def has_glyph(character: str) -> bool:
    """Whether the typeface can draw this character."""
    return _in_face(_INTER_BOLD, character) or _in_face(_CJK, character)


@lru_cache(maxsize=1024)
def stencil(text: str, size: int, bold: bool) -> tuple[Image.Image, int, int]:
    """A text as a mask, and where its top left corner lies from the start of its baseline."""
    runs = _runs(text, bold)
    placed: list[tuple[int, str, ImageFont.FreeTypeFont]] = []
    boxes: list[tuple[float, float, float, float]] = []
    with _face_in_use:
        at = 0.0
        for file, run in runs:
            face = _face(file, size)
            placed.append((round(at), run, face))
            left, top, right, bottom = face.getbbox(run, anchor="ls")
            boxes.append((round(at) + left, top, round(at) + right, bottom))
            at += face.getlength(run)
        left, top, right, bottom = (
            round(edge(box[side] for box in boxes))
            for side, edge in enumerate((min, min, max, max))
        )
        mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
        pen = ImageDraw.Draw(mask)
        for start, run, face in placed:
            pen.text((start - left, -top), run, fill=255, font=face, anchor="ls")
    return mask, left, top


@lru_cache(maxsize=1024)
def _runs(text: str, bold: bool) -> tuple[tuple[str, str], ...]:
    """The text in pieces of one face each, with the face's file."""
    usual = _INTER_BOLD if bold else _INTER

    def file_of(character: str) -> str:
        return usual if character.isascii() or _in_face(_INTER_BOLD, character) else _CJK

    return tuple((file, "".join(run)) for file, run in groupby(text, file_of)) or ((usual, ""),)


@lru_cache(maxsize=4096)
def _in_face(file: str, character: str) -> bool:
    with _face_in_use:
        face = _face(file, 24)
        return bytes(face.getmask(character)) != bytes(face.getmask(_NOWHERE))


def fit(text: str, room: float, sizes: tuple[int, ...], bold: bool = True) -> tuple[str, int]:
    """The text and the largest size at which it fits, shortened at the smallest if none does."""
    for size in sizes:
        if width(text, size, bold) <= room:
            return text, size
    size = sizes[-1]
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, size, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS, size


def wrap(text: str, room: float, size: int, bold: bool = True) -> tuple[str, str]:
    """The words that fit on a first line, and the rest."""
    words = text.split(" ")
    count = 1
    while count < len(words) and width(" ".join(words[: count + 1]), size, bold) <= room:
        count += 1
    first, _ = fit(" ".join(words[:count]), room, (size,), bold)
    return first, " ".join(words[count:])


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
