"""Packs gateway frames: plain text, zlib-stream or zstd-stream, one context per connection."""

import importlib
import zlib
from collections.abc import Callable
from typing import Any

Frame = str | bytes
Packer = Callable[[str], Frame]


def packer(kind: str | None) -> Packer | None:
    """The packer for a `compress` query value, or None where the kind is unknown here."""
    if not kind:
        return lambda text: text
    if kind == "zlib-stream":
        return _zlib()
    if kind == "zstd-stream":
        return _zstd()
    return None


def _zlib() -> Packer:
    context = zlib.compressobj()

    def pack(text: str) -> bytes:
        return context.compress(text.encode()) + context.flush(zlib.Z_SYNC_FLUSH)

    return pack


def _zstd() -> Packer | None:
    """Whichever zstd discord.py itself would use; None where there is none."""
    for name, make, flush in (
        ("compression.zstd", "ZstdCompressor", "FLUSH_BLOCK"),
        ("zstandard", "ZstdCompressor", "COMPRESSOBJ_FLUSH_BLOCK"),
    ):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        compressor: Any = getattr(module, make)()
        context: Any = compressor if name != "zstandard" else compressor.compressobj()
        mode = getattr(context, flush, None) or getattr(module, flush)
        return _flushing(context, mode)
    return None


def _flushing(context: Any, mode: int) -> Packer:
    def pack(text: str) -> bytes:
        data: bytes = context.compress(text.encode()) + context.flush(mode)
        return data

    return pack
