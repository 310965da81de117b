"""Who may do what at a page: every act that a page can send, by everybody who may have a link.

The tables are written by hand, from what the roles are: the host settles, players play, resign and
ask each other, everybody looks, and nobody else does anything.
"""

import contextlib
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fakes import RED, ROOM
from venues.room.visitor import RoomHouse, house

from bot.referee.events import Player
from bot.referee.submission import ReplacePlayer, Submission
from bot.storage.archive import Archive
from bot.storage.room import RoomStore, page_log
from bot.web.hello import NO_SEAT_CODE
from bot.wording.room import LABELS
from web.roles import CID, SeatHouse, Seats, elsewhere_in, in_room, outcome, seat_house

ORDERS = {
    "time": {"colour": "red", "amount": "1m"},
    "replace": {"colour": "blue", "player": "Dan"},
    "adjudicate": {"winner": "red"},
    "forfeit": {"colour": "red"},
    "reopen": {"reason": "by mistake"},
    "pause": {},
    "resume": {},
    "undo": {"turns": "1"},
    "cancel": {"reason": "it rains"},
}
"""What the host fills in, by the dialog."""

BY_EVERYBODY = """
situation  act                   host      one       two       watch     replaced
waiting    ready                 players   ready     ready     players   players
waiting    start                 started   host      host      host      host
waiting    order_cancel          ended     host      host      host      host
choosing   first-blue            chosen    chosen    chooser   chooser   chooser
naming     komi-3                named     chooser   named     chooser   chooser
taking     take-white            chosen    chosen    chooser   chooser   chooser
running    say_F5                said      not-now   played    said      said
running    say_match_status      answered  answered  answered  answered  answered
running    say_match_board       file      file      file      file      file
running    say_match_record      file      file      file      file      file
running    say_match_resign      players   asks      asks      players   players
running    say_match_pause       paused    host      host      host      host
running    say_match_cancel      asks      host      host      host      host
running    say_match_ask_undo    players   asked     none-yet  players   players
running    say_host_undo         undone    host      host      host      host
running    say_host_time_red_1m  changed   host      host      host      host
running    say_host_forfeit_red  asks      host      host      host      host
running    resign                players   ended     ended     players   players
running    ask-undo              players   asked     none-yet  players   players
running    ask-pause             players   asked     asked     players   players
running    ask-abandon           players   asked     asked     players   players
running    hint                  players   no-hints  no-hints  players   players
asked      accept                players   opponent  undone    players   players
asked      decline               players   declined  declined  players   players
asked      take-back             players   declined  declined  players   players
hours      accept-1              players   agreed    opponent  players   players
hours      accept-2              players   agreed    opponent  players   players
hours      accept-3              players   agreed    opponent  players   players
hours      accept                players   which     opponent  players   players
hours      decline               players   declined  declined  players   players
running    order_pause           paused    host      host      host      host
paused     order_resume          resumed   host      host      host      host
running    order_undo            undone    host      host      host      host
running    order_cancel          ended     host      host      host      host
running    order_time            changed   host      host      host      host
running    order_adjudicate      ended     host      host      host      host
running    order_forfeit         ended     host      host      host      host
over       order_reopen          reopened  host      host      host      host
running    save_record           file      file      file      file      file
running    save_board            file      file      file      file      file
running    save_race             -         -         -         -         -
over       save_replay           file      file      file      file      file
over       save_race             file      file      file      file      file
"""

IN_ROOM = """
situation  act                        host      one       two       watch     replaced
running    say_hello_there            said      said      said      said      said
running    say_match_start            not-here  not-here  not-here  not-here  not-here
running    say_host_replace_blue_Dan  not-here  not-here  not-here  not-here  not-here
waiting    order_replace              replaced  host      host      host      host
running    order_replace              replaced  host      host      host      host
running    rematch                    not-over  not-over  not-over  not-over  not-over
over       rematch                    opened    host      host      host      host
over       accept-rematch             opened    host      host      host      host
over       ask-rematch                -         told      told      -         -
over       decline-rematch            -         -         -         -         -
over       no-rematch                 -         -         -         -         -
wished     accept-rematch             opened    host      host      host      host
wished     decline-rematch            told      -         -         -         -
wished     no-rematch                 -         -         told      -         -
wished     ask-rematch                -         -         -         -         -
"""

