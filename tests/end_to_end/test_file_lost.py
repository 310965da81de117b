"""The database's file goes while people play: told to rooms and log, and nobody loses by it."""

import asyncio
import shutil
import signal

import pytest
from chaos.process import STOPS_WITHIN
from venues.room.process import ask, referee, stopped
from venues.room.visitor import plain

from end_to_end.pages import log_of


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
