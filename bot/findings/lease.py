"""Who referees on a database, and whether they are heard, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

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
        """The venues of which this referee owns a part."""
        return tuple(dict.fromkeys(part.venue for part in self.parts))


@dataclass(frozen=True, slots=True)
class LeaseReadiness:
    """What a health check finds of the referee that runs on this machine.

    `served` is empty where no referee has renewed a lease lately; `unheard` parts are not ruled.
    `listens_at` is where pages of a venue's own are served: by host and port, by venue.
    `trouble` is why it can store nothing, and "" where it can.
    """

    served: tuple[Part, ...] = ()
    unheard: tuple[Part, ...] = ()
    listens_at: Mapping[str, str] = field(default_factory=dict)
    trouble: str = ""

    @property
    def on_duty(self) -> bool:
        """Whether a referee is at work, hears all parts that it serves, and can store."""
        return bool(self.served) and not self.unheard and not self.trouble
