"""Reminders as they are stored: by venue and person, gone with `my forget`, noted once."""

from dataclasses import replace
from datetime import timedelta

from handclock import START

from bot.engine.turn import Colour
from bot.referee.events import MatchOpened, PlayerReplaced
from bot.referee.room import Room
from bot.servers.reminders import Cause, QuietHours, Reminders
from bot.storage.archive import Archive
from bot.storage.people import People
from bot.storage.reminders import Person, ReminderBook, TurnTold
from bot.storage.seats import Seats
from bot.storage.store import Store
from storage.test_archive import ANN, BOB, HOST, ROOM, TERMS, WON

SETTLED = Reminders(timedelta(hours=12), QuietHours(23, 8), "Europe/Paris", failed=1)
HERE, THERE = Person("discord", "", ANN.id), Person("forum", "a.example", ANN.id)


async def test_reminders_are_kept_by_venue_server_and_person(any_store: Store) -> None:
    """Changed, counted, and forgotten."""
    book = ReminderBook(any_store)
    await book.settle(HERE, SETTLED)
    await book.settle(THERE, Reminders(quiet=QuietHours(0, 6)))
    assert await book.of(HERE) == SETTLED
    assert await book.of(Person("discord", "", BOB.id)) is None
    assert await book.all() == {HERE: SETTLED, THERE: Reminders(quiet=QuietHours(0, 6))}
    await book.note_sent(HERE, sent=False)
    assert await book.of(HERE) == replace(SETTLED, failed=2)
    await book.note_sent(HERE, sent=True)
    assert await book.of(HERE) == replace(SETTLED, failed=0)
    for _ in range(2):
        await book.settle(HERE, None)
        assert await book.of(HERE) is None


async def test_quiet_hours_are_by_the_time_zone_that_was_said_last(any_store: Store) -> None:
    """On whichever server that was, where it is the same person."""
    book, people = ReminderBook(any_store), People(any_store)
    await book.settle(HERE, SETTLED)
    await book.settle(THERE, SETTLED)
    await people.settle_zone("discord", "78", ANN.id, "America/New_York")
    await people.settle_zone("forum", "b.example", ANN.id, "America/New_York")
    assert (await book.all())[HERE].zone == "America/New_York"
    assert (await book.all())[THERE].zone == "Europe/Paris"
    await people.settle_zone("discord", "77", ANN.id, "")
    assert (await book.all())[HERE].zone == ""


async def test_reminders_are_forgotten_on_any_server(any_store: Store) -> None:
    """Those of another forum, where the same number is somebody else, are not."""
    book, archive = ReminderBook(any_store), Archive(any_store)
    await book.settle(HERE, SETTLED)
    await book.settle(THERE, SETTLED)
    await archive.forget("forum", "b.example", ANN.id)
    assert set(await book.all()) == {HERE, THERE}
    await archive.forget("forum", "a.example", ANN.id)
    await archive.forget("discord", "78", ANN.id)
    assert await book.all() == {}


async def test_reminders_told_replace_those_told_before(
    any_store: Store,
) -> None:
    """One row a match."""
    book = ReminderBook(any_store)
    number = await any_store.open_match(ROOM, MatchOpened(START, HOST, (ANN, BOB), TERMS))
    assert await book.told(number) == TurnTold()
    for told in (
        TurnTold("0.0", frozenset({Cause.WAITS})),
        TurnTold("0.0", frozenset(Cause)),
        TurnTold("1.0", frozenset({Cause.BANK})),
    ):
        await book.note_told(number, told)
        assert await book.told(number) == told
    assert told.of("1.0") == {Cause.BANK}
    assert told.of("0.0") == frozenset()


async def test_the_open_matches_in_which_somebody_has_a_seat(any_store: Store) -> None:
    """On a server or all of them; not once they are over, or the seat is another's."""
    book, seats = ReminderBook(any_store), Seats(any_store)
    for person in (HERE, THERE, Person("discord", "", BOB.id)):
        await book.settle(person, SETTLED)

    async def opened(server: str, room: str, first=ANN, second=HOST) -> int:
        where = Room("discord", server, room)
        return await any_store.open_match(where, MatchOpened(START, HOST, (first, second), TERMS))

    here, there = await opened("77", "1"), await opened("78", "1")
    alone, over = await opened("77", "2", second=ANN), await opened("77", "3")
    given, other = await opened("77", "4"), await opened("77", "5", first=BOB)
    await any_store.append(over, 1, (WON,))
    await any_store.append(given, 1, (PlayerReplaced(START, Colour.FIRST, BOB, ANN, fresh=False),))
    topic = Room("forum", THERE.server, "9")
    posted = await any_store.open_match(topic, MatchOpened(START, HOST, (ANN, HOST), TERMS))
    assert await seats.open_matches("discord", None, ANN.id) == [here, there, alone]
    assert await seats.open_matches("discord", "78", ANN.id) == [there]
    assert await seats.open_matches("forum", THERE.server, ANN.id) == [posted]
    found = await book.matches()
    assert {number for person, number in found if person == HERE} == {here, there, alone}
    assert {number for person, number in found if person == THERE} == {posted}
    assert {number for person, number in found if person.player == BOB.id} == {given, other}
