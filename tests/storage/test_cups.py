"""Cups in the database: nothing twice, nothing half, and nobody who asked to be forgotten."""

import asyncio
from datetime import timedelta
from typing import get_args

import pytest
from handclock import START
from sqlalchemy import func, select, update

from bot.cups import events
from bot.cups.cup import Ending, Entrant, Pairing, PairingResult
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened, CupPlan, DecidedBy, GameSeated
from bot.cups.fold import CorruptCupError, fold_cup
from bot.referee.events import MatchEnded, MatchOpened, Player, Termination
from bot.referee.match import Room
from bot.storage.archive import Archive
from bot.storage.columns import decode_of_cup, encode
from bot.storage.cups import Cups
from bot.storage.failures import DamagedMatchError, RoomTakenError, StaleError
from bot.storage.schema import cup_events, matches
from bot.storage.store import Store
from storage.samples import IN_A_FILE, OPENED, ROOM

HOST, ANN, BOB, CAT = (
    Player(str(1000 + number), name) for number, name in enumerate(("Host", "Ann", "Bob", "Cat"))
)
PLAN = CupPlan("swiss", OPENED.terms, 3, 5, round_time=timedelta(days=3))
CUP = CupOpened(START, HOST, "Colosseum", PLAN)
SEEDS = tuple(Entrant(one.id, one.name, 1500.5) for one in (ANN, BOB, CAT))
RESULT = PairingResult(1, ANN.id, BOB.id, (2, 0), Ending.PLAYED, (0, 1))
BYE = PairingResult(1, CAT.id, None, (2, 0), Ending.BYE)
PAIRED = (Pairing(ANN.id, BOB.id),)
APART = ((ANN.id, BOB.id),)
SAYS = f"ask <@{BOB.id}>, or <@!{BOB.id}>"
ALL: tuple[CupEvent, ...] = (
    CUP,
    *(events.PlayerEntered(START, one) for one in (ANN, BOB, CAT)),
    events.CheckInOpened(START, BOB, START, events.CupDraw(Seeding.RATING, "lot", APART)),
    events.PlayersCalled(START, (BOB.id,)),
    events.PlayerCheckedIn(START, BOB),
    events.CheckInFailed(START, 1, 2),
    events.CupStarted(START, BOB, SEEDS, "lot", APART),
    events.RoundPaired(START, 1, PAIRED, (BYE,), START),
    events.RoundChanged(START, HOST, BOB.id, CAT.id, PAIRED, (BYE,), SEEDS, SAYS),
    GameSeated(START, 1, 1, BOB.id, 7, "thread"),
    events.PlayersReminded(START, 1, 1, timedelta(hours=1), (ANN.id, BOB.id)),
    events.GameEnded(START, 1, 1, (2, 0), (0, 1)),
    events.GameReopened(START, 1, 1),
    events.ResultDoubted(START, 1, 1),
    events.PairingDecided(START, 1, RESULT, DecidedBy.HOST, BOB, SAYS),
    events.PairingReplayed(START, 1, (1,), BOB, SAYS),
    events.DeadlineMoved(START, START, BOB, SAYS),
    events.CupPaused(START, BOB, SAYS),
    events.CupResumed(START, BOB, START, SAYS),
    events.PlayerLeft(START, BOB, 2, HOST, SAYS),
    events.CupShown(START, "31", 4),
    events.CupEnded(START, ANN.id, ((1, ANN.id), (2, BOB.id))),
)
OFF = events.CupCancelled(START, BOB, SAYS)


def test_every_event_is_read_as_it_was_written():
    assert {type(one) for one in (*ALL, OFF)} == set(get_args(CupEvent))
    for event in (*ALL, OFF):
        assert decode_of_cup(encode(event)) == event
        assert "\n" not in encode(event)


async def a_cup(store: Store, *later: CupEvent, room: Room = ROOM, over: bool = False) -> int:
    cups = Cups(store)
    number = await cups.open(room, CUP)
    if later:
        await cups.append(number, 1, later)
    if over:
        await cups.close(number)
    return number


async def test_a_cup_is_kept_with_its_events_and_found_by_its_room(any_store):
    cups = Cups(any_store)
    number = await a_cup(any_store, *ALL[1:4])
    found = await cups.load(number)
    assert (found.room, found.events, found.open) == (ROOM, ALL[:4], True)
    assert found.state() == fold_cup(ALL[:4])
    assert await cups.open_cups() == {number: ROOM}
    await cups.close(number)
    assert not (await cups.load(number)).open
    assert await cups.open_cups() == {}
    assert await cups.load(number + 1) is None
    cups = Cups(any_store)
    first = await a_cup(any_store)
    last = await a_cup(any_store, over=True)
    assert await cups.latest_in(ROOM) == first
    await cups.close(first)
    assert await cups.latest_in(ROOM) == last
    assert await cups.latest_in(Room(ROOM.venue, ROOM.server, "elsewhere")) is None


async def test_cup_events_of_two_at_once_are_stored_once(any_store: Store) -> None:
    cups, number = Cups(any_store), await a_cup(any_store)
    one, other = ([events.PlayerEntered(START, who), OFF] for who in (ANN, BOB))
    done = await asyncio.gather(
        cups.append(number, 1, one), cups.append(number, 1, other), return_exceptions=True
    )
    assert {type(one) for one in done} == {StaleError, type(None)}
    assert len((await cups.load(number)).events) == 3
    with pytest.raises(StaleError):
        await cups.append(number, 9, one)


