"""The leaderboard is the one that all events tell, whatever happened since.

The judge works it out anew from the events of all ended matches, as they lie in the store.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from random import Random

import pytest
from handclock import START
from sqlalchemy import Executable, func, or_, select, update

from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    FirstChosen,
    MatchEnded,
    MatchOpened,
    MatchReopened,
    MatchStarted,
    Player,
    PlayerReplaced,
    Termination,
    Terms,
)
from bot.referee.match import Room
from bot.servers.ratings import Standing, standings
from bot.servers.results import in_order
from bot.storage import player_records, schema
from bot.storage.archive import Archive
from bot.storage.player_records import read_result
from bot.storage.store import Store
from storage.postgres import WITH_POSTGRES
from storage.samples import IN_A_FILE

PEOPLE = [Player(str(1000 + number), f"Player {number}") for number in range(7)]
HOST, PARTNER = PEOPLE[0], Player("sparring", "the partner", "gentle")
MANY = 12


async def judged(store: Store, server: str = "77") -> list[Standing]:
    """The leaderboard worked out from every event."""
    return standings(await Archive(store).results("discord", server))


async def asked(store: Store, server: str = "77") -> list[Standing]:
    """The leaderboard as it is told."""
    return await Archive(store).standings("discord", server)


async def change(store: Store, statement: Executable) -> None:
    """Changes what is stored behind the program's back."""
    await store.change(statement)


