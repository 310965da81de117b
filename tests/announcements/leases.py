"""What is said of two referees on one database, to whoever starts them."""

from collections.abc import Iterator
from datetime import UTC, datetime

from announcements.paper import Specimen
from bot.findings.lease import Holder, NotRunning, OffDuty, OnDuty
from bot.storage.leases import LEASE
from bot.wording import leases

HOLDER = Holder("arena", 4711, datetime(2026, 11, 22, 3, 41, tzinfo=UTC), ("discord", "nodebb"))


def of_two_referees() -> Iterator[Specimen]:
    """At the start, in the log, and at the end."""
    yield Specimen("the first one is at work", leases.held_text(HOLDER))
    yield Specimen(
        "it serves another venue", leases.partly_held_text("discord", HOLDER, ["nodebb"])
    )
    yield Specimen("it did not give its lease back", leases.waits_text(HOLDER, LEASE))
    yield Specimen("this one was replaced", leases.lost_text(HOLDER))
    yield Specimen("its lease is gone", leases.lost_text(None))
    for when, found in (
        ("referee health: all is well", OnDuty(("discord", "nodebb"))),
        ("… Discord can't be heard", OffDuty(("discord",))),
        ("… nobody is there", NotRunning()),
    ):
        yield Specimen(when, f"referee: {leases.readiness_text(found)}")
