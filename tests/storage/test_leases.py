"""One referee a venue, one turn to identify in an interval, whichever process asks."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import START, HandClock
from loopback.bell import patience
from sqlalchemy import select, update

from bot.findings.database import Holder
from bot.parts import Part
from bot.storage.failures import LeaseLostError, StoreError
from bot.storage.health import at_work
from bot.storage.identifies import Identifies
from bot.storage.lease_rows import LEASE, read
from bot.storage.leases import Leases
from bot.storage.process import Process, has_ended, this_process
from bot.storage.schema import identifies
from bot.storage.store import Store, open_store
from storage.kept import address
from storage.samples import IN_A_FILE

SECOND = timedelta(seconds=1)
DISCORD, FORUM = Part("discord"), Part("nodebb")


@dataclass
class Referee:
    """A process that might referee: its store, its leases, and whom it waited for."""

    store: Store
    leases: Leases
    waited: list[Holder]

    async def acquire(self, *parts: Part) -> dict[Part, Holder]:
        return await self.leases.acquire(parts, self.waited.append)


Hire = Callable[[str], Awaitable[Referee]]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def database(each_database: None, tmp_path: Path) -> str:
    return address(tmp_path)


@pytest.fixture
async def hire(database: str, clock: HandClock) -> AsyncIterator[Hire]:
    async with contextlib.AsyncExitStack() as stack:

        async def made(host: str) -> Referee:
            store = await open_store(database)
            stack.push_async_callback(store.close)
            process = Process(host, f"boot of {host}", 7, "100")
            return Referee(store, Leases(store, clock, clock.now, process), [])

        yield made


async def until_asleep(clock: HandClock, task: asyncio.Task[object]) -> None:
    async with patience():
        while not task.done():
            if any(not future.done() for _, _, future in clock._sleepers):
                return
            await asyncio.sleep(0.005)


async def pass_time(clock: HandClock, length: timedelta, task: asyncio.Task[object]) -> None:
    end = clock.now() + length
    await until_asleep(clock, task)
    while clock.now() < end and not task.done():
        clock.advance(SECOND / 2)
        await until_asleep(clock, task)


async def test_a_second_referee_learns_who_is_at_work_and_takes_nothing(hire, clock):
    first, second = await hire("arena"), await hire("attic")
    assert await first.acquire(DISCORD) == {}
    clock.advance(60 * SECOND)
    asking = asyncio.create_task(second.acquire(DISCORD))
    await pass_time(clock, 2 * SECOND, asking)
    assert not asking.done()
    await first.leases.renew(DISCORD, on_duty=True)
    await pass_time(clock, SECOND, asking)
    holder = Holder("arena", 7, START, (DISCORD,))
    assert await asking == {DISCORD: holder}
    assert second.waited == [holder]
    await first.store.on_duty(Part("discord"), START)


async def test_a_lease_given_back_is_taken_at_once(hire):
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(DISCORD)
    await first.leases.release()
    assert await second.acquire(DISCORD) == {}
    assert second.waited == []


@pytest.mark.parametrize("unseen", [0, 2])
async def test_a_lease_that_is_not_renewed_runs_out_and_not_before(hire, clock, unseen):
    """The holder's machine is gone: fifteen seconds by the clock of whoever waits.

    What nobody sees is not silent: the database may be away for so many leases before.
    """
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(DISCORD)
    asking = asyncio.create_task(second.acquire(DISCORD))
    await until_asleep(clock, asking)
    clock.advance(unseen * LEASE)
    await pass_time(clock, LEASE - SECOND, asking)
    assert not asking.done()
    await pass_time(clock, 2 * SECOND, asking)
    assert await asking == {}
    assert len(second.waited) == 1


async def test_lost_lease_stores_nothing_more(hire, clock):
    """Paused until another had taken over: its next write fails whole, and so does all after it."""
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(DISCORD)
    await first.store.on_duty(Part("discord"), START)
    asking = asyncio.create_task(second.acquire(DISCORD))
    await pass_time(clock, LEASE + SECOND, asking)
    assert await asking == {}
    with pytest.raises(LeaseLostError) as caught:
        await first.store.on_duty(Part("discord"), START + SECOND)
    assert (caught.value.holder.host, first.leases.lost.is_set()) == ("attic", True)
    assert await second.store.last_on_duty(Part("discord")) == START
    with pytest.raises(StoreError):
        await first.store.load(1)
    await second.store.on_duty(Part("discord"), START + 2 * SECOND)


async def test_lease_takes_what_is_free_and_names_the_rest(hire, clock):
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(DISCORD)
    asking = asyncio.create_task(second.acquire(DISCORD, FORUM))
    await pass_time(clock, SECOND, asking)
    await first.leases.renew(DISCORD, on_duty=True)
    await pass_time(clock, SECOND, asking)
    assert list(await asking) == [DISCORD]
    for one, part in ((first, DISCORD), (second, FORUM)):
        await one.leases.renew(part, on_duty=True)


@IN_A_FILE
@pytest.mark.parametrize(("before", "now"), [(1, 4), (4, 1), (4, 2), (2, 3)])
async def test_another_count_of_shards_takes_over_from_one_that_died(hire, clock, before, now):
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(*(Part("discord", shard, before) for shard in range(before)))
    parts = [Part("discord", shard, now) for shard in range(now)]
    asking = asyncio.create_task(second.acquire(*parts))
    await pass_time(clock, LEASE + SECOND, asking)
    assert await asking == {}
    for part in parts:
        await second.leases.renew(part, on_duty=True)
    assert {one.part for one in await second.store.read(read)} == set(parts)


@IN_A_FILE
@pytest.mark.parametrize(
    ("mine", "other", "apart"),
    [
        (Part("discord"), Part("nodebb"), True),
        (Part("discord"), Part("discord"), False),
        (Part("discord", 0, 4), Part("discord", 3, 4), True),
        (Part("discord", 3, 4), Part("discord", 3, 4), False),
        (Part("discord", 1, 4), Part("discord", 2, 8), False),
        (Part("discord"), Part("discord", 2, 4), False),
    ],
)
async def test_shards_are_owned_one_by_one(hire, clock, mine, other, apart):
    """Of a venue cut into four, each quarter; another cut, or all of it, is nobody else's then."""
    first, second = await hire("arena"), await hire("attic")
    await first.acquire(mine)
    asking = asyncio.create_task(second.acquire(other))
    await pass_time(clock, SECOND, asking)
    await first.leases.renew(mine, on_duty=True)
    await pass_time(clock, SECOND, asking)
    assert (await asking == {}) == apart


