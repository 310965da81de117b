"""The referee does not keep up: clocks stand, words go first, and each room hears of it once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, RED, ROOM, SECOND, TERMS, FakeHouse, Seen, Whispers, house, locked
from settling import meanwhile

from bot.desk.backlog import CALM_FIRST, Queue
from bot.desk.rulings import Answer
from bot.desk.venue import VenueError
from bot.referee.clock import ZERO, TimeControl
from bot.referee.events import FlagFell, RefereeAway, RefereeBack, Shown
from bot.referee.match import Room
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission
from bot.storage.failures import StoreError

TERMS_OF_TEN = replace(TERMS, control=TimeControl(10 * SECOND, ZERO), warnings=())
IMPATIENT = timedelta(milliseconds=20)
"""How long a locked database is waited for."""
ROOMS = [ROOM, *(replace(ROOM, id=f"{ROOM.id}-{number}") for number in (1, 2, 3))]
LAST = ROOMS[-1]
"""In this one nothing is said while the others wait for their announcements."""


class LaterBoards(Whispers):
    """A place where a board can be put on an announcement afterwards."""

    boards_later = True

    def __init__(self, world, refusals=()) -> None:
        super().__init__(world)
        self.added: list[tuple[str, str]] = []
        self.refusals = list(refusals)
        self.takes = asyncio.Event()
        self.takes.set()
        """Cleared, boards hang."""

    async def add_board(self, room, message, name, scene) -> None:
        self._world.bell.ring()
        await self.takes.wait()
        if self.refusals:
            raise self.refusals.pop()
        self.added.append((message, name))
        self._world.bell.ring()


class Fumbling(Whispers):
    """A place where something fails once in each room, and the venue is not to blame."""

    def __init__(self, world, failure: type[Exception]) -> None:
        super().__init__(world)
        self._failures = [failure("a fault") for _ in ROOMS]

    @property
    def buttons(self) -> bool:
        if self._failures:
            raise self._failures.pop()
        return False


class SlowLook(Whispers):
    """A place whose rights take a while to be looked at."""

    def __init__(self, world) -> None:
        super().__init__(world)
        self.asked = False
        self.answered = asyncio.Event()

    async def check(self, room, match, *, ask) -> None:
        self.asked = True
        self._world.bell.ring()
        await self.answered.wait()


@asynccontextmanager
async def under_load(place: FakeHouse) -> AsyncIterator[FakeHouse]:
    """Four matches in which ten seconds are all there is; load is watched."""
    for room in ROOMS:
        await place.start(TERMS_OF_TEN, room=room)
    async with meanwhile(place.desk.overload.run()):
        yield place


@pytest.fixture
async def uncalled(idle: FakeHouse) -> AsyncIterator[FakeHouse]:
    async with under_load(idle):
        yield idle


@pytest.fixture
async def busy(uncalled: FakeHouse) -> FakeHouse:
    uncalled.watch_deadlines()
    return uncalled


async def say(place: FakeHouse, room: Room, player, text: str) -> Answer | None:
    message = str(next(place.world.ids))
    return await place.desk.submit(room, Submission(player, Said(text), place.clock.now(), message))


async def fall_behind(place: FakeHouse) -> None:
    """Turns in three rooms, whose announcements hang for longer than two seconds."""
    place.venue.hung.clear()
    for room in ROOMS[:-1]:
        assert isinstance((await say(place, room, RED, "E5")).ruling, Accepted)
    await place.pass_until(lambda: place.desk.backlog.behind)


async def keep_up(place: FakeHouse) -> None:
    place.venue.hung.set()
    await place.pass_until(lambda: not place.desk.backlog.behind)
    await place.pass_until(lambda: all(not live.standing.since for live in lives(place)))
    await place.settled()


def lives(place: FakeHouse) -> list:
    return list(place.desk._ledger.tables)


def in_room(place: FakeHouse, room: Room) -> list[Seen]:
    return [one for one in place.world.announced() if one.room == room]


async def events(place: FakeHouse, room: Room) -> list:
    number, _ = await place.desk.latest(room)
    return (await place.store.load(number)).events


async def test_no_flag_falls_while_the_referee_is_behind_and_each_room_hears_once(busy) -> None:
    """A minute passes where ten seconds are allowed; then the clock goes on where it stood."""
    busy.clock.advance(4 * SECOND)
    await fall_behind(busy)
    began = busy.clock.now()
    await busy.pass_until(lambda: busy.clock.now() >= began + 60 * SECOND)
    await keep_up(busy)
    for room in ROOMS:
        texts = [one.text for one in in_room(busy, room)]
        assert sum("I was away" in text for text in texts) == 1, texts
        assert not any("ran out" in text for text in texts)
    _, match = await busy.desk.latest(LAST)
    back = in_room(busy, LAST)[-1].at
    assert match.clock.used(back) == 4 * SECOND
    assert match.deadline() == back + 6 * SECOND
    await busy.pass_until(lambda: "ran out" in in_room(busy, LAST)[-1].text)
    fell = [event.at for event in await events(busy, LAST) if isinstance(event, FlagFell)]
    assert fell == [back + 6 * SECOND]


async def test_no_flag_falls_on_words_once_the_referee_is_behind(uncalled) -> None:
    """Red's rights are looked at before the flag; meanwhile it shows: since the ninth second."""
    places = uncalled.venue.places = SlowLook(uncalled.world)
    uncalled.clock.advance(9 * SECOND)
    uncalled.desk.backlog.add(Queue.ACTS, 1, 1)
    uncalled.clock.advance(4 * SECOND)
    for number in (2, 3):
        uncalled.desk.backlog.add(Queue.ACTS, number, number)
    late = asyncio.create_task(say(uncalled, LAST, RED, "E5"))
    await uncalled.world.until(lambda: places.asked)
    await uncalled.pass_until(lambda: all(live.behind_since for live in lives(uncalled)))
    places.answered.set()
    assert isinstance((await late).ruling, Accepted)
    _, match = await uncalled.desk.latest(LAST)
    assert [turn.used for turn in match.turns] == [9 * SECOND]


