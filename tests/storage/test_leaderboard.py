"""The leaderboard that is kept is the one that all events tell, whatever happened since.

The judge works it out anew from the events of all ended matches, as they lie in the store.
"""

from datetime import datetime, timedelta
from itertools import count
from random import Random

import pytest
from handclock import START
from sqlalchemy import Executable, delete, func, or_, select, update

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
from bot.servers.results import in_order
from bot.storage import rating, schema
from bot.storage.archive import Archive
from bot.storage.codec import microseconds
from bot.storage.store import Store
from bot.storage.tidying import check_ratings
from storage.postgres import WITH_POSTGRES
from storage.samples import IN_A_FILE

PEOPLE = [Player(str(1000 + number), f"Player {number}") for number in range(7)]
HOST, PARTNER = PEOPLE[0], Player("sparring", "the partner", "gentle")
FEW, PORTION = 2, 3
MANY = 12
"""So many results are more than are rated anew at once."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than two results are rated when the leaderboard is asked for, three at a time."""
    monkeypatch.setattr(rating, "FEW", FEW)
    monkeypatch.setattr(rating, "PORTION", PORTION)


async def judged(store: Store, server: str = "77") -> list[Standing]:
    return standings(await Archive(store).results("discord", server))


async def asked(store: Store, server: str = "77") -> list[Standing]:
    return await Archive(store).standings("discord", server)


async def wrong_from(store: Store, server: str = "77") -> int | None:
    """When the first result ended that is to be rated anew; None where all are rated."""
    table = schema.ladders
    query = select(table.c.ended).where(table.c.venue == "discord", table.c.server == server)
    async with store.reading() as connection:
        return (await connection.execute(query)).scalar_one_or_none()


async def disagreeing(store: Store) -> list[rating.Here]:
    async with store.reading() as connection:
        return await connection.run_sync(rating.disagreeing)


async def change(store: Store, statement: Executable) -> None:
    async with store.transaction() as connection:
        await connection.execute(statement)


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
        how = self.chance.choice(list(Termination))
        winner = self.chance.choice((Colour.FIRST, Colour.SECOND, None))
        await self.append(match, MatchEnded(self.now(), winner, how))
        self.ended.append(match)

    async def change(self) -> None:
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


async def many_played(store: Store, seed: int) -> Evening:
    evening = Evening(store, seed)
    for _ in range(MANY):
        await evening.play()
    return evening


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
    evening, noted = Evening(any_store, seed), set[bool]()
    for _ in range(40):
        await evening.play()
        if not evening.chance.randrange(4):
            await evening.change()
        assert await disagreeing(any_store) == []
        if evening.chance.randrange(3):
            noted.add(await wrong_from(any_store) is None)
            assert await asked(any_store) == await judged(any_store)
            assert await wrong_from(any_store) is None
            assert await disagreeing(any_store) == []
        if not evening.chance.randrange(4):
            await same_histories(any_store)
    assert await asked(any_store) == await judged(any_store)
    assert noted == {True, False}


async def same_histories(store: Store) -> None:
    archive = Archive(store)
    found = in_order(await archive.results("discord", "77"))[::-1]
    assert await archive.latest("discord", "77", 5) == found[:5]
    for player in (*PEOPLE, PARTNER):
        own = [result for result in found if result.seat(player.id) is not None]
        assert await archive.latest("discord", "77", 5, player.id) == own[:5]


@IN_A_FILE
async def test_rated_results_are_not_read_again(any_store: Store) -> None:
    """A leaderboard is what each player's last rating says: the results can even be unreadable."""
    await many_played(any_store, 1)
    before = await asked(any_store)
    assert before == await judged(any_store)
    await change(any_store, update(schema.results).values(data="{"))
    assert await asked(any_store) == before