FOR_BOTH_SEATS = """
situation  act               both
waiting    ready             ready+ready+started
waiting    start             host
choosing   first-blue        chosen
naming     komi-3            named
taking     take-white        chosen
running    say_F5            played
running    say_match_resign  asks
running    resign            ended
running    ask-pause         asked
running    ask-undo          none-yet
asked      accept            undone
asked      decline           declined
hours      accept-2          agreed
running    order_pause       host
running    order_undo        host
running    order_cancel      host
running    order_replace     host
running    order_forfeit     host
over       ask-rematch       told
over       rematch           host
"""

ELSEWHERE = """
situation  act                        host        one         two         replaced    fan
running    say_hello_there            talk-there  talk-there  talk-there  talk-there  talk-there
running    say_match_start            not-here    not-here    not-here    not-here    not-here
running    say_host_replace_blue_Dan  not-here    not-here    not-here    not-here    not-here
running    order_replace              replaced    host        host        host        host
over       rematch                    -           -           -           -           -
over       ask-rematch                -           -           -           -           -
over       accept-rematch             -           -           -           -           -
"""


REFUSED = (
    "which", "host", "players", "no-hints", "chooser", "opponent", "none-yet", "not-over", "needed",
    "-",
)  # fmt: skip
UNOFFERED = {
    # It is the asker who takes back, and the other one who declines; pressed, they are the same.
    ("asked", "decline", "one"), ("asked", "take-back", "two"), ("hours", "decline", "two"),
    # Without a wish the host's button says "Rematch".
    ("over", "accept-rematch", "host"),
}  # fmt: skip
"""What would be done, and is no button just now."""


def cells(*tables: str) -> list[tuple[str, str, str, str]]:
    """The cells of tables: situation, act, role, and what comes of it."""
    found = []
    for table in tables:
        head, *rows = (line.split() for line in table.strip().splitlines())
        for situation, act, *outcomes in rows:
            assert len(outcomes) == len(head) - 2, act
            found += [
                (situation, act.replace("_", " "), role, wanted)
                for role, wanted in zip(head[2:], outcomes, strict=True)
            ]
    return found


def sent(act: str) -> dict[str, Any]:
    """What a page sends for an act: words, a wish for a file, a dialog, or else a press."""
    kind, _, what = act.partition(" ")
    match kind:
        case "say":
            return {"type": "say", "text": what}
        case "save":
            return {"type": "save", "what": what, "turn": 1}
        case "order":
            return {"type": "order", "act": what, "options": ORDERS[what]}
        case _:
            return {"type": "act", "act": act}


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[RoomHouse]:
    async with house(tmp_path) as opened:
        yield opened


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[SeatHouse]:
    """A referee of matches that are held at a venue in memory, and pages of them."""
    async with seat_house(tmp_path) as place:
        yield place


async def check(table: list[tuple[str, str, str, str]], make: Any) -> None:
    """Each cell by itself; a match in which something was done is followed by a new one.

    A page has the buttons of what its reader may do, and no other.
    """
    wrong, matches, pages = [], {}, {}
    for situation, act, role, wanted in table:
        if situation not in matches:
            matches[situation] = await make(situation)
        seats = matches[situation]
        page = pages.get((situation, role)) or await seats.page(role)
        pages[situation, role] = page
        button, before = act.removeprefix("order "), await seats.done()
        if button in LABELS and role != "both":
            offered = button in seats.offered(page)
            if offered != (wanted not in REFUSED) and (situation, act, role) not in UNOFFERED:
                wrong.append(f"{situation}, {act} is a button for {role}: {offered}")
        found = await outcome(seats, page, sent(act))
        if found != wanted:
            wrong.append(f"{situation}, {act} by {role}: {found}, not {wanted}")
        if await seats.done() != before or found in ("said", "told"):
            del matches[situation]
            for key in [key for key in pages if key[0] == situation]:
                await pages.pop(key).close()
    assert not wrong, "\n".join(wrong)


