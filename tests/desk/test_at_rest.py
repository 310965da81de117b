"""Matches at rest: nobody can tell, and what asks of all of them wakes none."""

import asyncio
from dataclasses import replace
from threading import Lock

from fakes import BLUE, MINUTE, RED, ROOM, SECOND, FakeHouse
from hypothesis import given
from hypothesis import strategies as st
from referee.tables import after, at, running
from settling import meanwhile

from bot.desk.at_rest import AtRest, Awake, Known
from bot.desk.backlog import MATCHES, Queue
from bot.desk.sparring import Sparring
from bot.desk.tables import OpenMatch
from bot.desk.venue_status import loads
from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.turn import Colour, Drop, Turn
from bot.referee.events import RefereeAway
from bot.referee.match import Status
from bot.referee.ruling import Accepted
from bot.storage.failures import StoreError
from bot.views.film import history

OTHER = replace(ROOM, id="another room")


def at_rest(house: FakeHouse) -> list[OpenMatch]:
    matches = list(house.desk._ledger.tables)
    for live in matches:
        # The first time it may only lose its mark.
        assert live.rest_if_idle() or live.rest_if_idle()
        assert is_at_rest(live)
    return matches


def is_at_rest(live: OpenMatch) -> bool:
    return isinstance(live._known, AtRest)


async def test_a_match_goes_on_from_rest_as_if_it_had_never_been_there(place):
    """Turns, talk that is no turn, a repeated message and a board in another room."""
    await place.start(room=OTHER, begun=False)
    at_rest(place)
    await place.hear(RED, "hello there")
    at_rest(place)
    place.clock.advance(20 * SECOND)
    first = place.world.say(RED, "E5")
    assert isinstance((await place.submit(first)).ruling, Accepted)
    at_rest(place)
    assert await place.desk.has_ruled(1, first.message)
    await place.submit(first)
    at_rest(place)
    assert isinstance((await place.hear(BLUE, "D3 F7")).ruling, Accepted)
    at_rest(place)
    match = await place.match()
    assert [turn.turn for turn in match.turns] == ["E5", "D3 F7"]
    assert [turn.used for turn in match.turns] == [20 * SECOND, 0 * SECOND]
    assert sum("E5" in text for text in place.world.texts()) == 1
    assert (await place.desk.latest(OTHER))[1].status is Status.WAITING


async def test_time_is_called_in_a_match_at_rest(place):
    place.watch_deadlines()
    at_rest(place)
    await place.pass_until(lambda: any("time" in text for text in place.world.texts()[-1:]))
    await place.settled()
    await place.pass_until(lambda: place.desk.held(ROOM.venue, ROOM.server) == [])
    match = await place.match()
    assert match.flagged
    assert match.ended.at == match.turn_open_at + 6 * MINUTE


async def test_questions_about_all_matches_wake_none(place):
    """Metrics, a stall, a return to duty, a review of another game; each is true all the same."""
    await place.start(room=OTHER, begun=False)
    matches = at_rest(place)
    (load,) = loads(place.desk._ledger)
    assert (load.open_matches, load.waiting, load.out_of_reach) == (2, 0, 0)
    positions = [matches[0].look().position]
    assert not await place.desk.likeness.is_played_now(positions)
    assert len(place.desk.held(ROOM.venue, ROOM.server)) == len(matches)
    place.desk.start_over(place.venue, place.clock.now())
    assert [is_at_rest(live) for live in matches] == [True, True]
    await place.settled()


async def test_trouble_of_all_matches_wakes_none(place):
    """The database fails; the referee does not keep up. Whoever shows them hears of it."""
    await place.start(room=OTHER, begun=False)
    Sparring(place.desk, place.clock)
    shown: list[OpenMatch] = []
    place.desk.watchers.append(shown.append)
    matches = at_rest(place)
    place.desk._ledger.unusable(StoreError("gone"))
    assert shown == matches
    assert [is_at_rest(live) for live in matches] == [True, True]
    for live in matches:
        await place.finish(asyncio.create_task(live.in_sync.wait()))
    await place.settled()
    timed = at_rest(place)[:1]
    shown.clear()
    for number in range(MATCHES):
        place.desk.backlog.add(Queue.ACTS, number, number)
    async with meanwhile(place.desk.overload.run()):
        await place.pass_until(lambda: timed[0].behind_since)
    assert shown == timed
    assert [is_at_rest(live) for live in matches] == [True, True]


@given(st.lists(st.integers(0, 7), max_size=60))
def test_matches_used_last_are_awake_and_no_more_than_are_wanted(used):
    """Three of eight: whoever is used is awake afterwards, and equal to what it was."""
    awake, matches = Awake(3), []
    for number in range(8):
        match = running(shown=number)
        matches.append((OpenMatch(number, ROOM, Known(match, {str(number): True})), match))
        matches[-1][0].belongs_to(None, awake)
    for number in used:
        live, match = matches[number]
        assert live.match == match
        assert live.known.ruled == {str(number): True}
        assert not is_at_rest(live)
        assert sum(not is_at_rest(live) for live, _ in matches) <= 3


def test_a_match_that_cannot_be_packed_or_was_dropped_stays_as_it_is(caplog):
    """Those that are used after it notice nothing, and the log says it once."""
    awake = Awake(1)
    odd = OpenMatch(1, ROOM, Known(running(), {"1": Lock()}))
    others = [OpenMatch(number, ROOM, Known(running())) for number in range(2, 6)]
    for live in (odd, *others):
        live.belongs_to(None, awake)
    assert [is_at_rest(live) for live in others] == [True, True, True, False]
    assert odd.match == running()
    assert caplog.text.count("match 1 could not be put at rest") == 1
    awake = Awake(1)
    one, other = (OpenMatch(number, ROOM, Known(running())) for number in (1, 2))
    one.belongs_to(None, awake)
    one.belongs_to(None)
    other.belongs_to(None, awake)
    assert not is_at_rest(one)


def test_a_game_of_five_hundred_turns_can_be_at_rest():
    """Side 13 has 547 cells, and each turn may be one stone: nested, they are too deep to pack."""
    last = Position(board(13))
    for cell in range(500):
        mover = last.to_move
        stones = [*last.stones]
        stones[mover] |= 1 << cell
        turn = Turn((Drop(cell, mover),))
        last = Position(
            last.board, tuple(stones), mover.other, last.number + 1, 0, None, last, turn
        )
    match = replace(running(), position=last)
    back = AtRest.of(Known(match)).known().match
    assert history(back.position) == history(last)
    assert [one.turn for one in history(back.position)] == [one.turn for one in history(last)]
    assert type(back.position.to_move) is Colour


def test_match_says_at_a_glance_what_it_says_when_it_is_asked():
    away = after(running(), RefereeAway(at(1), True))
    for match in (running(), away):
        live = OpenMatch(1, ROOM, Known(match))
        live.belongs_to(None, Awake())
        glance = live.glance
        assert live.rest_if_idle() or live.rest_if_idle()
        assert live.glance == glance
        assert glance.timed
        assert glance.turn_open_at == match.turn_open_at
        assert not glance.over
