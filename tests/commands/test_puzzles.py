"""`puzzle`: shown, answered and given up, without any real venue."""

import json
from datetime import timedelta

import pytest
from fakes import BLUE, RED, ROOM, FakeHouse
from puzzles.test_built_in import LINES

from bot.commands.request import Reply
from bot.referee.events import Player
from bot.referee.room import Room
from bot.storage.puzzles import PuzzleBook
from bot.storage.reminders import Person
from commands.clerks import answer

DAY = timedelta(days=1)
PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}
ANN = Person(ROOM.venue, ROOM.server, RED.id)


async def order(place: FakeHouse, words: str, player: Player = RED, **more: object) -> Reply:
    reply = await answer(place, words, player, **more)
    assert reply.private
    return reply


def shown(reply: Reply) -> int:
    """The number of the puzzle that an answer shows."""
    assert reply.scene is not None
    number = int(reply.text.split()[1].strip(".,*"))
    stones = sum(len(words.split()) for words in PUZZLES[number]["stones"])
    assert len(reply.scene.stones) == stones
    return number


def wrong(number: int) -> str:
    """A single stone, which is legal in these, and not the answer."""
    values = PUZZLES[number]
    names = {f"{row}{n}" for row in "ABCDEFG" for n in range(1, 8)}
    lengths = dict(zip("ABCDEFG", (4, 5, 6, 7, 6, 5, 4), strict=True))
    taken = {*" ".join(values["stones"]).split(), *values["answer"].split()}
    return min(name for name in names - taken if int(name[1:]) <= lengths[name[0]])


async def test_the_days_puzzle_is_the_same_for_all_and_another_the_next_day(place) -> None:
    ann, bob = shown(await order(place, "puzzle")), shown(await order(place, "puzzle", BLUE))
    assert ann == bob == place.clock.now().date().toordinal() % 72 + 1
    reply = await order(place, "puzzle")
    assert "the puzzle of the day" in reply.text
    assert "to move" in reply.scene.headline
    place.clock.advance(DAY)
    assert shown(await order(place, "puzzle")) == ann % 72 + 1


async def test_a_right_answer_is_proven_and_counted_and_days_in_a_row_are_said(place) -> None:
    """In any order and case; again on the same day it counts once."""
    for day in range(1, 4):
        number = shown(await order(place, "puzzle"))
        words = " ".join(reversed(PUZZLES[number]["answer"].lower().split()))
        for _ in range(2):
            right = await order(place, f"puzzle answer:{words}")
            assert right.text.startswith("✓ Right: ")
            assert "whatever" in right.text
            assert "searched" in right.text
            assert right.text.endswith(f"{day} day{'s' * (day > 1)} in a row.")
        assert "You have solved this one." in (await order(place, "puzzle")).text
        place.clock.advance(DAY)
    place.clock.advance(DAY)
    number = shown(await order(place, "puzzle"))
    right = await order(place, f"puzzle {PUZZLES[number]['answer']}")
    assert right.text.endswith("1 day in a row.")


async def test_a_wrong_answer_is_met_by_a_reply_and_may_be_mended(place) -> None:
    """The solution is not told; another puzzle's answer counts for no day."""
    number = 1 if shown(await order(place, "puzzle")) != 1 else 13
    assert PUZZLES[number]["ruleset"] == "genius"
    await order(place, f"puzzle number:{number}")
    tried = await order(place, f"puzzle answer:{wrong(number)}")
    assert tried.text.startswith(f"✗ **{wrong(number)}** does not win: ")
    assert "may try again" in tried.text
    # The other side may hold by the very cells that would have won.
    ours, _, _ = tried.text.partition(" answers ")
    assert f"**{PUZZLES[number]['answer']}**" not in ours
    right = await order(place, f"puzzle answer:{PUZZLES[number]['answer']}")
    assert right.text.startswith("✓ Right: ")
    assert "in a row" not in right.text


