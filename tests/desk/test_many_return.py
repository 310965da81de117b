"""The database was away, and all matches of a process are taken up again at once."""

import asyncio
import contextlib
from datetime import timedelta

import pytest
from fakes import BLUE, HOST, RED, TERMS, FakeHouse
from loopback.bell import LONGEST, patience
from storage.postgres import WITH_POSTGRES, fresh_database, network

from bot.parts import Part
from bot.referee.events import MatchOpened
from bot.referee.room import Room
from bot.storage.failures import StoreError, UnreachableError

MATCHES = 200


async def _beat(place: FakeHouse) -> None:
    """What the heartbeat does, which is taken for the process's sign of life."""
    await place.store.on_duty(Part("fake"), place.clock.now())


def _all_are_back(place: FakeHouse) -> bool:
    return all(live.in_sync.is_set() for live in place.desk._ledger.tables)


async def _tick(place: FakeHouse) -> None:
    """Lets time pass for what waits between two tries."""
    while True:
        await asyncio.sleep(0.05)
        place.clock.advance(timedelta(seconds=0.2))


@pytest.mark.real_time
@WITH_POSTGRES
async def test_many_matches_return_from_an_outage_and_the_heartbeat_is_not_behind_them(tmp_path):
    """The server is far away, and slow. What waits for its turn is not lost once more for that."""
    async with fresh_database(with_tables=True) as url, network(url) as (between, address):
        place = FakeHouse(tmp_path, LONGEST)
        place.address = address
        await place.open()
        for number in range(MATCHES):
            opened = MatchOpened(place.clock.now(), HOST, (RED, BLUE), TERMS)
            await place.store.open_match(Room("fake", "1", str(number)), opened)
        await place.close()
        await place.open()
        between.dead = True
        with pytest.raises(UnreachableError):
            await _beat(place)
        between.dead = False
        between.delay = 0.02
        used = []
        place.store.measure(used.append)
        ticking = asyncio.create_task(_tick(place))
        before_beats = []
        async with patience():
            while not _all_are_back(place):
                so_far = len(used)
                with contextlib.suppress(StoreError):
                    await _beat(place)
                before_beats.append(len(used) - so_far)
                await asyncio.sleep(0.1)
        ticking.cancel()
        assert sum(use.error is not None for use in used) == 0
        assert len(before_beats) > 3
        assert max(before_beats) < MATCHES / 4, before_beats
        between.delay = 0
        await place.close()
