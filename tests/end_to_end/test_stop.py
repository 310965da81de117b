"""The process is stopped within five seconds, whatever hangs; or it stands still near a deadline.

What was said while it stood still arrives when it goes on, and Discord stamped all of it in time.
"""

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from chaos.process import REPOSITORY, STOPS_WITHIN
from handclock import START
from loopback import Hang, Message
from loopback.bell import PATIENCE, patience
from stopwatch import Stopwatch
from storage.postgres import WITH_POSTGRES, fresh_database, network
from storage.trouble import held
from venues.room.process import referee, stopped

from bot.engine.board import board
from bot.engine.turn import Colour
from bot.referee.events import MatchOpened, MatchStarted, Player, Terms, TurnPlayed
from bot.referee.match import Room
from bot.storage.store import open_store
from end_to_end.failing import MESSAGES
from end_to_end.process import Arena

pytestmark = pytest.mark.real_time

PROMPTLY = timedelta(seconds=3)


async def store_a_long_match(place: Arena) -> None:
    """A match on the largest board, one stone a turn, but for the last."""
    store = await open_store(f"sqlite+aiosqlite:///{place.referee.database}")
    ann = Player(str(place.ann.id), "Ann")
    terms = Terms("plur", "plur", 13, ("black", "white"), None)
    room = Room("discord", str(place.guild.id), str(place.room.id))
    number = await store.open_match(room, MatchOpened(START, ann, (ann, ann), terms))
    cells = [
        f"{chr(ord('A') + row)}{n + 1}"
        for row, length in enumerate(board(13).row_lengths)
        for n in range(length)
    ]
    Random(1).shuffle(cells)
    turns = [TurnPlayed(START, Colour(n % 2), cell) for n, cell in enumerate(cells[:-1])]
    await store.append(number, 1, [MatchStarted(START), *turns])
    await store.write(lambda connection: connection.exec_driver_sql("UPDATE outbox SET sent=1"))
    await store.close()


async def test_a_stop_does_not_wait_for_a_film(arena):
    """A match of 468 turns is being drawn, which takes much longer than a stop may."""
    await store_a_long_match(arena)
    await arena.open()
    await arena.logged("on duty as")
    # Discord is told that the answer takes longer: by then it is being drawn.
    await arena.slash(arena.ann, "match replay", match="1").wait_acknowledged(PATIENCE)
    assert await arena.referee.stop() < PROMPTLY
    assert arena.referee.broke_down == []
    assert "Traceback" not in arena.log


async def test_a_stop_while_the_database_is_waited_for(arena):
    """Another program holds it at the start: said once, and nothing to be stored or waited for."""
    await (await open_store(f"sqlite+aiosqlite:///{arena.referee.database}")).close()
    with contextlib.closing(sqlite3.connect(arena.referee.database)) as holder:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        await arena.referee.start()
        await arena.logged("waiting for it")
        assert await arena.referee.stop() < PROMPTLY
    assert arena.log.count("waiting for it") == 1
    assert "Traceback" not in arena.log


async def test_a_stop_while_an_announcement_hangs_and_the_database_too(arena):
    """What was stored is told after the next start."""
    await arena.open()
    await arena.start(clock="none")
    arena.discord.faults.next(MESSAGES, Hang())
    said = await arena.discord.say(arena.room, arena.ann, "E5")
    await arena.discord.wait_request("POST", f"/channels/{arena.room.id}/messages", number=3)
    async with held(arena.referee.database):
        assert await arena.referee.stop() < STOPS_WITHIN
    assert not arena.referee.broke_down
    await arena.referee.start()
    played = await arena.discord.wait_message(arena.room, "**E5**", PATIENCE)
    assert played.reference == (arena.room, said.id)


@WITH_POSTGRES
async def test_a_database_server_that_goes_silent_is_told_of_and_stopped_without(arena):
    """The room hears of it in seconds; a stop is in time; the next start rules what was said."""
    async with fresh_database() as database, network(database) as (between, address):
        arena.referee.environment |= {"DATABASE_URL": address}
        await arena.open()
        await arena.start()
        between.dead = True
        said = await arena.discord.say(arena.room, arena.ann, "E5")
        await arena.discord.wait_message(arena.room, "I am in trouble", after=said)
        assert await arena.referee.stop() < STOPS_WITHIN
        assert arena.referee.broke_down == []
        between.dead = False
        await arena.referee.start()
        await arena.discord.wait_message(arena.room, "**E5**", PATIENCE, after=said)
        assert await arena.referee.stop() < STOPS_WITHIN


HANGING = (
    "await asyncio.to_thread(time.sleep, 60)",
    "threading.Thread(target=time.sleep, args=(60,)).start()",
    "await asyncio.shield(asyncio.to_thread(time.sleep, 60))",
)


async def test_the_process_ends_whatever_hangs(tmp_path):
    """A thread that nobody can end is not waited for; the status tells that it was so."""
    await asyncio.gather(*(stopped_while(tmp_path, one) for one in HANGING))