def seated(match: int) -> GameSeated:
    return GameSeated(START, 1, 1, ANN.id, match, ROOM.id)


async def open_matches(store: Store) -> int:
    return await store.scalar(select(func.count()).select_from(matches))


async def test_a_game_has_one_match_or_none(any_store: Store) -> None:
    """Opened together with the event; of two processes that try, one does, and leaves no other."""
    cups, number = Cups(any_store), await a_cup(any_store)
    opened = MatchOpened(START, HOST, (ANN, BOB), OPENED.terms)
    rooms = (ROOM, Room(ROOM.venue, ROOM.server, "thread"))
    done = await asyncio.gather(
        *(cups.seat(number, 1, room, opened, seated) for room in rooms), return_exceptions=True
    )
    (match,) = [one for one in done if isinstance(one, int)]
    assert [type(one) for one in done if not isinstance(one, int)] == [StaleError]
    assert await open_matches(any_store) == 1
    assert (await cups.load(number)).events[1] == seated(match)
    assert await cups.of_match(match) == number
    assert await cups.of_match(match + 1) is None
    with pytest.raises(StaleError):
        await cups.seat(number, 2, Room(ROOM.venue, ROOM.server, "other"), opened, seated)
    assert await open_matches(any_store) == 1


async def test_a_room_that_has_a_match_is_taken(any_store: Store) -> None:
    cups, number = Cups(any_store), await a_cup(any_store)
    opened = MatchOpened(START, HOST, (ANN, BOB), OPENED.terms)
    await any_store.open_match(ROOM, opened)
    with pytest.raises(RoomTakenError):
        await cups.seat(number, 1, ROOM, opened, seated)
    assert len((await cups.load(number)).events) == 1


@IN_A_FILE
@pytest.mark.parametrize("data", ["{", '{"kind": "Unknown"}', encode(ALL[13])])
async def test_a_cup_that_is_damaged_is_an_error_of_its_own(any_store: Store, data: str) -> None:
    cups, number = Cups(any_store), await a_cup(any_store, ALL[1])
    other = await a_cup(any_store)
    async with any_store.transaction() as connection:
        here = cup_events.c.cup == number, cup_events.c.number == 1
        await connection.execute(update(cup_events).where(*here).values(data=data))
    with pytest.raises(DamagedMatchError):
        (await cups.load(number)).state()
    assert (await cups.load(other)).state() == fold_cup([CUP])


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_pairing_that_is_not_there_is_damage(number: int) -> None:
    with pytest.raises(CorruptCupError):
        fold_cup([*ALL[:10], events.GameReopened(START, number, 1)])


async def test_forgotten_players_are_nowhere_in_ended_cups(any_store: Store) -> None:
    archive, cups = Archive(any_store), Cups(any_store)
    room = Room("discord", "77", "5")
    match = await any_store.open_match(room, MatchOpened(START, HOST, (ANN, BOB), OPENED.terms))
    await any_store.append(match, 1, [MatchEnded(START, None, Termination.CANCELLED, HOST)])
    number = await a_cup(any_store, *ALL[1:], room=room, over=True)
    off = await a_cup(any_store, *ALL[1:4], OFF, room=room, over=True)
    still = await a_cup(any_store, *ALL[1:4], room=room)
    elsewhere = await a_cup(any_store, *ALL[1:4], room=Room("discord", "78", "5"), over=True)
    assert await archive.open_cups_of("discord", "77", BOB.id) == [still]
    shown = next(one for one in ALL if isinstance(one, events.CupShown))
    assert await archive.open_cups_of("discord", "77", shown.message) == []
    assert await archive.open_cups_of("discord", "78", BOB.id) == []
    assert await archive.forget("discord", "77", BOB.id) == {match}
    for cup in (number, off):
        found = await cups.load(cup)
        assert BOB.id not in repr(found.events)
        assert BOB.name not in repr(found.events)
        assert "somebody-1" in repr(found.events)
    found = await cups.load(number)
    before, after = fold_cup(ALL), found.state()
    assert after.end.places == ((1, ANN.id), (2, "somebody-1"))
    assert [one.id for one in after.players.values()] == [ANN.id, "somebody-1", CAT.id]
    assert after.meetings[0].result == before.meetings[0].result
    assert "somebody-1" in repr((await any_store.load(match)).events)
    for cup in (still, elsewhere):
        assert (await cups.load(cup)).events == ALL[:4]
    await archive.forget("discord", "77", ANN.id)
    assert (await cups.load(number)).state().end.champion == "somebody-2"
    assert await archive.forget("discord", "77", ANN.id) == frozenset()


@IN_A_FILE
async def test_forgetting_includes_sign_ups(any_store: Store) -> None:
    """Without a match there is a name in the cup all the same."""
    room = Room("discord", "77", "5")
    number = await a_cup(any_store, *ALL[1:4], OFF, room=room, over=True)
    assert await Archive(any_store).forget("discord", "77", CAT.id) == frozenset()
    assert CAT.name not in repr((await Cups(any_store).load(number)).events)
