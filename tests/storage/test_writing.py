"""Many write to one SQLite file at the same time: in order, stored together, nobody in vain."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopback.bell import patience
from sqlalchemy import Connection, event, insert, select
from stopwatch import Stopwatch

from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.events import MatchEnded, Shown, Termination
from bot.storage.archive import Archive
from bot.storage.batches import MOST
from bot.storage.database import InOrder
from bot.storage.failures import LeaseLostError, StaleError, UnreachableError
from bot.storage.identifies import Identifies
from bot.storage.room import SAID, NewLine, RoomStore
from bot.storage.rows import Outgoing
from bot.storage.schema import duty
from bot.storage.store import Store, open_store
from storage.kept import sqlite
from storage.samples import OPENED, ROOM, TURN
from storage.trouble import held

ROOMS = 40
NOW = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await open_store(sqlite(tmp_path / "referee.sqlite3"), timedelta(seconds=5))
    for number in range(ROOMS):
        await made.open_match(replace(ROOM, id=str(number)), OPENED)
    yield made
    await made.end()


class Held:
    """Work that is under way until it is let go on; whatever comes meanwhile waits together."""

    def __init__(self, store: Store) -> None:
        self._begun, self._go_on = Event(), Event()
        self._writing = asyncio.create_task(store.write(self._work))

    def _work(self, _: Connection) -> None:
        self._begun.set()
        self._go_on.wait(60)

    async def begun(self) -> None:
        await asyncio.to_thread(self._begun.wait, 60)

    async def end(self) -> None:
        self._go_on.set()
        await self._writing


async def at_once(store: Store, *works: object) -> list[object]:
    """What becomes of works that all came while another one was under way."""
    held = Held(store)
    await held.begun()
    tasks = [asyncio.ensure_future(work) for work in works]
    await asyncio.sleep(0)
    await held.end()
    return await asyncio.gather(*tasks, return_exceptions=True)


def commits(store: Store) -> list[int]:
    made: list[int] = []
    event.listen(store._workers[-1].engine, "commit", lambda _: made.append(1))
    return made


async def noted(store: Store) -> list[str]:
    return await store.read(
        lambda connection: sorted(connection.execute(select(duty.c.venue)).scalars().all())
    )


async def test_at_many_turns_a_second_what_may_wait_goes_with_the_next(store, monkeypatch):
    """Where no next one comes it is stored by itself, in a moment."""
    made, (visible, following, last) = commits(store), (Shown(NOW, str(n), 0) for n in range(3))
    monkeypatch.setattr("bot.storage.batches.WITHIN", 1000)
    monkeypatch.setattr("bot.storage.batches.LONGEST", 1000)
    waits = asyncio.create_task(store.append(1, 1, (visible,)))
    await asyncio.sleep(0)
    await asyncio.gather(store.append(2, 1, (TURN,)), waits)
    assert len(made) == 1
    monkeypatch.setattr("bot.storage.batches.LONGEST", 0.01)
    await store.append(1, 2, (following,))
    monkeypatch.setattr("bot.storage.batches.LONGEST", 1000)
    monkeypatch.setattr("bot.storage.batches.WITHIN", 0)
    await store.append(1, 3, (last,))
    assert len(made) == 3
    assert (await store.load(1)).events == (OPENED, visible, following, last)


async def test_forty_that_wait_are_stored_by_two_commits(store):
    """One for as many as a transaction takes, one for the rest; and that of what was under way."""
    made = commits(store)
    done = await at_once(
        store, *(store.append(match, 1, (TURN,), ruled="7") for match in range(1, ROOMS + 1))
    )
    assert done == [None] * ROOMS
    assert len(made) == 1 + 2
    assert ROOMS <= 2 * MOST
    for match in range(1, ROOMS + 1):
        assert (await store.load(match)).ruled == {"7": True}


async def test_late_write_of_a_batch_fails_alone(store):
    await store.append(2, 1, (TURN,), ruled="6")
    done = await at_once(
        store, *(store.append(match, 1, (TURN,), ruled="7") for match in range(1, ROOMS + 1))
    )
    assert [type(one) for one in done[:3]] == [type(None), StaleError, type(None)]
    assert done[2:] == [None] * (ROOMS - 2)
    for match in range(1, ROOMS + 1):
        stored = await store.load(match)
        assert stored.ruled == ({"6": True} if match == 2 else {"7": True})
        assert len(stored.events) == 2


async def test_batch_done_twice_comes_to_the_same(store):
    """The last of those that wait can't be stored: all before it are done once more, one by one."""

    def fails(_: Connection) -> None:
        raise LookupError

    ended = MatchEnded(OPENED.at, Colour.SECOND, Termination.RESIGNATION)
    room, turns = RoomStore(store), Identifies(store, timedelta(hours=1))
    line, other = NewLine("a", OPENED.at, SAID, "hurry", nonce="n"), replace(ROOM, id="other")
    outgoing = Outgoing(1, 1, 2)
    done = await at_once(
        store,
        store.append(1, 1, (TURN, ended), ruled="7", outgoing=outgoing),
        store.refuse(2, "8", seen=1),
        store.open_match(other, OPENED),
        store.on_duty(Part("a"), OPENED.at),
        room.add(line, b"png", "board"),
        turns.take(0),
        store.write(fails),
    )
    assert done[:4] == [None, None, ROOMS + 1, None]
    assert done[4:6] == [(await room.lines("a"))[0], timedelta(0)]
    assert type(done[6]) is LookupError
    first, second = await store.load(1), await store.load(2)
    assert (first.events, first.ruled, first.open) == ((OPENED, TURN, ended), {"7": True}, False)
    assert (second.events, second.ruled) == ((OPENED,), {"8": False})
    assert await store.waiting(1) == [Outgoing(1, 0, 0), outgoing]
    assert await noted(store) == ["a"]
    assert [(one.text, one.nonce, one.picture) for one in await room.lines("a")] == [
        ("hurry", "n", "board")
    ]
    assert await room.picture("board") == b"png"
    assert len(await Archive(store).standings(ROOM.venue, ROOM.server)) == 2
    assert await turns.take(0) > timedelta(0)


