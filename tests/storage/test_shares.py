"""Shares of a fleet on machines of their own: even parts, nobody's shard twice, and fencing."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from handclock import HandClock

from bot.parts import FLEET, Part
from bot.storage.failures import LeaseLostError, StoreError, UnreachableError
from bot.storage.lease_rows import LEASE
from bot.storage.leases import Leases
from bot.storage.process import Process
from bot.storage.store import Store, open_store
from storage.postgres import WITH_POSTGRES, Line, Network, fresh_database, network

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


@dataclass
class Two:
    """Two processes of a fleet, and the network between both of them and their database."""

    clock: HandClock
    between: Network
    stores: list[Store]
    leases: list[Leases]

    async def share(self, process: int) -> set[Part]:
        return _claimed(await self.leases[process].share("discord", 5))

    async def do(self, *commands: str) -> None:
        async with self.stores[1].transaction() as connection:
            for command in commands:
                await connection.exec_driver_sql(command)

    async def give_away(self) -> list[Part]:
        """The first one keeps three shards, and is to give up these."""
        return list((await self.leases[0].share("discord", 5)).surplus)


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    """The first one has all shards; both look."""
    clock = HandClock()
    async with fresh_database(with_tables=True) as there, network(there) as (between, address):
        stores = [await open_store(address) for _ in range(2)]
        built = Two(clock, between, stores, [])
        for host, store in zip(("arena", "attic"), stores, strict=True):
            process = Process(host, f"boot of {host}", 7, "100")
            built.leases.append(Leases(store, clock, clock.now, process))
            await built.leases[-1].acquire([], pytest.fail)
        assert await built.share(0) == _shards(0, 1, 2, 3, 4)
        assert await built.share(1) == set()
        yield built
        for store in stores:
            await store.close()


@WITH_POSTGRES
async def test_shares_stay_after_an_outage(two):
    """The database was away from all for longer than a lease; whoever is silent then is dead."""
    two.between.dead = True
    with pytest.raises(UnreachableError):
        await two.share(1)
    two.clock.advance(2 * LEASE)
    two.between.dead = False
    for _ in range(LEASE // SECOND):
        assert await two.share(1) == set()
        two.clock.advance(SECOND)
    assert await two.share(1) == _shards(0, 1, 2, 3, 4)


@WITH_POSTGRES
async def test_shares_stay_when_leases_could_only_be_read(two):
    """No standby followed for half a minute: all could look, and nobody could renew a lease."""
    await two.do(
        "CREATE FUNCTION refuse() RETURNS trigger AS "
        "$$ BEGIN RAISE 'no standby'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON leases "
        "EXECUTE FUNCTION refuse()",
    )
    for _ in range(2 * LEASE // SECOND):
        two.clock.advance(SECOND)
        with contextlib.suppress(StoreError):
            await two.share(1)
    await two.do("DROP TRIGGER refuse ON leases")
    assert await two.share(1) == set()


@WITH_POSTGRES
async def test_a_question_that_takes_too_long_puts_off_no_take_over(two):
    """Somebody asks for a long history every five seconds, and the first process is dead."""
    for second in range(LEASE // SECOND):
        assert await two.share(1) == set()
        two.clock.advance(SECOND)
        if second % 5 == 0:
            with pytest.raises(UnreachableError):
                async with two.stores[1].transaction(SECOND / 20, writes=False) as connection:
                    await connection.exec_driver_sql("SELECT pg_sleep(60)")
    assert await two.share(1) == _shards(0, 1, 2, 3, 4)


@pytest.mark.real_time
@WITH_POSTGRES
@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not-stored"])
async def test_a_lease_is_given_up_also_where_nobody_hears_of_it(two, stored):
    """Only the answer to the commit was lost, or all of it: its process rules on what else it has.

    Where it was stored, another process has it at once; else when it has run out.
    """
    first, (part, other) = two.leases[0], await two.give_away()
    kept = {*_shards(0, 1, 2), other}

    def lose(line: Line, asked: bytes) -> None:
        if b"COMMIT" in asked:
            line.answers = False
            two.between.dead = not stored

    two.between.overhear = lose
    with pytest.raises(UnreachableError):
        await first.give_up(part)
    two.between.overhear, two.between.dead = None, False
    for _ in range(0 if stored else LEASE // SECOND):
        for own in kept:
            await first.renew(own, on_duty=True)
        await two.share(0)
        assert await two.share(1) == set()
        two.clock.advance(SECOND)
    assert await two.share(1) == {part}
    for own in kept:
        await first.renew(own, on_duty=True)


@WITH_POSTGRES
async def test_a_lease_of_which_a_process_does_not_know_hides_no_loss(two):
    """One that it gave up is still there, since that was not stored; another one is taken."""
    first, (part, _) = two.leases[0], await two.give_away()
    await two.do("CREATE TABLE kept AS SELECT * FROM leases")
    await first.give_up(part)
    await two.do("INSERT INTO leases SELECT * FROM kept ON CONFLICT DO NOTHING")
    await first.renew(Part("discord", 0, 5), on_duty=True)
    await two.do("UPDATE leases SET holder = 'another' WHERE venue = 'discord' AND shard = 0")
    with pytest.raises(LeaseLostError):
        await first.renew(Part("discord", 1, 5), on_duty=True)
