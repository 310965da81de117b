"""What stands beside the board: a card for each player, and the strip with the headline."""

from renderers.lettering import drawable, fit, named, width, wrap
from renderers.pieces import CAP, badge, button, centred, loose_stone, watch
from renderers.scene import Scene, Seat
from renderers.shapes import Box, Shape, Text
from renderers.theme import Theme

MARGIN = 16
CARD_WIDE, CARD_HIGH = 378, 104
STRIP_HIGH = 60
_WIDE = 800
_ROUND = 14
_LABEL = 60
"""The least room kept for the label under a figure."""
_PIP = 30
"""From one small stone in the strip to the next."""


def card(seat: Seat, x: float, y: float, theme: Theme) -> tuple[Shape, ...]:
    """A player's card; the card of the player to move is filled with their colour."""
    look = f"stones.{seat.colour}"
    fill = f"{look}.fill" if seat.to_move else "table.panel"
    ink, soft = (f"{look}.ink",) * 2 if seat.to_move else ("table.ink", "table.muted")
    edge = ("table.line", 2.0)
    if seat.to_move or seat.winner:
        edge = ("table.accent" if seat.winner else "table.ink", 4.0)
    shapes: list[Shape] = [Box(x, y, CARD_WIDE, CARD_HIGH, _ROUND, fill, *edge)]

    middle = y + CARD_HIGH / 2
    rim = "ink" if seat.to_move else "halo"
    shapes += loose_stone(x + 40, middle, 25, seat.colour, theme, edge=rim)
    if seat.has_button:
        shapes += button(x + 58, middle + 22, 15)

    left, right = x + 80, x + CARD_WIDE - 20
    figure, size = _figure(drawable(seat.figure))
    shapes.append(Text(right, y + 63, figure, size, ink, "end"))
    room = right - width(figure, size) - 14 - left
    name, name_size = fit(named(seat.name, seat.colour.title()), room, (28, 25, 22))

    # The label has what the line leaves it; a long bank gives way to a label of some length.
    label = drawable(seat.figure_label)
    kept = min(_LABEL, width(label, 17, bold=False))
    below, end = _second_line(seat, left, y + 75, right - kept - 12 - left, ink)
    room = right - end - 12 if below else right - left
    label, label_size = fit(label, room, (20, 18, 17, 16, 15), bold=False)
    shapes.append(Text(right, y + 89, label, label_size, soft, "end", bold=False))
    baseline = y + 44 if below else middle + CAP * name_size
    return (*shapes, Text(left, baseline, name, name_size, ink), *below)


def _figure(text: str) -> tuple[str, int]:
    """A figure and its size; one of many digits is smaller, and takes room from the name."""
    shown, size = fit(text, 92, (60, 52, 44, 36))
    return (shown, size) if shown == text else fit(text, 150, (36, 30, 24))


def _second_line(
    seat: Seat, x: float, middle: float, room: float, ink: str
) -> tuple[list[Shape], float]:
    """What stands under a name, a badge and the bank where there are any, and where it ends."""
    shapes: list[Shape] = []
    flags = ((seat.winner, "WINNER"), (seat.to_move, "TO MOVE"), (seat.lead, seat.lead.upper()))
    text = next((text for shown, text in flags if shown), "")
    if text:
        drawn, wide = badge(x, middle, text)
        shapes += drawn
        x, room = x + wide + 12, room - wide - 12
    bank = drawable(seat.bank)
    if not bank:
        return shapes, x - 12
    if width(bank, 22) + 27 <= room:
        shapes += watch(x + 10, middle, 10, ink)
        x, room = x + 27, room - 27
    bank, size = fit(bank, room, (22, 20, 18, 17, 16, 15))
    shapes.append(Text(x, middle + CAP * size, bank, size, ink))
    return shapes, x + width(bank, size)


def strip(scene: Scene, y: float, theme: Theme) -> tuple[Shape, ...]:
    """The strip under the board: what may be placed, the headline, the caption."""
    # A lead is news: it may mean a third stone.
    edge = ("table.accent", 3.0) if any(seat.lead for seat in scene.seats) else ("", 0.0)
    box = Box(MARGIN, y, _WIDE - 2 * MARGIN, STRIP_HIGH, _ROUND, "table.panel", *edge)
    shapes: list[Shape] = [box]
    middle = y + STRIP_HIGH / 2
    left, right = MARGIN + 20.0, _WIDE - MARGIN - 20.0
    for seat in scene.seats:
        if seat.to_move and scene.allowance:
            for _ in range(min(scene.allowance, 3)):
                shapes += loose_stone(left + 13, middle, 13, seat.colour, theme)
                left += _PIP
            left += 8
    # The headline has what it needs on one line; a caption takes the rest, and never too little.
    spare = right - left - width(drawable(scene.headline), 22) - 20
    caption, size = fit(drawable(scene.caption), max(spare, 210), (20, 18, 16), bold=False)
    if caption:
        shapes.append(Text(right, middle + 7, caption, size, "table.muted", "end", bold=False))
        right -= width(caption, size, bold=False) + 20
    shapes += _headline(drawable(scene.headline), left, middle, right - left)
    return tuple(shapes)


def _headline(text: str, x: float, middle: float, room: float) -> list[Shape]:
    """The headline as large as it fits, on two lines if it must be."""
    line, size = fit(text, room, (28, 26, 24, 22, 21))
    if line == text:
        return [Text(x, middle + CAP * size, line, size, "table.ink")]
    first, rest = wrap(text, room, 21)
    rest, size = fit(rest, room, (21,))
    return [
        Text(x, middle - 5, first, 21, "table.ink"),
        Text(x, middle + 20, rest, size, "table.ink"),
    ]


def waiting_button(x: float, y: float) -> tuple[Shape, ...]:
    """The button at the table, waiting for somebody to take it."""
    return (*button(x, y, 30), centred(x, y + 48, "button", 20, "table.muted", bold=False))
