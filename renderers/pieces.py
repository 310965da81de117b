"""The things on the table, each made of a few shapes: stones, pawns, badges, the button."""

from renderers.lettering import width
from renderers.shapes import Box, Segment, Shape, Text, disc
from renderers.theme import Theme

CAP = 0.364
"""Half the height of a capital letter, in font sizes: what centres a text on a line."""


def centred(x: float, y: float, text: str, size: int, fill: str, *, bold: bool = True) -> Text:
    """A text with its middle at a point."""
    return Text(x, y + CAP * size, text, size, fill, "middle", bold)


def mark(x: float, y: float, radius: float, colour: str, theme: Theme) -> tuple[Shape, ...]:
    """The mark a stone of this colour wears, sized for a stone of that radius."""
    ink = f"stones.{colour}.mark_ink"
    match theme.marks[colour]:
        case "ring":
            return (disc(x, y, 0.5 * radius, "", outline=ink, width=0.18 * radius),)
        case "bar":
            return (Segment(x - 0.42 * radius, y, x + 0.42 * radius, y, 0.24 * radius, ink),)
        case "dot":
            return (disc(x, y, 0.26 * radius, ink),)
        case "diamond":
            arm, thick = 0.42 * radius, 0.15 * radius
            tips = ((x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y))
            sides = zip(tips, tips[1:] + tips[:1], strict=True)
            return tuple(Segment(*one, *two, thick, ink) for one, two in sides)
        case _:
            arm, thick = 0.32 * radius, 0.18 * radius
            return (
                Segment(x - arm, y - arm, x + arm, y + arm, thick, ink),
                Segment(x - arm, y + arm, x + arm, y - arm, thick, ink),
            )


def stone(x: float, y: float, radius: float, colour: str, theme: Theme) -> tuple[Shape, ...]:
    """A stone on the board, with its mark."""
    look = f"stones.{colour}"
    thick = max(1.5, 0.09 * radius)
    body = disc(x, y, radius, f"{look}.fill", outline=f"{look}.rim", width=thick)
    return (body, *mark(x, y, radius, colour, theme))


def loose_stone(
    x: float, y: float, radius: float, colour: str, theme: Theme, *, edge: str = "halo"
) -> tuple[Shape, ...]:
    """A stone beside the board, with an edge that stands out there."""
    look = f"stones.{colour}"
    thick = max(1.5, 0.09 * radius)
    body = disc(x, y, radius, f"{look}.fill", outline=f"{look}.{edge}", width=thick)
    return (body, *mark(x, y, radius, colour, theme))


def ghost(x: float, y: float, radius: float, colour: str) -> tuple[Shape, ...]:
    """A stone that is not yet placed: hollow, in its colour."""
    look = f"stones.{colour}"
    return (
        disc(x, y, radius, f"{look}.tint", outline=f"{look}.rim", width=max(2, 0.2 * radius)),
        disc(x, y, 0.3 * radius, f"{look}.rim"),
    )


def pawn(
    x: float, y: float, radius: float, colour: str, *, number: str, theme: Theme
) -> tuple[Shape, ...]:
    """A pawn on the score track: a disc with its number, and its colour's mark below that."""
    look = f"stones.{colour}"
    size = round(radius * (1.05 if len(number) < 3 else 0.8))
    return (
        disc(x, y, radius + 2, "table.background"),
        disc(x, y, radius, f"{look}.fill", outline=f"{look}.halo", width=max(2, 0.1 * radius)),
        centred(x, y - 0.16 * radius, number, size, f"{look}.ink"),
        *mark(x, y + 0.56 * radius, 0.4 * radius, colour, theme),
    )


def badge(x: float, middle: float, text: str) -> tuple[tuple[Shape, ...], float]:
    """A small label from its left end, and how wide it came out."""
    size, high = 19, 32
    wide = round(width(text, size)) + 26
    box = Box(x, middle - high / 2, wide, high, high / 2, "table.accent")
    return (box, centred(x + wide / 2, middle, text, size, "table.accent_ink")), wide


def button(x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """The button worth half a point."""
    ink = "table.accent_ink"
    return (
        disc(x, y, radius, "table.accent", outline=ink, width=max(1.5, 0.08 * radius)),
        disc(x, y, 0.78 * radius, "", outline=ink, width=max(1, 0.04 * radius)),
        centred(x, y, "½", round(0.95 * radius), ink),
    )


def watch(x: float, y: float, radius: float, ink: str) -> tuple[Shape, ...]:
    """A little clock face, before a time."""
    thick = 0.22 * radius
    return (
        disc(x, y, radius, "", outline=ink, width=thick),
        Segment(x, y, x, y - 0.55 * radius, thick, ink),
        Segment(x, y, x + 0.42 * radius, y + 0.2 * radius, thick, ink),
    )
