"""Old pictures are freed: they take most of a room's space, and can be drawn again.

A match in the local room leaves some sixty boards in its talk, 1.3 MB. Three months later nobody
looks at them, and whoever does is shown a board that is drawn anew from the stored turns. So a
picture goes only where its match can be read; what can't be drawn again is never touched.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import delete, func, select

from bot.storage.failures import DamagedMatchError, StoreError, plain
from bot.storage.results import check_facts
from bot.storage.room import told_by
from bot.storage.schema import room_lines, room_pictures
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.wording.doctor_database import freed_text

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Pictures that are freed in one transaction; between two of them others write."""
_HOUR = 4
"""When it is done every night, by this machine's clock and time zone."""


@dataclass(frozen=True, slots=True)
class Freed:
    """Pictures that were freed, or would be, and their bytes; `kept` can't be drawn again."""

    pictures: int = 0
    size: int = 0
    kept: int = 0


async def tidy(store: Store, before: datetime, *, dry_run: bool = False) -> Freed:
    """Frees the pictures that are older than a moment; StoreError."""
    freed, events, after = Freed(), dict[int, int](), 0
    query = (
        select(room_lines, func.length(room_pictures.c.png).label("size"))
        .join(room_pictures, room_lines.c.picture == room_pictures.c.name)
        .where(room_lines.c.at < before)
        .order_by(room_lines.c.serial)
        .limit(AT_ONCE)
    )
    while rows := await store.rows(query.where(room_lines.c.serial > after)):
        after = rows[-1].serial
        gone = [row for row in rows if await _can_be_drawn(store, row.nonce, events)]
        if gone and not dry_run:
            names = room_pictures.c.name.in_([row.picture for row in gone])
            await store.change(delete(room_pictures).where(names))
        freed = Freed(
            freed.pictures + len(gone),
            freed.size + sum(row.size for row in gone),
            freed.kept + len(rows) - len(gone),
        )
    return freed


def pack(file: Path) -> tuple[int, int]:
    """Gives the system back what an SQLite file does not use; its size before and after it."""
    before = file.stat().st_size
    try:
        with closing(sqlite3.connect(file)) as database:
            database.execute("VACUUM")
    except sqlite3.Error as error:
        raise StoreError(f"the file could not be made smaller: {plain(error)}") from error
    return before, file.stat().st_size


async def make_facts_anew(store: Store) -> tuple[int, int]:
    after, seen, wrong = 0, 0, 0
    while portion := await store.write(partial(check_facts, after=after)):
        after, seen = max(portion), seen + len(portion)
        wrong += sum(portion.values())
    return seen, wrong


async def tidy_every_night(
    store: Store, age: timedelta, timepiece: Timepiece, wall_clock: Callable[[], datetime]
) -> None:
    """Frees what is older than an age, every night until cancelled."""
    while True:
        now = wall_clock().astimezone()
        night = now.replace(hour=_HOUR, minute=0, second=0, microsecond=0)
        await timepiece.sleep(night - now + timedelta(days=night <= now))
        try:
            freed = await tidy(store, wall_clock() - age)
            log.info("%s", freed_text(freed.pictures, freed.size, freed.kept))
        except StoreError as error:
            log.warning("what is done at night could not be done: %s", error)


async def _can_be_drawn(store: Store, nonce: str | None, events: dict[int, int]) -> bool:
    """Whether a line tells of a match that can be read; `events` are counted once for each."""
    told = told_by(nonce)
    if told is None:
        return False
    number, through = told
    if number not in events:
        events[number] = 0
        with suppress(DamagedMatchError):
            stored = await store.load(number)
            events[number] = 0 if stored is None else stored.match().seen
    return through < events[number]
