"""Databases of every released schema still open, migrate and replay."""

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from referee.tables import RED, at
from sqlalchemy import create_engine, inspect

from bot.engine.reading import read
from bot.engine.record import write
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.arbiter import rule
from bot.referee.events import Termination
from bot.referee.fold import fold
from bot.referee.formats import OnTie
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission
from bot.servers.ratings import standings
from bot.storage.archive import Archive
from bot.storage.migrate import newest
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.views.record import match_record
from bot.views.scenes import match_scene
from bot.wording.results import headline
from storage.evening import DATABASES, ROOM, keep_evening
from storage.organiser import FILE

KEPT = sorted(DATABASES.glob("schema-*.sqlite3"))


def test_there_is_one_for_the_first_schema():
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
    assert (stored.room, stored.open) == (ROOM, False)
    match = fold(stored.events)
    assert [turn.turn for turn in match.turns] == ["F6", "D3 F7", "B2 G5", "G6", "G4 H5"]
    assert match.ruleset.figures(match.position) == (4, 2)
    assert match.clock.banks == (timedelta(minutes=4, seconds=46), timedelta(minutes=5, seconds=10))
    assert match.ended.winner is Colour.FIRST
    assert match.ended.termination is Termination.TIME
    assert match.ended.at == at(401 + 361)
    assert '[Result "red"]' in write(match_record(match, "discord"))
    assert list(await store.unannounced("discord")) == [1]
    assert (stored.ruled["m20"], stored.ruled["m999"]) == (True, False)
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert schema == newest()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    there = inspect(create_engine(f"sqlite:///{file}"))
    for table in metadata.sorted_tables:
        made = {(c["name"], str(c["type"]), c["nullable"]) for c in there.get_columns(table.name)}
        assert made == {(c.name, c.type.compile(), c.nullable) for c in table.columns}


async def test_the_kept_match_is_what_is_ruled_today(tmp_path):
    """The events of the first kept database are those that the same acts make now."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(KEPT[0], file)
    old = await open_store(f"sqlite+aiosqlite:///{file}")
    now = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}")
    await keep_evening(now)
    before, today = await old.load(1), await now.load(1)
    assert before.events == today.events
    await old.close()
    await now.close()


async def test_matches_that_gave_a_tie_to_the_organiser_are_what_they_were(tmp_path):
    """`genius-short` once said so: what is stored of it is folded, read and counted as it was."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(FILE, file)
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    stored = [await store.load(number) for number in (1, 2, 3)]
    resigned, tied, running = (fold(one.events) for one in stored if one is not None)
    for match in (resigned, tied, running):
        assert (match.terms.on_tie, match.dmo, match.first_open) == (OnTie.HOST_WINS, None, False)
    assert headline(resigned) == "Blue wins by resignation"
    assert (tied.ended.winner, tied.ended.termination) == (None, Termination.TIE_TO_HOST)
    assert headline(tied) == "The organiser wins"
    record = match_record(tied, "discord")
    assert (record.tag("Result"), record.tag("Termination")) == ("tie", "tie-to-host")
    again = replay(read(write(record))[0])
    assert (again.over, again.winner, again.untrue) == (True, None, ())
    assert match_scene(tied, at(99), 2).headline == "The organiser wins"
    assert [turn.turn for turn in running.turns] == ["F6", "D3 F7"]
    assert isinstance(rule(running, Submission(RED, Said("B2 G5"), at(9))), Accepted)
    results = await Archive(store).results("discord", "100")
    assert [(one.winner, one.counts) for one in results] == [(Colour.SECOND, True), (None, True)]
    await store.close()


@pytest.mark.parametrize("kept", [*KEPT, FILE], ids=lambda file: file.stem)
async def test_the_leaderboard_of_an_older_referee_is_the_same(kept, tmp_path):
    """It came from all events; migrating writes the results down that it now comes from."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(kept, file)
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    server = ROOM.server if kept in KEPT else "100"
    archive = Archive(store)
    found = await archive.standings("discord", server)
    assert found == standings(await archive.results("discord", server))
    assert sum(one.total.wins for one in found) == 1
    assert sum(one.total.ties for one in found) == (0 if kept in KEPT else 2)
    assert {one.total.matches for one in found} == ({1} if kept in KEPT else {2})
    await store.close()


async def test_the_last_time_on_duty_of_an_older_referee_is_that_of_every_shard(tmp_path):
    """It served all servers. A shard that has been noted since goes by its own note."""
    file = tmp_path / "old.sqlite3"
    shutil.copyfile(KEPT[0], file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO duty VALUES ('discord', ?)", (at(5).isoformat(),))
        connection.commit()
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    whole, first, second = Part("discord"), Part("discord", 0, 2), Part("discord", 1, 2)
    for part in (whole, first, second):
        assert await store.last_on_duty(part) == at(5)
    await store.on_duty(second, at(9))
    assert [await store.last_on_duty(part) for part in (whole, first, second)] == [
        at(5), at(5), at(9)
    ]  # fmt: skip
    assert await store.last_on_duty(Part("nodebb")) is None
    await store.close()
