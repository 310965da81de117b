"""What is looked up when somebody asks: how many matches are open now, and who is heard."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.desk.backlog import Queue
from bot.desk.desk import Desk
from bot.metrics.health import STATES, Health, state_of

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
