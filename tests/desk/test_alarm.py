"""Deadlines and rooms of thousands of matches: what a look at all would say, without the look."""

from datetime import datetime, timedelta
from types import SimpleNamespace

from handclock import HandClock
from hypothesis import example, given
from hypothesis import strategies as st
from referee.tables import HOST, MINUTE, RED, after, at, running

from bot.desk.alarm import Alarm
from bot.desk.at_rest import Known
from bot.desk.standing import RUNS
from bot.desk.tables import OpenMatch, Tables
from bot.desk.venue import Venues
from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.events import MatchEnded, MatchMoved, Termination
from bot.referee.match import Room
from bot.referee.timekeeping import next_call

MATCHES = 6
NUMBERS = st.integers(1, MATCHES)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), NUMBERS, st.integers(0, 300)),
        st.tuples(st.just("lost"), NUMBERS, st.none()),
        st.tuples(st.just("back"), NUMBERS, st.none()),
        st.tuples(st.just("take"), st.none(), st.integers(0, 400)),
        st.tuples(st.just("put back"), st.none(), st.none()),
    ),
    max_size=60,
)


def served(name: str) -> SimpleNamespace:
    return SimpleNamespace(name=name, part=Part(name), holds=lambda room: room.venue == name)


VENUES = Venues({Part(name): served(name) for name in ("even", "odd")})


def call(live: OpenMatch) -> datetime | None:
    return next_call(live.match)


def open_match(number: int) -> OpenMatch:
    """A match whose first turn was shown as many seconds after ten as its number says."""
    room = Room("even" if number % 2 == 0 else "odd", "server", str(number))
    return OpenMatch(number, room, Known(running(shown=number)), standing=RUNS)


@given(STEPS)
@example([("take", None, 61)])
def test_alarm_agrees_with_a_list_of_all_matches(steps):
    """A turn opens at `shown`, and a minute later the bank does: that is the moment of a match."""
    alarm, taken = Alarm(VENUES, HandClock(), call), set()
    tables = Tables(alarm.look_again)
    matches = {number: open_match(number) for number in range(1, MATCHES + 1)}
    shown, in_sync = {number: number for number in matches}, set(matches)
    for live in matches.values():
        live.become(RUNS)
        tables.add(live)
    for what, number, value in steps:
        if what == "turn":
            matches[number].took(running(shown=value), ())
            shown[number] = value
            taken.discard(number)
        elif what == "lost":
            matches[number].become(RUNS.left())
            in_sync.discard(number)
        elif what == "back":
            matches[number].become(RUNS)
            in_sync.add(number)
            taken.discard(number)
        elif what == "put back":
            for one in taken:
                alarm.look_again(matches[one])
            taken = set()
        for venue, parity in (("even", 0), ("odd", 1)):
            waiting = sorted((shown[one] + 60, one) for one in in_sync - taken if one % 2 == parity)
            assert alarm.nearest(Part(venue)) == (at(waiting[0][0]) if waiting else None)
            if what == "take":
                due = [one for moment, one in waiting if moment <= value]
                assert list(alarm.take(Part(venue), at(value))) == due
                taken |= set(due)


def test_old_entries_and_matches_that_left_are_thrown_away():
    """Of two thousand turns in one match few deadlines stay behind; another match keeps its own."""
    alarm = Alarm(VENUES, HandClock(), call)
    tables = Tables(alarm.look_again)
    for live in (open_match(2_001), open_match(1)):
        live.become(RUNS)
        tables.add(live)
    for second in range(2_000, 0, -1):
        live.took(running(shown=second), ())
        assert alarm.nearest(Part("odd")) == at(second) + MINUTE
    assert sum(map(len, alarm._entries.values())) < 100
    assert list(alarm.take(Part("odd"), at(3_000))) == [1, 2_001]
    alarm = Alarm(VENUES, HandClock(), call)
    tables, live = Tables(alarm.look_again), open_match(1)
    live.become(RUNS)
    tables.add(live)
    live.become(RUNS.left())
    tables.drop(live)
    live.become(RUNS)
    assert alarm.nearest(Part("odd")) is None
    assert alarm.nearest(Part("even")) is None
    assert list(alarm.take(Part("odd"), at(0) + timedelta(days=1))) == []


IN_TABLES, TABLE_ROOMS, SERVERS = 5, 3, 2
TABLE_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "move", "end", "drop"]),
        st.integers(1, IN_TABLES),
        st.integers(1, TABLE_ROOMS),
    ),
    max_size=40,
)


def room_in(number: int, room: int) -> Room:
    return Room("discord", f"server {number % SERVERS}", str(room))


def move(tables: Tables, live: OpenMatch, to: int) -> None:
    """As the ledger does it: first the event is true, then the match is in another room."""
    moved = MatchMoved(at(1), str(to), HOST, left=live.room.id)
    live.took(after(live.match, moved), (moved,))
    tables.move(live, room_in(live.id, to))


@given(TABLE_STEPS)
@example([("add", 1, 1), ("move", 1, 2), ("move", 1, 1), ("end", 1, 1)])
@example([("add", 1, 1), ("move", 1, 2), ("add", 3, 1), ("drop", 1, 1)])
def test_tables_agree_with_a_look_at_all_matches(steps):
    tables = Tables()
    left = {number: set[int]() for number in range(1, IN_TABLES + 1)}
    matches = {number: OpenMatch(number, room_in(number, 1), Known(running())) for number in left}
    here, over = set[int](), set[int]()
    for what, number, room in steps:
        live = matches[number]
        if what == "add":
            tables.add(live)
            here.add(number)
        elif what == "move" and str(room) != live.room.id:
            left[number].add(int(live.room.id))
            move(tables, live, room)
        elif what == "end" and number not in over:
            end = MatchEnded(at(2), Colour.FIRST, Termination.RESIGNATION, RED)
            live.took(after(live.match, end), (end,))
            over.add(number)
        elif what == "drop":
            tables.drop(live)
            here.discard(number)
        for server in range(SERVERS):
            there = sorted(one for one in here if one % SERVERS == server)
            found = tables.of_server("discord", f"server {server}")
            assert [one.id for one in found] == there
            for place in range(1, TABLE_ROOMS + 1):
                gone = {
                    one
                    for one in there
                    if place in left[one] and matches[one].room.id != str(place) and one not in over
                }
                moved = tables.moved_from(Room("discord", f"server {server}", str(place)))
                assert {one.id for one in moved} == gone
