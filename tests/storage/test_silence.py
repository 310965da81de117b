"""Databases that are not there yet, or not any more: waited for at the start, never for ever."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import START
from loopback.bell import LONGEST, patience
from stopwatch import Stopwatch

from bot.findings.database import bad
from bot.parts import Part
from bot.storage.database import ANSWER_TIMEOUT, MOST_CONNECTIONS
from bot.storage.failures import StoreError, UnreachableError
from bot.storage.health import examine
from bot.storage.room import RoomStore
from bot.storage.store import Store, open_store
from storage.postgres import WITH_POSTGRES, Network, fresh_database, network
from storage.samples import OPENED, ROOM, TURN, number_of_events

AT_ONCE, SOON = timedelta(0), timedelta(milliseconds=50)

A_FEW_SECONDS = 6
SILENT = "the database server does not answer"


@pytest.fixture
async def silent() -> AsyncIterator[str]:
    callers: list[asyncio.StreamWriter] = []

    async def answer(_: asyncio.StreamReader, caller: asyncio.StreamWriter) -> None:
        callers.append(caller)

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql+asyncpg://referee:hunter2secret@127.0.0.1:{port}/referee"
        for caller in callers:
            caller.close()


@pytest.fixture
async def far() -> AsyncIterator[tuple[Network, Store]]:
    async with fresh_database() as database, network(database) as (between, address):
        store = await open_store(address)
        assert await store.open_match(ROOM, OPENED) == 1
        yield between, store
        between.dead = False
        await store.close()


class Unlocking(logging.Handler):
    """Gives the database back as soon as the log says that somebody waits for it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.told: list[str] = []
        self._holder = sqlite3.connect(file, isolation_level=None)
        # So that the rest can't be read either.
        self._holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._holder.execute("BEGIN EXCLUSIVE")

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())
        self._holder.close()

    @contextlib.contextmanager
    def listening(self):
        log = logging.getLogger("bot.storage.failures")
        log.addHandler(self)
        try:
            yield self
        finally:
            log.removeHandler(self)
            self._holder.close()


async def test_a_locked_database_is_waited_for_at_the_start(tmp_path):
    """Longer than by a referee at work, and the log says once what is waited for."""
    file = tmp_path / "referee.sqlite3"
    address = f"sqlite+aiosqlite:///{file}"
    store = await open_store(address)
    await store.on_duty(Part("room"), START)
    await store.close()
    with Unlocking(file).listening() as log:
        store = await open_store(address, SOON)
    assert log.told == [
        "the database can't be opened: another program holds the database; waiting for it"
    ]
    for asked in (lambda: store.last_on_duty(Part("room")), RoomStore(store).last_stamp):
        await store.close()
        with Unlocking(file).listening() as log:
            assert await asked() in (START, None)
        assert len(log.told) == 1
    await store.close()


async def test_patience_at_the_start_ends(tmp_path):
    file = tmp_path / "referee.sqlite3"
    address = f"sqlite+aiosqlite:///{file}"
    await (await open_store(address)).close()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UnreachableError, match="another program holds the database"):
        await open_store(address, SOON, timedelta(seconds=0.5))
    holder.close()
    file.write_bytes(b"what is this? " * 400)
    with pytest.raises(StoreError, match="the file is no database"):
        await open_store(address, SOON, timedelta(days=1))


@pytest.mark.real_time
async def test_a_server_that_is_not_there_may_come(silent):
    async with asyncio.timeout(A_FEW_SECONDS):
        with pytest.raises(UnreachableError, match=SILENT):
            await open_store(silent, start_timeout=AT_ONCE)
        with pytest.raises(UnreachableError, match="Connect call failed"):
            await open_store(
                "postgresql+asyncpg://referee@127.0.0.1:9/referee", start_timeout=AT_ONCE
            )


@pytest.mark.real_time
async def test_a_silent_server_is_a_finding(silent):
    async with asyncio.timeout(A_FEW_SECONDS):
        (found,) = await examine(silent)
    assert found == bad(f"Database: {SILENT}.")


@pytest.mark.real_time
@WITH_POSTGRES
async def test_a_server_that_goes_silent_is_given_up_soon(far):
    """A try takes seconds, whether it reads or writes; nothing is stored; then all is well."""
    between, store = far
    between.dead = True
    for attempt in (store.append(1, 1, (TURN,)), store.load(1), store.open_match(ROOM, OPENED)):
        async with asyncio.timeout(A_FEW_SECONDS):
            with pytest.raises(UnreachableError, match=SILENT):
                await attempt
    between.dead = False
    await store.append(1, 1, (TURN,))
    assert await number_of_events(store) == 2


@pytest.mark.real_time
@WITH_POSTGRES
async def test_silent_server_of_two_holds_nobody_up(silent):
    """Its machine is gone without a word: the other one is used before an answer would be late."""
    nothing = silent.rpartition("@")[2].partition("/")[0]
    async with fresh_database() as there:
        store = await open_store(there.replace("@", f"@{nothing},"), start_timeout=AT_ONCE)
        assert await store.open_match(ROOM, OPENED) == 1
        await store.end()


