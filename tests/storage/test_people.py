"""What is kept of people by server, and gone with `my forget`: zones, puzzles, reminders."""

from dataclasses import replace
from datetime import date, timedelta

from handclock import START

from bot.engine.turn import Colour
from bot.puzzles.puzzle import Streak
from bot.referee import events
from bot.referee.events import MatchOpened, PlayerReplaced
from bot.referee.fold import fold
from bot.referee.match import Room
from bot.servers.reminders import Cause, QuietHours, Reminders
from bot.storage.archive import Archive
from bot.storage.people import Done, People, Person, PuzzleBook, ReminderBook, TurnTold
from bot.storage.store import Store
from storage.archived import ANN, BOB, HOST, ROOM, TERMS, WON

PARIS, YORK = "Europe/Paris", "America/New_York"


async def test_a_time_zone_is_kept_by_venue_server_and_person(any_store: Store) -> None:
    people = People(any_store)
    await people.settle_zone("discord", "77", ANN.id, PARIS)
    await people.settle_zone("discord", "77", BOB.id, YORK)
    assert await people.zone("discord", "77", ANN.id) == PARIS
    for venue, server in (("discord", "78"), ("nodebb", "77")):
        assert await people.zone(venue, server, ANN.id) == ""
    await people.settle_zone("discord", "77", ANN.id, "UTC")
    assert await people.zone("discord", "77", ANN.id) == "UTC"
    for _ in range(2):
        await people.settle_zone("discord", "77", ANN.id, "")
        assert await people.zone("discord", "77", ANN.id) == ""
    assert await people.zone("discord", "77", BOB.id) == YORK


async def test_timezone_is_forgotten_also_in_ended_matches(any_store):
    """Nor has whoever never played; the hours stay, and others keep their zones."""
    people, archive = People(any_store), Archive(any_store)
    meets = events.Appointment(START + timedelta(days=1), PARIS, remind=False)
    opened = events.MatchOpened(START, HOST, (ANN, BOB), TERMS, meets)
    number = await any_store.open_match(ROOM, opened)
    asked = events.RequestMade(START, Colour.SECOND, events.Request.APPOINTMENT, appointment=meets)
    another = events.Appointment(START + timedelta(days=2), PARIS)
    several = replace(asked, alternatives=(another, another))
    settled = events.AppointmentSet(START, meets)
    await any_store.append(number, 1, (asked, several, settled, WON))
    for player in (HOST, ANN, BOB):
        await people.settle_zone("discord", "77", player.id, PARIS)
    await archive.forget("discord", "77", BOB.id)
    assert await people.zone("discord", "77", BOB.id) == ""
    assert await people.zone("discord", "77", ANN.id) == PARIS
    stored = await any_store.load(number)
    assert stored is not None
    assert PARIS not in repr(stored.events)
    assert stored.events[2].alternatives == (events.Appointment(another.hour),) * 2
    appointed = fold(stored.events).start.appointed
    assert appointed is not None
    assert appointed.appointment == events.Appointment(meets.hour, remind=False)
    await people.settle_zone("discord", "77", "9", PARIS)
    assert await archive.forget("discord", "77", "9") == frozenset()
    assert await people.zone("discord", "77", "9") == ""


SOLVER, ANOTHER = Person("discord", "77", "1"), Person("discord", "77", "2")
ELSEWHERE = Person("discord", "78", "1")
MONDAY = date(2026, 11, 23)
DAY = timedelta(days=1)


async def test_the_puzzle_one_is_at_and_what_was_given_up_are_kept(any_store):
    """When it comes round again it can be solved; what is solved stays so."""
    book = PuzzleBook(any_store)
    assert await book.current(SOLVER) == 0
    for number in (3, 9):
        await book.turn_to(SOLVER, number)
        assert await book.current(SOLVER) == number
    assert [await book.current(person) for person in (ANOTHER, ELSEWHERE)] == [0, 0]
    book = PuzzleBook(any_store)
    await book.given_up(SOLVER, 1, MONDAY)
    assert await book.solved(SOLVER, 1, MONDAY, of_day=True) == Streak()
    assert await book.done(SOLVER) == {1: Done(False, MONDAY)}
    later = MONDAY + 72 * DAY
    assert await book.solved(SOLVER, 1, later, of_day=True) == Streak(1, later)
    await book.given_up(SOLVER, 1, later + DAY)
    assert await book.done(SOLVER) == {1: Done(True, later)}
    assert await book.current(SOLVER) == 1


async def test_days_in_a_row_with_the_days_puzzle_solved(any_store: Store) -> None:
    """Another puzzle adds nothing to them, and a day left out begins anew."""
    book = PuzzleBook(any_store)
    assert await book.solved(SOLVER, 1, MONDAY, of_day=True) == Streak(1, MONDAY)
    assert await book.solved(SOLVER, 1, MONDAY, of_day=True) == Streak(1, MONDAY)
    assert await book.solved(SOLVER, 50, MONDAY + DAY, of_day=False) == Streak(1, MONDAY)
    assert await book.solved(SOLVER, 2, MONDAY + DAY, of_day=True) == Streak(2, MONDAY + DAY)
    assert await book.solved(SOLVER, 4, MONDAY + 3 * DAY, of_day=True) == Streak(
        1, MONDAY + 3 * DAY
    )
    assert await book.streak(SOLVER) == Streak(1, MONDAY + 3 * DAY)
    assert await book.streak(ANOTHER) == Streak()
    done = {1: MONDAY, 50: MONDAY + DAY, 2: MONDAY + DAY, 4: MONDAY + 3 * DAY}
    assert await book.done(SOLVER) == {one: Done(True, day) for one, day in done.items()}
    assert await book.done(ANOTHER) == {}


async def test_puzzles_solved_are_forgotten(any_store: Store) -> None:
    book = PuzzleBook(any_store)
    for person in (SOLVER, ANOTHER, ELSEWHERE):
        await book.solved(person, 1, MONDAY, of_day=True)
    await Archive(any_store).forget("discord", "77", "1")
    assert (await book.current(SOLVER), await book.done(SOLVER)) == (0, {})
    assert await book.streak(SOLVER) == Streak()
    for person in (ANOTHER, ELSEWHERE):
        assert await book.streak(person) == Streak(1, MONDAY)
        assert await book.done(person) == {1: Done(True, MONDAY)}


SETTLED = Reminders(timedelta(hours=12), QuietHours(23, 8), "Europe/Paris", failed=1)
HERE, THERE = Person("discord", "", ANN.id), Person("forum", "a.example", ANN.id)


async def test_reminders_are_kept_by_person_and_what_was_told_by_match(any_store):
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


async def test_the_open_matches_in_which_somebody_has_a_seat(any_store: Store) -> None:
    book, seats = ReminderBook(any_store), People(any_store)
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
