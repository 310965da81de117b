"""How people do with puzzles: kept by server and person, and gone with `my forget`."""

from datetime import date, timedelta

from bot.puzzles.streak import Streak
from bot.storage.archive import Archive
from bot.storage.puzzles import Done, PuzzleBook
from bot.storage.reminders import Person
from bot.storage.store import Store

ANN, BOB = Person("discord", "77", "1"), Person("discord", "77", "2")
ELSEWHERE = Person("discord", "78", "1")
MONDAY = date(2026, 11, 23)
DAY = timedelta(days=1)


async def test_the_puzzle_one_is_at_is_kept_by_person_and_server(any_store: Store) -> None:
    """Changed by asking for another."""
    book = PuzzleBook(any_store)
    assert await book.current(ANN) == 0
    for number in (3, 9):
        await book.turn_to(ANN, number)
        assert await book.current(ANN) == number
    assert [await book.current(person) for person in (BOB, ELSEWHERE)] == [0, 0]


async def test_days_in_a_row_with_the_days_puzzle_solved(any_store: Store) -> None:
    """Another puzzle adds nothing to them, and a day left out begins anew."""
    book = PuzzleBook(any_store)
    assert await book.solved(ANN, 1, MONDAY, of_day=True) == Streak(1, MONDAY)
    assert await book.solved(ANN, 1, MONDAY, of_day=True) == Streak(1, MONDAY)
    assert await book.solved(ANN, 50, MONDAY + DAY, of_day=False) == Streak(1, MONDAY)
    assert await book.solved(ANN, 2, MONDAY + DAY, of_day=True) == Streak(2, MONDAY + DAY)
    assert await book.solved(ANN, 4, MONDAY + 3 * DAY, of_day=True) == Streak(1, MONDAY + 3 * DAY)
    assert await book.streak(ANN) == Streak(1, MONDAY + 3 * DAY)
    assert await book.streak(BOB) == Streak()
    done = {1: MONDAY, 50: MONDAY + DAY, 2: MONDAY + DAY, 4: MONDAY + 3 * DAY}
    assert await book.done(ANN) == {one: Done(True, day) for one, day in done.items()}
    assert await book.done(BOB) == {}


async def test_puzzle_given_up_is_not_solved_on_the_same_day(any_store: Store) -> None:
    """When it comes round again it can be; what is solved stays so."""
    book = PuzzleBook(any_store)
    await book.given_up(ANN, 1, MONDAY)
    assert await book.solved(ANN, 1, MONDAY, of_day=True) == Streak()
    assert await book.done(ANN) == {1: Done(False, MONDAY)}
    later = MONDAY + 72 * DAY
    assert await book.solved(ANN, 1, later, of_day=True) == Streak(1, later)
    await book.given_up(ANN, 1, later + DAY)
    assert await book.done(ANN) == {1: Done(True, later)}
    assert await book.current(ANN) == 1


async def test_puzzles_solved_are_forgotten(any_store: Store) -> None:
    """On that server alone; others keep what they have."""
    book = PuzzleBook(any_store)
    for person in (ANN, BOB, ELSEWHERE):
        await book.solved(person, 1, MONDAY, of_day=True)
    await Archive(any_store).forget("discord", "77", "1")
    assert (await book.current(ANN), await book.done(ANN)) == (0, {})
    assert await book.streak(ANN) == Streak()
    for person in (BOB, ELSEWHERE):
        assert await book.streak(person) == Streak(1, MONDAY)
        assert await book.done(person) == {1: Done(True, MONDAY)}
