"""How moments are written with their time zone."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.wording.lists import joined


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
