"""Cups at the desk: everything follows by itself, once, wherever a crash falls."""

import asyncio
from dataclasses import replace

import pytest
from fakes import HOST, MINUTE, ROOM, TERMS, FakeHouse
from loopback.bell import patience
from sqlalchemy import update

from bot.cups import acts
from bot.cups.acts import By, CupError, NotNow
from bot.cups.events import CupOpened, CupPlan, CupShown
from bot.cups.fold import fold_cup
from bot.desk.venue import VenueError
from bot.referee.events import Termination
from bot.referee.submission import Cancel, Ready, Reopen, Resign, Resume
from bot.storage.failures import StoreError
from bot.storage.schema import cup_events, events
from desk.cup_house import HOUR, PEOPLE, CupHouse


@pytest.fixture
async def cup(idle: FakeHouse) -> CupHouse:
    return CupHouse(idle)


async def test_five_play_until_one_is_champion(cup):
    """Three byes, then two semifinals and the final; all is told once, in order."""
    await cup.start(5)
    for count in (1, 2, 1):
        for meeting in await cup.seated(count):
            await cup.play(meeting)
    await cup.place.world.until(lambda: "champion" in cup.place.world.texts()[-1])
    assert cup.told() == [
        "🏆 **Colosseum** (cup 1): sign up now.",
        "🏆 **Colosseum** begins with 5 players. Seeds: 1 Ann, 2 Bob, 3 Cid, 4 Dan, 5 Eve.",
        "⚔️ **Colosseum**, round 1",
        "🏁 **Dan** beat Eve.",
        "⚔️ **Colosseum**, round 2",
        *sorted(["🏁 **Ann** beat Dan.", "🏁 **Bob** beat Cid."]),
        "⚔️ **Colosseum**, round 3",
        "🏁 **Ann** beat Bob.",
        "🏆 @Ann is the champion of **Colosseum**!",
    ]
    assert sorted(room.id for room in cup.place.world.made.values()) == [
        f"room-{number}" for number in (1, 2, 3, 4)
    ]
    runner = cup.place.desk.cups
    async with patience():
        # Nothing is kept of a cup that is over.
        while runner._steps._again or runner._tellings._again:  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0)


@pytest.mark.usefixtures("each_database")
async def test_a_crash_after_every_event_changes_nothing(cup):
    """Each pairing has one match and one room, and each message is made once."""
    await cup.start(3)
    cup.crash_at_events()
    crashes = 0
    while not await cup.play_on():
        crashes += 1
        await cup.crash()
        cup.crash_at_events()
    assert crashes > 12
    state = (await cup.held()).state
    assert [player for _, player in state.end.places] == ["ann", "bob", "cid"]
    assert len(cup.place.world.made) == len(state.meetings)
    assert [len(one.games) for one in state.meetings] == [1] * len(state.meetings)
    told = cup.told()
    rounds = {meeting.round for meeting in state.meetings}
    assert len(told) == 1 + 1 + len(rounds) + len(state.meetings) + 1
    for room in cup.place.world.made.values():
        assert (
            sum(
                "Ready" in str(one.announcement)
                for one in cup.place.world.announced()
                if one.room == room
            )
            == 1
        )


async def test_answers_that_are_lost_make_nothing_twice(cup):
    cup.place.venue.answers_lost = cup.place.world.rooms_lost = 1
    await cup.start(4)
    await cup.place.pass_until(lambda: len(cup.place.world.made) == 2)
    await cup.place.pass_until(lambda: any("round 1" in text for text in cup.told()))
    await cup.seated(2)
    assert len(cup.place.world.made) == 2
    assert len(cup.told()) == 3


async def test_a_venue_that_makes_no_rooms_is_asked_again_and_the_host_told_once(cup):
    """Refused for good, twice: the host is told alone, and it goes on once it can."""
    cup.place.world.rooms_refused = [VenueError("no right for threads.", lasting=True)] * 2
    await cup.start(2)
    await cup.place.world.until(lambda: cup.place.world.whispered)
    await cup.place.pass_until(lambda: cup.place.world.made)
    await cup.seated(1)
    assert [player for player, _ in cup.place.world.whispered] == [HOST]


