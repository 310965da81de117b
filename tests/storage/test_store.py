"""What every store promises, over each kind of database; and the room's memory."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from handclock import START
from referee.tables import BLUE, HOST, RED, at, terms
from sqlalchemy import Connection, Engine, event, text

from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee import events
from bot.referee.match import Room
from bot.servers.settings import USUAL
from bot.storage.failures import RoomTakenError, StaleError, UnusableDatabaseError
from bot.storage.forum import ForumStore, KeptPost
from bot.storage.room import ANSWER, SAID, NewLine, RoomStore, page_log
from bot.storage.store import LOCK_TIMEOUT, Outgoing, Servers, Store, open_store
from storage.kept import sqlite

ROOM = Room("fake", "server", "room")
OPENED = events.MatchOpened(at(0), HOST, (RED, BLUE), terms())
STARTED = events.MatchStarted(at(1), HOST)
TURN = events.TurnPlayed(
    at(2), Colour.FIRST, "E5", timedelta(seconds=1), timedelta(minutes=5), "m1"
)
ENDED = events.MatchEnded(at(3), Colour.SECOND, events.Termination.RESIGNATION, RED)


async def ruled(store, number, message):
    """Whether a message was accepted (True) or refused (False); None if it was never ruled."""
    return (await store.load(number)).ruled.get(message)


async def test_a_match_is_read_back_as_it_was_stored(any_store):
    number = await any_store.open_match(ROOM, OPENED)
    await any_store.append(number, 1, (STARTED, TURN))
    stored = await any_store.load(number)
    assert (stored.id, stored.room, stored.open) == (number, ROOM, True)
    assert stored.events == (OPENED, STARTED, TURN)
    await any_store.append(number, 3, (ENDED,))
    assert not (await any_store.load(number)).open
    assert await any_store.load(number + 1) is None


async def test_a_room_has_one_open_match_and_any_number_of_ended_ones(any_store):
    number = await any_store.open_match(ROOM, OPENED)
    with pytest.raises(RoomTakenError):
        await any_store.open_match(ROOM, OPENED)
    elsewhere = await any_store.open_match(replace(ROOM, id="other"), OPENED)
    assert list(await any_store.open_rooms("fake")) == [number, elsewhere]
    await any_store.append(number, 1, (ENDED,))
    again = await any_store.open_match(ROOM, OPENED)
    assert again > elsewhere, "numbers are not used twice"
    assert await any_store.latest_in(ROOM) == again
    await any_store.append(again, 1, (ENDED,))
    assert await any_store.latest_in(ROOM) == again
    assert await any_store.latest_in(replace(ROOM, id="none")) is None


async def test_the_same_event_number_is_taken_once(any_store):
    """Whoever comes second is stale, and nothing of theirs is kept; so are all but one at once."""
    number = await any_store.open_match(ROOM, OPENED)
    await any_store.append(number, 1, (STARTED,))
    with pytest.raises(StaleError):
        await any_store.append(number, 1, (TURN,), ruled="m1", outgoing=Outgoing(number, 1, 1))
    assert await ruled(any_store, number, "m1") is None
    assert [one.through for one in await any_store.waiting(number)] == [0]
    with pytest.raises(StaleError):
        await any_store.append(number, 0, (STARTED, TURN))
    number = await any_store.open_match(replace(ROOM, id="b"), OPENED)
    results = await asyncio.gather(
        *(any_store.append(number, 1, (STARTED,), ruled=f"m{n}") for n in range(8)),
        return_exceptions=True,
    )
    assert [type(one) for one in results if one is not None] == [StaleError] * 7
    assert (await any_store.load(number)).events == (OPENED, STARTED)


async def test_a_message_is_ruled_once_in_a_match(any_store):
    """Accepted or refused, the second ruling is stale, and so is one from old knowledge."""
    number = await any_store.open_match(ROOM, OPENED)
    other = await any_store.open_match(replace(ROOM, id="other"), OPENED)
    await any_store.append(number, 1, (STARTED,), ruled="m1")
    assert await ruled(any_store, number, "m1") is True
    with pytest.raises(StaleError):
        await any_store.append(number, 2, (TURN,), ruled="m1")
    with pytest.raises(StaleError):
        await any_store.refuse(number, "m1")
    await any_store.refuse(number, "m2")
    assert await ruled(any_store, number, "m2") is False
    assert await ruled(any_store, other, "m1") is None
    assert (await any_store.load(number)).events == (OPENED, STARTED)
    number = await any_store.open_match(replace(ROOM, id="b"), OPENED)
    await any_store.append(number, 1, (STARTED,))
    with pytest.raises(StaleError):
        await any_store.refuse(number, "m1", seen=1)
    assert await ruled(any_store, number, "m1") is None
    await any_store.refuse(number, "m1", seen=2)
    assert await ruled(any_store, number, "m1") is False


async def test_the_outbox_keeps_announcements_in_their_order_until_they_are_visible(any_store):
    number = await any_store.open_match(ROOM, OPENED)
    await any_store.append(number, 1, (STARTED,), outgoing=Outgoing(number, 1, 1))
    await any_store.append(number, 2, (TURN, ENDED), outgoing=Outgoing(number, 2, 3, "m1"))
    assert await any_store.waiting(number) == [
        Outgoing(number, 0, 0),
        Outgoing(number, 1, 1),
        Outgoing(number, 2, 3, "m1"),
    ]
    assert list(await any_store.unannounced("fake")) == [number], "ended, but not yet told"
    assert list(await any_store.unannounced("other")) == []
    for seen, through in ((4, 0), (5, 1), (6, 3)):
        await any_store.append(number, seen, (events.Shown(at(9), "board", through),))
    assert await any_store.waiting(number) == []
    assert list(await any_store.unannounced("fake")) == []


async def test_open_matches_are_listed_by_venue(any_store):
    rooms = [ROOM, replace(ROOM, id="b"), Room("fake", "s2", "c"), replace(ROOM, venue="v2")]
    numbers = [await any_store.open_match(room, OPENED) for room in rooms]
    await any_store.append(numbers[1], 1, (ENDED,))
    assert list(await any_store.open_rooms("fake")) == [numbers[0], numbers[2]]
    assert list(await any_store.open_rooms("v2")) == [numbers[3]]


async def test_a_match_moves_to_a_free_room_and_not_to_a_taken_one(any_store):
    number = await any_store.open_match(ROOM, OPENED)
    await any_store.open_match(replace(ROOM, id="taken"), OPENED)
    with pytest.raises(RoomTakenError):
        await any_store.append(number, 1, (events.MatchMoved(at(1), "taken", HOST),))
    await any_store.append(number, 1, (events.MatchMoved(at(1), "free", HOST),))
    assert (await any_store.load(number)).room == replace(ROOM, id="free")
    assert await any_store.latest_in(replace(ROOM, id="free")) == number
    assert await any_store.open_match(ROOM, OPENED) > number, "the room that was left is free"


async def test_seats_follow_the_events(any_store):
    number = await any_store.open_match(ROOM, OPENED)
    event = events.PlayerReplaced(at(1), Colour.SECOND, events.Player("new", "New"), HOST)
    await any_store.append(number, 1, (event,))
    async with any_store.transaction() as connection:
        rows = await connection.execute(text("SELECT colour, player FROM players ORDER BY colour"))
        assert [tuple(row) for row in rows] == [(0, RED.id), (1, "new")]
    chosen = events.FirstChosen(at(2), Colour.SECOND, HOST)
    again = events.PlayerReplaced(at(3), Colour.SECOND, events.Player("last", "Last"), HOST)
    await any_store.append(
        number, 2, (chosen, events.FirstChosen(at(3), Colour.FIRST, HOST), again)
    )
    async with any_store.transaction() as connection:
        rows = await connection.execute(text("SELECT colour, player FROM players ORDER BY colour"))
        assert [tuple(row) for row in rows] == [(0, "new"), (1, "last")]


async def test_any_text_a_person_can_send_is_stored(any_store):
    name = "\x00\ud800\U0001f600'\"\\;-- \u202e\u0301"
    number = await any_store.open_match(ROOM, replace(OPENED, host=events.Player("h", name)))
    kept = events.RulingKept(at(1), "m1", True, Colour.FIRST)
    await any_store.append(number, 1, (kept, replace(ENDED, reason=name)))
    stored = await any_store.load(number)
    assert stored.events[0].host.name == name
    assert stored.events[2].reason == name


async def test_when_each_part_was_last_on_duty_is_known_by_itself(any_store):
    assert await any_store.last_on_duty(Part("fake")) is None
    for moment in (at(5), at(9)):
        await any_store.on_duty(Part("fake"), moment)
    await any_store.on_duty(Part("other"), at(1))
    assert await any_store.last_on_duty(Part("fake")) == at(9)
    first, second = Part("discord", 0, 2), Part("discord", 1, 2)
    await any_store.on_duty(first, at(5))
    assert await any_store.last_on_duty(second) is None
    for moment in (at(7), at(9)):
        await any_store.on_duty(second, moment)
    assert await any_store.last_on_duty(first) == at(5)
    assert await any_store.last_on_duty(second) == at(9)
    assert await any_store.last_on_duty(Part("discord")) == at(5)


async def test_sqlite_keeps_what_it_was_told_through_a_power_cut(tmp_path):
    """On each of its connections: that which writes, and those that read."""
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'a.sqlite3'}")
    with promises_kept() as found:
        number = await store.open_match(ROOM, OPENED)
        await store.append(number, 1, (TURN,), ruled="m1")
        await store.refuse(number, "m2")
        await store.on_duty(Part("fake"), at(3))
        await store.load(number)
        await store.scalar(text("SELECT 1"))
    await store.close()
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": LOCK_TIMEOUT // timedelta(milliseconds=1),
    }
    assert found == [wanted] * 6


@contextmanager
def promises_kept() -> Iterator[list[dict[str, object]]]:
    """What each transaction's connection promises, as the transaction ends."""
    found = []

    def committed(connection: Connection) -> None:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found.append({one: connection.exec_driver_sql(f"PRAGMA {one}").scalar() for one in names})

    event.listen(Engine, "commit", committed)
    try:
        yield found
    finally:
        event.remove(Engine, "commit", committed)