async def test_stones_of_either_colour_are_answered_with_their_colours(place) -> None:
    number = next(one for one, values in PUZZLES.items() if values["ruleset"] == "product")
    await order(place, f"puzzle {number}")
    right = await order(place, f"puzzle answer:{PUZZLES[number]['answer']}")
    assert right.text.startswith("✓ Right: ")
    spelt = PUZZLES[number]["answer"].replace(":", " ")
    assert (await order(place, f"puzzle answer:{spelt}")).text == right.text


async def test_next_goes_on_to_what_is_not_solved_and_comes_back_to_what_was_given_up(place):
    book = PuzzleBook(place.store)
    today = place.clock.now().date()
    for number in range(1, 73):
        if number not in (5, 70):
            await book.solved(ANN, number, today, of_day=False)
    assert shown(await order(place, "puzzle next")) == 5
    told = await order(place, "puzzle give-up:yes")
    answer = PUZZLES[5]["answer"]
    assert told.text.startswith(f"The answer is **{answer}**")
    assert shown(await order(place, "puzzle next")) == 70
    await order(place, f"puzzle answer:{PUZZLES[70]['answer']}")
    assert shown(await order(place, "puzzle next")) == 5
    place.clock.advance(DAY)
    await order(place, f"puzzle answer:{answer}")
    assert "You have solved all puzzles" in (await order(place, "puzzle next")).text


async def test_a_puzzle_that_was_given_up_is_not_solved(place) -> None:
    number = shown(await order(place, "puzzle"))
    await order(place, "puzzle give-up:yes")
    right = await order(place, f"puzzle answer:{PUZZLES[number]['answer']}")
    assert right.text.startswith("✓ Right: ")
    assert "in a row" not in right.text
    assert "You gave this one up." in (await order(place, "puzzle")).text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("puzzle answer:D4", "You are at no puzzle yet"),
        ("puzzle give-up:yes", "You are at no puzzle yet"),
        ("puzzle number:73", "numbers 1 to 72"),
        ("puzzle number:0", "numbers 1 to 72"),
        ("puzzle number:-4", "numbers 1 to 72"),
        ("puzzle number:²", "numbers 1 to 72"),
        ("puzzle number:many", "numbers 1 to 72"),
        ("puzzle next number:3", "by its number, the next one"),
        ("puzzle which:last", "by its number, the next one"),
        ("puzzle answer:D4 give-up:yes", "not both at once"),
        ("puzzle number:1 answer:Z9", "Z9 is off the board"),
        ("puzzle number:1 answer:hello", "hello"),
        ("puzzle number:1 give-up:no", "give-up:yes"),
    ],
)
async def test_puzzle_with_words_that_can_not_be_changes_nothing(
    place, words: str, why: str
) -> None:
    assert why in (await order(place, words)).text
    book = PuzzleBook(place.store)
    assert (await book.current(ANN), await book.done(ANN)) == (0, {})


async def test_puzzle_answers_that_are_no_legal_turn_are_refused(place) -> None:
    values = PUZZLES[1]
    occupied = values["stones"][0].split()[0]
    refused = await order(place, f"puzzle number:1 answer:{occupied}")
    assert refused.text == f"{occupied} is taken by Red."
    free = [wrong(1), *values["answer"].split()]
    many = await order(place, f"puzzle number:1 answer:{' '.join([*free, 'A1', 'A2', 'A3', 'A4'])}")
    assert many.text
    assert "✓" not in many.text
    assert await PuzzleBook(place.store).done(ANN) == {}


async def test_on_another_server_nothing_is_known(place) -> None:
    await order(place, "puzzle number:3")
    elsewhere = Room(ROOM.venue, "elsewhere", "hall")
    assert "at no puzzle" in (await order(place, "puzzle answer:D4", room=elsewhere)).text
    assert await PuzzleBook(place.store).current(ANN._replace(server="elsewhere")) == 0
