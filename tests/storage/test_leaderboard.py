"""The leaderboard that is kept is the one that all events tell, whatever happened since.

The judge works it out anew from the events of all ended matches, as they lie in the store.
"""

from datetime import datetime, timedelta
from itertools import count
from random import Random

import pytest
from handclock import START
from sqlalchemy import delete, func, select, update

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
from bot.referee.room import Room
from bot.servers.ratings import Standing, standings
from bot.storage import ladders, schema
from bot.storage.archive import Archive
from bot.storage.store import Store
from storage.postgres import WITH_POSTGRES
from storage.samples import IN_A_FILE

PEOPLE = [Player(str(1000 + number), f"Player {number}") for number in range(7)]
HOST, PARTNER = PEOPLE[0], Player("sparring", "the partner", "gentle")
RECENT, STEP = 2, 4
KEPT = 12
"""With so many results all but the latest two are kept."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leaderboard is kept after a few matches."""
    monkeypatch.setattr(ladders, "RECENT", RECENT)
    monkeypatch.setattr(ladders, "STEP", STEP)


async def judged(store: Store, server: str = "77") -> list[Standing]:
    """The leaderboard worked out from every event."""
    return standings(await Archive(store).results("discord", server))


async def asked(store: Store, server: str = "77") -> list[Standing]:
    """The leaderboard as it is told."""
    return await Archive(store).standings("discord", server)


async def kept_through(store: Store, server: str = "77") -> int | None:
    """The match up to which the leaderboard is kept; None where it is not."""
    table = schema.ladders
    query = select(table.c.match).where(table.c.venue == "discord", table.c.server == server)
    async with store.reading() as connection:
        return (await connection.execute(query)).scalar_one_or_none()


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
async def test_whatever_happens_the_kept_leaderboard_is_that_of_all_events(any_store, seed):
    """Ends in any order, taken back, corrected, cancelled, with others; and people forgotten."""
    evening, kept = Evening(any_store, seed), set[int | None]()
    for _ in range(40):
        await evening.play()
        if not evening.chance.randrange(4):
            await evening.change()
        if evening.chance.randrange(3):
            assert await asked(any_store) == await judged(any_store)
            kept.add(await kept_through(any_store))
    assert await asked(any_store) == await judged(any_store)
    assert len(kept) > 3


@IN_A_FILE
async def test_what_is_kept_is_not_read_again(any_store: Store) -> None:
    """With many results all but the latest are read once: their rows can even be gone."""
    evening = Evening(any_store, 1)
    for _ in range(KEPT):
        await evening.play()
    before = await asked(any_store)
    assert before == await judged(any_store)
    last = await kept_through(any_store)
    assert last is not None
    table = schema.results
    async with any_store.transaction() as connection:
        early = select(table.c.match).order_by(table.c.ended, table.c.match).limit(KEPT - RECENT)
        rows = [row.match for row in await connection.execute(early)]
        await connection.execute(delete(table).where(table.c.match.in_(rows)))
    assert await asked(any_store) == before
    assert await kept_through(any_store) == last


@IN_A_FILE
async def test_another_server_keeps_its_own(any_store: Store) -> None:
    """Nothing that happens in one is seen in the other, nor throws its leaderboard away."""
    here, there = Evening(any_store, 1), Evening(any_store, 2, "78")
    for _ in range(KEPT):
        await here.play()
    await there.play()
    before, last = await asked(any_store), await kept_through(any_store)
    await there.play()
    await there.change()
    assert await kept_through(any_store) == last
    assert await asked(any_store) == before
    assert await asked(any_store, "78") == await judged(any_store, "78")
    assert await asked(any_store, "79") == []


async def test_what_was_worked_out_meanwhile_is_not_kept(any_store: Store) -> None:
    """A result that changes between reading and keeping: the next who asks works it out anew."""
    evening = Evening(any_store, 3)
    for _ in range(KEPT):
        await evening.play()
    read = await ladders._read(any_store, "discord", "77")
    _, kept = ladders._worked_out(read)
    assert kept is not None
    await evening.change()
    await any_store.write(
        lambda connection: ladders._keep("discord", "77", read.changes, kept, connection)
    )
    assert await kept_through(any_store) is None
    assert await asked(any_store) == await judged(any_store)


async def test_nothing_of_whoever_is_forgotten_is_left(any_store: Store) -> None:
    """Neither in the rows of results nor in what is kept of the leaderboard."""
    evening = Evening(any_store, 4)
    for _ in range(KEPT):
        await evening.play()
    await asked(any_store)
    assert await kept_through(any_store) is not None
    gone = PEOPLE[3]
    await Archive(any_store).forget("discord", "77", gone.id)
    async with any_store.reading() as connection:
        for table in (schema.results, schema.ladders):
            found = select(func.count()).select_from(table).where(table.c.data.contains(gone.name))
            assert (await connection.execute(found)).scalar_one() == 0
    assert gone.id not in {one.player.id for one in await asked(any_store)}


@IN_A_FILE
async def test_a_damaged_result_is_left_out(any_store: Store) -> None:
    """One line was changed by other hands: the leaderboard is that of the other matches."""
    evening = Evening(any_store, 3)
    for _ in range(4):
        await evening.play()
    found = await Archive(any_store).results("discord", "77")
    counted = (one for one in found if one.winner is not None and not one.sparring)
    lost = next(counted).match
    spoil = update(schema.results).where(schema.results.c.match == lost).values(data="{")
    await any_store.write(lambda connection: connection.execute(spoil).rowcount)
    left = standings([one for one in found if one.match != lost])
    assert await asked(any_store) == left != standings(found)


@IN_A_FILE
@pytest.mark.parametrize("spoilt", ["{", "[[1]]", '[["1001", "Ann", "", 25.0, 8.0, []]]'])
async def test_a_damaged_leaderboard_is_made_anew(any_store: Store, spoilt: str) -> None:
    """What is kept was changed by other hands: it is worked out from the results, and kept."""
    evening = Evening(any_store, 3)
    for _ in range(KEPT):
        await evening.play()
    told = await asked(any_store)
    assert await kept_through(any_store) is not None
    spoil = update(schema.ladders).values(data=spoilt)
    await any_store.write(lambda connection: connection.execute(spoil).rowcount)
    assert await asked(any_store) == told == await judged(any_store)
    assert await asked(any_store) == told
