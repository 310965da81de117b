"""Matches whose database fails under way: nothing is ruled unstored, nobody pays for the time."""

import asyncio
import contextlib
import functools
import re
import shutil
import signal
import sqlite3
from datetime import timedelta

import pytest
from chaos.process import STOPS_WITHIN
from storage.trouble import full_disk, held
from venues.room.process import ask, referee, stopped
from venues.room.visitor import plain

from bot import app as program
from bot.storage.store import open_store
from end_to_end.failing import TROUBLE, all_stored, file_of, pass_until, stored, told
from end_to_end.pages import log_of


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is waited for in real time: not for long."""
    brief = functools.partial(open_store, lock_timeout=timedelta(milliseconds=10))
    monkeypatch.setattr(program, "open_store", brief)


@contextlib.asynccontextmanager
async def moved_away(file):
    """The file lies elsewhere, and nobody makes a new one."""
    away = file.rename(file.with_name("away"))
    yield
    assert not file.exists()
    away.rename(file)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trouble", [held, full_disk, moved_away])
async def test_a_turn_that_cannot_be_stored_waits_and_costs_nobody_time(place, trouble):
    """Locked, full or away for ten minutes: told once, no flag falls, then ruled by its stamp.

    A file that is away is noticed although nobody writes.
    """
    await place.start()
    await place.play(place.red, "E5")
    await all_stored(place)
    await place.pass_time(10)
    async with trouble(file_of(place)):
        if trouble is moved_away:
            await pass_until(place, lambda: told(place, TROUBLE))
        said = await place.say(place.blue, "C3 F3")
        await pass_until(place, lambda: told(place, TROUBLE))
        await place.pass_time(600, step=5)
        assert not told(place, "**C3 F3**")
        assert len(told(place, TROUBLE)) == 1
        assert "No clock runs" in told(place, TROUBLE)[0]
        assert "Turn 2" in (await place.slash(place.fan, "match status")).content
    await pass_until(place, lambda: told(place, "**C3 F3**"))
    await pass_until(place, lambda: told(place, "I was away"))
    assert not told(place, "ran out")
    assert (str(said.id), 1) in stored(place, "SELECT message, accepted FROM rulings")
    assert "Banks: Red 5:00 · Blue 5:00" in (await place.slash(place.fan, "match clock")).content
    assert "Blue" in (await place.play(place.red, "A2")).content
    record = await place.slash(place.fan, "match record")
    # Ten seconds had run, of which those since the last write are not charged.
    assert re.search(r"C3 F3 \{0:(0\d|10)", record.files[0].data.decode())


@pytest.mark.thorough
@pytest.mark.usefixtures("impatient")
async def test_a_command_that_cannot_be_stored_says_so_and_changes_nothing(place):
    """Start, ready, pause while the database is locked: one sentence each, and it works after."""
    async with held(file_of(place)):
        answer = await place.match_start()
        assert "othing was changed" in answer.content
        assert answer.ephemeral
    await place.start()
    await all_stored(place)
    async with held(file_of(place)):
        paused = place.slash(place.host, "host pause")
        await pass_until(place, lambda: paused.content, pace=1)
        assert "othing was changed" in paused.content
    assert not stored(place, "SELECT kind FROM events WHERE kind = 'MatchPaused'")
    await pass_until(place, lambda: told(place, "I was away"))
    await place.slash(place.host, "host pause")
    await place.announcement("paused the match")


async def test_play_in_a_damaged_match_is_answered(place, caplog):
    """The form opens without what can't be read; what it sends is told why it does not count."""
    started = await place.start()
    await place.close()
    with contextlib.closing(sqlite3.connect(file_of(place))) as database, database:
        database.execute("UPDATE events SET data = '{}' WHERE number = 0")
    await place.open()
    form = await place.click(started, "Play", place.red)
    assert "match 1: " in caplog.text
    answer = await place.discord.modal_submit(form, {form.fields[0]: "E5"})
    assert "The record of this match is damaged" in answer.content


@pytest.mark.real_time
async def test_a_room_hears_of_it_and_the_process_can_be_stopped(tmp_path, page):
    """Each page is told, the log says what to do; a stop is in time and makes no new file."""
    with referee(tmp_path) as running:
        file = tmp_path / "referee.sqlite3"
        visitor = await page.open(running, clock="20s")
        await visitor.say("F6")
        await visitor.line("played F6.")
        shutil.copyfile(file, tmp_path / "copy")
        file.unlink()
        told = await visitor.until(
            lambda one: one["type"] == "whisper" and "gone from their place" in plain(one["parts"])
        )
        assert "No clock runs" in plain(told["parts"])
        await visitor.say("D4")
        await visitor.until(lambda one: one["type"] == "whisper" and "is kept" in str(one))
        assert f"ERROR bot.desk.ledger: the database file {file} was deleted" in log_of(tmp_path)
        asked = (await asyncio.to_thread(ask, running, "doctor")).stdout
        assert ("was deleted" in asked, "first start" in asked) == (True, False)
        assert await stopped(running, signal.SIGTERM) < STOPS_WITHIN
        assert running.process.returncode == 0
        assert "Every match is kept" not in running.process.stdout.read()
        assert not file.exists()
