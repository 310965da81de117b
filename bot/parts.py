"""Parts of a venue: all of it, or the servers of one shard as Discord partitions them.

A bot in 6,000 servers has four shards; each of two processes serves two of them. Who owns a part
(`storage/leases.py`), and when it was last heard (`DutyNote`), is known of each part by itself.

Where shards are counted anew, the old parts still say something about the new ones: shard 1 of 4
has servers of shard 1 of 2, and of no other, since what leaves 1 of 4 is odd.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import gcd

FLEET = "fleet"
"""In place of a venue: that a process is one of those that share its shards out."""
_LOW_BITS = 22
"""How many bits of a server's id at Discord are below its timestamp."""


@dataclass(frozen=True, slots=True)
class Part:
    """A venue, or one shard of it: `shard` of `shards`, from 0."""

    venue: str
    shard: int = 0
    shards: int = 1

    def overlaps(self, other: "Part") -> bool:

        same = self.shard == other.shard or self.shards != other.shards
        return self.venue == other.venue and same

    def has(self, server: str) -> bool:
        """Whether a server of the venue is of this part; direct messages are of shard 0.

        Of a venue that is not served in parts, every server is.
        """
        number = int(server) if server.isdecimal() else 0
        return (number >> _LOW_BITS) % self.shards == self.shard

    def shares_servers(self, other: "Part") -> bool:
        """Whether a server can belong to both."""
        common = gcd(self.shards, other.shards)
        return self.venue == other.venue and (self.shard - other.shard) % common == 0


@dataclass(frozen=True, slots=True)
class DutyNote:
    """A part of a venue, and when it was last known to be heard."""

    part: Part
    at: datetime


def last_on_duty(part: Part, noted: Iterable[DutyNote]) -> datetime | None:
    """When all servers of a part were last known to be heard; None if that is not known of each.

    Each count of shards that was ever used says something: the earliest moment among its parts
    that have servers of this one. The latest of these moments is the answer.
    """
    by_count: dict[int, list[DutyNote]] = {}
    for duty in noted:
        if duty.part.shares_servers(part):
            by_count.setdefault(duty.part.shards, []).append(duty)
    moments = [
        min(duty.at for duty in duties)
        for shards, duties in by_count.items()
        # Of the shards of another count, every gcd-th has servers of this part.
        if len(duties) == shards // gcd(shards, part.shards)
    ]
    return max(moments, default=None)
