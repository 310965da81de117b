"""The matches at the desk by server and by the rooms they left: as a look at all would say."""

from hypothesis import example, given
from hypothesis import strategies as st
from referee.tables import HOST, RED, after, at, running

from bot.desk.at_rest import Known
from bot.desk.open_match import OpenMatch
from bot.desk.tables import Tables
from bot.engine.turn import Colour
from bot.referee.events import MatchEnded, MatchMoved, Termination
from bot.referee.room import Room

MATCHES, ROOMS, SERVERS = 5, 3, 2
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "move", "end", "drop"]),
        st.integers(1, MATCHES),
        st.integers(1, ROOMS),
    ),
    max_size=40,
)


def room_in(number: int, room: int) -> Room:
    """A room of the server in which a match of that number is held."""
    return Room("discord", f"server {number % SERVERS}", str(room))


def move(tables: Tables, live: OpenMatch, to: int) -> None:
    """As the ledger does it: first the event is true, then the match is in another room."""
    moved = MatchMoved(at(1), str(to), HOST, left=live.room.id)
    live.took(after(live.match, moved), (moved,))
    tables.move(live, room_in(live.id, to))


@given(STEPS)
@example([("add", 1, 1), ("move", 1, 2), ("move", 1, 1), ("end", 1, 1)])
@example([("add", 1, 1), ("move", 1, 2), ("add", 3, 1), ("drop", 1, 1)])
def test_tables_agree_with_a_look_at_all_matches(steps):
    """Matches come, move, come back to where they were, end, and go, in any order."""
    tables = Tables()
    left = {number: set[int]() for number in range(1, MATCHES + 1)}
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
            for place in range(1, ROOMS + 1):
                gone = {
                    one
                    for one in there
                    if place in left[one] and matches[one].room.id != str(place) and one not in over
                }
                moved = tables.moved_from(Room("discord", f"server {server}", str(place)))
                assert {one.id for one in moved} == gone
