"""The curves of a run as one picture: how soon turns were told, and when questions were refused.

Each database has a panel: for every window the middle of all turns that were said in it, and what
99 of 100 were told within; bars below say how many questions were refused. The overload is shaded.
Times are drawn by their logarithm: a quarter of a second and ten seconds are to be seen at once.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from PIL import Image, ImageDraw, ImageFont

from bench.rulings import within_99

WIDTH, PANEL, MARGIN, LEFT = 900, 300, 46, 70
BARS = 40
"""Height of the part in which refused questions are counted."""
MARKS = (0.01, 0.1, 0.25, 1, 10, 60)
"""Seconds at which a line is drawn."""
INK, FAINT, SHADE = (40, 40, 40), (205, 205, 205), (252, 236, 214)
HALF, MOST, REFUSED = (38, 110, 180), (200, 60, 40), (150, 150, 150)


@dataclass(frozen=True, slots=True)
class Curve:
    """A run on a database: how long turns took, by the window in which they were said."""

    database: str
    bears: float
    windows: list[tuple[float, list[float]]]
    refused: list[float]


def draw(curves: Sequence[Curve], file: Path, strain: tuple[float, float], window: float) -> None:
    """Writes the picture; `strain` is from when to when more was offered than is borne."""
    picture = Image.new("RGB", (WIDTH, PANEL * len(curves)), "white")
    pen = ImageDraw.Draw(picture)
    for number, curve in enumerate(curves):
        _panel(pen, curve, PANEL * number, strain, window)
    picture.save(file, optimize=True)


def _panel(
    pen: ImageDraw.ImageDraw, curve: Curve, top: int, strain: tuple[float, float], window: float
) -> None:
    last = max(at for at, _ in curve.windows) + window
    bottom, ceiling = top + PANEL - MARGIN, top + MARGIN
    floor = bottom - BARS

    def across(at: float) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * at / last

    def up(seconds: float) -> float:
        low, high = math.log(MARKS[0]), math.log(MARKS[-1])
        share = (math.log(max(seconds, MARKS[0])) - low) / (high - low)
        return floor - (floor - ceiling) * min(1.0, share)

    pen.rectangle((across(strain[0]), ceiling, across(strain[1]), bottom), fill=SHADE)
    for mark in MARKS:
        pen.line((LEFT, up(mark), WIDTH - MARGIN, up(mark)), fill=FAINT)
        _write(pen, (LEFT - 8, up(mark)), f"{mark:g} s", anchor="rm")
    for at in range(0, int(last) + 1, 30):
        _write(pen, (across(at), bottom + 6), f"{at} s", anchor="ma")
    _bars(pen, curve, across, bottom, window)
    for colour, of in ((HALF, median), (MOST, _most)):
        points = [(across(at + window / 2), up(of(taken))) for at, taken in curve.windows]
        pen.line(points, fill=colour, width=3, joint="curve")
    title = f"{curve.database}: bears {curve.bears:g} turns a second; shaded: half as much again"
    _write(pen, (LEFT, top + 12), title, size=16)
    for place, colour, text in (
        (0, HALF, "half of the turns told within"),
        (230, MOST, "99 of 100 told within"),
        (420, REFUSED, "questions refused"),
    ):
        _write(pen, (LEFT + place, top + 31), text, fill=colour)


def _bars(
    pen: ImageDraw.ImageDraw,
    curve: Curve,
    across: Callable[[float], float],
    bottom: float,
    window: float,
) -> None:
    counts = {
        at: sum(at <= moment < at + window for moment in curve.refused) for at, _ in curve.windows
    }
    most = max(counts.values()) or 1
    for at, count in counts.items():
        height = (BARS - 4) * count / most
        if count:
            pen.rectangle(
                (across(at) + 1, bottom - height, across(at + window) - 1, bottom), fill=REFUSED
            )
    pen.line((LEFT, bottom, WIDTH - MARGIN, bottom), fill=INK)


def _most(taken: list[float]) -> float:
    return within_99(taken) if len(taken) > 1 else taken[0]


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    *,
    size: int = 13,
    anchor: str = "la",
    fill: tuple[int, int, int] = INK,
) -> None:
    pen.text(at, text, fill=fill, font=ImageFont.load_default(size), anchor=anchor)