async def test_a_thread_that_is_gone_holds_up_nothing_else(cup):
    """The reminder is told in the cup's room, and so is all that follows."""
    await cup.start(2, round_time=10 * HOUR)
    await cup.seated(1)
    await cup.at_rest()
    cup.place.venue.refusals = [VenueError("unknown channel", lasting=True)]
    await cup.pass_time(5 * HOUR)
    assert cup.told()[-1].startswith("⏰ @")


async def test_a_cup_whose_room_is_gone_is_closed_after_a_day(cup):
    """Its end can't be told: nothing of it is tried for ever, nor keeps its people from leaving."""
    await cup.open(2)
    await cup.at_rest()
    cup.place.venue.refusals = [VenueError("unknown channel", lasting=True)] * 10_000
    table = cup.place.desk.cups.table
    await cup.do(lambda state, by: acts.cancel(state, by, "nobody comes"))
    await cup.pass_time(23 * HOUR)
    assert await table.cups.open_cups()
    await cup.pass_time(2 * HOUR)
    await cup.at_rest()
    assert not await table.cups.open_cups()


async def test_two_hosts_press_start_and_two_open_a_cup(cup):
    await cup.open(3)
    held = await cup.held()
    assert await cup.place.desk.cups.open(ROOM, held.state.opened) is None
    await cup.begin()
    with pytest.raises(CupError) as refused:
        await cup.begin()
    assert refused.value.problem is NotNow.ALREADY_STARTED
    assert len(await cup.seated(1)) == 1


async def test_rooms_here_plays_one_pairing_after_the_other_in_the_cups_room(cup):
    """Two pairings, one match at a time, and a deadline that gives the second its time."""
    await cup.start(4, rooms="here", round_time=2 * HOUR)
    (first,) = await cup.seated(1)
    cup.place.clock.advance(2 * HOUR - MINUTE)
    await cup.play(first)
    (second,) = await cup.seated(1)
    assert second.number == 2
    assert second.game.room == ROOM.id
    assert (await cup.pass_time(HOUR)).meeting(2).result is None
    await cup.play(second)
    assert await cup.play_on()
    assert cup.place.world.made == {}


async def test_best_of_three_is_played_in_one_room_with_first_turns_in_turn(cup):
    """Ann loses the first game, and wins the others; the lower seed is the DMO in each."""
    await cup.start(2, best_of=3, lower_seed_is_dmo=True)
    firsts = []
    for loser in ("ann", "bob", "bob"):
        (meeting,) = await cup.seated(1)
        match = await cup.match(meeting)
        firsts.append(match.players[0].id)
        assert match.players[match.dmo].id == "bob"
        for entrant in ("ann", "bob"):
            await cup.act(meeting, entrant, Ready())
        await cup.act(meeting, loser, Resign())
        await cup.until(lambda state, game=meeting.game: state.meeting(1).game != game)
    assert firsts[0] == firsts[2] != firsts[1]
    assert await cup.play_on()
    assert len(cup.place.world.made) == 1
    assert "🏁 **Ann** beat Bob 2–1." in cup.told()


async def test_a_match_that_is_called_off_is_the_hosts_to_decide(cup):
    await cup.start(2)
    (meeting,) = await cup.seated(1)
    await cup.act(meeting, HOST.id, Cancel(), may_host=True)
    state = await cup.at_rest()
    assert state.meeting(1).is_stuck
    await cup.crash()
    state = await cup.at_rest()
    assert [text[0] for text in cup.told()].count("❓") == 1
    await cup.do(lambda state, by: acts.play_again(state, by, ("ann",), "once more"))
    (again,) = await cup.seated(1)
    assert (again.game.number, again.game.room) == (2, meeting.game.room)
    await cup.do(lambda state, by: acts.award(state, by, ("ann",), None, ""))
    assert (await cup.over(again.game.match)).ended.termination is Termination.CANCELLED
    await cup.place.world.until(lambda: "nobody is left" in cup.told()[-1])


