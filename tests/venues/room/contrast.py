"""How far apart two colours on a page are, as WCAG 2 counts it."""

import re


def luminance(colour: str) -> float:
    """The relative luminance of `rgb(r, g, b)`, as WCAG 2 defines it."""
    levels = [int(level) / 255 for level in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
