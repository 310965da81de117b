"""What is counted and timed: each observation of the desk and each use of the database.

Two turns and a refusal for a taken cell on Discord: `referee_turns_total{venue="discord"}`
is 2, `referee_refusals_total{venue="discord",law="occupied"}` is 1, and three acts were ruled. No
label names a person, a match or a room: there are as many series as venues and laws, and no more.
"""

from collections.abc import Iterable
from typing import assert_never

import prometheus_client
from prometheus_client.registry import Collector

from bot.commands.clerk import COSTLY
from bot.desk.observing import Observation, Ruled, Shed, TimeCalled, Told
from bot.desk.reviews import REVIEW
from bot.referee.events import TurnPlayed
from bot.referee.ruling import Reason, Refused
from bot.storage import failures
from bot.storage.database import Use

FLAG, NOTICE = "flag", "notice"
"""The calls of time: a flag that falls, and a bank that opens or runs low."""
_USES = {False: "read", True: "write"}
_FAILURES: dict[type[failures.StoreError], str] = {
    failures.UnreachableError: "unreachable",
    failures.UnstorableError: "unstorable",
    failures.DamagedMatchError: "damaged",
    failures.FileLostError: "file-lost",
    failures.LeaseLostError: "lease-lost",
}
_OTHER = "other"
# Upper limits of the buckets, in seconds.
_RULING = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SENDING = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_LATENESS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_STORE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Figures:
    """All figures, in a registry of their own; `venues` are those that are served."""

    def __init__(self, venues: Iterable[str]) -> None:
        # When a counter was made says nothing that the start of the process does not.
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = prometheus_client.CollectorRegistry()
        self._turns = self._counter("turns", "Turns that were accepted and stored.", "venue")
        self._refusals = self._counter(
            "refusals", "Turns and other acts that were refused, by the law or reason.",
            "venue", "law",
        )  # fmt: skip
        self._ruling = self._histogram(
            "ruling_seconds", "From hearing an act to its ruling, stored.", _RULING, "venue"
        )
        self._sending = self._histogram(
            "sending_seconds", "From storing an announcement until it is visible at its venue.",
            _SENDING, "venue",
        )  # fmt: skip
        self._lateness = self._histogram(
            "time_call_lateness_seconds", "How long after deadline and grace time was called.",
            _LATENESS, "venue", "call",
        )  # fmt: skip
        self._shed = self._counter(
            "questions_shed", "Questions that were refused, since turns waited.", "question"
        )
        self._store = self._histogram(
            "store_seconds", "How long a transaction took, the wait for its place included.",
            _STORE, "use",
        )  # fmt: skip
        self._failures = self._counter("store_failures", "Transactions that failed.", "use", "kind")
        self._begin_at_zero(tuple(venues))
        prometheus_client.ProcessCollector(registry=self._registry)

    def add(self, collector: Collector) -> None:
        """Shows the figures of another collector too, from now on."""
        self._registry.register(collector)

    def text(self) -> bytes:
        """All figures, in Prometheus' text format."""
        return prometheus_client.generate_latest(self._registry)

    def observe(self, seen: Observation) -> None:
        """Counts what the desk did."""
        match seen:
            case Ruled(venue, ruling, took):
                self._ruling.labels(venue).observe(took.total_seconds())
                if isinstance(ruling, Refused):
                    self._refusals.labels(venue, law_of(ruling)).inc()
                else:
                    turns = sum(isinstance(event, TurnPlayed) for event in ruling.events)
                    self._turns.labels(venue).inc(turns)
            case Told(venue, took):
                self._sending.labels(venue).observe(took.total_seconds())
            case TimeCalled(venue, flag, late):
                call = FLAG if flag else NOTICE
                self._lateness.labels(venue, call).observe(late.total_seconds())
            case Shed(question):
                self._shed.labels(question).inc()
            case _:
                assert_never(seen)

    def used(self, use: Use) -> None:
        """Counts a use of the database."""
        how = _USES[use.writes]
        self._store.labels(how).observe(use.took.total_seconds())
        if use.error is not None:
            kind = _FAILURES.get(type(use.error), _OTHER)
            self._failures.labels(how, kind).inc()

    def _counter(self, name: str, text: str, *labels: str) -> prometheus_client.Counter:
        return prometheus_client.Counter(f"referee_{name}", text, labels, registry=self._registry)

    def _histogram(
        self, name: str, text: str, buckets: tuple[float, ...], *labels: str
    ) -> prometheus_client.Histogram:
        return prometheus_client.Histogram(
            f"referee_{name}", text, labels, buckets=buckets, registry=self._registry
        )

    def _begin_at_zero(self, venues: tuple[str, ...]) -> None:
        """Counters begin at 0 and are not absent: no rise can be computed from nothing."""
        for venue in venues:
            for by_venue in (self._turns, self._ruling, self._sending):
                by_venue.labels(venue)
            for call in (FLAG, NOTICE):
                self._lateness.labels(venue, call)
        for question in (*COSTLY, REVIEW):
            self._shed.labels(question)
        for how in _USES.values():
            self._store.labels(how)
            for kind in (*_FAILURES.values(), _OTHER):
                self._failures.labels(how, kind)


def law_of(refused: Refused) -> str:
    """The law that a turn broke, or the reason why an act was refused, as records spell it."""
    if refused.fault is not None:
        return str(refused.fault.law)
    reason: Reason = refused.reason
    return reason.name.lower().replace("_", "-")
