"""How lists, moments and people's words are written, whatever the venue.

Of a long list the first few are named, and a moment has its time zone with it. People's words
become plain text on one line: nothing in them that can't be seen, or climbs about.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

NAMED = 10
"""How many of a long list are named."""
LONGEST = 1600
"""Longer lists of lines are cut: one message has to hold them."""


def joined(words: Sequence[str], link: str = "and") -> str:
    """All words of a list, such as *red, blue and green*."""
    return f"{', '.join(words[:-1])} {link} {words[-1]}" if words[1:] else "".join(words)


def beginning(things: Sequence[object], most: int = NAMED) -> str:
    """The first words of a list, and a sign that there are more."""
    return ", ".join(str(thing) for thing in things[:most]) + (", …" if things[most:] else "")


def counted(words: Sequence[str], most: int) -> str:
    """The first words of a list, and how many more there are."""
    rest = f" and {len(words) - most} more" if words[most:] else ""
    return ", ".join(words[:most]) + rest


def within(lines: Sequence[str], more: str) -> str:
    """The lines that one message can hold; `more` says where the others are."""
    length, kept = 0, list[str]()
    for line in lines:
        length += len(line) + 1
        if length > LONGEST:
            return "\n".join([*kept, f"… and {len(lines) - len(kept)} more: {more}"])
        kept.append(line)
    return "\n".join(kept)


MOST_MARKS = 2
"""Combining marks kept on one letter; more is decoration that climbs out of the line."""


def tidy(text: str, longest: int) -> str:
    """The words without control and format signs, bidi marks and piled-up accents, cut to fit."""
    signs: list[str] = []
    marks = 0
    # Words that are cut anyway need not be looked at to their end.
    for sign in unicodedata.normalize("NFC", text[: 8 * longest]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Cc", "Zl", "Zp", "Zs"):
            signs.append(" ")
        elif kind[0] != "C" and marks <= MOST_MARKS:
            signs.append(sign)
    line = " ".join("".join(signs).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def in_zone(at: datetime, zone: str) -> datetime:
    """A moment by the clocks of a zone; as it is, where this machine has none of that name."""
    try:
        return at.astimezone(ZoneInfo(zone))
    except (ValueError, ZoneInfoNotFoundError):
        return at


def moment_text(at: datetime, zone: str) -> str:
    """A moment with its zone named, where no reader's own clock can be asked."""
    local = in_zone(at, zone)
    return f"{local:%A} {local.day} {local:%B %Y}, {local:%H:%M} ({zone})"


def moments_text(moments: Sequence[tuple[datetime, str]]) -> str:
    """Moments with their zones, in one line; several in short."""
    if len(moments) == 1:
        return moment_text(*moments[0])
    local = [(in_zone(at, zone), zone) for at, zone in moments]
    short = [(f"{one:%a} {one.day} {one:%b}, {one:%H:%M}", zone) for one, zone in local]
    zones = {zone for _, zone in moments}
    if len(zones) == 1:
        return f"{joined([text for text, _ in short], 'or')} ({zones.pop()})"
    return joined([f"{text} ({zone})" for text, zone in short], "or")


def local_text(local: datetime) -> str:
    """A moment by somebody's own clocks, with the offset, as it may be typed."""
    return local.isoformat(timespec="minutes")
