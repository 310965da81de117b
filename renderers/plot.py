"""A value over time with its doubt, as SVG that takes its colours from the page around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDE, HIGH = 440, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 432, 14, 194
_STEPS = (10, 20, 50, 100, 200, 250, 500, 1000, 2000)
_MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class RatingBand:
    """A value at a moment, in any unit of time, and what it is at least and at most."""

    at: float
    low: float
    value: float
    high: float


def plot(bands: Sequence[RatingBand], label: str, begin: str, end: str) -> str:
    """The plot of at least one band; `begin` and `end` stand below its ends.

    The lowest line of the band is drawn strongest: it is what counts.
    """
    step = next((one for one in _STEPS if _lines(bands, one) <= _MOST_LINES), _STEPS[-1])
    bottom = int(min(band.low for band in bands) // step) * step
    top = -int(-max(band.high for band in bands) // step) * step
    since, length = bands[0].at, (bands[-1].at - bands[0].at) or 1

    def x(band: RatingBand) -> str:
        return f"{_LEFT + (band.at - since) / length * (_RIGHT - _LEFT):.1f}"

    def y(value: float) -> str:
        return f"{_BOTTOM - (value - bottom) / (top - bottom or 1) * (_BOTTOM - _TOP):.1f}"

    drawn = [
        f'<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(label)}">'
    ]
    drawn += [
        f'<path class="grid" d="M{_LEFT} {y(value)}H{_RIGHT}"/>'
        f'<text x="{_LEFT - 8}" y="{float(y(value)) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in range(bottom, top + 1, step)
    ]
    outline = [f"{x(band)},{y(band.high)}" for band in bands]
    outline += [f"{x(band)},{y(band.low)}" for band in reversed(bands)]
    drawn.append(f'<polygon class="doubt" points="{" ".join(outline)}"/>')
    for kind, points in (
        ("middle", [f"{x(band)},{y(band.value)}" for band in bands]),
        ("value", [f"{x(band)},{y(band.low)}" for band in bands]),
    ):
        drawn.append(f'<polyline class="{kind}" points="{" ".join(points)}"/>')
    foot = _BOTTOM + 26
    drawn.append(f'<text x="{_LEFT}" y="{foot}">{escape(begin)}</text>')
    drawn.append(f'<text x="{_RIGHT}" y="{foot}" text-anchor="end">{escape(end)}</text></svg>')
    return "".join(drawn)


def _lines(bands: Sequence[RatingBand], step: int) -> float:
    """How many lines there would be, so many apart."""
    return (max(band.high for band in bands) - min(band.low for band in bands)) / step + 1
