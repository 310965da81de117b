"""`puzzle`: shown, answered and given up; `puzzle from:9@12`, by the independent referee."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import cache, partial

import pytest
from fakes import BLUE, FAN, RED, ROOM, FakeHouse
from oracle.brute_force import BruteForce
from oracle.games import make
from oracle.golden import replay, turn_text
from puzzles.test_puzzles import LINES
from thinker import thinker

from bot.commands.request import Reply
from bot.desk.thinker import ThinkingError
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.submission import Resign
from bot.storage.people import Person, PuzzleBook
from commands.clerks import ELSEWHERE, answer, hold

DAY = timedelta(days=1)
PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}
ANN = Person(ROOM.venue, ROOM.server, RED.id)


async def order(place: FakeHouse, words: str, player: Player = RED, **more: object) -> Reply:
    reply = await answer(place, words, player, **more)
    assert reply.private
    return reply


asked = partial(order, player=FAN)


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
async def test_puzzle_with_words_that_can_not_be_changes_nothing(place, words, why) -> None:
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


GAME = ("B2", "C2", "A1 B1", "B3 C1")
"""On side 2: after the third turn Blue can win, and throws it away."""

BRUTE = BruteForce(make("genius", 2))


@asynccontextmanager
async def proving(place: FakeHouse, turns: tuple[str, ...] = GAME) -> AsyncIterator[None]:
    """The match that was played so far and resigned, and a process that thinks."""
    await hold(place, ROOM, turns, side=2)
    await place.act(RED, Resign())
    async with thinker(place.clock) as thinking:
        place.desk.thinking = thinking
        yield


@cache
def winning(number: int) -> list[str]:
    """All turns that win after so many turns of the game, every way to go on tried."""
    state = replay(BRUTE.game, GAME[:number])[-1]
    return [turn_text(turn) for turn in BRUTE.winning(state)]


async def test_each_position_is_a_puzzle_where_one_turn_alone_wins(place: FakeHouse) -> None:
    seen = set()
    async with proving(place):
        for number in range(len(GAME) + 1):
            wins = winning(number)
            reply = await asked(place, f"puzzle from:1@{number}")
            seen.add(min(len(wins), 2))
            if len(wins) == 1:
                assert reply.scene is not None
                assert f"Puzzle from match 1, after turn {number}" in reply.text
                assert f"puzzle from:1@{number} answer:" in reply.text
            else:
                assert reply.scene is None
                how_many = "more than one turn wins" if wins else "no turn wins"
                assert how_many in reply.text
    assert seen == {0, 1, 2}


async def test_an_answer_is_judged_by_proof_and_said_why(place: FakeHouse) -> None:
    number, wins = the_puzzle()
    async with proving(place):
        wrong = sole = ""
        for cell in names():
            reply = await asked(place, f"puzzle from:1@{number} answer:{cell}")
            if reply.text.startswith("✗"):
                wrong, sole = reply.text, cell
        assert f"**{sole}** does not win: " in wrong
        assert f"**{wins}**" not in wrong
        assert re.search(r"the better turn \d+\.|the better turn\.|in the end |In the end ", wrong)
        right = await asked(place, f"puzzle from:1@{number} answer:{wins}")
        assert right.text.startswith(f"✓ Right: **{wins}**")
        assert re.search(r" positions? searched\.", right.text)
        assert "in a row" not in right.text
        told = await asked(place, f"puzzle from:1@{number} give-up:yes")
        assert told.text.startswith(f"The answer is **{wins}**")
    book, fan = PuzzleBook(place.store), Person(ROOM.venue, ROOM.server, FAN.id)
    assert (await book.current(fan), await book.done(fan)) == (0, {})


async def test_puzzle_from_what_is_no_puzzle_is_refused_in_a_sentence(place: FakeHouse) -> None:
    async with proving(place):
        for words, why in (
            ("puzzle from:7@1", "no match 7"),
            ("puzzle from:1@5", "4 turns"),
            ("puzzle from:1", "puzzle from:9@12"),
            ("puzzle from:one@two", "puzzle from:9@12"),
            ("puzzle from:²@1", "puzzle from:9@12"),
            ("puzzle next from:1@2", "from a match"),
            ("puzzle number:3 from:1@2", "from a match"),
        ):
            assert why in (await asked(place, words)).text
        assert "no match 1" in (await asked(place, "puzzle from:1@2", room=ELSEWHERE)).text


async def test_nothing_is_told_of_an_open_match_nor_of_one_that_began_like_it(place) -> None:
    """A game replayed against oneself and resigned has to wait for the other."""
    async with proving(place):
        number, _ = the_puzzle()
        await hold(place, ELSEWHERE, GAME[:3], side=2)
        open_match = await asked(place, "puzzle from:2@2", room=ELSEWHERE)
        assert "say nothing about one that is open" in open_match.text
        alike = await asked(place, f"puzzle from:1@{number}")
        assert "An open match stands as this one once did" in alike.text
        assert (open_match.scene, alike.scene) == (None, None)


async def test_too_many_open_cells_are_not_searched(place: FakeHouse) -> None:
    await hold(place, ROOM, ("C3",), side=3)
    await place.act(RED, Resign())
    async with thinker(place.clock) as place.desk.thinking:
        told = await asked(place, "puzzle from:1@1")
        assert "18 cells are open there, and at most 13" in told.text
        assert place.desk.thinking.for_reviews.process_id is None


async def test_without_the_process_and_where_it_fails_that_is_said(place: FakeHouse) -> None:
    """Turned off; then one that dies, after which it may be asked again."""
    number, _ = the_puzzle()
    async with proving(place):
        thinking = place.desk.thinking
        place.desk.thinking = None
        assert (
            "turned playing and reviews off" in (await asked(place, f"puzzle from:1@{number}")).text
        )
        place.desk.thinking, search = thinking, thinking.winning

        async def dying(_: object) -> list[object]:
            raise ThinkingError("it died")

        thinking.winning = dying
        assert "failed on my side" in (await asked(place, f"puzzle from:1@{number}")).text
        thinking.winning = search
        assert (await asked(place, f"puzzle from:1@{number}")).scene is not None


def names() -> list[str]:
    return ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]


def the_puzzle() -> tuple[int, str]:
    """After which turn of the game one turn alone wins, and that turn."""
    found = (number for number in range(len(GAME) - 1, 0, -1) if len(winning(number)) == 1)
    number = next(found)
    return number, winning(number)[0]
