"""Whether this referee is ready, and what else is looked up when somebody asks.

Its store answers, its lease is held, each of its venues is heard, and no match stands still because
somebody is kept out of its room. Discord can't be reached: the process is alive and must not be
restarted for that, but it is not ready, and `venues` says which venue is meant.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.desk.backlog import Queue
from bot.desk.desk import Desk
from bot.desk.presence import Returning
from bot.desk.venue_status import VenueStanding
from bot.findings.database import LeaseReadiness
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


Age = Callable[[], timedelta | None]


class Present(Collector):
    """The gauges, each with the values of the moment at which they are read."""

    def __init__(self, desk: Desk, health: Health, backup_age: Age = lambda: None) -> None:
        self._desk = desk
        self._backup_age = backup_age
        self._health = health

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All gauges."""
        matches = GaugeMetricFamily(
            "referee_open_matches", "Matches that are not over.", labels=["venue"]
        )
        waiting = GaugeMetricFamily(
            "referee_outbox_depth", "Announcements that wait to be made.", labels=["venue"]
        )
        states = GaugeMetricFamily(
            "referee_venue_state",
            "1 for the state of the venue.",
            labels=["venue", "shard", "state"],
        )
        for load in self._desk.loads():
            matches.add_metric([load.venue], load.open_matches)
            waiting.add_metric([load.venue], load.waiting)
        for standing in self._desk.standings():
            for state in STATES:
                labels = [standing.part.venue, str(standing.part.shard), state]
                states.add_metric(labels, state == state_of(standing))
        yield from (matches, waiting, states)
        yield from self._backlog()
        text, age = "How long ago `referee backup` made a copy.", self._backup_age()
        seconds = None if age is None else age.total_seconds()
        yield GaugeMetricFamily("referee_backup_age_seconds", text, value=seconds)
        ready = self._health.readiness()
        for name, text, value in (
            ("store_usable", "1 if the database could be used the last time.", ready.store),
            ("lease_held", "1 if the lease was renewed of late and not lost.", ready.lease),
            ("ready", "1 if /health/ready answers 200.", ready.ready),
        ):
            yield GaugeMetricFamily(f"referee_{name}", text, value=value)

    def _backlog(self) -> Iterator[GaugeMetricFamily]:
        """What waits in this process, and whether that is too much."""
        backlog = self._desk.backlog
        number = GaugeMetricFamily(
            "referee_waiting", "Acts to be ruled, announcements to be made.", labels=["queue"]
        )
        oldest = GaugeMetricFamily(
            "referee_oldest_waiting_seconds", "How long the oldest has waited.", labels=["queue"]
        )
        for queue in Queue:
            number.add_metric([queue], backlog.waiting(queue))
            oldest.add_metric([queue], backlog.oldest(queue).total_seconds())
        yield from (number, oldest)
        behind = "1 while the referee does not keep up: clocks stand, questions are refused."
        yield GaugeMetricFamily("referee_behind", behind, value=backlog.look())
