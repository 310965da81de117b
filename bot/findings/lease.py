"""Who referees on a database, and whether they are heard, as values."""

from dataclasses import dataclass
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
        """Those of which it owns something."""
        return tuple(dict.fromkeys(part.venue for part in self.parts))


@dataclass(frozen=True, slots=True)
class LeaseReadiness:
    """What a health check finds of the referee that runs on this machine.

    It serves no parts where none has renewed a lease lately; in those `unheard` it rules nothing.
    """

    served: tuple[Part, ...] = ()
    unheard: tuple[Part, ...] = ()

    @property
    def on_duty(self) -> bool:
        """Whether one is at work, and hears all that it serves."""
        return bool(self.served) and not self.unheard
