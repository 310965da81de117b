"""The first player's chance after each turn, in the look of the race.

The line steps at each turn. Turns that cost much bear their place in the list of the worst, and a
dotted upright says from where it was certain.
"""

from renderers import theme as themes
from renderers.chart import HIGH, Scale, axes, path, sheet
from renderers.flat import WIDE, flat_png, headline
from renderers.lettering import fit
from renderers.names import drawable, named
from renderers.pieces import CAP, centred, loose_stone
from renderers.scene import Chances
from renderers.shapes import Drawing, Shape, Text, disc
from renderers.theme import Theme

_WHOLE, _STEP = 100.0, 25
_RADIUS = 12.0
_ROOM = 100
"""What the word beside the upright needs."""


def chances_chart(chances: Chances) -> bytes:
    """The chart as PNG, as large as the race; may be called from any thread."""
    theme = themes.load(chances.theme)
    return flat_png(Drawing(WIDE, HIGH, (), shapes(chances, theme)), theme, chances.colours)


def shapes(chances: Chances, theme: Theme) -> tuple[Shape, ...]:
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