class Evening:
    """Matches of a server that are opened, ended and changed at random."""

    def __init__(self, store: Store, seed: int, server: str = "77") -> None:
        self.store, self.chance, self.server = store, Random(seed), server
        self.events: dict[int, int] = {}
        self.rooms: dict[int, Room] = {}
        self.ended: list[int] = []
        self._minutes = count()

    def now(self) -> datetime:
        """A moment a little later than the last, or now and then long before."""
        minutes = next(self._minutes) // 2
        return START + timedelta(minutes=self.chance.choice((minutes, minutes, minutes // 2)))

    async def append(self, match: int, *events: Event) -> None:
        """Stores more events of a match."""
        await self.store.append(match, self.events[match], events)
        self.events[match] += len(events)

    async def play(self) -> int:
        """A match from its opening to its end; now and then with another player, or cancelled."""
        room = Room("discord", self.server, str(len(self.events)))
        one, other = self.chance.sample(PEOPLE, 2)
        if not self.chance.randrange(9):
            other = PARTNER
        terms = Terms(self.chance.choice(("genius", "catena")), "genius", 5, ("red", "blue"), None)
        match = await self.store.open_match(room, MatchOpened(START, HOST, (one, other), terms))
        self.events[match], self.rooms[match] = 1, room
        events = list[Event]()
        if not self.chance.randrange(5):
            events.append(FirstChosen(START, Colour.SECOND, HOST))
        events.append(MatchStarted(START))
        if not self.chance.randrange(5):
            new = self.chance.choice([who for who in PEOPLE if who not in (one, other)])
            events.append(PlayerReplaced(START, Colour.FIRST, new, HOST))
        await self.append(match, *events)
        await self.end(match)
        return match

    async def end(self, match: int) -> None:
        """The end of a match, by whatever there is."""
        how = self.chance.choice(list(Termination))
        winner = self.chance.choice((Colour.FIRST, Colour.SECOND, None))
        await self.append(match, MatchEnded(self.now(), winner, how))
        self.ended.append(match)

    async def change(self) -> None:
        """Something that changes what has been: an end taken back, corrected; one forgotten."""
        match = self.chance.choice(self.ended)
        what = self.chance.randrange(4)
        if what == 3:
            await Archive(self.store).forget("discord", self.server, self.chance.choice(PEOPLE).id)
            return
        self.ended.remove(match)
        await self.append(match, MatchReopened(self.now(), HOST))
        if what == 0:
            await self.end(match)
        elif what == 1:
            await self.store.close_damaged(self.rooms[match])
            self.ended.append(match)


@pytest.mark.parametrize(
    ("each_database", "seed"),
    [
        ("sqlite", 0),
        pytest.param("postgres", 0, marks=WITH_POSTGRES),
        *(pytest.param("sqlite", seed, marks=pytest.mark.thorough) for seed in range(1, 5)),
    ],
    indirect=["each_database"],
)
async def test_kept_leaderboard_is_that_of_all_events(any_store, seed):
    """Ends in any order, taken back, corrected, cancelled, with others; and people forgotten."""
    evening = Evening(any_store, seed)
    for _ in range(40):
        await evening.play()
        if not evening.chance.randrange(4):
            await evening.change()
        if evening.chance.randrange(3):
            assert await asked(any_store) == await judged(any_store)
        if not evening.chance.randrange(4):
            await same_histories(any_store)
    assert await asked(any_store) == await judged(any_store)


async def same_histories(store: Store) -> None:
    """The latest results, of all and of each player, are those that all events tell."""
    archive = Archive(store)
    found = in_order(await archive.results("discord", "77"))[::-1]
    assert await archive.latest("discord", "77", 5) == found[:5]
    for player in (*PEOPLE, PARTNER):
        own = [result for result in found if result.seat(player.id) is not None]
        assert await archive.latest("discord", "77", 5, player.id) == own[:5]


@IN_A_FILE
async def test_only_a_change_has_results_read_again(any_store: Store, monkeypatch) -> None:
    """A result that comes last is added; one that another process changed is noticed."""
    evening = Evening(any_store, 1)
    for _ in range(MANY):
        await evening.play()
    assert await asked(any_store) == await judged(any_store)
    read = list[int]()
    monkeypatch.setattr(
        player_records, "read_result", lambda row: read.append(row.match) or read_result(row)
    )
    monkeypatch.setattr(Evening, "now", lambda _: START + timedelta(days=1))
    last = await evening.play()
    assert await asked(any_store) == await asked(any_store) == await judged(any_store)
    assert read == [last]
    told = in_order(await Archive(any_store).results("discord", "77"))
    counted = [one for one in told if one.winner is not None and one.counts and len(one.whole) > 1]
    turned = replace(counted[0], winner=counted[0].winner.other)
    here = schema.results.c.match == turned.match
    await change(any_store, update(schema.results).where(here).values(data=turned))
    told = [turned if one.match == turned.match else one for one in told]
    assert await asked(any_store) == standings(told)
    assert len(read) == 1 + len(told)


@IN_A_FILE
async def test_another_server_keeps_its_own(any_store: Store) -> None:
    """Nothing that happens in one is seen in the other, nor has its ratings worked out anew."""
    here, there = Evening(any_store, 1), Evening(any_store, 2, "78")
    for _ in range(MANY):
        await here.play()
    await there.play()
    before = await asked(any_store)
    await there.play()
    await there.change()
    assert await asked(any_store) == before
    assert await asked(any_store, "78") == await judged(any_store, "78")
    assert await asked(any_store, "79") == []


async def test_leaderboard_keeps_nothing_of_the_forgotten(any_store: Store) -> None:
    """Neither in the rows of results nor in what is worked out from them."""
    evening = Evening(any_store, 4)
    for _ in range(MANY):
        await evening.play()
    await asked(any_store)
    gone = PEOPLE[3]
    await Archive(any_store).forget("discord", "77", gone.id)
    async with any_store.transaction(writes=False) as connection:
        column = schema.results.c.data
        words = or_(column.contains(gone.name), column.contains(gone.id))
        found = select(func.count()).select_from(column.table).where(words)
        assert (await connection.execute(found)).scalar_one() == 0
    assert gone.id not in {one.player.id for one in await asked(any_store)}


@IN_A_FILE
async def test_a_result_that_can_not_be_read_counts_no_more(any_store: Store) -> None:
    evening = Evening(any_store, 3)
    for _ in range(MANY):
        await evening.play()
    found = await Archive(any_store).results("discord", "77")
    assert await asked(any_store) == standings(found)
    gone = next(one for one in found if one.winner is not None and one.counts).match
    here = schema.results.c.match == gone
    await change(any_store, update(schema.results).where(here).values(data="{"))
    assert await asked(any_store) == standings(one for one in found if one.match != gone)
