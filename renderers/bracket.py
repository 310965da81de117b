"""A cup's bracket as a picture: who met whom, by how much, and who comes next.

Ann beat Bob in the first quarter-final, Cid won the second: both lines lead into the first
semi-final, which stands between them. For `cup bracket` and a cup's page.

A match stands between the two that feed it, one step to the right, and lines come to it from above
and below. So no two matches are side by side, each may be wider than its step, and names of twenty
signs are whole where columns side by side would leave them five. A ladder goes straight down. A
bracket that is too large is cut into pages (`bracket_pages`); a picture is of one page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from renderers import theme as themes
from renderers.cup_scene import (
    BracketMatch,
    BracketPart,
    BracketScene,
    BracketSlot,
    in_order,
    tree_roots,
)
from renderers.layout_cards import MARGIN
from renderers.lettering import drawable, fit, named, width
from renderers.pieces import CAP, badge, centred
from renderers.png import NAME, WIDE, flat_png, headline
from renderers.shapes import Box, Drawing, Segment, Shape, Text
from renderers.svg import flat_svg

_ROW = 36
"""How high one side of a match is."""
_GAP, _APART = 12, 26
"""Between two matches, and between two trees."""
_WIDTHS = {1: 768, 2: 480, 3: 440, 4: 348}
"""How wide a match is where so many rounds stand side by side."""
_NUMBER, _SEED, _INNER = 34, 30, 10
"""Room for a match's number, for a seed, and between what stands in a row."""
_PILL, _PILL_HIGH = 34, 26
"""The least width of a score's pill, in which a single figure stands; and how high it is."""
_LINE = 2


def bracket_png(page: BracketScene) -> bytes:
    """A page as PNG, 800 pixels wide; may be called from any thread."""
    return flat_png(drawing(page), themes.load(page.theme))


