"""Two referees on one database, as processes: one is at work, whoever is killed or paused."""

import asyncio
import contextlib
import signal
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from loopback.bell import PATIENCE
from venues.room.process import Running, referee
from venues.room.visitor import FORM, Visitor, browser, words

from bot import app
from bot.parts import Part
from bot.storage.failures import HeldError
from bot.storage.leases import Leases
from bot.storage.process import Process
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock

pytestmark = pytest.mark.real_time

WAITING = "waiting up to 15 seconds to see whether it still is"


@dataclass
class Page:
    """A page that both players and the host look at, on whichever referee serves the room."""

    session: aiohttp.ClientSession
    made: dict[str, Any] = field(default_factory=dict)

    async def open(self, running: Running, **changes: Any) -> Visitor:
        """A new room, with a match under way in it."""
        headers = {"Origin": running.address}
        async with self.session.post(
            f"{running.address}/rooms", json=FORM | changes, headers=headers
        ) as answer:
            self.made = await answer.json()
        visitor = await self.visit(running)
        await visitor.act("ready")
        await visitor.state(lambda match: match["status"] == "running")
        return visitor

    async def visit(self, running: Running) -> Visitor:
        """The page, opened at this referee."""
        room = f"{running.address}/room/{self.made['room']}/socket"
        socket = await self.session.ws_connect(room, headers={"Origin": running.address})
        tokens = list(self.made["tokens"].values())
        await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
        visitor = Visitor(socket, count())
        await visitor.get("state")
        return visitor


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """A page that is not open yet."""
    async with browser() as session:
        yield Page(session)


def log_of(folder: Path) -> str:
    """What a referee has logged."""
    return (folder / "referee.log").read_text()


def ask(running: Running, *words: str) -> "subprocess.CompletedProcess[str]":
    """Runs the command with the settings of a referee that runs."""
    command = [*running.command, *words]
    return subprocess.run(
        command,
        env=running.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE.total_seconds(),
        check=False,
    )


def can_run(*command: str) -> bool:
    """Whether a command succeeds here."""
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


async def ended(running: Running) -> str:
    """Waits until a referee has ended by itself; the last thing it said."""
    await asyncio.to_thread(running.process.wait, PATIENCE.total_seconds())
    return running.process.stdout.read() if running.process.stdout else ""


async def test_the_second_says_who_is_at_work_and_ends(tmp_path, database):
    """One line with the first one's host, process and beginning, and status 1; tools still work."""
    with referee(tmp_path, database=database) as first:
        second = await asyncio.to_thread(ask, first, "--port", "0")
        told = second.stderr.splitlines()[-1]
        assert (second.returncode, second.stdout) == (1, ""), second.stderr
        assert told.startswith("referee: another referee is at work on this database (process ")
        assert f"(process {first.process.pid} on {socket.gethostname()}, since " in told
        assert "UTC): stop that one first, or name another database" in told
        doctor = await asyncio.to_thread(ask, first, "doctor")
        assert doctor.returncode == 0, doctor.stdout
        (line,) = [one for one in doctor.stdout.splitlines() if "Referee: at work" in one]
        assert f"process {first.process.pid} on" in line
        assert "serving the local room" in line
    with referee(tmp_path, database=database):
        # The first one gave its lease back as it stopped.
        assert WAITING not in log_of(tmp_path)


async def test_doctor_does_not_take_the_referee_for_a_stranger_at_its_port(tmp_path):
    """The room's own port is in use, by the very referee that is to use it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with referee(tmp_path, port) as running:
        doctor = ask(running, "--port", port, "doctor")
        there = f"running there, at 127.0.0.1:{port} (process {running.process.pid})."
        assert f"✓ Local room: the referee is {there}" in doctor.stdout
        assert doctor.returncode == 0, doctor.stdout


async def test_doctor_does_not_take_a_stranger_at_the_port_for_the_referee(tmp_path):
    """The referee was given another port than the one that is set, which some program has."""
    web = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = str(web.sockets[0].getsockname()[1])
    async with web:
        with referee(tmp_path) as running:
            doctor = await asyncio.to_thread(ask, running, "--port", port, "doctor")
    assert "✓ Referee: at work" in doctor.stdout
    assert f"✗ Local room: 127.0.0.1:{port} can't be used" in doctor.stdout
    assert doctor.returncode == 1


async def test_a_killed_referee_starts_again_at_once(tmp_path, database):
    """Its lease has not run out, but the machine knows that it has ended."""
    with referee(tmp_path, database=database) as first:
        first.process.kill()
        first.process.wait()
        with referee(tmp_path, database=database):
            assert WAITING not in log_of(tmp_path)


async def test_in_another_container_the_next_one_waits_for_the_lease_and_says_so(
    tmp_path, database
):
    """Process 1 of another namespace: the kernel tells neither about the other."""
    container = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if not await asyncio.to_thread(can_run, *container, "true"):
        pytest.skip("no namespace can be made here")
    with referee(tmp_path, database=database, within=container) as first:
        second = await asyncio.to_thread(ask, first, "--port", "0")
        assert second.returncode == 1
        assert "(process 1 on" in second.stderr
        first.process.kill()
        first.process.wait()
        with referee(tmp_path, database=database, within=container) as third:
            assert log_of(tmp_path).count(WAITING) == 1
            # Nobody hands a signal on to process 1.
            third.process.kill()


async def test_what_nobody_else_serves_is_served(tmp_path, caplog):
    """Discord is another's: the forum is served, and the log says who has Discord."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}"
    stores = [await open_store(address) for _ in range(2)]
    far = Process("arena", "another machine", 7, "1")
    first, second = (
        Leases(store, RealTime(), wall_clock, process)
        for store, process in zip(stores, (far, None), strict=True)
    )
    await first.acquire([Part("discord")], pytest.fail)
    discord, forum = (SimpleNamespace(name=name, part=Part(name)) for name in ("discord", "nodebb"))

    async def beat() -> None:
        while True:
            await first.renew(Part("discord"), on_duty=True)
            await asyncio.sleep(0.2)

    beating = asyncio.create_task(beat())
    assert await app._owned(second, [discord, forum]) == [forum]
    assert "process 7 on arena" in caplog.text
    assert "this one serves NodeBB" in caplog.text
    with pytest.raises(HeldError) as caught:
        await app._owned(second, [discord])
    assert caught.value.holder.host == "arena"
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    for store in stores:
        await store.close()


async def test_a_process_with_a_shard_leaves_the_forum_to_the_one_that_has_it(tmp_path, caplog):
    """Both have the forum's settings; each serves its shard, and the first one the forum."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}"
    stores = [await open_store(address) for _ in range(2)]
    far = Process("arena", "another machine", 7, "1")
    first, second = (
        Leases(store, RealTime(), wall_clock, process)
        for store, process in zip(stores, (far, None), strict=True)
    )
    even, odd = (
        SimpleNamespace(name="discord", part=Part("discord", shard, 2)) for shard in range(2)
    )
    forum = SimpleNamespace(name="nodebb", part=Part("nodebb"))
    assert await app._owned(first, [even, forum]) == [even, forum]

    async def beat() -> None:
        while True:
            await first.renew(forum.part, on_duty=True)
            await asyncio.sleep(0.2)

    beating = asyncio.create_task(beat())
    assert await app._owned(second, [odd, forum]) == [odd]
    assert "NodeBB is refereed by another process (process 7 on arena" in caplog.text
    assert "this one serves Discord (shard 1 of 2)" in caplog.text
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    for store in stores:
        await store.close()


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