async def hang_on_board(place: FakeHouse) -> LaterBoards:
    """Red's turn was told in words; all go on but its match, whose board hangs."""
    places = place.venue.places = LaterBoards(place.world)
    for number in range(3):
        place.desk.backlog.add(Queue.ACTS, number, number)
    await place.pass_until(lambda: place.desk.backlog.behind)
    await say(place, ROOM, RED, "E5")
    await place.settled()
    places.takes.clear()
    for number in range(3):
        place.desk.backlog.remove(Queue.ACTS, number)
    await place.pass_until(
        lambda: [live.room for live in lives(place) if live.behind_since] == [ROOM]
    )
    return places


async def test_a_board_that_hangs_holds_up_no_other_and_is_not_the_last_then(busy) -> None:
    """Blue's turn is told with its board while Red's hangs, the first to be taken up."""
    places = await hang_on_board(busy)
    await say(busy, ROOM, BLUE, "A1")
    await busy.settled()
    newest = in_room(busy, ROOM)[-1]
    assert newest.announcement.scene is not None
    places.takes.set()
    await busy.pass_until(lambda: all(live.standing.runs for live in lives(busy)))
    _, match = await busy.desk.latest(ROOM)
    assert match.telling.board_message == newest.id


async def test_a_clock_that_runs_again_stands_no_more_for_a_board_that_hung(busy) -> None:
    """The database failed meanwhile, so that the match was taken up as out of sync."""
    places = await hang_on_board(busy)
    busy.desk._ledger.unusable(StoreError("gone"))
    await busy.finish(asyncio.create_task(lives(busy)[0].in_sync.wait()))
    await busy.settled()
    busy.clock.advance(3 * SECOND)
    places.takes.set()
    await busy.world.until(lambda: places.added)
    assert isinstance((await say(busy, ROOM, BLUE, "A1")).ruling, Accepted)
    _, match = await busy.desk.latest(ROOM)
    assert match.turns[-1].used == 3 * SECOND


