"""A moment as the database keeps it, and what becomes of one that was damaged there.

One byte of one row is wrong. That row alone is put aside: everything else goes on.
"""

from datetime import datetime


def read_stamp(text: str) -> datetime | None:
    """The moment that ISO 8601 text with its zone stands for; None for anything else."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if at.tzinfo is None else at


def write_stamp(at: datetime) -> str:
    """A moment as text; always with microseconds, so that the texts sort as the moments do."""
    return at.isoformat(timespec="microseconds")
