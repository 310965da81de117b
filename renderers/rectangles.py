"""Parts of a picture: left, top, right and bottom in whole pixels; the last two lie outside."""

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
