"""Curves over the turns of a game: the race, both players' points, and the first player's chance.

The race marks the three-stone turns. The chance steps at each turn: turns that cost much bear their
place in the list of the worst, and a dotted upright says from where it was certain.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from renderers import theme as themes
from renderers.lettering import drawable, fit, named, width
from renderers.pieces import CAP, centred, loose_stone, stone
from renderers.png import WIDE, flat_png, headline
from renderers.scene import Chances, Race, Runner
from renderers.shapes import Box, Drawing, Segment, Shape, Text, disc
from renderers.theme import Theme

HIGH = 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 74.0, 744.0, 156.0, 428.0
"""The edges of the plot; the sheet it lies on reaches a little further."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_LEGIBLE = 8
"""The smallest mark that can hold a number, as its radius."""
_ASIDE = 3
"""How far the two lines keep from their true height, so that one never hides the other."""


def chart(race: Race) -> bytes:
    """The race as PNG, 800 by 520 pixels; may be called from any thread."""
    theme = themes.load(race.theme)
    drawing = Drawing(WIDE, HIGH, (), shapes(race, theme))
    return flat_png(drawing, theme, tuple(runner.colour for runner in race.runners))


def shapes(race: Race, theme: Theme) -> tuple[Shape, ...]:
    """Everything on the chart, from the back to the front."""
    scale = scale_for(race)
    drawn: list[Shape] = [sheet(), *headline(race.title)]
    drawn += _head(race, theme)
    drawn += axes(scale)
    drawn += _foot(race, scale)
    lanes = tuple(zip(race.runners, (-_ASIDE, _ASIDE), strict=True))
    for runner, aside in lanes:
        drawn += path(runner.points, runner.colour, scale, aside)
    for runner, aside in lanes:
        drawn += _marks(runner, scale, aside, theme)
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns and points to pixels: the last turn, the highest line, and the points between lines."""

    turns: int
    top: float
    step: int

    def x(self, turn: float) -> float:
        """Where a turn is."""
        return _LEFT + turn / self.turns * (_RIGHT - _LEFT)

    def y(self, points: float) -> float:
        """How high so many points are."""
        return _BOTTOM - points / self.top * (_BOTTOM - _TOP)

    @property
    def mark(self) -> float:
        """The radius of a mark on a line."""
        return min(12.0, max(4.0, 0.6 * (self.x(1) - self.x(0))))


def scale_for(race: Race) -> Scale:
    """The scale that shows all of a race."""
    turns = max(1, *(len(runner.points) - 1 for runner in race.runners))
    most = max([1.0, *race.runners[0].points, *race.runners[1].points])
    step = _step(most, 6)
    return Scale(turns, step * ceil(most / step), step)


def _step(most: float, lines: int) -> int:
    """The smallest round step that needs no more than so many lines."""
    return next((step for step in _STEPS if most / step <= lines), ceil(most / lines))


def sheet() -> Shape:
    """What a plot lies on."""
    return Box(16, 128, WIDE - 32, 318, 14, "board.cell")


def _head(race: Race, theme: Theme) -> list[Shape]:
    """For each player their stone, name and last points."""
    drawn: list[Shape] = []
    for runner, x in zip(race.runners, (20.0, 416.0), strict=True):
        last = f"{runner.points[-1]:g}" if runner.points else "0"
        name = named(runner.name, runner.colour.title())
        name, size = fit(name, 300 - width(last, 32), (26, 23, 20))
        drawn += loose_stone(x + 18, 90, 18, runner.colour, theme)
        drawn.append(Text(x + 48, 90 + CAP * size, name, size, "table.ink"))
        right = x + 48 + width(name, size) + 16
        drawn.append(Text(right, 90 + CAP * 32, last, 32, "table.ink"))
    return drawn


def axes(scale: Scale) -> list[Shape]:
    """Dotted lines with their numbers, and the numbers of the turns."""
    drawn: list[Shape] = []
    for i in range(ceil(scale.top / scale.step) + 1):
        y = scale.y(i * scale.step)
        number = str(i * scale.step)
        drawn.append(Text(_LEFT - 12, y + 7, number, 19, "board.coordinate", "end", bold=False))
        dots = range(round(_LEFT), round(_RIGHT) + 1, 8)
        drawn += [disc(x, y, 1, "board.coordinate") for x in dots]
    every = _step(scale.turns, 12)
    for turn in range(0, scale.turns + 1, every):
        text = str(turn)
        drawn.append(centred(scale.x(turn), 466, text, 19, "table.muted", bold=False))
    return drawn


def _foot(race: Race, scale: Scale) -> list[Shape]:
    """What the axes count, and what the marks on the lines mean if there are any."""
    words = f"{drawable(race.label)} after each turn".strip()
    drawn: list[Shape] = [Text(20, 504, words, 19, "table.muted", bold=False)]
    if any(runner.three_stones for runner in race.runners):
        sign = "3 marks" if scale.mark >= _LEGIBLE else "A dot marks"
        words = f"{sign} a turn of three stones"
        drawn.append(Text(WIDE - 20, 504, words, 19, "table.muted", "end", bold=False))
    return drawn


def path(values: tuple[float, ...], colour: str, scale: Scale, aside: float = 0.0) -> list[Shape]:
    """A line that keeps its height through a turn and steps at its end."""
    corners: list[tuple[float, float]] = []
    for turn, points in enumerate(values):
        x, y = scale.x(turn), scale.y(points) + aside
        if corners:
            corners.append((x, corners[-1][1]))
        corners.append((x, y))
    look = f"stones.{colour}"
    # One stroke from bend to bend, not one a turn: less to draw, and no beads on the line.
    bends = [
        spot
        for i, spot in enumerate(corners)
        if i in (0, len(corners) - 1) or not _straight(*corners[i - 1 : i + 2])
    ]
    return [
        Segment(*one, *two, thick, f"{look}.{part}")
        for part, thick in (("rim", 8), ("fill", 5))
        for one, two in pairwise(bends)
    ]


def _straight(
    one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]
) -> bool:
    """Whether three corners lie on one line; neighbours differ in one direction at most."""
    return two in (one, three) or one[0] == two[0] == three[0] or one[1] == two[1] == three[1]


def _marks(runner: Runner, scale: Scale, aside: float, theme: Theme) -> list[Shape]:
    """A 3 where three stones were placed, and the player's stone at the end of the line."""
    drawn: list[Shape] = []
    look = f"stones.{runner.colour}"
    radius = scale.mark
    for turn in runner.three_stones:
        if 0 <= turn < len(runner.points):
            x, y = scale.x(turn), scale.y(runner.points[turn]) + aside
            drawn.append(disc(x, y, radius, f"{look}.fill", outline=f"{look}.rim", width=2))
            if radius >= _LEGIBLE:
                drawn.append(centred(x, y, "3", round(1.35 * radius), f"{look}.ink"))
    if runner.points:
        end = len(runner.points) - 1
        y = scale.y(runner.points[end]) + aside
        drawn += stone(scale.x(end) + 18, y, 13, runner.colour, theme)
    return drawn


