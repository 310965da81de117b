"""`referee tidy`: old pictures go and can be seen all the same; what can't be drawn again stays."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from end_to_end.house import house as discord_house
from handclock import HandClock
from loopback.bell import patience
from PIL import Image, ImageChops
from storage.kept import sqlite
from venues.room.played import damage, play_seed_003
from venues.room.visitor import RoomHouse, Visitor, house, seated

from bot.storage.health import examine
from bot.storage.store import open_store
from bot.storage.tidying import tidy_every_night

TURNS, BOARDS = 4, 6
"""Turns that are played, and the boards that tell of them: with those of opening and start."""


def age(file: Path, days: int, now: datetime | None = None) -> None:
    said = (now or datetime.now(UTC)).astimezone(UTC) - timedelta(days=days)
    at = said.isoformat(timespec="microseconds")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE room_lines SET at = ?", (at,))


def left(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM room_pictures").fetchone()[0])


async def pictures(place: RoomHouse, visitor: Visitor) -> list[Image.Image]:
    shown = []
    for line in visitor.lines():
        if line["picture"]:
            answer = await place.session.get(f"{place.address}/{line['picture']}")
            assert answer.status == 200
            shown.append(Image.open(BytesIO(await answer.read())).convert("RGB"))
    return shown


async def test_old_boards_are_freed_and_drawn_again(tmp_path, printed) -> None:
    file = tmp_path / "referee.sqlite3"
    async with house(tmp_path) as place:
        _, _, (host, ann, bob) = await seated(place)
        await play_seed_003([ann, bob], TURNS)
        before = await pictures(place, ann)
        assert len(before) == left(file) == BOARDS
        assert "0 old pictures, 0.0 MB, were freed" in await printed("tidy", "--older-than", "90d")
        age(file, 91)
        told = await printed("tidy", "--older-than", "90d", "--dry-run")
        assert told.startswith(f"{BOARDS} old pictures, 0.")
        assert told.endswith("MB, would be freed.\n")
        assert left(file) == BOARDS
        assert "were freed" in await printed("tidy", "--older-than", "90d")
        assert left(file) == 0
        after = await pictures(place, ann)
        differences = [ImageChops.difference(*both) for both in zip(before, after, strict=True)]
        assert [difference.getbbox() for difference in differences] == [None] * BOARDS
        await host.act("undo")
        await ann.line("took back", "told")
        assert len(await pictures(place, ann)) == BOARDS + 1
    assert "The database's file has" in await printed("tidy", "--older-than", "90d")


async def test_a_board_that_cannot_be_drawn_again_stays(tmp_path, printed) -> None:
    file = tmp_path / "referee.sqlite3"
    async with house(tmp_path) as place:
        _, _, (_, ann, bob) = await seated(place)
        await play_seed_003([ann, bob], TURNS)
    damage(file, "data = '{'", 2)
    age(file, 91)
    assert f"{BOARDS} can't be drawn again and stay." in await printed("tidy", "--older-than", "1d")
    assert left(file) == BOARDS
    (found,) = [one.text for one in await examine(sqlite(file)) if one.text.startswith("Pictures")]
    assert f"{BOARDS} boards" in found


async def until_asleep(clock: HandClock) -> None:
    async with patience():
        while not clock.sleepers:  # noqa: ASYNC110 - files are written in real time
            await asyncio.sleep(0.001)


async def test_boards_are_tidied_every_night(tmp_path) -> None:
    file = tmp_path / "referee.sqlite3"
    async with house(tmp_path) as place:
        _, _, (_, ann, bob) = await seated(place)
        await play_seed_003([ann, bob], TURNS)
    store, clock = await open_store(sqlite(file)), HandClock()
    wall = datetime.now(UTC).astimezone().replace(hour=3, minute=0)
    begun = clock.now()
    age(file, 30, wall)
    month = timedelta(days=31)
    tidying = tidy_every_night(store, month, clock, lambda: wall + (clock.now() - begun))
    nights = asyncio.create_task(tidying)
    for hours, boards in ((2, BOARDS), (22, BOARDS), (2, 0)):
        await until_asleep(clock)
        clock.advance(timedelta(hours=hours))
        await until_asleep(clock)
        assert left(file) == boards
    nights.cancel()
    await asyncio.gather(nights, return_exceptions=True)
    await store.close()


async def test_boards_are_tidied_where_that_is_set(tmp_path, caplog) -> None:
    caplog.set_level("INFO")
    async with discord_house(tmp_path, TIDY_AFTER="90d") as place:
        await place.pass_time(24 * 3600, step=12 * 3600)
    assert "0 old pictures, 0.0 MB, were freed" in caplog.text


@pytest.mark.parametrize("age", ["90", "0d", "soon"])
def test_an_age_has_to_be_given_and_is_a_number_of_days(run, no_settings, capsys, age) -> None:
    with pytest.raises(SystemExit):
        run("tidy")
    with pytest.raises(SystemExit):
        run("tidy", "--older-than", age)
    wanted = f"argument --older-than: “{age}” is no number of days. Write, for instance, 90d."
    assert wanted in capsys.readouterr().err
