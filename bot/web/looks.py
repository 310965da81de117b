"""The themes as pages have them: the colours as CSS variables, and inks that can be read on them.

Which ink can be read on which ground, the contrast of two colours says, as WCAG defines it.
"""

from collections.abc import Sequence

from renderers import theme as themes

READABLE = 4.5
"""The least contrast at which small text is read."""
_BENT = 0.04045
_NAME, _INK, _PAPER = "#6a6256", "#1d2236", "#ffffff"
"""The inks for the names of cells, the quietest first."""


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


def style_sheet() -> str:
    """All themes as CSS variables, under `data-theme` of the root; the usual one without it."""
    return "\n".join(
        f"{':root, ' if name == themes.DEFAULT else ''}:root[data-theme={name}] "
        f"{{ {'; '.join(f'{key}: {value}' for key, value in _variables(name).items())} }}"
        for name in themes.names()
    )


def _variables(name: str) -> dict[str, str]:
    """The colours of a theme, and the inks that are read on its cells and tints."""
    colours = themes.load(name).colours
    cell = colours["board.cell"]
    inks = {
        "--board-name": readable(cell, (_NAME, _INK, _PAPER)),
        "--board-ink": readable(cell, (_INK, _PAPER)),
    }
    for colour in themes.COLOURS:
        inks[f"--{colour}-tint-ink"] = readable(colours[f"stones.{colour}.tint"], (_INK, _PAPER))
    return {themes.variable(role): value for role, value in colours.items()} | inks