def bracket_svg(page: BracketScene, label: str) -> str:
    """A page as an `svg` element; `label` says in words what it shows."""
    return flat_svg(drawing(page), themes.load(page.theme), label)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a match lies, and what it is."""

    match: BracketMatch
    x: float
    y: float
    wide: float
    step: float

    @property
    def rows(self) -> tuple[BracketSlot, ...]:
        """Its sides from top to bottom; a bye needs no row of its own."""
        return tuple(slot for slot in self.match.slots if not slot.bye) or self.match.slots[:1]

    @property
    def high(self) -> int:
        return _ROW * len(self.rows)

    @property
    def middle(self) -> float:
        return self.y + self.high / 2


def drawing(page: BracketScene) -> Drawing:
    """Everything in the picture of a page, from the back to the front."""
    shapes = headline(page.title, page.caption)
    crowned = _crowned(page)
    y = 64.0
    for part in page.parts:
        if part.title:
            title, size = fit(drawable(part.title), WIDE - 2 * MARGIN - 8, (24, 21))
            shapes.append(Text(MARGIN + 4, y + 26, title, size, "table.ink"))
            y += 38
        if any(one.title for one in part.rounds):
            shapes += _titles(part, y)
            y += 36
        spots = list(_spots(part, y))
        shapes += _lines(spots)
        for spot in spots:
            shapes += _match(spot, crowned=spot.match is crowned)
        y = max((spot.y + spot.high for spot in spots), default=y) + _APART
    if page.champion:
        shapes += _champion(page.champion, y)
        y += 60 + MARGIN
    return Drawing(WIDE, round(y - (0 if page.champion else _APART - MARGIN)), (), tuple(shapes))


def _measures(part: BracketPart) -> tuple[float, float]:
    """How wide a match is, and how far to the right the next round begins."""
    rounds = len(part.rounds)
    wide = _WIDTHS.get(rounds, _WIDTHS[4])
    return wide, (WIDE - 2 * MARGIN - wide) // max(1, rounds - 1)


def _titles(part: BracketPart, y: float) -> Iterator[Shape]:
    """What each round is called, over where its matches begin."""
    wide, step = _measures(part)
    rooms = [step - 10] * (len(part.rounds) - 1) + [wide - 10]
    fitted = [
        fit(drawable(one.title), room, (20, 19, 18, 17))
        for one, room in zip(part.rounds, rooms, strict=True)
    ]
    # All as small as the longest has to be.
    size = min(size for _, size in fitted)
    for column, (title, _) in enumerate(fitted):
        yield Text(MARGIN + 4 + column * step, y + 20, title, size, "table.muted")


def _spots(part: BracketPart, y: float) -> Iterator[_Spot]:
    wide, step = _measures(part)
    column = {m.number: place for place, one in enumerate(part.rounds) for m in one.matches}
    for root in tree_roots(part):
        for match in in_order(part, root):
            spot = _Spot(match, MARGIN + column[match.number] * step, y, wide, step)
            yield spot
            y += spot.high + _GAP
        y += _APART - _GAP


def _lines(spots: list[_Spot]) -> Iterator[Shape]:
    """From the right of each match into the top or the bottom of the one it leads to.

    In a ladder that one is right below.
    """
    known = {spot.match.number: spot for spot in spots}
    for spot in spots:
        for feeder in dict.fromkeys(slot.feeder for slot in spot.match.slots):
            if feeder not in known:
                continue
            one = known[feeder]
            if one.x == spot.x:
                middle = one.x + one.wide / 2
                yield Segment(middle, one.y + one.high, middle, spot.y, _LINE, "table.muted")
                continue
            right = one.x + one.wide
            bend = right + one.step // 2
            end = spot.y if one.y < spot.y else spot.y + spot.high
            yield Segment(right, one.middle, bend, one.middle, _LINE, "table.muted")
            yield Segment(bend, one.middle, bend, end, _LINE, "table.muted")


def _crowned(page: BracketScene) -> BracketMatch | None:
    """The match that made the champion: the last one that they won."""
    won = [
        match
        for part in page.parts
        for one in part.rounds
        for match in one.matches
        if any(slot.winner and slot.name == page.champion for slot in match.slots)
    ]
    return won[-1] if page.champion and won else None


def _match(spot: _Spot, *, crowned: bool) -> Iterator[Shape]:
    x, y, wide = spot.x, spot.y, spot.wide
    edge = ("table.accent", 4) if crowned else ("table.line", 2)
    yield Box(x, y, wide, spot.high, 10, "table.panel", *edge)
    number, size = fit(str(spot.match.number), _NUMBER - 7, (18, 15, 12), bold=False)
    yield centred(x + _NUMBER / 2 + 1, spot.middle, number, size, "table.muted", bold=False)
    left, right = x + _NUMBER, x + wide - _INNER
    yield Segment(left, y + 9, left, y + spot.high - 9, 2, "table.line")
    if len(spot.rows) > 1:
        yield Segment(left + 8, spot.middle, right, spot.middle, 2, "table.line")
    bye = len({slot.bye for slot in spot.match.slots}) > 1
    for place, slot in enumerate(spot.rows):
        middle = y + _ROW * (place + 0.5)
        score, room = _score(slot, right, middle, bye=bye)
        yield from score
        yield from _side(slot, left, right - room, middle)


def _score(
    slot: BracketSlot, right: float, middle: float, *, bye: bool
) -> tuple[list[Shape], float]:
    """What somebody scored, in a pill if it won the match, and how much room that takes."""
    words, bold = (drawable(slot.score), True) if not bye else ("bye", False)
    if not words:
        return [], 0
    text, size = fit(words, 84, (22, 20, 18), bold)
    wide = max(width(text, size, bold) + 18, _PILL)
    ink = "table.accent_ink" if slot.winner else "table.muted"
    shapes: list[Shape] = [centred(right - wide / 2, middle, text, size, ink, bold=bold)]
    if slot.winner:
        shapes.insert(
            0,
            Box(
                right - wide,
                middle - _PILL_HIGH / 2,
                wide,
                _PILL_HIGH,
                _PILL_HIGH / 2,
                "table.accent",
            ),
        )
    return shapes, wide + _INNER


def _side(slot: BracketSlot, left: float, right: float, middle: float) -> Iterator[Shape]:
    """Seed and name; whoever is out is lighter, and so is whoever is not known yet."""
    seed, size = fit(drawable(slot.seed), _SEED - 4, (18, 16, 14), bold=False)
    yield Text(left + _SEED, middle + CAP * size, seed, size, "table.muted", "end", bold=False)
    left += _SEED + _INNER
    bold = bool(slot.name) and not slot.faint
    words = named(slot.name, "a player") if slot.name else drawable(slot.awaited)
    name, size = fit(words, right - left, (NAME,) if slot.name else (21, 19, 17), bold)
    ink = "table.ink" if bold else "table.muted"
    yield Text(left, middle + CAP * size, name, size, ink, bold=bold)


def _champion(name: str, y: float) -> Iterator[Shape]:
    """The strip under everything with the name of who won the cup."""
    high, wide = 60, WIDE - 2 * MARGIN
    yield Box(MARGIN, y, wide, high, 14, "table.panel", "table.accent", 3)
    drawn, long = badge(MARGIN + 20, y + high / 2, "CHAMPION")
    yield from drawn
    left = MARGIN + 20 + long + 16
    shown, size = fit(named(name, "a player"), wide - 20 - left, (30, 27, 24))
    yield Text(left, y + high / 2 + CAP * size, shown, size, "table.ink")
