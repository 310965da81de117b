"""Who referees on a database, as a value."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.findings.mark import Mark
from bot.parts import Part


@dataclass(frozen=True, slots=True)
class Holder:
    """A referee that owns parts of venues on a database, `since` by its machine's clock."""

    host: str
    pid: int
    since: datetime | None
    parts: tuple[Part, ...]

    @property
    def venues(self) -> tuple[str, ...]:
        """Those of which it owns something."""
        return tuple(dict.fromkeys(part.venue for part in self.parts))


@dataclass(frozen=True, slots=True)
class RefereeAtWork:
    """A referee runs on the database that was looked at."""

    mark: ClassVar[Mark] = Mark.GOOD
    holder: Holder


@dataclass(frozen=True, slots=True)
class ShardsUnserved:
    """Referees are at work, and none of them serves these parts."""

    mark: ClassVar[Mark] = Mark.NOTE
    parts: tuple[Part, ...]


LeaseFinding = RefereeAtWork | ShardsUnserved


@dataclass(frozen=True, slots=True)
class OnDuty:
    """The referee that runs here hears all that it serves."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class OffDuty:
    """The referee that runs here does not hear some of what it serves, and rules nothing there."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class NotRunning:
    """No referee on this machine has renewed a lease lately."""


Readiness = OnDuty | OffDuty | NotRunning
"""What a health check finds."""