async def test_a_turn_in_that_time_costs_what_had_run_before(busy) -> None:
    """Half a minute late by its stamp, and in time: the clock stood from the fourth second on."""
    busy.clock.advance(4 * SECOND)
    await fall_behind(busy)
    began = busy.clock.now()
    await busy.pass_until(lambda: busy.clock.now() >= began + 30 * SECOND)
    assert isinstance((await say(busy, LAST, RED, "E5")).ruling, Accepted)
    _, match = await busy.desk.latest(LAST)
    assert match.turns[0].used == 4 * SECOND
    await keep_up(busy)
    kinds = [type(event) for event in await events(busy, LAST)]
    assert kinds.count(RefereeAway) == kinds.count(RefereeBack) == 1


async def test_a_referee_killed_while_it_is_behind_charges_nobody(busy) -> None:
    """Nothing of it was in the record: the note of duty is no later than when clocks stood."""
    busy.clock.advance(4 * SECOND)
    await fall_behind(busy)
    await busy.desk.duty.note_duty(busy.venue)
    noted = await busy.store.last_on_duty(busy.venue.part)
    assert noted == lives(busy)[-1].behind_since
    assert noted <= busy.clock.now() - 2 * SECOND


async def test_a_room_or_two_that_take_nothing_are_their_own_trouble(busy) -> None:
    """Two rooms wait for five seconds: clocks run on in the others."""
    busy.venue.hung.clear()
    for room in ROOMS[:2]:
        await say(busy, room, RED, "E5")
    began = busy.clock.now()
    await busy.pass_until(lambda: busy.clock.now() >= began + 5 * SECOND)
    assert not busy.desk.backlog.look()
    busy.venue.hung.set()


async def test_two_slow_rooms_hold_up_no_clock_of_the_others(busy) -> None:
    """Three matches waited too long; two still do, and the referee keeps up all the same."""
    backlog = busy.desk.backlog
    for number in range(3):
        backlog.add(Queue.ACTS, number, number)
    busy.clock.advance(3 * SECOND)
    assert backlog.look()
    backlog.remove(Queue.ACTS, 2)
    busy.clock.advance(CALM_FIRST)
    assert not backlog.look()
    assert backlog.is_calm()


async def test_overload_does_not_count_what_waits_for_its_venue(busy) -> None:
    """Three announcements are refused and tried again: the venue is in trouble, not the load."""
    busy.venue.hung.clear()
    for room in ROOMS[:-1]:
        await say(busy, room, RED, "E5")
    busy.venue.refusals = [VenueError("503") for _ in range(3)]
    busy.venue.hung.set()
    await busy.world.until(lambda: not busy.venue.refusals)
    busy.venue.hung.clear()
    began = busy.clock.now()
    await busy.pass_until(lambda: busy.clock.now() >= began + 5 * SECOND)
    assert not busy.desk.backlog.look()
    busy.venue.hung.set()


async def test_rooms_that_take_nothing_for_good_do_not_count(busy) -> None:
    """Three channels are gone: what is to be told there waits for ever, and nobody else for it."""
    busy.venue.refusals = [VenueError("gone", lasting=True) for _ in range(3)]
    for room in ROOMS[:-1]:
        await say(busy, room, RED, "E5")
    await busy.world.until(lambda: not busy.venue.refusals)
    await busy.settled()
    assert busy.desk.backlog.waiting(Queue.ANNOUNCEMENTS) == 0


async def test_a_database_that_fails_is_no_overload(tmp_path) -> None:
    async with house(tmp_path, IMPATIENT) as place, under_load(place):
        place.clock.advance(4 * SECOND)
        await fall_behind(place)
        behind_since = lives(place)[-1].behind_since
        await place.desk.duty.note_duty(place.venue)
        async with locked(place):
            said = asyncio.create_task(say(place, LAST, RED, "E5"))
            await place.pass_until(lambda: not any(live.in_sync.is_set() for live in lives(place)))
            assert not place.desk.backlog.behind
            assert not any(place.desk.backlog.waiting(queue) for queue in Queue)
            assert {live.standing.since for live in lives(place)} == {behind_since}
            assert not any(live.behind_since for live in lives(place))
            place.venue.hung.set()
        await place.finish(said)
        _, match = await place.desk.latest(LAST)
        assert match.turns[0].used == 4 * SECOND


