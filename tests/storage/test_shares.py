"""Shares of a fleet on machines of their own: even parts, nobody's shard twice, and fencing."""

import contextlib
from datetime import timedelta

import pytest
from handclock import HandClock

from bot.parts import FLEET, Part
from bot.storage.failures import LeaseLostError, UnreachableError
from bot.storage.leases import LEASE, Leases
from bot.storage.process import Process
from bot.storage.store import open_store
from storage.postgres import WITH_POSTGRES, fresh_database, network

SECOND = timedelta(seconds=1)


def _shards(*numbers: int) -> set[Part]:
    return {Part("discord", number, 5) for number in numbers}


def _claimed(share) -> set[Part]:
    return {part for part in share.claimed if part.venue != FLEET}


@WITH_POSTGRES
async def test_shares_are_even_and_what_a_dead_process_held_is_taken_within_twenty_seconds():
    """Five shards: one process, three, and one that is cut off from the database."""
    clock = HandClock()
    async with contextlib.AsyncExitStack() as stack:
        address = await stack.enter_async_context(fresh_database(with_tables=True))
        fleet, stores = [], []
        for host in ("arena", "attic", "annex"):
            store = await open_store(address)
            stack.push_async_callback(store.close)
            process = Process(host, f"boot of {host}", 7, "100")
            leases = Leases(store, clock, clock.now, process)
            await leases.acquire([], pytest.fail)
            fleet.append(leases)
            stores.append(store)
        first, second, third = fleet
        assert _claimed(await first.share("discord", 5)) == _shards(0, 1, 2, 3, 4)
        # Discord recommends another number to the next ones, who go by the first one's.
        assert _claimed(await second.share("discord", 7)) == set()
        assert _claimed(await third.share("discord", 7)) == set()
        surplus = (await first.share("discord", 5)).surplus
        assert set(surplus) == _shards(2, 3, 4)
        for part in surplus:
            await first.give_up(part)
        assert _claimed(await second.share("discord", 7)) == _shards(2, 3)
        assert _claimed(await third.share("discord", 7)) == _shards(4)
        assert (await second.share("discord", 7)).surplus == ()
        await stores[1].on_duty(Part("discord", 2, 5), clock.now())

        # It renews its leases for a while, which the others see.
        for part in _shards(2, 3):
            await second.renew(part, on_duty=True)
        await first.share("discord", 5)
        await third.share("discord", 5)

        # The second one hears no more of the database; the others look each second.
        taken: set[Part] = set()
        passed = 0 * SECOND
        while len(taken) < 2 and passed < 20 * SECOND:
            clock.advance(SECOND)
            passed += SECOND
            for leases, own in ((first, (0, 1)), (third, (4,))):
                for part in _shards(*own):
                    await leases.renew(part, on_duty=True)
                now = _claimed(await leases.share("discord", 5))
                assert not now or passed >= LEASE
                assert not now & taken
                taken |= now
        # Fairly: three shards at the most for each of two.
        assert taken == _shards(2, 3)
        with pytest.raises(LeaseLostError):
            await stores[1].on_duty(Part("discord", 2, 5), clock.now())
        assert second.lost.is_set()


@WITH_POSTGRES
async def test_who_comes_back_first_after_an_outage_takes_nothing_from_the_others():
    """The database was away from all for longer than a lease; whoever is silent then is dead."""
    clock = HandClock()
    async with fresh_database(with_tables=True) as there, network(there) as (between, address):
        stores, fleet = [await open_store(address) for _ in range(2)], []
        for host, store in zip(("arena", "attic"), stores, strict=True):
            process = Process(host, f"boot of {host}", 7, "100")
            fleet.append(Leases(store, clock, clock.now, process))
        first, second = fleet
        assert _claimed(await first.share("discord", 5)) == _shards(0, 1, 2, 3, 4)
        assert _claimed(await second.share("discord", 5)) == set()
        clock.advance(SECOND)
        await first.share("discord", 5)
        between.dead = True
        with pytest.raises(UnreachableError):
            await second.share("discord", 5)
        clock.advance(2 * LEASE)
        between.dead = False
        assert _claimed(await second.share("discord", 5)) == set()
        clock.advance(LEASE)
        assert _claimed(await second.share("discord", 5)) == _shards(0, 1, 2, 3, 4)
        for store in stores:
            await store.close()
