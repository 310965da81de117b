"""Databases of every released schema still open, and all in them goes on."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from venues.room.cup_pages import cup
from venues.room.visitor import house

from bot.engine.record import write
from bot.engine.turn import Colour
from bot.findings.database import State
from bot.referee.events import Termination
from bot.referee.fold import fold
from bot.servers.ratings import standings
from bot.servers.reminders import Reminders
from bot.storage.archive import Archive
from bot.storage.failures import UnusableDatabaseError
from bot.storage.migrate import newest
from bot.storage.people import Person, ReminderBook
from bot.storage.rows import open_boards
from bot.storage.store import open_store
from bot.views.files import match_record
from storage.evening import ROOM, keep_evening
from storage.kept import sqlite

KEPT = sorted((Path(__file__).parent / "databases").glob("*.sql"))


def build(kept: Path, folder: Path) -> Path:
    """A database from the statements that are kept of it."""
    file = folder / "referee.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(kept.read_text(encoding="utf-8"))
    return file


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.stem)
async def test_a_kept_database_goes_on(kept: Path, tmp_path: Path) -> None:
    """Bob answers in the match under way, Dan signs up for the cup by its link; an hour is kept."""
    file, known = build(kept, tmp_path), json.loads(kept.with_suffix(".json").read_text())
    async with house(tmp_path) as place:
        bob = await place.visit(known["room"], known["tokens"]["two"])
        await bob.say("F5 F6")
        await bob.line("played F5 F6", "told")
        cid = await place.visit(known["cup"], known["cup_tokens"]["watch"], known["cid"])
        assert [one["name"] for one in (await cup(cid))["players"]] == ["Cid"]
        settled = await ReminderBook(place.store).of(Person("room", "", "Ann"))
        assert settled == Reminders(timedelta(hours=12))
        match = fold((await place.store.load(2)).events)
        assert [turn.turn for turn in match.turns] == ["F6", "D3 F7", "B2 G5", "G6", "G4 H5"]
        assert match.clock.banks == (
            timedelta(minutes=4, seconds=46),
            timedelta(minutes=5, seconds=10),
        )
        assert (match.ended.winner, match.ended.termination) == (Colour.FIRST, Termination.TIME)
        assert '[Result "red"]' in write(match_record(match, "discord"))
        archive = Archive(place.store)
        found = await archive.standings("discord", ROOM.server)
        assert found == standings(await archive.results("discord", ROOM.server))
        assert sum(one.total.wins for one in found) == 1
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchone() == (newest(),)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_how_an_open_match_stands_is_known_after_an_update(tmp_path: Path) -> None:
    """The evening's match, as it was before its end; beside it one that can't be read."""
    file = build(KEPT[0], tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("""
            DELETE FROM events WHERE match = 2 AND number >=
                (SELECT number FROM events WHERE match = 2 AND kind = 'MatchEnded');
            UPDATE matches SET open = 1 WHERE id = 2;
            UPDATE events SET data = '{' WHERE match = 1 AND number = 1;
        """)
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    match = fold((await store.load(2)).events)
    assert match.position.number == len(match.turns) == 5
    assert await store.read(partial(open_boards, side=5, besides=None)) == [match.position.stones]
    assert await store.read(partial(open_boards, side=5, besides=2)) == []
    await store.close()


async def test_the_kept_match_is_what_is_ruled_today(tmp_path: Path) -> None:
    """The events of the first kept database are those that the same acts make now."""
    old = await open_store(f"sqlite+aiosqlite:///{build(KEPT[0], tmp_path)}")
    now = await open_store(sqlite(tmp_path / "new.sqlite3"))
    await keep_evening(now)
    assert (await old.load(2)).events == (await now.load(1)).events
    await old.close()
    await now.close()


async def test_a_database_from_before_the_first_release_is_refused(tmp_path: Path) -> None:
    """It says which commit brings it up, and nothing in the file is changed."""
    file = build(KEPT[0], tmp_path)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0013'")
    before = file.read_bytes()
    with pytest.raises(UnusableDatabaseError, match="commit b4b55f5") as refused:
        await open_store(f"sqlite+aiosqlite:///{file}")
    assert (refused.value.finding.state, refused.value.finding.detail) == (State.TOO_OLD, "0013")
    assert file.read_bytes() == before
