"""The colours a picture is saved with: few enough for a small file, the same in every frame.

A picture is flat colours and their soft edges. So a palette is every role's own colour, exactly,
and a few steps between the colours that meet: an ink and what it lies on.
"""

from functools import lru_cache

from PIL import Image

from renderers.theme import COLOURS, Theme

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