@pytest.mark.parametrize("failure", [RuntimeError, StoreError])
async def test_failed_announcements_do_not_wait(busy, failure):
    """A fault of the referee's own, or of its database, in four rooms: nothing is behind."""
    busy.venue.places = Fumbling(busy.world, failure)
    for room in ROOMS:
        await say(busy, room, RED, "E5")
    await busy.settled()
    assert busy.desk.backlog.waiting(Queue.ANNOUNCEMENTS) == 0
    for live in lives(busy):
        busy.desk._ledger.tell_soon(live)
    await busy.settled()
    assert all(any("E5" in one.text for one in in_room(busy, room)) for room in ROOMS)


async def test_announcements_made_elsewhere_do_not_wait(busy):
    """Two announcements wait, and somebody else makes both: the second is nobody's any more."""
    busy.venue.hung.clear()
    await say(busy, LAST, RED, "E5")
    await say(busy, LAST, BLUE, "A1")
    number, match = await busy.desk.latest(LAST)
    await busy.store.append(number, match.seen, [Shown(busy.clock.now(), "1", match.seen - 1)])
    assert busy.desk.backlog.waiting(Queue.ANNOUNCEMENTS) == 2
    busy.venue.hung.set()
    await busy.settled()
    assert busy.desk.backlog.waiting(Queue.ANNOUNCEMENTS) == 0


async def test_a_board_left_out_comes_though_its_words_were_taken_late(busy) -> None:
    """No clock runs in the match, and its venue takes the words once all others have gone on."""
    untimed = replace(ROOM, id="untimed")
    await busy.start(replace(TERMS, control=None), room=untimed)
    places = busy.venue.places = LaterBoards(busy.world)
    await fall_behind(busy)
    await say(busy, untimed, RED, "E5")
    await busy.world.until(lambda: busy.venue.tried[-1].match == lives(busy)[-1].id)
    busy.venue.refusals = [VenueError("503") for _ in ROOMS]
    busy.venue.hung.set()
    await busy.world.until(lambda: not busy.venue.refusals)
    busy.venue.hung.clear()
    await busy.pass_until(lambda: not busy.desk.backlog.behind)
    await busy.pass_until(lambda: all(live.standing.runs for live in lives(busy)))
    busy.venue.hung.set()
    (told,) = await busy.pass_until(
        lambda: [one for one in in_room(busy, untimed) if "played" in one.text]
    )
    assert told.announcement.scene is None
    board = (told.id, told.announcement.nonce)
    await busy.pass_until(lambda: board in places.added)
    await busy.pass_until(lambda: all(live.standing.runs for live in lives(busy)))
    _, match = await busy.desk.latest(untimed)
    assert match.telling.board_message == told.id


@pytest.mark.parametrize("refused", [False, True])
async def test_a_turn_is_told_in_words_and_gets_its_board_on_the_same_message(busy, refused):
    """Behind, words go alone; then the board is put there, or comes with the next announcement."""
    refusals = [VenueError("no")] if refused else []
    places = busy.venue.places = LaterBoards(busy.world, refusals)
    await fall_behind(busy)
    busy.venue.hung.set()
    await say(busy, LAST, RED, "E5")
    told = await busy.world.until(
        lambda: "E5" in in_room(busy, LAST)[-1].text and in_room(busy, LAST)[-1]
    )
    assert told.announcement.scene is None
    await busy.settled()
    await keep_up(busy)
    assert [one for one in in_room(busy, LAST) if "played" in one.text] == [told]
    assert places.added == ([] if refused else [(told.id, told.announcement.nonce)])
    await say(busy, LAST, BLUE, "A1")
    await busy.world.until(lambda: "A1" in in_room(busy, LAST)[-1].text)
    assert in_room(busy, LAST)[-1].announcement.scene is not None
