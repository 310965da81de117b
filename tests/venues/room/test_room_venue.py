"""What the desk may ask of the room: announcements, stamps, reading up, time, restarts."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from handclock import HandClock
from referee.tables import HOST, after, running
from settling import meanwhile

from bot.desk.desk import Desk
from bot.desk.outbox import Outbox
from bot.desk.presence import StallWatch
from bot.desk.venue import Announcement, VenueError
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.submission import Said
from bot.settings import Settings
from bot.storage.links import Links
from bot.storage.store import open_store
from bot.venues.room.boards import example_board
from bot.venues.room.match_list import new_key
from bot.venues.room.seats import place
from bot.venues.room.seats import place as place_of
from bot.venues.room.venue import RoomVenue
from bot.web.dispatch import Arrivals
from bot.web.kinds import Participant
from bot.web.server import WebServer
from venues.room.by_hand import sent_over
from venues.room.visitor import FORM, RoomHouse, house, seated, words


async def test_a_message_taken_back_is_gone_for_everybody(place: RoomHouse) -> None:
    room, tokens = await place.open()
    fan = await place.visit(room, tokens["watch"])
    posted = await place.venue.announce(place_of(room), Announcement(1, "n", "Hurry"))
    line = await fan.line("Hurry")
    await place.venue.withdraw(place_of(room), posted.message)
    await fan.until(lambda one: one["type"] == "gone" and one["serials"] == [line["serial"]])
    later = await place.enters(room, tokens["watch"])
    assert "Hurry" not in [words(one) for one in later.lines()]
    back = await place.visit(room, tokens["watch"], after=line["serial"])
    assert line["serial"] in (await back.get("gone"))["serials"]


async def test_the_room_is_read_by_its_stamps(place: RoomHouse) -> None:
    room, _, (host, ann, bob) = await seated(place)
    for visitor, text in ((host, "D1"), (ann, "hello"), (ann, "match pause")):
        await visitor.says(text, host, text, "said")
    for visitor, text in ((bob, "status"), (ann, "match dance")):
        await visitor.say(text)
        await visitor.get("whisper")
    await bob.says("my turn soon", host, "soon")
    said = await place.venue.read_since(place_of(room), place.venue.now() - timedelta(hours=1))
    assert [(one.author.name, one.act) for one in said] == [
        ("Ann", Said("hello")),
        ("Bob", Said("my turn soon")),
    ]
    assert said[0].sent_at < said[1].sent_at
    (last,) = await place.venue.read_since(place_of(room), said[0].sent_at)
    assert last.act == Said("my turn soon")
    assert await place.venue.read_since(place_of(room), last.sent_at) == []


async def test_a_machine_that_slept_was_off_duty(tmp_path: Path) -> None:
    """Ten minutes with the lid closed: until the room is told of it, it is not on duty."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        _, _, (_, ann, bob) = await seated(place, clock="10s+20s")
        await ann.state(lambda match: match["clock"]["deadline"] is not None)
        clock.advance(timedelta(minutes=10, seconds=1))
        assert not place.venue.on_duty()
        assert place.venue.heard_at() is None
        await ann.say("F6")
        assert "10:01" in words(await bob.line("I was away", "told"))
        assert "Red played F6." in words(await bob.line("played", "told"))
        assert place.venue.on_duty()


async def test_stamps_never_go_back(tmp_path: Path) -> None:
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        room, tokens, (_, ann, _) = await seated(place)
        await ann.say("F6")
        last = await ann.line("played")
    async with house(tmp_path, clock, lambda: clock.now() - timedelta(hours=1)) as place:
        bob = await place.enters(room, tokens["two"])
        await bob.say("D3 F7")
        assert (await bob.line("played D3"))["at"] >= last["at"]


