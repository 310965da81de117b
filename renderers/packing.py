"""Pixels as numbers of a palette's colours, packed into a PNG file."""

import struct
from collections.abc import Iterable
from zlib import crc32

from zlib_ng import zlib_ng

_WINDOW, _MEMORY = 15, 9
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITS, _PALETTE = 8, 3


def packed(size: tuple[int, int], palette: bytes, lines: Iterable[bytes], effort: int) -> bytes:
    """A PNG file; `effort` is zlib's, 1 to 9, and zlib-ng is zlib in a third of the time.

    Every line begins with a byte of 0, before its pixels: it is not filtered. Filters help
    photographs, and make pictures of flat colours larger. `lines` are some lines at a time.
    """
    packer = zlib_ng.compressobj(effort, zlib_ng.DEFLATED, _WINDOW, _MEMORY)
    pixels = b"".join((*map(packer.compress, lines), packer.flush()))
    header = struct.pack(">IIBBBBB", *size, _BITS, _PALETTE, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = crc32(data, crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))