async def stopped_while(folder, hanging):
    """A process that hangs like this is told to stop."""
    program = f"""
import asyncio, sys, threading, time
from bot import __main__, serve as process

async def serve(settings, timepiece, stop):
    print("ready", flush=True)
    await stop.wait()
    {hanging}

process.serve = serve
sys.exit(__main__.main([]))
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, cwd=folder, env={"PYTHONPATH": str(REPOSITORY)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert await process.stdout.readline() == b"ready\n"
    watch, ending = Stopwatch(process.pid), asyncio.create_task(process.communicate())
    process.send_signal(signal.SIGTERM)
    try:
        assert await watch.until(ending) < STOPS_WITHIN
        _, told = ending.result()
    finally:
        if process.returncode is None:
            process.kill()
    assert (process.returncode, b"something hangs" in told) == (1, True), told


NOBODY = "--reuid 65534 --inh-caps +dac_override --ambient-caps +dac_override"
"""Somebody whose threads the kernel counts, and who may read this checkout all the same."""
LIMITED = """
import resource, signal, sys
from bot import __main__
limit = lambda *_: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
signal.signal(signal.SIGUSR1, limit)
sys.exit(__main__.main(sys.argv[4:]))
"""
"""A referee that may start no more threads from the signal on."""


def is_limited(process: int) -> bool:
    """Whether a process may start no more threads."""
    limits = Path(f"/proc/{process}/limits").read_text(encoding="ascii")
    return re.search(r"Max processes +1 ", limits) is not None


@pytest.mark.parametrize("locked", [False, True])
async def test_a_stop_where_no_thread_can_be_started(tmp_path, locked):
    """The user's limit of processes is reached; also while another program holds the database."""
    within = [sys.executable, "-c", LIMITED]
    if os.geteuid() == 0:
        within = ["setpriv", *NOBODY.split(), *within]
    tmp_path.chmod(0o777)
    with referee(tmp_path, within=within) as running, contextlib.ExitStack() as stack:
        running.process.send_signal(signal.SIGUSR1)
        async with patience():
            while not is_limited(running.process.pid):  # noqa: ASYNC110 - see above
                await asyncio.sleep(0.02)
        if locked:
            file = tmp_path / "referee.sqlite3"
            holder = stack.enter_context(contextlib.closing(sqlite3.connect(file, timeout=20)))
            holder.execute("BEGIN EXCLUSIVE")
        assert await stopped(running, signal.SIGTERM) < STOPS_WITHIN
        assert running.process.returncode == 0, (tmp_path / "referee.log").read_text()
    assert "Traceback" not in (tmp_path / "referee.log").read_text()


TURN, BEFORE = timedelta(seconds=8), timedelta(seconds=0.5)


async def at_tables(arena: Arena, count: int) -> list[Message]:
    """So many matches of Ann's that begin together; the messages that tell of their beginning."""
    await arena.open()
    more = [arena.discord.text_channel(arena.guild, f"table-{n}") for n in range(1, count)]
    clock = f"{TURN.seconds}s"
    return await asyncio.gather(*(arena.start(room, clock=clock) for room in [arena.room, *more]))


async def almost_up(arena: Arena, started: list[Message]) -> None:
    """Waits until Ann has half a second left at the table that began first."""
    left = min(one.created_at for one in started) + TURN - BEFORE - arena.discord.clock()
    assert left > timedelta(0)
    await asyncio.sleep(left.total_seconds())


@pytest.mark.parametrize("seconds", [2.0, 4.4])
async def test_acts_in_a_stall_count(arena, seconds):
    """Done in time, and heard seconds after the deadline: below Discord's grace, and above it."""
    started = await at_tables(arena, 4)
    discord, ann = arena.discord, arena.ann
    typed, filled, ordered, pressed = (one.channel for one in started)
    form = await discord.click(started[1], "Play", ann)
    await discord.slash(pressed, arena.bob, "match ask", what="abandon")
    asked = await discord.wait_message(pressed, "abandon the match", after=started[3])
    await almost_up(arena, started)
    frozen = asyncio.create_task(arena.referee.freeze(timedelta(seconds=seconds)))
    await asyncio.sleep(0)
    await discord.say(typed, ann, "E5")
    discord.modal_submit(form, {form.fields[0]: "E5"})
    discord.slash(ordered, ann, "match resign", confirm="yes")
    discord.click(asked, "Accept", ann)
    await frozen
    for room, outcome in (
        (typed, "played **E5**"), (filled, "played **E5**"), (ordered, "Ann resigned"),
        (pressed, "Abandoned"),
    ):  # fmt: skip
        assert "ran out" not in (await discord.wait_message(room, outcome, PATIENCE)).content
        assert not [one for one in discord.messages(room) if "ran out" in one.content]


async def test_a_planned_stop_in_a_stall_charges_nobody(arena):
    """Told to stop while it stands still: no flag falls, and the turn of that time counts."""
    await almost_up(arena, await at_tables(arena, 1))
    frozen = asyncio.create_task(arena.referee.freeze(timedelta(seconds=4)))
    await asyncio.sleep(0)
    said = await arena.discord.say(arena.room, arena.ann, "E5")
    process = arena.referee._process
    process.send_signal(signal.SIGTERM)
    await frozen
    assert await process.wait() == 0
    with closing(sqlite3.connect(arena.referee.database)) as database:
        stored = "\n".join(kind for (kind,) in database.execute("SELECT kind FROM events"))
    assert "MatchStarted" in stored
    assert "FlagFell" not in stored
    await arena.referee.start()
    await arena.discord.wait_message(arena.room, "played **E5**", PATIENCE, after=said)