async def test_a_migration_that_breaks_off_leaves_nothing_behind(tmp_path, monkeypatch):
    address = f"sqlite+aiosqlite:///{tmp_path / 'a.sqlite3'}"
    with monkeypatch.context() as broken:
        broken.setattr("alembic.command.stamp", _power_cut)
        with pytest.raises(KeyboardInterrupt):
            await open_store(address)
    store = await open_store(address)
    assert await store.open_match(ROOM, OPENED) == 1
    await store.close()


def _power_cut(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


async def test_schema_is_made_by_one_of_many_at_once_and_a_newer_one_refused(database):
    stores = await asyncio.gather(*(open_store(database) for _ in range(4)))
    for store in stores:
        assert await store.open_rooms("discord") == {}
        await store.close()
    store = await open_store(database)
    await store.change(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(
        UnusableDatabaseError, match=r"newer version of the referee \(schema 9999\)"
    ):
        await open_store(database)


async def test_a_connection_broken_off_while_it_opens_is_closed(tmp_path, monkeypatch):
    """The task ends while the driver's thread opens the file: nothing is left to be collected."""
    opened, closed = [], []

    class Connection(sqlite3.Connection):
        def close(self):
            closed.append(self)
            super().close()

    def connect(*places, **names):
        opened.append(usual(*places, factory=Connection, **names))
        loop.call_soon_threadsafe(reading.cancel)
        return opened[-1]

    store = await open_store(sqlite(tmp_path / "referee.sqlite3"))
    loop, usual = asyncio.get_running_loop(), sqlite3.dbapi2.connect
    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect)
    reading = asyncio.create_task(store.load(1))
    with suppress(asyncio.CancelledError):
        await reading
    await store.close()
    assert opened == closed != []


PROCESSES, ROUNDS = 4, 15


async def test_processes_that_note_the_same_at_once_disturb_nobody(database: str) -> None:
    stores = [await open_store(database) for _ in range(PROCESSES)]
    try:
        for number in range(ROUNDS):
            part, at = Part("discord", number, ROUNDS), START + timedelta(seconds=number)
            await asyncio.gather(*(store.on_duty(part, at) for store in stores))
            assert await stores[0].last_on_duty(part) == at
            server = f"server-{number}"
            await asyncio.gather(
                *(Servers(store).change("discord", server, lambda _: USUAL) for store in stores)
            )
            forums = [ForumStore(store, "nodebb", "forum") for store in stores]
            await asyncio.gather(*(forum.read(str(number), 3, at, (), ()) for forum in forums))
    finally:
        for store in stores:
            await store.close()


async def test_so_many_posts_that_are_moved_at_once_as_a_topic_may_have(any_store):
    """All are talk but one, of 30 commands: the last was ruled, and the process died then."""
    forum, lines = ForumStore(any_store, "nodebb", "server"), ("@referee pause",) * 30
    posts = [KeptPost(str(key), "5", "1", "Ann", "said", START, START, ()) for key in range(5000)]
    posts[7] = replace(posts[7], lines=lines)
    number = await any_store.open_match(replace(ROOM, venue="nodebb"), OPENED)
    await any_store.append(number, 1, (STARTED,), ruled="7c29")
    await forum.read("5", 3, START, posts, ())
    moved = [replace(post, topic="6") for post in posts]
    assert len(await forum.read("6", 3, START, moved, ())) == len(posts)
    assert [key for key, post in (await forum.posts("6")).items() if post.answered] == ["7"]


def said(text: str, nonce: str | None = None, seconds: float = 0, room: str = "a") -> NewLine:
    at = START + timedelta(seconds=seconds)
    return NewLine(room, at, SAID, text, f"{room}.one", "Ann", "red", nonce)


async def test_lines_come_back_as_they_were_kept(any_store: Store) -> None:
    store = RoomStore(any_store)
    first = await store.add(said("D7 “F8” 🎲", seconds=0.25))
    second = await store.add(
        NewLine("a", START, ANSWER, "No.", reply_to=first.serial, alt="A board."), b"\x89PNG", "p1"
    )
    await store.add(said("elsewhere", room="b"))
    assert await store.lines("a") == [first, second]
    assert await store.lines("a", first.serial) == [second]
    assert second.serial > first.serial
    assert (first.text, first.at, first.speaker) == (
        "D7 “F8” 🎲",
        START + timedelta(seconds=0.25),
        "a.one",
    )
    assert (second.reply_to, second.picture) == (first.serial, "p1")
    assert await store.picture("p1") == b"\x89PNG"
    assert await store.picture("p2") is None


async def test_a_nonce_is_kept_once(any_store: Store) -> None:
    store = RoomStore(any_store)
    first = await store.add(said("one", "n"))
    assert await store.add(said("two", "n"), b"png", "p") == first
    assert await store.line(nonce="n") == first
    assert await store.line(nonce="m") is None
    assert await store.lines("a") == [first]
    assert await store.picture("p") is None


async def test_lines_of_the_room_come_back_by_their_stamps(any_store):
    """Only what people said, strictly after the moment, whole seconds and parts of them alike."""
    store = RoomStore(any_store)
    for seconds in (2.5, 0, 1, 1.000001):
        await store.add(said(str(seconds), seconds=seconds))
    await store.add(NewLine("a", START + timedelta(seconds=3), ANSWER, "No."))
    found = await store.said_since(START + timedelta(seconds=1), "a")
    assert [line.text for line in found] == ["1.000001", "2.5"]
    assert await store.last_stamp() == START + timedelta(seconds=3)
    store = RoomStore(any_store)
    line = await store.add(said("hurry", room="c"))
    await store.withdraw("b", line.serial)
    assert await store.lines("c") == [line]
    await store.withdraw("c", line.serial)
    assert await store.lines("c") == []
    assert await store.gone("c") == [line.serial]


async def test_the_last_stamp_is_of_the_rooms_own_time(any_store: Store) -> None:
    """An empty store has none; what pages of matches elsewhere sent has their venue's time."""
    store = RoomStore(any_store)
    assert await store.last_stamp() is None
    await store.add(said("E5", seconds=90, room=page_log(7, "ann")))
    assert await store.last_stamp() is None
    await store.add(said("F5", seconds=1))
    assert await store.last_stamp() == START + timedelta(seconds=1)


async def test_messages_of_several_rooms_come_in_one_order(any_store: Store) -> None:
    store = RoomStore(any_store)
    rooms = [page_log(7, "bob"), page_log(7, "ann"), page_log(70, "ann"), page_log(6, "ann"), "a"]
    for seconds, room in zip((3, 2, 1, 4, 5), rooms, strict=True):
        await store.add(said(room, seconds=seconds, room=room))
    first = await store.add(said("long ago", room=page_log(7, "ann")))
    found = await store.said_since(START, page_log(7, "ann"), page_log(7, "bob"))
    assert [line.room for line in found] == [page_log(7, "ann"), page_log(7, "bob")]
    before = START - timedelta(seconds=1)
    assert await store.said_since(before, page_log(7, "ann")) == [first, found[0]]
