"""Two referees on one database, as processes: one is at work, whoever is killed or paused."""

import asyncio
import contextlib
import signal
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from handclock import HandClock
from loopback.bell import LONGEST
from settling import meanwhile
from storage import kept
from venues.room.process import Running, ask, referee
from venues.room.visitor import words

from bot import app
from bot.parts import Part
from bot.storage.failures import HeldError
from bot.storage.leases import Leases
from bot.storage.process import Process
from bot.storage.store import open_store
from bot.timing import wall_clock
from end_to_end.pages import log_of

WAITING = "waiting up to 15 seconds to see whether it still is"


def can_run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


async def ended(running: Running) -> str:
    await asyncio.to_thread(running.process.wait, LONGEST.total_seconds())
    return running.process.stdout.read() if running.process.stdout else ""


@pytest.mark.real_time
async def test_the_second_says_who_is_at_work_and_ends(tmp_path):
    """One line with the first one's host, process and beginning, and status 1; tools still work.

    Doctor takes neither the referee for a stranger at its port, nor a stranger at the port that is
    set for the referee. Who stopped gave the lease back; who was killed the machine knows to be
    ended: each time the next one need not wait.
    """
    stranger = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    theirs = str(stranger.sockets[0].getsockname()[1])
    async with stranger:
        with referee(tmp_path) as first:
            port = first.address.rpartition(":")[2].strip("/")
            process = f"process {first.process.pid}"
            second, doctor, elsewhere = await asyncio.gather(
                *(
                    asyncio.to_thread(ask, first, *line)
                    for line in (
                        ("--port", "0"),
                        ("--port", port, "doctor"),
                        ("--port", theirs, "doctor"),
                    )
                )
            )
    told = second.stderr.splitlines()[-1]
    assert (second.returncode, second.stdout) == (1, ""), second.stderr
    assert told.startswith("referee: another referee is at work on this database (process ")
    assert f"({process} on {socket.gethostname()}, since " in told
    assert "UTC): stop that one first, or name another database" in told
    assert doctor.returncode == 0, doctor.stdout
    (line,) = [one for one in doctor.stdout.splitlines() if "Referee: at work" in one]
    assert f"{process} on" in line
    assert "serving the local room" in line
    there = f"served by the referee that is running ({process}), at 127.0.0.1:{port}."
    assert f"✓ Pages: {there}" in doctor.stdout
    assert "✓ Referee: at work" in elsewhere.stdout
    assert f"✗ Pages: 127.0.0.1:{theirs} can't be used" in elsewhere.stdout
    assert elsewhere.returncode == 1
    with referee(tmp_path) as stopped:
        stopped.process.kill()
        stopped.process.wait()
        with referee(tmp_path):
            assert WAITING not in log_of(tmp_path)


@pytest.mark.real_time
async def test_in_another_container_the_next_one_waits_for_the_lease_and_says_so(tmp_path):
    """Process 1 of another namespace: the kernel tells neither about the other."""
    container = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if not await asyncio.to_thread(can_run, *container, "true"):
        pytest.skip("no namespace can be made here")
    with referee(tmp_path, within=container) as first:
        second = await asyncio.to_thread(ask, first, "--port", "0")
        assert second.returncode == 1
        assert "(process 1 on" in second.stderr
        first.process.kill()
        first.process.wait()
        with referee(tmp_path, within=container) as third:
            assert log_of(tmp_path).count(WAITING) == 1
            # Nobody hands a signal on to process 1.
            third.process.kill()


@pytest.fixture
async def two(tmp_path) -> AsyncIterator[list[Leases]]:
    """The leases of a process on another machine, which renews its own, and of this one."""
    clock, far = HandClock(), Process("arena", "another machine", 7, "1")
    stores = [await open_store(kept.address(tmp_path)) for _ in range(2)]
    first, second = (
        Leases(store, clock, wall_clock, process)
        for store, process in zip(stores, (far, None), strict=True)
    )

    async def beat() -> None:
        while True:
            for part in (Part("discord"), Part("nodebb")):
                await first.renew(part, on_duty=True)
            clock.advance(timedelta(seconds=0.5))

    async with meanwhile(beat()):
        yield [first, second]
    for store in stores:
        await store.close()