def kind_of(act: str) -> str:
    """The button of an act, which may be for one of several colours or numbers."""
    return re.sub("^(first|take|komi)-.*", r"\1", act.removeprefix("order "))


def test_every_button_is_in_the_tables() -> None:
    sent_by_pages = {kind_of(act) for act in LABELS} - {"review", "spar", "from-here"}
    tables = (BY_EVERYBODY, IN_ROOM, FOR_BOTH_SEATS, ELSEWHERE)
    assert sent_by_pages <= {kind_of(act) for _, act, _, _ in cells(*tables)}


@pytest.mark.thorough
async def test_roles_in_the_local_room(place: RoomHouse) -> None:
    await check(cells(BY_EVERYBODY, IN_ROOM, FOR_BOTH_SEATS), lambda now: in_room(place, now))


@pytest.mark.parametrize("all_cells", [False, pytest.param(True, marks=pytest.mark.thorough)])
async def test_roles_on_pages_of_matches_that_are_held_elsewhere(elsewhere, all_cells) -> None:
    """Nobody watches there but who has lost a seat; the host and players have a page each.

    Quickly, every second refusal is tried, and of what is done, which needs a match each, one in
    eight.
    """
    table = [
        cell if cell[3] != "said" else (*cell[:3], "players")
        for cell in cells(BY_EVERYBODY)
        if cell[2] != "watch"
    ] + cells(ELSEWHERE)
    if not all_cells:
        done = [cell for cell in table if cell[3] not in REFUSED]
        refused = [cell for cell in table if cell[3] in REFUSED]
        table = [cell for cell in table if cell in refused[::2] + done[::8]]
    await check(table, lambda now: elsewhere_in(elsewhere, now))


LOOKS = {
    "in_room": {"host": False, "one": False, "two": True, "both": True, "watch": False},
    "elsewhere": {"host": False, "one": False, "two": True},
}
"""Whose page says what a turn of Blue's, who is to move, would come to. All see each position."""


async def check_looks(seats: Seats, tries: dict[str, bool]) -> None:
    """Each page looks at a turn, tries one out, and then asks something that all are answered."""
    before = await seats.done()
    for role, tried in (tries | {"replaced": False}).items():
        page = await seats.page(role)
        await page.socket.send_json({"type": "look", "turn": 1})
        assert (await page.get("position"))["turn"] == 1, role
        await page.socket.send_json({"type": "try", "text": "F5"})
        await page.say("match status")
        await page.get("taken")
        assert any(one["type"] == "tried" for one in page.seen) is tried, role
        await page.close()
    assert await seats.done() == before


async def test_looking_and_trying_by_every_role(place: RoomHouse, elsewhere: SeatHouse) -> None:
    await check_looks(await in_room(place, "running"), LOOKS["in_room"])
    await check_looks(await elsewhere_in(elsewhere, "running"), LOOKS["elsewhere"])


async def check_closed(seats: Seats, roles: tuple[str, ...], why: str) -> None:
    """Links that open nothing: the page is told why, and nothing that it sends is read."""
    before = await seats.done()
    for role in roles:
        page = await seats.enter(seats.links[role])
        for act in ("say match cancel confirm:yes", "say F5", "resign", "pause", "save record"):
            with contextlib.suppress(ConnectionError):
                await page.socket.send_json(sent(act) | {"key": act})
        closed = await page.until(lambda _: True)
        assert closed["type"] == "closed", role
        assert closed["text"].startswith(why), role
        assert (await page.socket.receive()).data == NO_SEAT_CODE, role
    assert await seats.done() == before


