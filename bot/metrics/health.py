"""Whether this referee is ready: its store answers, its lease is held, each of its venues is heard,
and no match stands still because somebody is kept out of its room.

Discord can't be reached: the process is alive and must not be restarted for that, but it is not
ready, and `venues` says which venue is meant.
"""

from dataclasses import dataclass

from bot.desk.desk import Desk
from bot.desk.presence import Returning
from bot.desk.venue_status import VenueStanding
from bot.findings.lease import LeaseReadiness
from bot.parts import Part
from bot.storage.leases import Leases
from bot.wording.leases import NOT_RENEWED

HEARD, RETURNING, AWAY = "heard", "returning", "away"
STATES = (HEARD, RETURNING, AWAY)


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a referee needs to rule on turns, and for each venue whether it is heard.

    `out_of_reach` is how many matches stand still for their rooms.
    """

    store: bool
    lease: bool
    venues: dict[str, str]
    out_of_reach: int

    @property
    def on_duty(self) -> bool:
        """Whether the process lacks nothing; what a match's room lacks no restart would mend."""
        return self.store and self.lease and set(self.venues.values()) <= {HEARD}

    @property
    def ready(self) -> bool:
        """Whether nothing is missing."""
        return self.on_duty and not self.out_of_reach


class Health:
    """The health of this process, as it knows it by itself; nothing is asked anew."""

    def __init__(self, desk: Desk, leases: Leases) -> None:
        self._desk = desk
        self._leases = leases

    def readiness(self) -> Readiness:
        """What is there and what is missing, as of the last heartbeat, which uses the store."""
        venues = {name_of(standing.part): state_of(standing) for standing in self._desk.standings()}
        out_of_reach = sum(load.out_of_reach for load in self._desk.loads())
        return Readiness(self._desk.can_store(), self._leases.held(), venues, out_of_reach)

    def brief(self) -> dict[str, bool]:
        """What anybody may know of it."""
        found = self.readiness()
        return {"alive": True, "on_duty": found.on_duty, "store": found.store}

    def report(self) -> LeaseReadiness:
        """The same, as `referee health` tells it."""
        unheard = [standing.part for standing in self._desk.standings() if not standing.on_duty]
        trouble = self._desk.trouble() or ("" if self._leases.held() else NOT_RENEWED)
        return LeaseReadiness(self._leases.parts(), tuple(unheard), trouble=trouble)


def name_of(part: Part) -> str:
    """A venue, or a shard of it such as `discord 1/4`, counted from 0 as Discord does."""
    return part.venue if part.shards == 1 else f"{part.venue} {part.shard}/{part.shards}"


def state_of(standing: VenueStanding) -> str:
    """The state of a venue: heard, heard again and being read, or not heard."""
    if standing.on_duty:
        return HEARD
    return RETURNING if isinstance(standing.state, Returning) else AWAY