async def test_pages_are_let_go_at_the_end(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        room, tokens = await place.open()
        ann = await place.enters(room, tokens["one"])
        reader = asyncio.create_task(_read_to_the_end(ann.socket))
    await asyncio.wait_for(reader, 5)
    assert ann.socket.close_code == aiohttp.WSCloseCode.GOING_AWAY


async def _read_to_the_end(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass


async def test_a_busy_port_is_one_clear_error(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        port = int(place.address.rpartition(":")[2])
        store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}")
        clock = HandClock()
        desk = Desk(store, Outbox(store, clock))
        settings = Settings(web_port=port)
        web = WebServer(settings, desk, clock)
        venue = RoomVenue(settings, desk, store, clock, clock.now, web)
        desk.serve(venue)
        running = asyncio.create_task(venue.run())
        with pytest.raises(VenueError, match=f"127.0.0.1:{port} can't be used: Address already"):
            await web.run()
        for host, beyond in (("192.0.2.1", 0), ("127.0.0.1", 70_000)):
            elsewhere = WebServer(Settings(web_host=host, web_port=beyond), desk, clock)
            with pytest.raises(VenueError, match=f"{re.escape(host)}:{beyond} can't be used"):
                await elsewhere.run()
        running.cancel()
        assert venue.heard_at() is None
        await desk.close()
        await store.close()


async def test_rooms_are_opened_on_the_start_page_only(place: RoomHouse) -> None:
    """There are no threads, no permissions to lack, and no addresses to give away."""
    room = Room("room", "local", "x")
    assert await place.venue.places.barriers(room) == ()
    assert place.venue.places.link(room, "1") == ""
    # The rooms of a cup's pairings have no links of their own: the cup's open them.
    made = await place.venue.places.make_room(room, "thread", "A match")
    assert made.id.startswith("x-")
    assert (await place.session.get(f"{place.address}/room/{made.id}")).status == 404


async def test_rooms_are_opened_by_the_host_alone_where_that_is_set(tmp_path: Path) -> None:
    """On the web everybody may come to the start page; the key may stand beside tokens of seats."""
    async with house(tmp_path, room_opened_by="host") as place:
        key = await new_key(Links(place.store))
        for path in ("rooms", "cups", "room/x/from/1"):
            asked = {"json": FORM, "headers": {"Origin": place.address}}
            for keys, status in (("", 403), ("nonsense", 403), (f"{key},nonsense", 200)):
                asked["headers"]["Authorization"] = f"Bearer {keys}"
                made = await place.session.post(f"{place.address}/{path}", **asked)
                assert (made.status == 403) is (status == 403), path
                assert ("referee room" in await made.text()) is (status == 403)


def test_the_example_on_the_start_page_is_the_worked_example() -> None:
    board = example_board()
    assert board.count('class="cell taken"') == 18
    assert "Blue is leading. Red to move: place up to 3 stones" in board


LOOK = RoomVenue.grace / 20
"""A look every 25 ms."""
WELCOMED = datetime(2020, 1, 1, tzinfo=UTC)
"""When the page was welcomed, where that is long ago."""
HERE = Participant("r", place("r"), "r", Player("", ""))
"""Somebody with a page of a room open."""


@dataclass
class Present:
    """The present and the grace, which are all that a watch asks a venue for."""

    clock: HandClock
    grace: timedelta = RoomVenue.grace
    name: str = "room"

    def now(self):
        return self.clock.now()


@asynccontextmanager
async def watched(clock: HandClock) -> AsyncIterator[Arrivals]:
    watch = StallWatch(Present(clock), clock, lambda _: None)
    async with meanwhile(watch.run()):
        await sent_over()
        for _ in range(5):
            clock.advance(LOOK)
            await sent_over()
        yield Arrivals(lambda _: watch.certain_until())


@pytest.mark.parametrize("stall", [0, 40, 200, 500, 900])
@pytest.mark.parametrize("looked_first", [False, True])
async def test_what_arrives_in_a_stall_is_stamped_before_it(stall: int, looked_first: bool) -> None:
    """Whether it is handled before the first look behind the stall or after it."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        begun = clock.now()
        clock.advance(LOOK + timedelta(milliseconds=stall))
        if looked_first:
            await sent_over()
        assert begun - 2 * LOOK <= arrivals.stamp(HERE, None, WELCOMED) <= begun
        for _ in range(3):
            clock.advance(LOOK)
            await sent_over()
        assert clock.now() - 3 * LOOK <= arrivals.stamp(HERE, None, WELCOMED) <= clock.now()


async def test_what_arrives_is_stamped_after_its_page_was_welcomed_and_after_an_act_before_it():
    """It is sent at once while the process is a little behind."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        match = running()
        given = events.TimeChanged(clock.now(), Colour.FIRST, timedelta(seconds=5), HOST)
        clock.advance(timedelta(milliseconds=100))
        assert arrivals.stamp(HERE, match, WELCOMED) < given.at
        assert arrivals.stamp(HERE, after(match, given), WELCOMED) > given.at
        clock.advance(timedelta(milliseconds=100))
        assert arrivals.stamp(HERE, None, WELCOMED) < clock.now()
        assert arrivals.stamp(HERE, None, clock.now()) > clock.now()


async def test_frames_of_one_stall_are_stamped_in_their_order() -> None:
    """Red's turn and Blue's answer to it lie in the sockets: they are ruled as they are read."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        clock.advance(timedelta(milliseconds=400))
        stamps = [arrivals.stamp(HERE, None, WELCOMED) for _ in range(50)]
        assert stamps == sorted(set(stamps))
        assert stamps[-1] < clock.now() - timedelta(milliseconds=350)
        assert arrivals.stamp(replace(HERE, subject="another"), None, WELCOMED) == stamps[0]