async def test_a_match_reopened_before_the_next_round_is_played_on(cup):
    """Its result is taken back; when the next round is paired it stands, and the host is told."""
    await cup.start(4)
    one, other = await cup.seated(2)
    await cup.play(one)
    await cup.until(lambda state: state.meeting(1).result is not None)
    await cup.act(one, HOST.id, Reopen(""), may_host=True)
    await cup.until(lambda state: state.meeting(1).result is None)
    await cup.act(one, HOST.id, Resume(), may_host=True)
    await cup.act(one, min(one.entrants), Resign())
    await cup.play(other)
    state = await cup.until(lambda state: state.round == 2)
    lost = (0, 2) if one.entrants[0] < one.entrants[1] else (2, 0)
    assert state.meeting(1).result.halves == lost
    await cup.act(one, HOST.id, Reopen(""), may_host=True)
    await cup.until(lambda state: state.meeting(1).games[0].doubted)
    state = await cup.at_rest()
    assert state.meeting(1).result is not None
    assert [text[0] for text in cup.told()].count("❓") == 1


async def test_a_final_that_is_reopened_when_all_is_over_is_told_to_the_host_once(cup):
    """The cup had been closed; it stays as it ended, also where the process is killed before."""
    await cup.start(2)
    (final,) = await cup.seated(1)
    await cup.play(final)
    ended = await cup.at_rest()
    table = cup.place.desk.cups.table
    await cup.place.pass_until(lambda: not table.held())
    await cup.act(final, HOST.id, Reopen(""), may_host=True)
    await cup.crash()
    await cup.place.pass_until(lambda: "❓" in cup.told()[-1])
    assert cup.told()[-1].endswith("was reopened, but the cup is over: the cup keeps it as it was.")
    table = cup.place.desk.cups.table
    await cup.place.pass_until(lambda: not table.held())
    assert not await table.cups.open_cups()
    state = (await cup.held()).state
    assert (state.end, state.meeting(1).result) == (ended.end, ended.meeting(1).result)
    await cup.pass_time(2 * HOUR)
    assert [text[0] for text in cup.told()].count("❓") == 1


async def test_leaving_loses_a_waiting_match_only(cup):
    await cup.start(4)
    one, other = await cup.seated(2)
    for entrant in one.entrants:
        await cup.act(one, entrant, Ready())
    for meeting in (one, other):
        await cup.do(acts.leave, next(one for one in PEOPLE if one.id == meeting.entrants[0]))
    state = await cup.at_rest()
    assert state.meeting(1).result is None
    assert state.meeting(2).result.ending == "walkover"
    assert (await cup.over(other.game.match)).ended.termination is Termination.CANCELLED
    await cup.act(one, one.entrants[1], Resign())
    state = await cup.until(lambda state: not state.is_open)
    assert state.end.champion == other.entrants[1], "who has left goes no further"


async def test_swap_before_the_first_turn_has_others_meet(cup):
    """Matches that wait are called off and new ones opened in their rooms; after a turn it's no."""
    await cup.start(4)
    before = await cup.seated(2)
    held = await cup.held()
    await cup.do(lambda state, by: acts.swap(state, by, ("ann", "bob"), held.facts, ""))
    for meeting in before:
        assert (await cup.over(meeting.game.match)).ended.termination is Termination.CANCELLED
    state = await cup.until(
        lambda state: all(one.game and one.game.number == 2 for one in state.playing)
    )
    assert {frozenset(one.entrants) for one in state.playing} == {
        frozenset(("bob", "dan")),
        frozenset(("ann", "cid")),
    }
    assert len(cup.place.world.made) == 2
    await cup.play((await cup.held()).state.playing[0])
    with pytest.raises(CupError):
        await cup.do(lambda state, by: acts.swap(state, by, ("ann", "bob"), held.facts, ""))


