"""The database's file goes while people play: told to rooms and log, and nobody loses by it."""

import shutil
import signal

import pytest
from chaos.process import STOPS_WITHIN
from venues.room.process import referee, stopped
from venues.room.visitor import plain

from end_to_end.failing import TROUBLE, all_stored, file_of, pass_until, stored, told
from end_to_end.pages import log_of


async def test_a_file_that_goes_and_comes_back_costs_nobody_time(tmp_path, place):
    """Nobody writes: it is noticed all the same; ten minutes later the turn is ruled."""
    await place.start()
    await place.play(place.red, "E5")
    await all_stored(place)
    file, away = file_of(place), tmp_path / "away"
    file.rename(away)
    await pass_until(place, lambda: told(place, TROUBLE))
    said = await place.say(place.blue, "C3 F3")
    await place.pass_time(600, step=5)
    assert not told(place, "**C3 F3**")
    assert len(told(place, TROUBLE)) == 1
    assert not file.exists()
    away.rename(file)
    await pass_until(place, lambda: told(place, "**C3 F3**"))
    await pass_until(place, lambda: told(place, "I was away"))
    assert not told(place, "ran out")
    assert (str(said.id), 1) in stored(place, "SELECT message, accepted FROM rulings")


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
        assert f"the database file {file} was deleted or moved away" in log_of(tmp_path)
        assert await stopped(running, signal.SIGTERM) < STOPS_WITHIN
        assert running.process.returncode == 0
        assert "Every match is kept" not in running.process.stdout.read()
        assert not file.exists()
