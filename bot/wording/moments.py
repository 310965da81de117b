"""How moments are written with their time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


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


def local_text(local: datetime) -> str:
    """A moment by somebody's own clocks, with the offset, as it may be typed."""
    return local.isoformat(timespec="minutes")