def venue(name: str, *shard: int) -> SimpleNamespace:
    """A venue as far as its lease is concerned."""
    return SimpleNamespace(name=name, part=Part(name, *shard))


async def test_a_venue_that_no_other_referee_serves_is_served(two, caplog):
    """Discord is another's: the forum is served, and the log says who has Discord."""
    first, second = two
    discord, forum = venue("discord"), venue("nodebb")
    await first.acquire([discord.part], pytest.fail)
    assert await app._owned(second, [discord, forum]) == [forum]
    assert "process 7 on arena" in caplog.text
    assert "this one serves NodeBB" in caplog.text
    with pytest.raises(HeldError) as caught:
        await app._owned(second, [discord])
    assert caught.value.holder.host == "arena"


async def test_a_process_with_a_shard_leaves_the_forum_to_the_one_that_has_it(two, caplog):
    """Both have the forum's settings; each serves its shard, and the first one the forum."""
    first, second = two
    even, odd, forum = venue("discord", 0, 2), venue("discord", 1, 2), venue("nodebb")
    assert await app._owned(first, [even, forum]) == [even, forum]
    assert await app._owned(second, [odd, forum]) == [odd]
    assert "NodeBB is refereed by another process (process 7 on arena" in caplog.text
    assert "this one serves Discord (shard 1 of 2)" in caplog.text


async def pause(running: Running, file: Path | None) -> None:
    """Stops a referee in its tracks, but not while it writes: its database would stay locked."""
    while True:
        running.process.send_signal(signal.SIGSTOP)
        # A thread that is at work in the kernel, such as at taking a lock, stops after that.
        while not stands_still(running.process.pid):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
        if file is None:
            return
        with contextlib.closing(sqlite3.connect(file, timeout=0.1)) as database:
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                running.process.send_signal(signal.SIGCONT)
            else:
                database.rollback()
                return
        await asyncio.sleep(0.1)


def stands_still(process: int) -> bool:
    """Whether every thread of a process is stopped; one that has ended is none any more."""
    states = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            stat = (thread / "stat").read_text(encoding="ascii")
            states.append(stat.rpartition(")")[2].split()[0])
    assert "Z" not in states, "the process has ended"
    return set(states) == {"T"}


@pytest.mark.real_time
async def test_a_paused_referee_that_was_replaced_rules_nothing_and_ends(tmp_path, database, page):
    """A turn waits in its socket as it wakes: it is not stored, and the time is off duty."""
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(referee(folders[0], database=database))
        stack.callback(first.process.send_signal, signal.SIGCONT)
        visitor = await page.open(first, clock="20s")
        await pause(first, tmp_path / "kept.sqlite3" if "sqlite" in database else None)
        second = stack.enter_context(
            await asyncio.to_thread(_entered, referee(folders[1], database=database), stack)
        )
        assert WAITING in log_of(folders[1])
        again = await page.visit(second)
        await visitor.say("F6")
        first.process.send_signal(signal.SIGCONT)
        await ended(first)
        assert first.process.returncode == 1
        told = log_of(folders[0]).splitlines()[-1]
        assert told.startswith("referee: another referee has taken over (process ")
        assert f"process {second.process.pid} on" in told
        await again.say("D4")
        played = await again.line("played D4.")
        lines = "\n".join(words(line) for line in again.lines())
        assert "F6" not in lines
        assert "I was away for" in lines
        assert "No clock ran" in lines
        assert played["kind"] == "told"


def _entered(context, stack):
    return contextlib.nullcontext(stack.enter_context(context))
