"""One damaged row or table: told in plain words, and nothing else is lost by it."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import START

from bot.findings.database import DatabaseFinding, State
from bot.findings.finding import Mark
from bot.parts import Part
from bot.storage.failures import UnusableDatabaseError
from bot.storage.health import examine
from bot.storage.room import SAID, NewLine, RoomStore
from bot.storage.store import open_store
from storage.kept import sqlite


def url(folder: Path) -> str:
    """The database in a folder."""
    return sqlite(folder / "referee.sqlite3")


def change(folder: Path, statement: str, *values: str) -> None:
    """Damages the database behind the program's back."""
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        database.execute(statement, values)
        database.commit()


def line(text: str, minutes: int) -> NewLine:
    """Something said in the room some minutes after the start."""
    at = START + timedelta(minutes=minutes)
    return NewLine("r", at, SAID, text, speaker="r.one", nonce=f"n/{text}")


async def complaints(folder: Path) -> str:
    """What doctor finds wrong."""
    found = await examine(url(folder))
    return "\n".join(finding.text for finding in found if finding.mark is Mark.BAD)


@pytest.mark.parametrize("stamp", ["", "yesterday", "2026-11-22T10:00:00", "zzzz"])
async def test_a_damaged_note_of_duty_is_as_good_as_none(tmp_path, stamp):
    """Nobody knows since when the referee was away: then no time of this turn is charged."""
    store = await open_store(url(tmp_path))
    await store.on_duty(Part("room"), START)
    await store.close()
    change(tmp_path, "UPDATE duty SET at = ?", stamp)
    store = await open_store(url(tmp_path))
    assert await store.last_on_duty(Part("room")) is None
    # The next note mends it.
    assert "duty room" in await complaints(tmp_path)
    await store.on_duty(Part("room"), START)
    assert await store.last_on_duty(Part("room")) == START
    await store.close()
    assert await complaints(tmp_path) == ""


async def test_a_damaged_line_is_put_aside_alone(tmp_path):
    """All other lines are read, the room's time is that of the latest one that can be read."""
    store = await open_store(url(tmp_path))
    room = RoomStore(store)
    for minutes, text in enumerate(("one", "two", "three")):
        await room.add(line(text, minutes))
    change(tmp_path, "UPDATE room_lines SET at = 'zz' WHERE text = 'two'")
    assert [one.text for one in await room.lines("r")] == ["one", "three"]
    said = await room.said_since(START - timedelta(minutes=1), "r")
    assert [one.text for one in said] == ["one", "three"]
    assert await room.last_stamp() == START + timedelta(minutes=2)
    # Whoever says it again under the same key is not taken for having said it.
    assert (await room.add(line("two", 3))).at == START + timedelta(minutes=3)
    assert "room_lines 2" in await complaints(tmp_path)
    await store.close()


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("ALTER TABLE events RENAME COLUMN data TO lost", "events.data"),
        ("DROP TABLE outbox", "outbox"),
        ("ALTER TABLE room_lines DROP COLUMN alt", "room_lines.alt"),
    ],
)
async def test_a_damaged_schema_is_named_at_the_start(tmp_path, statement, part):
    """What is not there is said in one line, by the start and by doctor alike."""
    await (await open_store(url(tmp_path))).close()
    change(tmp_path, statement)
    with pytest.raises(UnusableDatabaseError) as refused:
        await open_store(url(tmp_path), start_timeout=timedelta(0))
    assert refused.value.finding == DatabaseFinding(State.PART_LOST, part)
    assert f"lacks {part}: restore a backup" in await complaints(tmp_path)
