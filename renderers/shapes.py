"""The few shapes every picture is made of.

Lengths are in pixels of a picture 800 wide; x goes right, y goes down. Colours are roles, such as
`board.cell` or `stones.red.fill`, that a theme turns into colours; "" paints nothing. Parts of a
picture are left, top, right and bottom in whole pixels; the last two lie outside.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A cell standing on a corner; `radius` reaches the corners, `cell` is its name."""

    x: float
    y: float
    radius: float
    fill: str
    outline: str = ""
    width: float = 0
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse; its outline lies inside its edge."""

    x: float
    y: float
    rx: float
    ry: float
    fill: str
    outline: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners, from its top left corner."""

    x: float
    y: float
    wide: float
    high: float
    radius: float
    fill: str
    outline: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """A stroke with round ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    stroke: str


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on a baseline; `anchor` is `start`, `middle` or `end`."""

    x: float
    y: float
    text: str
    size: int
    fill: str
    anchor: str = "start"
    bold: bool = True


Shape = Hexagon | Oval | Box | Segment | Text


def disc(
    x: float, y: float, radius: float, fill: str, *, outline: str = "", width: float = 0
) -> Oval:
    """A round oval."""
    return Oval(x, y, radius, radius, fill, outline, width)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A laid-out picture: its size, what never changes in a match, and what lies on top of that.

    `top` is where the picture begins; only one of the board alone begins below 0.
    """

    wide: int
    high: int
    ground: tuple[Shape, ...]
    table: tuple[Shape, ...]
    top: int = 0

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Every shape, from the back to the front."""
        return self.ground + self.table


Rectangle = tuple[int, int, int, int]


def overlap(one: Rectangle, other: Rectangle) -> Rectangle:
    """What two parts share; empty if they share nothing."""
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def around(one: Rectangle, other: Rectangle) -> Rectangle:
    """The smallest part that holds two."""
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def empty(part: Rectangle) -> bool:
    """Whether there is no pixel in it."""
    return part[0] >= part[2] or part[1] >= part[3]


def seen_from(part: Rectangle, left: int, top: int) -> Rectangle:
    """The same pixels, counted from another corner."""
    return part[0] - left, part[1] - top, part[2] - left, part[3] - top
