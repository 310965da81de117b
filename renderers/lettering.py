"""The typeface: how wide a text is, how it is made to fit, and its pixels.

The face is Inter, bundled in `fonts/` with its licence, so that a picture is the same everywhere.
"""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
_NOWHERE = "\U0010ffff"
# FreeType's faces may not be shared by threads, and pictures are drawn in several.
_face_in_use = Lock()


@cache
def _face(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    file = FOLDER / ("Inter-Bold.otf" if bold else "Inter-Medium.otf")
    # The basic layout draws the same on every machine, whatever libraries are around.
    data = BytesIO(file.read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = True) -> float:
    """How wide a text is, in pixels."""
    with _face_in_use:
        return _face(size, bold).getlength(text)


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the typeface can draw this character."""
    with _face_in_use:
        face = _face(24, True)
        return bytes(face.getmask(character)) != bytes(face.getmask(_NOWHERE))


@lru_cache(maxsize=1024)
def stencil(text: str, size: int, bold: bool) -> tuple[Image.Image, int, int]:
    """A text as a mask, and where its top left corner lies from the start of its baseline."""
    with _face_in_use:
        face = _face(size, bold)
        left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
        mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
        ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face, anchor="ls")
    return mask, left, top


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