async def test_lease_goes_to_one_of_ten_that_come_at_once(hire, clock):
    referees = [await hire(f"host {number}") for number in range(10)]
    told: asyncio.Queue[Holder] = asyncio.Queue()
    asking = [
        asyncio.create_task(one.leases.acquire([DISCORD], told.put_nowait)) for one in referees
    ]
    async with patience():
        waited_for = [await told.get() for _ in range(9)]
        await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        (number,) = [place for place, task in enumerate(asking) if task.done()]
        await referees[number].leases.renew(DISCORD, on_duty=True)
        while not all(task.done() for task in asking):
            clock.advance(SECOND / 2)
            await asyncio.sleep(0.005)
    holder = Holder(f"host {number}", 7, START, (DISCORD,))
    assert waited_for == [holder] * 9
    found = [await task for task in asking]
    assert found.pop(number) == {}
    assert found == [{DISCORD: holder}] * 9


async def test_lease_of_an_ended_process_of_this_machine_holds_nothing(database, clock):
    """It was killed and started again: nobody waits; the kernel knows, not the host's name."""
    here = this_process()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    try:
        process = replace(here, pid=child.pid, started=_started(child.pid))
        assert not has_ended(process, here)
        # Its number was given to another meanwhile.
        assert has_ended(replace(process, started="1"), here)
        # The same number in another container, whatever its host is called.
        assert not has_ended(replace(process, machine="another", started="1"), here)
        assert not has_ended(replace(process, machine=""), replace(here, machine=""))
        killed, store = await open_store(database), await open_store(database)
        await Leases(killed, clock, clock.now, process).acquire([DISCORD], pytest.fail)
        await killed.close()
        child.kill()
        await child.wait()
        assert has_ended(process, here)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert await Leases(store, clock, clock.now).acquire([DISCORD], pytest.fail) == {}
    await store.close()


