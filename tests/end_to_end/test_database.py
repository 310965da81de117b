"""Matches whose database fails under way: nothing is ruled unstored, nobody pays for the time."""

import asyncio
import contextlib
import functools
import re
import shutil
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN
from loopback import Channel
from loopback.bell import PATIENCE
from stopwatch import Stopwatch
from storage.trouble import full_disk, held

from bot import app as program
from bot.storage.failures import StoreError
from bot.storage.store import open_store
from end_to_end.house import House, house
from end_to_end.test_match import SEED_003, play_seed_003
from end_to_end.test_security import typed

pytestmark = pytest.mark.real_time

TROUBLE = "I am in trouble"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is waited for in real time: not for long."""
    brief = functools.partial(open_store, lock_timeout=timedelta(milliseconds=100))
    monkeypatch.setattr(program, "open_store", brief)


def file_of(place: House) -> Path:
    """The database of a house."""
    return Path(place.settings.database_url.removeprefix("sqlite+aiosqlite:///"))


def stored(place: House, query: str) -> list[tuple[object, ...]]:
    """What somebody else reads in the database."""
    with contextlib.closing(sqlite3.connect(file_of(place))) as database:
        return database.execute(query).fetchall()


async def pass_until(place: House, check: Callable[[], object], pace: float = 20) -> None:
    """Lets the hand clock run beside the real one, on which the database works; `pace` faster."""
    async with asyncio.timeout(PATIENCE.total_seconds()):
        while not check():
            await place.pass_time(0.02 * pace)
            await asyncio.sleep(0.02)


async def all_stored(place: House) -> None:
    """Waits until the store knows that everything was announced."""
    await pass_until(place, lambda: not stored(place, "SELECT * FROM outbox WHERE NOT sent"), 0)


def told(place: House, part: str, room: Channel | None = None) -> list[str]:
    """The referee's messages with these words in them."""
    said = place.discord.messages(room or place.room)
    return [one.content for one in said if one.author.bot and part in one.content]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trouble", [held, full_disk])
async def test_a_turn_that_cannot_be_stored_waits_and_costs_nobody_time(tmp_path, trouble):
    """Locked or full for ten minutes: told once, no flag falls, then ruled by its stamp."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        await all_stored(place)
        await place.pass_time(10)
        async with trouble(file_of(place)):
            said = await place.discord.say(place.room, place.blue, "C3 F3")
            await pass_until(place, lambda: told(place, TROUBLE))
            await place.pass_time(600, step=5)
            assert not told(place, "**C3 F3**")
            assert len(told(place, TROUBLE)) == 1
            assert "No clock runs" in told(place, TROUBLE)[0]
            status = await place.slash(place.fan, "match status")
            assert "Turn 2" in status.content
        await pass_until(place, lambda: told(place, "**C3 F3**"))
        await pass_until(place, lambda: told(place, "I was away"))
        assert not told(place, "ran out")
        assert (str(said.id), 1) in stored(place, "SELECT message, accepted FROM rulings")
        clock = await place.slash(place.fan, "match clock")
        assert "Banks: Red 5:00 · Blue 5:00" in clock.content
        played = await place.play(place.red, "A2")
        assert "Blue" in played.content
        record = await place.slash(place.fan, "match record")
        # Ten seconds had run, of which those since the last write are not charged.
        assert re.search(r"C3 F3 \{0:(0\d|10)", record.files[0].data.decode())
        place.discord.assert_clean()


@pytest.mark.usefixtures("impatient")
async def test_a_command_that_cannot_be_stored_says_so_and_changes_nothing(tmp_path):
    """Start, ready, pause while the database is locked: one sentence each, and it works after."""
    async with house(tmp_path) as place:
        async with held(file_of(place)):
            answer = await place.slash(place.host, "match start", red=place.red, blue=place.blue)
            assert "othing was changed" in answer.content
            assert answer.ephemeral
        await place.start()
        await all_stored(place)
        async with held(file_of(place)):
            paused = place.slash(place.host, "match pause")
            await pass_until(place, lambda: paused.content, pace=1)
            assert "othing was changed" in paused.content
        assert not stored(place, "SELECT kind FROM events WHERE kind = 'MatchPaused'")
        await pass_until(place, lambda: told(place, "I was away"))
        await place.slash(place.host, "match pause")
        await place.announcement("paused the match")


async def test_a_damaged_match_holds_up_no_other(tmp_path):
    """One match's record can't be read at the start: the matches in other rooms go on."""
    async with house(tmp_path) as place:
        await place.start()
        await play_seed_003(place, 0, 2)
        other = place.discord.text_channel(place.guild, "other-match")
        await place.discord.slash(other, place.host, "match start", red=place.red, blue=place.blue)
        opened = await place.announcement("Press Ready", room=other)
        await place.discord.click(opened, "Start now", place.host)
        await place.announcement("started the match", room=other)
        await place.close()
        database = sqlite3.connect(file_of(place))
        database.execute("UPDATE events SET data = 'junk' WHERE match = 1 AND number > 3")
        database.commit()
        database.close()
        await place.open()
        said = await place.discord.say(other, place.red, "E5")
        await place.announcement("**E5**", room=other, after=said)
        answer = await place.slash(place.fan, "match status")
        assert "is damaged" in answer.content, answer.content
        ended = await typed(place, other, place.host, "match status")
        assert "**Match 2**" in ended.content


async def test_a_damaged_database_is_refused_and_a_backup_goes_on(tmp_path):
    """The file is damaged while the referee is down: it will not start; the backup is put back."""
    async with house(tmp_path) as place:
        await place.start()
        await play_seed_003(place, 0, 5)
        await place.close()
        kept = tmp_path / "kept"
        shutil.copy(file_of(place), kept)
        data = file_of(place).read_bytes()
        file_of(place).write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
        with pytest.raises(StoreError, match="damaged: restore a backup"):
            await program.serve(place.settings, place.clock, asyncio.Event())
        for companion in tmp_path.glob("referee.sqlite3*"):
            companion.unlink()
        shutil.copy(kept, file_of(place))
        await place.open()
        (played,) = await play_seed_003(place, 5, 6)
        assert f"**{SEED_003[5]}**" in played.content


@pytest.mark.usefixtures("impatient")
async def test_a_referee_stops_although_its_database_is_locked(tmp_path):
    """A planned stop does not hang on a lock; the next start takes the match up."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        await all_stored(place)
        async with held(file_of(place)):
            assert await Stopwatch().until(place.close()) < STOPS_WITHIN
        await place.open()
        await place.play(place.blue, "C3 F3")


async def test_a_damaged_match_is_told_of_and_its_channel_can_be_used_again(tmp_path):
    """By somebody who manages the server, since who its host is can't be read."""
    async with house(tmp_path) as place:
        await place.start()
        await place.close()
        with contextlib.closing(sqlite3.connect(file_of(place))) as database, database:
            database.execute("UPDATE events SET data='{}' WHERE match=1 AND number=0")
        await place.open()
        await place.announcement("The record of this match is damaged")
        refused = await place.slash(place.host, "match cancel", confirm="yes")
        assert "damaged" in refused.content
        manager = place.discord.user("Mia")
        place.discord.join(place.guild, manager, permissions=["manage_guild"])
        closed = await place.slash(manager, "match cancel", confirm="yes")
        assert "Match 1 is closed without a result" in closed.content
        assert "Both are ready" in (await place.start()).content