async def test_batch_stores_successors_after_each_other(store):
    done = await at_once(
        store,
        store.append(1, 1, (TURN,), ruled="7"),
        store.append(1, 2, (TURN,), ruled="8"),
        store.append(1, 2, (TURN,), ruled="9"),
    )
    assert [type(one) for one in done] == [type(None), type(None), StaleError]
    assert (await store.load(1)).ruled == {"7": True, "8": True}


async def test_batch_without_a_lease_stores_nothing(store):
    """Another process has it by now: each of those who asked is told so."""

    def lost(_: Connection) -> None:
        raise LeaseLostError(None)

    store.fence = lost
    done = await at_once(store, *(store.on_duty(Part(name), OPENED.at) for name in "abc"))
    assert [type(one) for one in done] == [LeaseLostError] * 3
    assert await noted(store) == []


async def test_batch_goes_on_without_a_cancelled_write(store):
    """It is not stored, since it had not begun; those beside it are."""
    held = Held(store)
    await held.begun()
    tasks = [asyncio.create_task(store.on_duty(Part(name), OPENED.at)) for name in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(tasks[1], return_exceptions=True)
    await held.end()
    assert await asyncio.gather(tasks[0], tasks[2]) == [None, None]
    assert await noted(store) == ["a", "c"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=80))
async def test_together_comes_to_what_one_after_the_other_does(store, asked):
    """Some write a number once more, which can't be, and some fail after they have written."""
    taken = set[int](int(name) for name in await noted(store))

    def work(connection: Connection, number: int, fails: bool) -> int:
        held = connection.execute(select(duty.c.venue).where(duty.c.venue == str(number))).first()
        if held is not None:
            raise StaleError(str(number))
        connection.execute(insert(duty).values(venue=str(number), shards=1, shard=0, at=NOW))
        if fails:
            raise LookupError(number)
        return number

    expected: list[object] = []
    for number, fails in asked:
        expected.append(StaleError if number in taken else LookupError if fails else number)
        if not fails:
            taken.add(number)
    works = (partial(work, number=number, fails=fails) for number, fails in asked)
    done = await at_once(store, *(store.write(work) for work in works))
    assert [type(one) if isinstance(one, Exception) else one for one in done] == expected
    assert await noted(store) == sorted(map(str, taken))


LOCK_WAIT = timedelta(milliseconds=100)
LITTLE = timedelta(milliseconds=1)


async def opened(file: Path, patience: timedelta) -> Store:
    return await open_store(sqlite(file), patience)


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Store]:
    made = await opened(tmp_path / "referee.sqlite3", LITTLE)
    for number in range(ROOMS):
        await made.open_match(replace(ROOM, id=str(number)), OPENED)
    yield made
    await made.close()


async def test_forty_rooms_write_at_once_and_none_meets_a_lock(hasty):
    """Each would wait a millisecond for a lock, and a commit takes longer than that."""
    matches = range(1, ROOMS + 1)
    await asyncio.gather(*(hasty.append(match, 1, (TURN,), ruled="7") for match in matches))
    stored = [await hasty.load(match) for match in matches]
    assert [len(one.events) for one in stored if one is not None] == [2] * ROOMS


async def test_writes_keep_the_order_of_asking(hasty):
    done: list[int] = []

    async def write(number: int) -> None:
        async with hasty.transaction() as connection:
            row = {"venue": str(number), "shards": 1, "shard": 0, "at": NOW}
            await connection.execute(insert(duty).values(row))
            done.append(number)

    await asyncio.gather(*(write(number) for number in range(ROOMS)))
    assert done == list(range(ROOMS))


async def test_reading_waits_for_no_writer(hasty):
    async with hasty.transaction() as connection:
        await connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at=NOW))
        async with patience():
            assert await hasty.load(1) is not None
            assert await hasty.last_on_duty(Part("v")) is None


