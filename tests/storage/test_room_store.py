"""The local room's memory, over each kind of database."""

from datetime import timedelta

from handclock import START

from bot.storage.room import ANSWER, SAID, NewLine, RoomStore
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


async def test_seats_are_known_by_room(any_store: Store) -> None:
    """A room that nobody opened has none, and an empty store no last stamp."""
    store = RoomStore(any_store)
    await store.add_seats("a", {"h1": "host", "h2": "one"})
    assert await store.roles("a") == {"h1": "host", "h2": "one"}
    assert await store.roles("b") == {}
    assert await store.last_stamp() is None