def _started(pid: int) -> str:
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[19]


async def test_lease_shows_a_referee_at_work_and_no_other(hire, database, clock):
    """By its renewals, from another machine; one that renews no more is not at work."""
    assert await at_work(database, clock) == []
    first = await hire("arena")
    await first.acquire(DISCORD, FORUM)
    looking = asyncio.create_task(at_work(database, clock))
    await pass_time(clock, SECOND, looking)
    await first.leases.renew(DISCORD, on_duty=True)
    await pass_time(clock, SECOND, looking)
    assert await looking == [Holder("arena", 7, START, (DISCORD, FORUM))]
    looking = asyncio.create_task(at_work(database, clock))
    await pass_time(clock, LEASE, looking)
    assert await looking == []


async def test_a_renewal_finds_a_loss_out_and_a_failing_write_is_none(hire):
    """Nobody has to play for a loss to be noticed; an entry that is gone is a loss as well."""
    only = await hire("arena")
    await only.acquire(DISCORD)
    with pytest.raises(StoreError):
        async with only.store.transaction() as connection:
            await connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
    await only.leases.renew(DISCORD, on_duty=True)
    assert not only.leases.lost.is_set()
    await only.leases.renew(DISCORD, on_duty=True)
    other = await hire("attic")
    async with other.store.transaction() as connection:
        await connection.exec_driver_sql("DELETE FROM leases")
    with pytest.raises(LeaseLostError) as caught:
        await only.leases.renew(DISCORD, on_duty=True)
    assert caught.value.holder is None


HOUR, ZERO = timedelta(hours=1), timedelta(0)


@pytest.fixture
async def stores(each_database: None, tmp_path: Path) -> AsyncIterator[list[Store]]:
    opened = [await open_store(address(tmp_path)) for _ in range(2)]
    yield opened
    for store in opened:
        await store.close()


async def moved(store: Store, by: timedelta) -> None:
    async with store.transaction() as connection:
        later = identifies.c.at + by // timedelta(milliseconds=1)
        await connection.execute(update(identifies).values(at=later))


async def test_identifies_are_one_in_an_interval(stores):
    """The second waits for what is left of the hour, another bucket for nothing."""
    first, second = (Identifies(store, HOUR) for store in stores)
    assert await first.take(0) == ZERO
    left = await second.take(0)
    assert HOUR - 10 * timedelta(minutes=1) < left <= HOUR
    assert await second.take(1) == ZERO
    await moved(stores[0], -HOUR + SECOND * 600)
    assert ZERO < await second.take(0) <= SECOND * 600
    await moved(stores[0], -SECOND * 600)
    assert await second.take(0) == ZERO
    assert await first.take(0) > ZERO
    # The database's machine was a day ahead when the last turn was taken.
    assert await first.take(5) == ZERO
    await moved(stores[0], timedelta(days=1))
    assert await second.take(5) == ZERO
    assert await first.take(5) > ZERO


async def test_identifies_let_one_of_many_who_ask_at_once(stores):
    """Also for the very first turn of a bucket, which nobody has noted yet."""
    both = [Identifies(store, HOUR) for store in stores]
    for bucket in (3, 3):
        assert (await asyncio.gather(*(one.take(bucket) for one in both * 5))).count(ZERO) == 1
        await moved(stores[0], -HOUR)


async def test_the_database_s_clock_is_noted(stores):
    await Identifies(stores[0], HOUR).take(0)
    assert 1_700_000_000_000 < await stores[1].scalar(select(identifies.c.at)) < 10_000_000_000_000
