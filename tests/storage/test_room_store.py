"""The local room's memory, over each kind of database."""

from datetime import timedelta

from handclock import START

from bot.storage.room import ANSWER, SAID, NewLine, RoomStore, page_log
from bot.storage.store import Store


def said(text: str, nonce: str | None = None, seconds: float = 0, room: str = "a") -> NewLine:
    """A line that Ann typed."""
    at = START + timedelta(seconds=seconds)
    return NewLine(room, at, SAID, text, f"{room}.one", "Ann", "red", nonce)


async def test_lines_come_back_as_they_were_kept(any_store: Store) -> None:
    """Words, stamp, speaker and picture, in the order of growing serial numbers."""
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
    """The second message with it gives the first one back and leaves no picture."""
    store = RoomStore(any_store)
    first = await store.add(said("one", "n"))
    again = await store.add(said("two", "n"), b"png", "p")
    assert again == first
    assert await store.with_nonce("n") == first
    assert await store.with_nonce("m") is None
    assert await store.lines("a") == [first]
    assert await store.picture("p") is None


async def test_words_are_read_by_their_stamps(any_store: Store) -> None:
    """Only what people said, strictly after the moment, whole seconds and parts of them alike."""
    store = RoomStore(any_store)
    for seconds in (2.5, 0, 1, 1.000001):
        await store.add(said(str(seconds), seconds=seconds))
    await store.add(NewLine("a", START + timedelta(seconds=3), ANSWER, "No."))
    found = await store.said_since(START + timedelta(seconds=1), "a")
    assert [line.text for line in found] == ["1.000001", "2.5"]
    assert await store.last_stamp() == START + timedelta(seconds=3)


async def test_a_line_taken_back_is_gone(any_store: Store) -> None:
    """Its serial number is known as gone, its words are nowhere."""
    store = RoomStore(any_store)
    line = await store.add(said("hurry"))
    await store.withdraw("b", line.serial)
    assert await store.lines("a") == [line]
    await store.withdraw("a", line.serial)
    assert await store.lines("a") == []
    assert await store.gone("a") == [line.serial]


async def test_the_last_stamp_is_of_the_rooms_own_time(any_store: Store) -> None:
    """An empty store has none; what pages of matches elsewhere sent has their venue's time."""
    store = RoomStore(any_store)
    assert await store.last_stamp() is None
    await store.add(said("E5", seconds=90, room=page_log(7, "ann")))
    assert await store.last_stamp() is None
    await store.add(said("F5", seconds=1))
    assert await store.last_stamp() == START + timedelta(seconds=1)


async def test_messages_of_several_rooms_come_in_one_order(any_store: Store) -> None:
    """That of the stamps, after a moment; match 70 is another one."""
    store = RoomStore(any_store)
    rooms = [page_log(7, "bob"), page_log(7, "ann"), page_log(70, "ann"), page_log(6, "ann"), "a"]
    for seconds, room in zip((3, 2, 1, 4, 5), rooms, strict=True):
        await store.add(said(room, seconds=seconds, room=room))
    first = await store.add(said("long ago", room=page_log(7, "ann")))
    found = await store.said_since(START, page_log(7, "ann"), page_log(7, "bob"))
    assert [line.room for line in found] == [page_log(7, "ann"), page_log(7, "bob")]
    before = START - timedelta(seconds=1)
    assert await store.said_since(before, page_log(7, "ann")) == [first, found[0]]
