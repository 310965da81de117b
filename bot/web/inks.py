"""Which ink can be read on which ground: the contrast of two colours as WCAG defines it."""

from collections.abc import Sequence

READABLE = 4.5
"""The least contrast at which small text is read."""
_BENT = 0.04045


def readable(ground: str, inks: Sequence[str]) -> str:
    """The first of some inks that is read on a ground, else the one that is read best."""
    good = (ink for ink in inks if contrast(ink, ground) >= READABLE)
    return next(good, max(inks, key=lambda ink: contrast(ink, ground)))


def contrast(ink: str, ground: str) -> float:
    """The contrast of two colours such as `#1d2236`: 1 of a colour with itself, at most 21."""
    dark, light = sorted((_luminance(ink), _luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (byte / 255 for byte in bytes.fromhex(colour.removeprefix("#")))
    red, green, blue = (
        share / 12.92 if share <= _BENT else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