@IN_A_FILE
async def test_another_server_keeps_its_own(any_store: Store) -> None:
    await many_played(any_store, 1)
    there = Evening(any_store, 2, "78")
    await there.play()
    before = await asked(any_store)
    await there.play()
    await there.change()
    assert await wrong_from(any_store) is None
    assert await asked(any_store) == before
    assert await asked(any_store, "78") == await judged(any_store, "78")
    assert await asked(any_store, "79") == []


@IN_A_FILE
async def test_an_early_result_that_changes_is_followed_some_at_a_time(any_store: Store) -> None:
    """Nothing before it is touched; one that changes meanwhile, before where it is, is as well."""
    evening = await many_played(any_store, 3)
    await asked(any_store)
    told = in_order(await Archive(any_store).results("discord", "77"))
    here, early = {"venue": "discord", "server": "77"}, told[4].match
    again = MatchEnded(told[4].at, None, Termination.ADJUDICATION)
    await evening.append(early, MatchReopened(told[4].at, HOST), again)
    assert await wrong_from(any_store) == microseconds(told[4].at)
    await any_store.write(lambda connection: rating.bring_up(connection, here))
    later = await wrong_from(any_store)
    assert later is not None
    assert later >= microseconds(told[4 + PORTION].at)
    earlier = MatchEnded(told[2].at, None, Termination.ADJUDICATION)
    await evening.append(told[2].match, MatchReopened(told[2].at, HOST), earlier)
    assert await wrong_from(any_store) == microseconds(told[2].at)
    assert await asked(any_store) == await judged(any_store)


async def test_leaderboard_keeps_nothing_of_the_forgotten(any_store: Store) -> None:
    """Neither in the rows of results nor in the ratings, even before these are worked out anew."""
    await many_played(any_store, 4)
    await asked(any_store)
    gone = PEOPLE[3]
    await Archive(any_store).forget("discord", "77", gone.id)
    async with any_store.reading() as connection:
        for column in (schema.results.c.data, schema.ratings.c.data, schema.ratings.c.player):
            words = or_(column.contains(gone.name), column.contains(gone.id))
            found = select(func.count()).select_from(column.table).where(words)
            assert (await connection.execute(found)).scalar_one() == 0
    assert gone.id not in {one.player.id for one in await asked(any_store)}


@IN_A_FILE
@pytest.mark.parametrize("spoilt", [None, "{", "[[1]]", '["1001", "Ann", "", 25.0, 8.0, []]'])
async def test_damaged_ratings_are_made_anew(any_store: Store, spoilt: str | None) -> None:
    """They were changed by other hands: they are worked out from the results, and kept.

    It is found by whoever asks, with the next result, or at night.
    """
    evening = await many_played(any_store, 3)
    told = await asked(any_store)
    assert told == await judged(any_store)
    await change(any_store, update(schema.ratings).values(data=spoilt))
    assert await disagreeing(any_store) == [{"venue": "discord", "server": "77"}]
    if spoilt is not None:
        assert await asked(any_store) == told
        await change(any_store, update(schema.ratings).values(data=spoilt))
        await evening.play()
        assert await asked(any_store) == await judged(any_store)
        await change(any_store, update(schema.ratings).values(data=spoilt))
    await check_ratings(any_store)
    assert await asked(any_store) == await judged(any_store)


@IN_A_FILE
@pytest.mark.parametrize("lost", ["ratings", "results"])
async def test_leaderboard_is_mended_at_night(any_store: Store, lost: str) -> None:
    await many_played(any_store, 3)
    found = await Archive(any_store).results("discord", "77")
    counted = [one for one in found if one.winner is not None and one.counts and len(one.whole) > 1]
    gone = counted[0].match
    await asked(any_store)
    if lost == "ratings":
        await change(any_store, delete(schema.ratings).where(schema.ratings.c.match == gone))
    else:
        here = schema.results.c.match == gone
        await change(any_store, update(schema.results).where(here).values(data="{"))
        found = [one for one in found if one.match != gone]
    await check_ratings(any_store)
    assert await asked(any_store) == standings(found)
    assert await disagreeing(any_store) == []
