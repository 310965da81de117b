"""What is said of two referees on one database, to whoever starts them."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.findings.lease import Holder, LeaseReadiness
from bot.parts import FLEET, Part
from bot.storage.silence import LEASE
from bot.wording import leases, shards
from bot.wording.doctor import referee_at_work

DISCORD, FORUM = Part("discord"), Part("nodebb")
SHARDS = tuple(Part("discord", shard, 8) for shard in (0, 1, 2, 5))
HOLDER = Holder("arena", 4711, datetime(2026, 11, 22, 3, 41, tzinfo=UTC), (DISCORD, FORUM))
SHARD_HOLDER = replace(HOLDER, parts=SHARDS)


def of_two_referees():
    yield "the first one is at work", leases.held_text(DISCORD, HOLDER)
    yield "it has the same shard", leases.held_text(SHARDS[1], SHARD_HOLDER)
    yield "it counts other shards", leases.held_text(Part("discord", 0, 4), SHARD_HOLDER)
    yield "it has no shards", leases.held_text(SHARDS[0], HOLDER)
    yield "it serves another venue", leases.partly_held_text(DISCORD, HOLDER, [FORUM])
    alone = leases.partly_held_text(FORUM, HOLDER, [])
    yield "it is one of a fleet, and another one has the forum", alone
    other = leases.partly_held_text(SHARDS[1], SHARD_HOLDER, [Part("discord", 3, 8)])
    yield "it serves one of the shards", other
    yield "doctor: shards", referee_at_work(SHARD_HOLDER).text
    yield "it did not give its lease back", leases.waits_text(HOLDER, LEASE)
    yield "this one was replaced", leases.lost_text(HOLDER)
    yield "its lease is gone", leases.lost_text(None)
    yield "Discord does not know a shard", shards.no_such_shard_text(4, 4)
    yield "… wants more shards", shards.more_shards_text(2, 4)
    yield "… wants shards, and none were set", shards.shards_from_now_text(4)
    yield "log: it takes shards", shards.shares_text(SHARDS, SHARDS)
    yield "log: … and gives one up", shards.given_up_text(SHARDS[2])
    fleet = replace(HOLDER, parts=(*SHARDS, Part(FLEET, 0, 8)))
    yield "doctor: shards that are shared out", referee_at_work(fleet).text
    unknown = shards.turn_unknown_text("the database does not answer")
    yield "log: the turn to connect is not known", unknown
    for when, referee in (
        ("referee health: all is well", LeaseReadiness((DISCORD, FORUM))),
        ("… Discord can't be heard", LeaseReadiness((DISCORD,), (DISCORD,))),
        ("… some of its shards can't be", LeaseReadiness(SHARDS, SHARDS)),
        (
            "… the disk is full",
            LeaseReadiness((DISCORD,), trouble="the database can't be used: the disk is full"),
        ),
        ("… nobody is there", LeaseReadiness()),
    ):
        yield when, f"referee: {leases.readiness_text(referee)}"