@WITH_POSTGRES
async def test_a_server_gives_up_a_statement_that_nobody_waits_for(far):
    """After ten seconds, or after as long as somebody said that they would wait."""
    _, store = far
    for limit, given in ((ANSWER_TIMEOUT, "10s"), (timedelta(minutes=10), "10min")):
        async with store.transaction(limit) as connection:
            told = await connection.exec_driver_sql("SHOW statement_timeout")
            assert told.scalar_one() == given


@pytest.mark.real_time
@WITH_POSTGRES
async def test_waiting_for_a_connection_is_no_silence(far):
    """All connections are in use for longer than an answer may take; the next one waits for one."""
    _, store = far
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            await stack.enter_async_context(store.transaction(timedelta(minutes=1), writes=False))
        waiting = asyncio.create_task(number_of_events(store))
        await asyncio.sleep(1.5 * ANSWER_TIMEOUT.total_seconds())
        assert not waiting.done()
    assert await waiting == 1


@pytest.mark.real_time
@WITH_POSTGRES
async def test_silence_is_told_to_all_waiting_at_once(far):
    """Many more than there are connections: they are not tried in vain one after the other."""
    between, store = far
    between.dead = True
    async with asyncio.timeout(2 * A_FEW_SECONDS):
        loads = [store.load(1) for _ in range(20 * MOST_CONNECTIONS)]
        found = await asyncio.gather(*loads, return_exceptions=True)
    assert {type(one) for one in found} == {UnreachableError}
    between.dead = False
    assert await number_of_events(store) == 1


@WITH_POSTGRES
async def test_failure_is_not_shared_while_the_server_answers(far):
    """One transaction is ended by the server; another one was answered since that one began."""
    _, store = far
    begun = asyncio.get_running_loop().create_future()

    async def doomed() -> None:
        async with store.transaction(limit=LONGEST, writes=False) as connection:
            asked = await connection.exec_driver_sql("SELECT pg_backend_pid()")
            begun.set_result(asked.scalar_one())
            await connection.exec_driver_sql("SELECT pg_sleep(3600)")

    async with contextlib.AsyncExitStack() as stack:
        failing = asyncio.create_task(doomed())
        number = await begun
        for _ in range(MOST_CONNECTIONS - 2):
            await stack.enter_async_context(store.transaction(limit=LONGEST, writes=False))
        assert await number_of_events(store) == 1
        last = await stack.enter_async_context(store.transaction(limit=LONGEST, writes=False))
        waiting = asyncio.create_task(number_of_events(store))
        asleep = f"pg_stat_activity WHERE pid = {number} AND wait_event = 'PgSleep'"
        end = f"SELECT pg_terminate_backend(pid) FROM {asleep}"  # noqa: S608
        while not (await last.exec_driver_sql(end)).all():
            await asyncio.sleep(0.01)
            await last.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
        with pytest.raises(UnreachableError):
            await failing
        assert await waiting == 1


@pytest.mark.real_time
@WITH_POSTGRES
async def test_idle_connections_are_given_up_with_the_first(far):
    """A dozen were open when the network died: not each has to be tried in vain."""
    between, store = far
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(5):
            await stack.enter_async_context(store.transaction())
    between.dead = True
    with pytest.raises(UnreachableError):
        await store.load(1)
    between.dead = False
    for _ in range(5):
        assert await number_of_events(store) == 1


@pytest.mark.real_time
@WITH_POSTGRES
async def test_a_ruling_cut_off_in_the_middle_can_be_made_again(far):
    """The server still holds its half of it for a while: its rows are free within the minute."""
    between, store = far

    async def cut_off() -> None:
        async with store.transaction() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO events VALUES (1, 1, 'TurnPlayed', 'never committed')"
            )
            between.dead = True

    with pytest.raises(UnreachableError, match=SILENT):
        await cut_off()
    between.dead = False
    async with patience():
        while True:
            with contextlib.suppress(UnreachableError):
                await store.append(1, 1, (TURN,))
                break
    assert await number_of_events(store) == 2


@pytest.mark.real_time
@WITH_POSTGRES
async def test_hanging_up_ends_waiting_for_a_silent_server(far):
    """A stop need not wait for what can't be stored, nor for leaving; nobody calls again."""
    between, store = far
    asked = asyncio.Event()

    async def ask() -> None:
        async with store.transaction() as connection:
            between.dead = True
            asked.set()
            await connection.exec_driver_sql("SELECT 1")

    waiting = asyncio.create_task(ask())
    await asked.wait()
    watch = Stopwatch()
    store.hang_up()
    async with patience():
        with pytest.raises(StoreError):
            await waiting
        with pytest.raises(StoreError, match="it is not asked any more"):
            await store.load(1)
        await store.close()
    assert watch.spent() < timedelta(seconds=1)