async def test_a_lock_of_another_program_is_waited_for_by_all_at_once(tmp_path):
    """Forty wait as long as one: when the first has waited in vain, so have those behind it."""
    file = tmp_path / "referee.sqlite3"
    hasty = await opened(file, LOCK_WAIT)
    await hasty.open_match(ROOM, OPENED)
    async with held(file):
        watch = Stopwatch()
        writes = [hasty.on_duty(Part(str(number)), OPENED.at) for number in range(ROOMS)]
        errors = await asyncio.gather(*writes, return_exceptions=True)
        # One after the other they would have waited for four seconds.
        assert watch.spent() < LOCK_WAIT * ROOMS / 2
        assert {type(one) for one in errors} == {UnreachableError}
        assert await hasty.load(1) is not None
    await hasty.append(1, 1, (TURN,), ruled="7")
    await hasty.close()


async def test_a_writer_that_is_broken_off_lets_the_next_one_in(hasty):
    inside = asyncio.Event()

    async def write() -> None:
        async with hasty.transaction() as connection:
            await connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at=NOW))
            inside.set()
            await asyncio.Event().wait()

    writing = asyncio.create_task(write())
    await inside.wait()
    waiting = asyncio.create_task(hasty.append(1, 1, (TURN,), ruled="7"))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await waiting
    assert await hasty.last_on_duty(Part("v")) is None


async def test_work_that_fails_is_taken_back_whole_and_holds_up_nobody(hasty):
    def work(connection: Connection) -> None:
        connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at=NOW))
        raise StaleError("others came first")

    with pytest.raises(StaleError):
        await hasty.write(work)
    await hasty.append(1, 1, (TURN,), ruled="7")
    assert (await hasty.load(1)).ruled == {"7": True}
    async with hasty.transaction(writes=False) as connection:
        assert (await connection.execute(select(duty))).all() == []


async def test_work_that_nobody_waits_for_any_more_is_whole(hasty):
    """Whoever asked was broken off: it is stored or it is not, and what comes next comes after."""
    begun, go_on = Event(), Event()

    def work(connection: Connection) -> None:
        connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at=NOW))
        begun.set()
        go_on.wait(60)
        connection.execute(insert(duty).values(venue="w", shards=1, shard=0, at=NOW))

    writing = asyncio.create_task(hasty.write(work))
    await asyncio.to_thread(begun.wait, 60)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    after = asyncio.create_task(hasty.append(1, 1, (TURN,), ruled="7"))
    go_on.set()
    await after
    async with hasty.transaction(writes=False) as connection:
        venues = (await connection.execute(select(duty.c.venue))).scalars().all()
    assert sorted(venues) in ([], ["v", "w"])


@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_question_that_fails_half_way_leaves_nothing_old_behind(hasty, cancelled):
    """Its unread rows keep what was there then; who asks next finds what was written since."""
    begun, go_on, unread = Event(), Event(), []
    for venue in "vw":
        await hasty.on_duty(Part(venue), NOW)

    def question(connection: Connection) -> None:
        unread.append(connection.execute(select(duty)))
        unread[0].fetchone()
        begun.set()
        go_on.wait(60)
        raise RuntimeError

    asking = asyncio.create_task(hasty.read(question))
    await asyncio.to_thread(begun.wait, 60)
    if cancelled:
        asking.cancel()
        await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(asking, return_exceptions=True)
    await hasty.on_duty(Part("x"), NOW)
    assert await noted(hasty) == ["v", "w", "x"]


async def test_write_without_a_thread_is_not_written_later(hasty, monkeypatch):
    """It was told that it failed; the next one writes what it has to write, and nothing else."""
    await hasty.close()
    start = Thread.start

    def refused(thread: Thread) -> None:
        if thread.name.startswith("writer"):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", refused)
    with pytest.raises(UnreachableError):
        await hasty.on_duty(Part("never"), OPENED.at)
    monkeypatch.setattr(Thread, "start", start)
    await hasty.on_duty(Part("now"), OPENED.at)
    assert await hasty.last_on_duty(Part("never")) is None
    assert await hasty.last_on_duty(Part("now")) == OPENED.at


async def use(order: InOrder) -> str:
    async with order.turn():
        return "answered"


async def fail(order: InOrder, waiting: int) -> list["asyncio.Task[str]"]:
    """Somebody finds the database silent, while so many wait: those."""
    waited: list[asyncio.Task[str]] = []
    with suppress(UnreachableError):
        async with order.turn():
            waited += [asyncio.create_task(use(order)) for _ in range(waiting)]
            await asyncio.sleep(0)
            raise UnreachableError("silent")
    return waited


async def test_failure_spares_later_comers_and_waiters_after_an_answer():
    """Two waited; whoever found the database silent tries again at once."""
    order = InOrder(1, patient=True)
    waited = await fail(order, 2)
    assert await use(order) == "answered"
    failed = await asyncio.gather(*waited, return_exceptions=True)
    assert [str(error) for error in failed] == ["silent", "silent"]
    order = InOrder(2, patient=True)
    async with order.turn():
        (waited,) = await fail(order, 1)
    assert await waited == "answered"
