"""What the referee stored, read from its database after the storm."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from bot.referee.events import Event, FlagFell, MatchOpened, TurnPlayed
from bot.storage.codec import decode


@dataclass(frozen=True, slots=True)
class Announced:
    """A row of the outbox."""

    first: int
    through: int
    sent: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it lies in the database; `rulings` are message ids with whether accepted."""

    number: int
    room: int
    open: bool
    events: tuple[Event, ...]
    rulings: dict[int, bool]
    outbox: tuple[Announced, ...]

    @property
    def opened(self) -> MatchOpened:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, MatchOpened)
        return first

    @property
    def turns(self) -> list[TurnPlayed]:
        """The turns, in order."""
        return [event for event in self.events if isinstance(event, TurnPlayed)]

    @property
    def flags(self) -> list[int]:
        """The numbers of the events that say that a flag fell."""
        return [n for n, event in enumerate(self.events) if isinstance(event, FlagFell)]

    def nonce(self, row: Announced) -> str:
        """The nonce with which an announcement has to be sent."""
        opened = int(self.opened.at.timestamp()) % 36**5
        return f"{self.number}.{row.through}.{opened}"


def read_ledger(database: Path) -> list[Stored]:
    """All matches of a database, by number."""
    with sqlite3.connect(database) as connection:
        return [
            Stored(number, int(room), bool(still_open), *_parts(connection, number))
            for number, room, still_open in connection.execute(
                "SELECT id, room, open FROM matches ORDER BY id"
            ).fetchall()
        ]


def unsent(database: Path) -> int:
    """How many announcements are still to be made."""
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox WHERE NOT sent").fetchone()[0])


def _parts(
    connection: sqlite3.Connection, number: int
) -> tuple[tuple[Event, ...], dict[int, bool], tuple[Announced, ...]]:
    lines = connection.execute("SELECT data FROM events WHERE match=? ORDER BY number", (number,))
    events = tuple(decode(line) for (line,) in lines.fetchall())
    ruled = connection.execute("SELECT message, accepted FROM rulings WHERE match=?", (number,))
    rulings = {int(key): bool(yes) for key, yes in ruled.fetchall() if key.isdecimal()}
    rows = connection.execute(
        "SELECT first, through, sent FROM outbox WHERE match=? ORDER BY through", (number,)
    )
    return events, rulings, tuple(Announced(f, t, bool(s)) for f, t, s in rows.fetchall())