async def test_a_link_to_something_else_opens_no_page_of_the_room(place: RoomHouse) -> None:
    seats = await in_room(place, "running")
    nothing = seats.links | {"none": [], "short": [seats.links["host"][0][:-1]]}
    seats.links.update(nothing)
    wrong = ("home", "guessed", "another", "none", "short")
    await check_closed(seats, wrong, "This link opens no seat in this room.")
    page = await seats.enter([*seats.links["another"], *seats.links["home"], *seats.links["one"]])
    assert (await page.get("welcome"))["tokens"] == seats.links["one"]
    assert (await page.get("state"))["roles"] == ["one"]


async def test_a_link_to_something_else_opens_no_page_of_a_match(elsewhere: SeatHouse) -> None:
    seats = await elsewhere_in(elsewhere, "running")
    other = await elsewhere_in(elsewhere, "running")
    seats.links |= {"none": [], "next": other.links["two"], "theirs": other.links["host"]}
    wrong = ("watch", "home", "guessed", "another", "none", "next", "theirs")
    await check_closed(seats, wrong, "This link opens nothing any more.")


async def test_a_page_that_loses_its_seat_is_told_so(place, elsewhere) -> None:
    """At the page that is open, and at the link from then on; who has never had one is not."""
    told = "This seat is somebody else's now, so this page only watches."
    room, match = await in_room(place, "running"), await elsewhere_in(elsewhere, "running")
    people = {"in_room": Player(f"{room.room.id}.one-1", "Dan"), "elsewhere": Player("dan", "Dan")}
    for seats, dan in ((room, people["in_room"]), (match, people["elsewhere"])):
        pages = {role: await seats.page(role) for role in ("host", "one", "two", "replaced")}
        wishes = {role: page.seen[-1]["wish"] for role, page in pages.items()}
        assert wishes == {"host": "", "one": "", "two": "", "replaced": told}
        _, now = await seats.desk.match(seats.number)
        order = Submission(now.host, ReplacePlayer("red", dan), now.turn_open_at, None, True)
        await seats.desk.submit_to(seats.number, order)
        lost = await pages["one"].until(lambda one: one["type"] == "state" and one["wish"])
        assert (lost["wish"], lost["roles"]) == (told, ["watch"])
        assert {one["act"] for one in lost["actions"]} <= {"review", "spar", "from-here"}
        again = await seats.page("one")
        assert again.seen[-1]["wish"] == told
        for page in (*pages.values(), again):
            await page.close()
    assert (await room.page("watch")).seen[-1]["wish"] == ""


async def test_after_a_player_was_forgotten_no_link_opens_anything(elsewhere: SeatHouse) -> None:
    """Nobody's, of that match: on each page stands the name. What was sent from theirs is gone."""
    seats = await elsewhere_in(elsewhere, "running")
    going = await elsewhere_in(elsewhere, "running")
    one = await seats.page("one")
    two = await seats.page("two")
    for page, act, done in (
        (two, "say F5", "played"),
        (one, "say G5", "played"),
        (one, "resign", "ended"),
    ):
        elsewhere.place.clock.advance(timedelta(seconds=1))
        assert await outcome(seats, page, sent(act)) == done
        await elsewhere.place.settled()
    for page in (one, two):
        await page.close()
    links, archive = elsewhere.links, Archive(seats.store)
    watch = seats.links["watch"][0]
    assert await links.watched(watch) == seats.number
    lines, logs = RoomStore(seats.store), [page_log(seats.number, who.id) for who in (RED, CID)]
    assert [len(await lines.lines(log)) for log in logs] == [1, 1]
    assert len(await archive.forget(ROOM.venue, ROOM.server, RED.id)) == 1
    ended = ("host", "one", "two", "replaced", "watch")
    await check_closed(seats, ended, "This link opens nothing any more.")
    assert await links.watched(watch) is None
    assert [len(await lines.lines(log)) for log in logs] == [0, 1]
    # A match that is still played is left alone.
    page = await going.page("one")
    assert page.seen[-1]["roles"] == ["one"]
