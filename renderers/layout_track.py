"""The score track: a way all around the board, as on the printed board of Catchup.

It is one line from 1 to its end with a stop for every score, every fifth of them numbered: so it
is read as a scale, and not as names of the rows and columns that it passes.
The track has as many stops to an edge as the board has cells, so that it never changes in an
ordinary match; a score beyond its end makes it longer, and beyond what is legible, coarser.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import copysign, hypot, isclose, sqrt

from renderers.pieces import centred, pawn
from renderers.scene import Scene, Seat
from renderers.shapes import Oval, Segment, Shape
from renderers.theme import Theme

_FEWEST, _MOST = 4, 9
_STEPS = (1, 2, 5, 10, 25)
_NUMBERED = 5
_STOP = 8
"""The radius of a stop without a number."""
_HEXAGON = tuple(
    (x, y * sqrt(3) / 2)
    for x, y in ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1))
)


@dataclass(frozen=True, slots=True)
class Track:
    """A track: stops to each of its six edges, and what one stop counts."""

    edge: int
    step: int = 1

    @property
    def radius(self) -> float:
        """From the middle of the board to the middle of the stops at the corners."""
        return 384 - self.oval[0]

    @property
    def pitch(self) -> float:
        """From one stop to the next."""
        return 359 / self.edge

    @property
    def oval(self) -> tuple[float, float]:
        """Half the width and half the height of a stop with a number."""
        return min(24, 0.43 * self.pitch), min(19, 0.35 * self.pitch)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The score at each stop; a coarse track still begins at 1."""
        count = 6 * self.edge
        if self.step == 1:
            return tuple(range(1, count + 1))
        return (1, *(self.step * i for i in range(1, count)))

    def is_numbered(self, number: int) -> bool:
        """Whether a stop shows its score: the first, and every fifth."""
        return number == 1 or number % (_NUMBERED * self.step) == 0

    def at(self, score: int) -> tuple[float, float]:
        """Where a score is, from the middle of the board; between two stops if need be."""
        if self.step == 1 or score < self.step:
            index = max(score - 1, 0) / max(self.step - 1, 1)
        else:
            index = score / self.step
        return self._along(min(index, 6 * self.edge - 1))

    def _along(self, index: float) -> tuple[float, float]:
        corner = int(index // self.edge)
        part = index / self.edge - corner
        (x1, y1), (x2, y2) = _HEXAGON[corner], _HEXAGON[corner + 1]
        return (x1 + (x2 - x1) * part) * self.radius, (y1 + (y2 - y1) * part) * self.radius


def track_for(scene: Scene) -> Track | None:
    """The track this scene needs; None for a game that keeps no score on one."""
    pawns = [seat.pawn for seat in scene.seats if seat.pawn is not None]
    if not pawns:
        return None
    shortest = min(max(scene.side, _FEWEST), _MOST)
    for edge in range(shortest, _MOST + 1):
        if Track(edge).numbers[-1] >= max(pawns):
            return Track(edge)
    for step in _STEPS:
        if Track(_MOST, step).numbers[-1] >= max(pawns):
            return Track(_MOST, step)
    return Track(_MOST, _STEPS[-1])


@cache
def way(track: Track, x: float, y: float) -> tuple[Shape, ...]:
    """The empty track around a middle."""
    rx, ry = track.oval
    places = [(x + dx, y + dy) for dx, dy in map(track.at, track.numbers)]
    shapes: list[Shape] = [
        Segment(*here, *there, 3, "track.edge") for here, there in pairwise(places)
    ]
    for number, place in zip(track.numbers, places, strict=True):
        shapes.append(_stop(track, number, place, "track.oval", "track.edge", 2))
        if track.is_numbered(number):
            size = round(min(1.2 * ry, 1.05 * rx if number < 100 else 0.85 * rx))
            shapes.append(centred(*place, str(number), size, "track.number"))
    return tuple(shapes)


def pawns(scene: Scene, track: Track, x: float, y: float, theme: Theme) -> tuple[Shape, ...]:
    """Both pawns, and the way they came in the last turn."""
    shapes: list[Shape] = []
    for seat in scene.seats:
        shapes += _trail(seat, track, x, y)
        places = [None if seat.pawn is None else track.at(seat.pawn) for seat in scene.seats]
    close = _distance(places[0], places[1]) < 0.8 * track.pitch
    radius = min(21 if close else 25, 0.45 * track.pitch)
    for seat, place, side in zip(scene.seats, places, (-1, 1), strict=True):
        if seat.pawn is None or place is None:
            continue
        dx, dy = _aside(seat.pawn, track, side * 0.9 * radius) if close else (0.0, 0.0)
        spot = x + place[0] + dx, y + place[1] + dy
        shapes += pawn(*spot, radius, seat.colour, number=str(seat.pawn), theme=theme)
    return tuple(shapes)


def _trail(seat: Seat, track: Track, x: float, y: float) -> list[Shape]:
    """The stops a pawn left behind in the last turn, edged in its colour."""
    if seat.pawn is None or seat.pawn_before is None:
        return []
    return [
        _stop(track, number, (x + dx, y + dy), "", f"stones.{seat.colour}.halo", 4)
        for number in track.numbers
        if seat.pawn_before <= number < seat.pawn
        for dx, dy in (track.at(number),)
    ]


def _stop(
    track: Track, number: int, place: tuple[float, float], fill: str, outline: str, width: float
) -> Oval:
    rx, ry = track.oval if track.is_numbered(number) else (_STOP, _STOP)
    return Oval(*place, rx, ry, fill, outline, width)


def _aside(score: int, track: Track, distance: float) -> tuple[float, float]:
    """A step along the track, for two pawns that share a place.

    At the upper and lower edge it is level even at a corner: above are the cards, below is the line
    that says who moves, and both would cover a pawn.
    """
    (x1, y1), (x2, y2) = track.at(score), track.at(score + track.step)
    if (x1, y1) == (x2, y2):
        # The last stop: the way that led there goes on.
        before = track.at(track.numbers[-2])
        x2, y2 = 2 * x1 - before[0], 2 * y1 - before[1]
    if isclose(abs(y1), track.radius * sqrt(3) / 2):
        return copysign(distance, -y1 * distance), 0.0
    length = hypot(x2 - x1, y2 - y1) or 1
    return (x2 - x1) / length * distance, (y2 - y1) / length * distance


def _distance(one: tuple[float, float] | None, two: tuple[float, float] | None) -> float:
    if one is None or two is None:
        return float("inf")
    return hypot(one[0] - two[0], one[1] - two[1])
