"""A database that can't be written or read: nobody's words are lost, nor their time."""

import asyncio
import contextlib
import re
import sqlite3
from base64 import b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock
from storage.trouble import full_disk, held

from bot.desk.duty import Heartbeat
from bot.storage.leases import Leases
from bot.wording.troubles import DAMAGED
from venues.room.by_hand import STEP, pass_time, pass_until, sent_over
from venues.room.played import damage, play_seed_003
from venues.room.visitor import SEED_003, Visitor, house, plain, seated, words

SECOND = timedelta(seconds=1)
IMPATIENT = timedelta(milliseconds=20)


async def read_on(visitor: Visitor) -> None:
    await visitor.until(lambda _: False)


def told(visitor: Visitor, part: str) -> list[dict[str, Any]]:
    return [line for line in visitor.lines() if line["kind"] == "told" and part in words(line)]


def taken(visitor: Visitor, key: str) -> bool:
    return any(one["type"] == "taken" and one.get("key") == key for one in visitor.seen)


def shown(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = [one for one in visitor.seen if one["type"] == "state"][-1]["match"]
    return found


@pytest.mark.parametrize(
    ("trouble", "level", "why"),
    [
        (held, "WARNING", "another program holds the database"),
        (full_disk, "ERROR", "the disk can't be read or written"),
    ],
    ids=["held", "full_disk"],
)
async def test_a_turn_waits_for_the_database_with_the_time_of_its_arrival(
    tmp_path, caplog, trouble, level, why
):
    """Seven of ten seconds have run, and for twenty more nothing can be stored; sent twice.

    The log says when it begins and when it is over, and repeats neither.
    """
    clock = HandClock()
    async with house(tmp_path, clock, clock.now, lock_timeout=IMPATIENT) as place:
        room, tokens, (_, ann, bob) = await seated(place, clock="10s")
        await ann.state(lambda match: match["clock"]["deadline"] is not None)
        await pass_time(clock, 7 * SECOND)
        await place.desk.duty.note_duty(place.venue)
        async with trouble(tmp_path / "referee.sqlite3"):
            sent = clock.now()
            key = await ann.say("F6 " + " " * 1900)
            await ann.until(lambda one: one["type"] == "whisper" and "is kept" in str(one))
            again = await place.enters(room, tokens["one"])
            await again.say("F6", key)
            reading = [asyncio.create_task(read_on(one)) for one in (ann, bob, again)]
            await pass_time(clock, 20 * SECOND)
            assert not taken(ann, key)
            assert not taken(again, key)
            assert not told(bob, "Red")[3:]
        await pass_until(clock, lambda: told(bob, "played F6.") and taken(again, key))
        assert taken(ann, key)
        assert not told(bob, "ran out")
        told_of = [one for one in caplog.records if one.name.startswith("bot.desk")]
        # After twenty seconds, and some steps of the clock.
        assert [
            (one.levelname, re.sub(r"0:2\d$", "0:20", one.getMessage())) for one in told_of
        ] == [
            (level, f"the database can't be used: {why}"),
            ("WARNING", "the database can be used again, after 0:20"),
        ]
        (line,) = [line for line in bob.lines() if line["kind"] == "said"]
        # As of a moment at which the process was certainly reading, some looks before.
        assert 0 * SECOND <= sent - datetime.fromtimestamp(line["at"] / 1000, UTC) < 4 * STEP
        assert (await place.desk.match(1))[1].turns[0].used <= 7 * SECOND + STEP
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


@pytest.mark.parametrize("trouble", [held, full_disk])
async def test_pages_show_that_no_clock_runs_though_nobody_says_a_word(tmp_path, trouble):
    """The heartbeat finds it out; no flag falls, and the clock goes on from where it stood."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now, lock_timeout=IMPATIENT) as place:
        _, _, (_, ann, bob) = await seated(place, clock="10s")
        await bob.state(lambda match: match["clock"]["deadline"] is not None)
        leases = Leases(place.store, clock, clock.now)
        await leases.acquire([place.venue.part], lambda _: None)
        beats = asyncio.create_task(Heartbeat(place.desk, place.venue, leases, clock).run())
        reading = asyncio.create_task(read_on(bob))
        async with trouble(tmp_path / "referee.sqlite3"):
            await pass_until(clock, lambda: shown(bob)["trouble"])
            assert "No clock runs" in shown(bob)["trouble"]
            assert shown(bob)["clock"]["deadline"] is None
            stood = shown(bob)["clock"]["turn"]
            await pass_time(clock, 20 * SECOND)
        await pass_until(clock, lambda: shown(bob)["clock"]["deadline"] is not None)
        went_on = int((await place.store.load(1)).events[-1].at.timestamp() * 1000)
        assert shown(bob)["clock"]["deadline"] - went_on == stood
        await ann.say("F6")
        await pass_until(clock, lambda: shown(bob)["stones"] == {"F6": "red"})
        for task in (beats, reading):
            task.cancel()
        await asyncio.gather(beats, reading, return_exceptions=True)


async def test_a_turn_behind_talk_that_waits_has_the_time_of_its_arrival(tmp_path):
    """Talk can't be stored; the turn sent after it is stamped as it comes, not as it is read."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now, lock_timeout=IMPATIENT) as place:
        _, _, (_, ann, bob) = await seated(place, clock="10s")
        await ann.state(lambda match: match["clock"]["deadline"] is not None)
        async with held(tmp_path / "referee.sqlite3"):
            await ann.say("what a turn that was")
            await ann.until(lambda one: one["type"] == "whisper" and "is kept" in str(one))
            sent = clock.now()
            await ann.say("F6")
            await sent_over()
            await pass_time(clock, 5 * SECOND)
        reading = asyncio.create_task(read_on(bob))
        await pass_until(clock, lambda: told(bob, "played F6."))
        said = [line for line in bob.lines() if line["kind"] == "said"]
        assert [words(line) for line in said] == ["what a turn that was", "F6"]
        assert said[1]["at"] == int(sent.timestamp() * 1000)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def test_a_flood_of_talk_is_asked_for_again_and_uses_up_no_turns_place(tmp_path):
    """Twenty lines at once; what is beyond the limit is to be sent again, and is taken then."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        _, _, (_, ann, bob) = await seated(place)
        keys = [await ann.say(f"talk {number}") for number in range(20)]
        await ann.until(lambda one: one["type"] == "again" and one["key"] == keys[-1])
        again = [one["key"] for one in ann.seen if one["type"] == "again"]
        assert again == keys[-len(again) :]
        assert not any(taken(ann, key) for key in again)
        clock.advance(5 * SECOND)
        await ann.say("talk again", again[0])
        await bob.line("talk again", "said")
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        _, _, (_, ann, bob) = await seated(place)
        for number in range(20):
            await ann.say(f"talk {number}")
        await ann.say("F6")
        assert "Red played F6." in words(await bob.line("played", "told"))


PLAYED = 6


@pytest.mark.parametrize(
    "change",
    [
        """data = replace(data, '"kind"', '"kinf"')""",
        """data = replace(data, '"TurnPlayed"', '"TurnDreamt"')""",
        """data = replace(data, '"G4 H5"', '"G4 F6"')""",
    ],
    ids=["a bit", "an unknown event", "a turn that is none"],
)
async def test_damaged_match_is_shown_as_far_as_it_can_be_read_and_not_ruled(
    tmp_path: Path, change: str
) -> None:
    """Turn five of six is damaged: four are there, in the record too; another match goes on."""
    async with house(tmp_path) as place:
        room, tokens, (_, ann, bob) = await seated(place, clock="5m+5m")
        await play_seed_003([ann, bob], PLAYED)
        other = await seated(place)
    damage(tmp_path / "referee.sqlite3", change, 5)
    async with house(tmp_path) as place:
        host = await place.visit(room, tokens["host"])
        shown = await host.get("state")
        match = shown["match"]
        assert (match["turn"], match["trouble"], match["status"]) == (4, DAMAGED, "paused")
        assert match["stones"].keys() == set(" ".join(SEED_003[:4]).split())
        assert match["clock"]["deadline"] is None
        assert [action["act"] for action in shown["actions"]] == ["cancel"]
        bob = await place.visit(room, tokens["two"])
        assert (await bob.get("state"))["actions"] == []
        await bob.say("A1")
        assert await bob.whisper() == DAMAGED
        await bob.act("resign")
        assert "damaged" in await bob.whisper()
        await bob.socket.send_json({"type": "save", "what": "record", "key": "r"})
        (file,) = (await bob.get("whisper"))["files"]
        assert SEED_003[3] in (record := b64decode(file["data"]).decode())
        assert SEED_003[4] not in record
        ann = await place.enters(other[0], other[1]["one"])
        await ann.says("F6", ann, "played")
        await host.act("cancel")
        assert "Match 1 is closed" in plain((await host.get("whisper"))["parts"])


async def test_a_match_of_which_nothing_can_be_read_has_a_page_too(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        room, tokens, _ = await seated(place)
    with contextlib.closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database, database:
        database.execute("UPDATE events SET data = '{' WHERE number = 0")
    async with house(tmp_path) as place:
        host = await place.visit(room, tokens["host"])
        await host.get("welcome")
        assert "nothing of it can be read" in await host.whisper()
