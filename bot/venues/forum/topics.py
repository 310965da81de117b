"""What is known of the topics that are looked at, and why a match can't go on in one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.venues.forum.reader import MOST_POSTS
from bot.venues.forum.values import Record
from bot.wording.forum import DELETED, LOCKED, MERGED, OUTSIDE, TOO_LONG, UNMODERATED

READ_INTERVAL = timedelta(minutes=15)
"""An edit changes no record, so each open topic is read now and then."""


@dataclass(slots=True)
class Watched:
    """A topic under watch: its record when it was last read, when that was, and what is left."""

    traces: tuple[object, ...] = ()
    read_at: timedelta | None = None
    pending: bool = False
    """Whether something is kept of it that is yet to be ruled or answered."""
    unsettled: bool = False
    """Whether something in it can't be ruled before it has been read again."""
    looked_until: datetime | None = None
    """As of when commands were looked for, where it holds no match."""
    category: int = 0
    edited: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    """Posts that were changed, of which the room is yet to be told."""

    def is_due(self, record: Record, now: timedelta) -> bool:
        """Whether it has to be read."""
        if self.read_at is None or self.unsettled or record.traces != self.traces:
            return True
        return now - self.read_at >= READ_INTERVAL

    def was_read(self, record: Record, now: timedelta) -> None:
        """Takes note of a complete read."""
        self.traces, self.read_at, self.category = record.traces, now, record.category


def trouble_of(record: Record, categories: Collection[int], moderated: Mapping[int, bool]) -> str:
    """Why no match can be held in a topic, "" if one can."""
    if record.merged_into:
        return MERGED
    if record.deleted:
        return DELETED
    if record.category not in categories:
        return OUTSIDE
    if not moderated.get(record.category, False):
        return UNMODERATED
    if record.locked:
        return LOCKED
    return TOO_LONG if record.count > MOST_POSTS else ""
