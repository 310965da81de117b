"""Databases of every released schema still open, migrate and replay."""

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from referee.tables import at

from bot.engine.record import write
from bot.engine.turn import Colour
from bot.referee.events import Termination
from bot.referee.fold import fold
from bot.storage.migrate import newest
from bot.storage.store import open_store
from bot.views.record import match_record
from storage.evening import DATABASES, ROOM, keep_evening

KEPT = sorted(DATABASES.glob("schema-*.sqlite3"))


def test_there_is_one_for_the_first_schema():
    """The list of kept databases is not empty by mistake."""
    assert KEPT[0].stem == "schema-0001"


@pytest.mark.parametrize("kept", KEPT, ids=[file.stem for file in KEPT])
async def test_a_kept_database_opens_migrates_and_replays(kept, tmp_path):
    """The match in it is the same to this program as to the one that ruled it."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(kept, file)
    with closing(sqlite3.connect(file)) as connection:
        (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert kept.stem == f"schema-{schema}"
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    stored = await store.load(1)
    assert stored is not None
    assert (stored.room, stored.open) == (ROOM, False)
    match = fold(stored.events)
    assert [turn.turn for turn in match.turns] == ["F6", "D3 F7", "B2 G5", "G6", "G4 H5"]
    assert match.ruleset.figures(match.position) == (4, 2)
    assert match.clock is not None
    assert match.clock.banks == (timedelta(minutes=4, seconds=46), timedelta(minutes=5, seconds=10))
    assert match.ended is not None
    assert match.ended.winner is Colour.FIRST
    assert match.ended.termination is Termination.TIME
    assert match.ended.at == at(401 + 361)
    assert '[Result "red"]' in write(match_record(match, "discord"))
    assert await store.unannounced("discord") == [1]
    assert await store.ruled(1, "m20") is True
    assert await store.ruled(1, "m999") is False
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert schema == newest()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_the_kept_match_is_what_is_ruled_today(tmp_path):
    """The events of the first kept database are those that the same acts make now."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(KEPT[0], file)
    old = await open_store(f"sqlite+aiosqlite:///{file}")
    now = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}")
    await keep_evening(now)
    before, today = await old.load(1), await now.load(1)
    assert before is not None
    assert today is not None
    assert before.events == today.events
    await old.close()
    await now.close()
