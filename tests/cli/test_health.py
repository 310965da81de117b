"""`referee health`: one line, and a status that a supervisor can go by."""

import asyncio
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from settling import meanwhile
from sqlalchemy import text
from storage.kept import address

from bot.findings.database import LeaseReadiness
from bot.parts import Part
from bot.serving.health_socket import answer
from bot.storage.leases import Leases
from bot.storage.process import this_process
from bot.storage.store import Store, open_store
from bot.timing import RealTime, wall_clock

ROOM, DISCORD = Part("room"), Part("discord")


@pytest.fixture
def database(each_database: None, tmp_path: Path) -> str:
    return address(tmp_path)


@pytest.fixture
def health(no_settings, run, database, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", database)
    return lambda *options: asyncio.to_thread(run, "health", *options)


async def owning(store: Store, *parts: Part, **changes: object) -> Leases:
    leases = Leases(store, RealTime(), wall_clock, replace(this_process(), **changes))
    assert await leases.acquire(parts, pytest.fail) == {}
    return leases


async def test_on_duty_off_duty_and_not_there(health, database):
    """A referee that starts, that hears all its venues, that loses one of them, and that stops."""
    store = await open_store(database)
    assert await health() == (1, "", "referee: no referee is at work here\n")
    leases = await owning(store, ROOM, DISCORD)
    status, _, told = await health()
    assert (status, "at work, but not on duty: Discord and the local room" in told) == (1, True)
    await leases.renew(Part("room"), on_duty=True)
    await leases.renew(Part("discord"), on_duty=True)
    well = (0, "referee: on duty: Discord and the local room\n", "")
    assert await health() == well
    await leases.renew(Part("discord"), on_duty=False)
    status, _, told = await health()
    assert (status, "not on duty: Discord can't be heard" in told) == (1, True)
    await leases.release()
    assert (await health())[0] == 1
    await store.close()


async def test_alive_and_ready_are_told_apart(health, database):
    store = await open_store(database)
    asked = [("--live",), ()]

    async def told() -> list[int]:
        return [(await health(*options))[0] for options in asked]

    assert await told() == [1, 1]
    leases = await owning(store, ROOM, DISCORD)
    await leases.renew(ROOM, on_duty=True)
    assert await told() == [0, 1]
    await leases.renew(DISCORD, on_duty=True)
    assert await told() == [0, 0]
    await store.change(text("UPDATE leases SET renewed = renewed - 20"))
    assert await told() == [1, 1]
    await store.close()


STRANGER = 65_534
DISK = "the database can't be used: the disk is full"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process can be asked so")
@pytest.mark.parametrize(
    ("report", "live", "ready", "says"),
    [
        (LeaseReadiness((ROOM,)), 0, 0, "on duty: the local room"),
        (LeaseReadiness((ROOM,), trouble=DISK), 0, 1, f"at work, but not on duty: {DISK}"),
        (LeaseReadiness((ROOM,), (ROOM,)), 0, 1, "not on duty: the local room can't be heard"),
    ],
)
async def test_the_process_itself_is_asked(health, database, report, live, ready, says):
    async with meanwhile(answer(database, os.getpid(), lambda: report)):
        await asyncio.sleep(0)
        for options, status in ((("--live",), live), ((), ready)):
            told = await health(*options)
            assert (told.status, says in told.out + told.err) == (status, True)
    assert (await health()).err == "referee: no referee is at work here\n"


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="root becomes anybody")
async def test_a_stranger_on_the_machine_does_not_speak_for_the_referee(health):
    """Names are free for all: who serves is believed, or root, and of this very file."""
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        url = f"sqlite+aiosqlite:///{home}/referee.sqlite3"
        patch.setenv("DATABASE_URL", url)
        await (await open_store(url)).close()
        for owner, status in ((0, 1), (STRANGER, 0)):
            os.seteuid(STRANGER)
            report = LeaseReadiness((ROOM,))
            async with meanwhile(answer(url, 1, lambda report=report: report)):
                await asyncio.sleep(0)
                os.seteuid(0)
                os.chown(f"{home}/referee.sqlite3", owner, 0)
                assert (await health("--live")).status == status
                os.rename(home, f"{home}-1")
                os.mkdir(home)
                assert (await health("--live")).status == 1
                os.rmdir(home)
                os.rename(f"{home}-1", home)


async def test_a_shard_that_is_not_heard_is_named(health, database):
    store = await open_store(database)
    parts = [Part("discord", shard, 4) for shard in (0, 2)]
    leases = await owning(store, *parts)
    await leases.renew(parts[0], on_duty=True)
    status, _, told = await health()
    assert (status, "not on duty: Discord (shard 2 of 4) can't be heard" in told) == (1, True)
    await leases.renew(parts[1], on_duty=True)
    well = (0, "referee: on duty: Discord (shards 0 and 2 of 4)\n", "")
    assert await health() == well
    await store.close()


@pytest.mark.parametrize("elsewhere", [{"machine": "another"}, {"host": "arena"}, {"started": "1"}])
async def test_a_referee_elsewhere_says_nothing_of_this_one(health, database, elsewhere):
    """Another container is at work, or the process of this one has ended."""
    store = await open_store(database)
    await (await owning(store, ROOM, **elsewhere)).renew(Part("room"), on_duty=True)
    assert (await health())[0] == 1
    await store.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("sqlite+aiosqlite:///nowhere.sqlite3", "no referee is at work here"),
        ("sqlite+aiosqlite:///junk", "the file is no database"),
        ("sqlite+aiosqlite//", "DATABASE_URL can't be used"),
        ("postgresql+asyncpg://me:hunter2@127.0.0.1:9/referee", "Connect call failed"),
    ],
)
@pytest.mark.usefixtures("no_settings")
def test_health_of_what_cannot_be_read_is_one_line(run, tmp_path, monkeypatch, address, words):
    monkeypatch.setenv("DATABASE_URL", address)
    Path("junk").write_bytes(b"these are no pages of a database " * 200)
    status, out, err = run("health")
    assert (status, out, err.count("\n"), words in err) == (1, "", 1, True), err
    assert "hunter2" not in err
    assert [file.name for file in tmp_path.iterdir()] == ["junk"]
