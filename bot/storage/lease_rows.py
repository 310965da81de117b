"""The rows of the leases: what is read from them, whoever asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, select

from bot.findings.lease import Holder
from bot.parts import Part
from bot.storage.process import Process
from bot.storage.schema import leases


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it lies in the database; the fields are the columns'."""

    part: Part
    holder: str
    process: Process
    since: datetime | None
    beat: int
    renewed: timedelta
    on_duty: bool
    address: str


def read(connection: Connection) -> list[Lease]:
    """All leases of a database."""
    rows = connection.execute(select(leases).order_by(leases.c.venue)).all()
    return [_lease(row) for row in rows]


def holder_of(holder: str, among: Sequence[Lease]) -> Holder:
    """A holder as people read of it: its process, and all that it holds."""
    held = [lease for lease in among if lease.holder == holder]
    parts = tuple(sorted((lease.part for lease in held), key=lambda part: (part.venue, part.shard)))
    return Holder(held[0].process.host, held[0].process.pid, held[0].since, parts)


def is_of(part: Part) -> ColumnElement[bool]:
    """Whether a row is a part's, whoever holds it."""
    return and_(leases.c.venue == part.venue, leases.c.shard == part.shard)


def _lease(row: Row[Any]) -> Lease:
    return Lease(
        part=Part(row.venue, row.shard, row.shards),
        holder=row.holder,
        process=Process(row.host, row.machine, row.pid, row.started),
        since=row.since,
        beat=row.beat,
        renewed=row.renewed,
        on_duty=row.on_duty,
        address=row.address,
    )