_WHOLE, _STEP = 100.0, 25
_RADIUS = 12.0
_ROOM = 100
"""What the word beside the upright needs."""


def chances_chart(chances: Chances) -> bytes:
    """The chart as PNG, as large as the race; may be called from any thread."""
    theme = themes.load(chances.theme)
    return flat_png(Drawing(WIDE, HIGH, (), chances_shapes(chances, theme)), theme, chances.colours)


def chances_shapes(chances: Chances, theme: Theme) -> tuple[Shape, ...]:
    """Everything on the chart, from the back to the front."""
    scale = Scale(max(1, len(chances.values) - 1), _WHOLE, _STEP)
    points = tuple(_WHOLE * value for value in chances.values)
    drawn: list[Shape] = [sheet(), *headline(chances.title)]
    drawn += _names(chances, theme)
    drawn += axes(scale)
    drawn += _certain(chances, scale)
    drawn += path(points, chances.colours[0], scale)
    drawn += _worst(chances, points, scale)
    drawn.append(Text(20, 504, drawable(chances.label), 19, "table.muted", bold=False))
    if chances.worst:
        words = "Numbers mark what cost most"
        drawn.append(Text(WIDE - 20, 504, words, 19, "table.muted", "end", bold=False))
    return tuple(drawn)


def _names(chances: Chances, theme: Theme) -> list[Shape]:
    drawn: list[Shape] = []
    for name, colour, x in zip(chances.names, chances.colours, (20.0, 416.0), strict=True):
        shown, size = fit(named(name, colour.title()), 320, (26, 23, 20))
        drawn += loose_stone(x + 18, 90, 18, colour, theme)
        drawn.append(Text(x + 48, 90 + CAP * size, shown, size, "table.ink"))
    return drawn


def _certain(chances: Chances, scale: Scale) -> list[Shape]:
    """The upright from where it was certain, and what it says."""
    if chances.certain is None:
        return []
    x = scale.x(chances.certain)
    top, bottom = round(scale.y(_WHOLE)), round(scale.y(0))
    drawn: list[Shape] = [disc(x, y, 1.5, "board.coordinate") for y in range(top, bottom + 1, 6)]
    # To the right of it the line is at the top or at the bottom, and leaves the middle free.
    right = x + _ROOM < WIDE
    aside, anchor = (8, "start") if right else (-8, "end")
    middle = (scale.y(_STEP) + scale.y(2 * _STEP)) / 2
    drawn.append(Text(x + aside, middle, "certain", 19, "board.coordinate", anchor, bold=False))
    return drawn


def _worst(chances: Chances, points: tuple[float, ...], scale: Scale) -> list[Shape]:
    """A disc of whoever played it on each of the worst turns, with its place in the list."""
    drawn: list[Shape] = []
    for place, (turn, player) in enumerate(chances.worst, start=1):
        look = f"stones.{chances.colours[player]}"
        x, y = scale.x(turn), scale.y(points[turn])
        drawn.append(disc(x, y, _RADIUS, f"{look}.fill", outline=f"{look}.rim", width=2))
        drawn.append(centred(x, y, str(place), 16, f"{look}.ink"))
    return drawn