async def test_paused_cup_begins_nothing_and_cancels_after_its_games(cup):
    """A game ends while the cup stands; the next round comes when it goes on; then it's off."""
    await cup.start(6)
    first = await cup.seated(2)
    await cup.do(lambda state, by: acts.pause(state, by, "dinner"))
    for meeting in first:
        await cup.play(meeting)
    state = await cup.at_rest()
    assert (state.round, state.playing) == (1, ())
    await cup.do(lambda state, by: acts.resume(state, by, ""))
    runs, waits = await cup.seated(2)
    for entrant in runs.entrants:
        await cup.act(runs, entrant, Ready())
    await cup.do(lambda state, by: acts.cancel(state, by, ""))
    assert (await cup.over(waits.game.match)).ended.termination is Termination.CANCELLED
    assert not (await cup.match(runs)).over
    await cup.at_rest()
    assert await cup.place.desk.cups.table.cups.open_cups() == {}
    assert cup.told()[-1].startswith("🚫")


async def test_a_crash_before_a_cup_is_closed_has_the_next_process_close_it(cup):
    """Called off and told, and a match still waits: it is called off, and the room is free."""
    await cup.start(2)
    (meeting,) = await cup.seated(1)
    await cup.at_rest()
    cups = cup.place.desk.cups.table.cups
    stored = await cups.load(1)
    by = By(HOST, cup.place.clock.now())
    off = acts.cancel(stored.state(), by, "")
    await cups.append(1, len(stored.events), [off, CupShown(by.at, "m", len(stored.events))])
    await cup.crash()
    cups = cup.place.desk.cups.table.cups
    assert (await cup.over(meeting.game.match)).over
    await cup.at_rest()
    assert await cups.open_cups() == {}


async def test_a_cup_that_is_damaged_holds_up_no_other(cup):
    """Its record can't be read: the venue comes back all the same, and another cup is run."""
    await cup.open(2)
    async with cup.place.store.transaction() as connection:
        await connection.execute(update(cup_events).values(data="{"))
    await cup.crash()
    other = replace(ROOM, id="elsewhere")
    opened = CupOpened(cup.place.clock.now(), HOST, "Other", CupPlan("knockout", TERMS))
    number = await cup.place.desk.cups.open(other, opened)
    await cup.place.world.until(lambda: cup.told("elsewhere"))
    assert number == 2
    with pytest.raises(StoreError):
        await cup.held()


async def test_a_match_that_can_not_be_read_is_the_hosts_to_decide(cup):
    await cup.start(2)
    await cup.seated(1)
    await cup.at_rest()
    async with cup.place.store.transaction() as connection:
        await connection.execute(update(events).values(data="{"))
    await cup.crash()
    assert (await cup.at_rest()).meeting(1).is_stuck
    assert cup.told()[-1].startswith("❓ @Host")


async def test_a_cup_is_not_closed_before_its_matches_are_called_off(cup):
    """The match's room can't be read for a while: it is called off once it can be."""
    await cup.start(2)
    (meeting,) = await cup.seated(1)
    await cup.at_rest()
    place, cups = cup.place, cup.place.desk.cups.table.cups
    live = await place.desk._ledger.find(meeting.game.match)
    place.venue.deaf_in = {meeting.game.room}
    place.desk._ledger.lose(live, VenueError("the history can't be read"))
    held = await cup.held()
    await cup.do(lambda state, by: acts.cancel(state, by, ""))
    await place.pass_until(lambda: held.untold is None)
    await place.finish(asyncio.create_task(place.desk.cups._go_on(held.id)))
    assert await cups.open_cups() == {1: ROOM}
    place.venue.deaf_in = set()
    place.desk.watchers.append(lambda _: place.world.bell.ring())
    await place.pass_until(lambda: live.match.over)
    await place.pass_until(lambda: not place.desk.cups.table.holds(held))
    assert await cups.open_cups() == {}


async def test_cup_is_told_as_of_its_own_moment(cup):
    """In whatever order it is asked for: the cup as its events up to there make it."""
    await cup.start(3)
    assert await cup.play_on()
    held = await cup.held()
    for number in (*range(len(held.events)), 4, 2, 9, 9, 0):
        assert held.as_of(number) == fold_cup(held.events[: number + 1])
