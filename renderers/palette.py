"""The colours a picture is saved with, packed as numbers into a PNG file: the same in every frame.

A picture is flat colours and their soft edges. So a palette is every role's own colour, exactly,
and a few steps between the colours that meet: an ink and what it lies on.
"""

import struct
import zlib
from functools import lru_cache
from importlib import import_module
from typing import Any
from zlib import crc32

from PIL import Image

from renderers.theme import COLOURS, Theme

QUICK = 2
"""Up to this effort a picture is packed by ISA-L: in a fifth of the time, a fifth larger."""
_WINDOW, _MEMORY = 15, 9
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITS, _PALETTE = 8, 3


def packed(size: tuple[int, int], palette: bytes, lines: bytes, effort: int) -> bytes:
    """A PNG file; `effort` is zlib's, 1 to 9.

    Every line begins with a byte of 0, before its pixels: it is not filtered. Filters help
    photographs, and make pictures of flat colours larger.
    """
    library = _QUICK if effort <= QUICK else _THOROUGH
    packer = library.compressobj(effort, zlib.DEFLATED, _WINDOW, _MEMORY)
    pixels = packer.compress(lines) + packer.flush()
    header = struct.pack(">IIBBBBB", *size, _BITS, _PALETTE, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = crc32(data, crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def _library(name: str) -> Any:
    """A library that packs as zlib does, only sooner; zlib where none was built for a machine."""
    try:
        return import_module(name)
    except ImportError:
        return zlib


_QUICK, _THOROUGH = _library("isal.isal_zlib"), _library("zlib_ng.zlib_ng")


RGB = tuple[int, int, int]

_MEETINGS = {
    "table.background": ("table.panel", "board.cell", "board.letter", "track.edge", "table.accent"),
    "table.panel": ("table.ink", "table.muted", "table.line", "table.accent"),
    "table.accent": ("table.accent_ink",),
    "track.oval": ("track.number", "track.edge"),
    "board.cell": ("board.coordinate", "board.link"),
    "board.last": ("board.cell", "table.background"),
}
_STONE_MEETINGS = {
    "fill": ("mark_ink", "ink", "rim", "halo", "table.accent", "table.panel", "table.background"),
    "rim": ("board.cell", "tint"),
    "halo": ("table.background", "track.oval"),
}
_SAME = 28
"""Blends nearer than this to a known colour, summed over red, green and blue, are that colour.

More of them would look no softer, and make noise where a picture is flat: a fifth more bytes.
"""


@lru_cache(maxsize=64)
def palette(theme: Theme, stones: tuple[str, ...] = COLOURS, steps: int = 3) -> Image.Image:
    """A palette image for pictures with stones of these colours; more steps, softer edges."""
    left_out = tuple(f"stones.{colour}." for colour in COLOURS if colour not in stones)
    colours = [theme.rgb(role) for role in theme.colours if not role.startswith(left_out)]
    for under, over in _pairs(stones):
        one, two = theme.rgb(under), theme.rgb(over)
        for step in range(1, steps + 1):
            blend = _between(one, two, step / (steps + 1))
            if all(_distance(blend, known) >= _SAME for known in colours):
                colours.append(blend)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours[:255] for part in colour])
    return image


def _pairs(stones: tuple[str, ...]) -> list[tuple[str, str]]:
    pairs = [(under, over) for under, overs in _MEETINGS.items() for over in overs]
    for colour in stones:
        look = f"stones.{colour}."
        for part, others in _STONE_MEETINGS.items():
            pairs += [(look + part, name if "." in name else look + name) for name in others]
    return pairs


def _between(one: RGB, two: RGB, share: float) -> RGB:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return red, green, blue


def _distance(one: RGB, two: RGB) -> int:
    return sum(abs(a - b) for a, b in zip(one, two, strict=True))
