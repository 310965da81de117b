"""`puzzle from:9@12`: positions of matches as puzzles, checked with the independent referee."""

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from itertools import combinations

from fakes import FAN, RED, ROOM, FakeHouse
from oracle.board import named
from oracle.games import make
from oracle.oracle import Oracle, State, Turn
from thinker import thinker

from bot.commands.request import Reply
from bot.desk.thinker import ThinkingError
from bot.referee.submission import Resign
from bot.storage.puzzles import PuzzleBook
from bot.storage.reminders import Person
from commands.clerks import ELSEWHERE, answer, hold

GAME = ("B2", "C2", "A1 B1", "B3 C1")
"""On side 2: after the third turn Blue can win, and throws it away."""

HELD: dict[object, bool] = {}


@asynccontextmanager
async def proving(place: FakeHouse, turns: tuple[str, ...] = GAME) -> AsyncIterator[None]:
    """The match that was played so far and resigned, and a process that thinks."""
    await hold(place, ROOM, turns, side=2)
    await place.act(RED, Resign())
    async with thinker(place.clock) as thinking:
        place.desk.thinking = thinking
        yield


async def order(place: FakeHouse, words: str, **more: object) -> Reply:
    reply = await answer(place, words, **more)
    assert reply.private
    return reply


@cache
def winning(number: int) -> list[str]:
    """All turns that win after so many turns of the game, every way to go on tried."""
    oracle = make("genius", 2)
    state = oracle.start()
    for played in GAME[:number]:
        state = oracle.play(state, _turn(state, [named(cell) for cell in played.split()]))
    return _winning(oracle, state)


def _winning(oracle: Oracle, state: State) -> list[str]:
    few, most, *_ = oracle.allowance(state)
    return [
        " ".join(f"{chr(ord('A') + row)}{column}" for row, column in cells)
        for count in range(few, min(most, len(state.empty)) + 1)
        for cells in combinations(sorted(state.empty), count)
        if not _holds(oracle, oracle.play(state, _turn(state, cells)))
    ]


def _holds(oracle: Oracle, state: State) -> bool:
    """Each position is tried once: what can be played goes by stones and allowance."""
    if oracle.is_over(state):
        return bool(oracle.winner(state) == state.to_move)
    key = (frozenset(state.stones.items()), state.to_move, oracle.allowance(state))
    if key not in HELD:
        HELD[key] = bool(_winning(oracle, state))
    return HELD[key]


def _turn(state: State, cells: Iterable[object]) -> Turn:
    return Turn(tuple((cell, state.to_move) for cell in cells))


async def test_each_position_is_a_puzzle_where_one_turn_alone_wins(place: FakeHouse) -> None:
    seen = set()
    async with proving(place):
        for number in range(len(GAME) + 1):
            wins = winning(number)
            reply = await order(place, f"puzzle from:1@{number}")
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
    """Right, wrong and given up; nothing is kept, and a wrong one does not tell the answer."""
    number, wins = the_puzzle()
    async with proving(place):
        wrong = sole = ""
        for cell in names():
            reply = await order(place, f"puzzle from:1@{number} answer:{cell}")
            if reply.text.startswith("✗"):
                wrong, sole = reply.text, cell
        assert f"**{sole}** does not win: " in wrong
        assert f"**{wins}**" not in wrong
        assert re.search(r"the better turn \d+\.|the better turn\.|in the end |In the end ", wrong)
        right = await order(place, f"puzzle from:1@{number} answer:{wins}")
        assert right.text.startswith(f"✓ Right: **{wins}**")
        assert re.search(r" positions? searched\.", right.text)
        assert "in a row" not in right.text
        told = await order(place, f"puzzle from:1@{number} give-up:yes")
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
            assert why in (await order(place, words)).text
        elsewhere = await order(place, "puzzle from:1@2", room=ELSEWHERE)
        assert "no match 1" in elsewhere.text


async def test_nothing_is_told_of_an_open_match_nor_of_one_that_began_like_it(
    place: FakeHouse,
) -> None:
    """A game replayed against oneself and resigned has to wait for the other."""
    async with proving(place):
        number, _ = the_puzzle()
        await hold(place, ELSEWHERE, GAME[:3], side=2)
        open_match = await order(place, "puzzle from:2@2", room=ELSEWHERE)
        assert "say nothing about one that is open" in open_match.text
        alike = await order(place, f"puzzle from:1@{number}")
        assert "began with the same turns" in alike.text
        assert (open_match.scene, alike.scene) == (None, None)


async def test_too_many_open_cells_are_not_searched(place: FakeHouse) -> None:
    await hold(place, ROOM, ("C3",), side=3)
    await place.act(RED, Resign())
    async with thinker(place.clock) as place.desk.thinking:
        told = await order(place, "puzzle from:1@1")
        assert "18 cells are open there, and at most 13" in told.text
        assert place.desk.thinking.for_reviews.process_id is None


async def test_without_the_process_and_where_it_fails_that_is_said(place: FakeHouse) -> None:
    """Turned off; then one that dies, after which it may be asked again."""
    number, _ = the_puzzle()
    async with proving(place):
        thinking = place.desk.thinking
        place.desk.thinking = None
        assert (
            "turned playing and reviews off" in (await order(place, f"puzzle from:1@{number}")).text
        )
        place.desk.thinking, search = thinking, thinking.winning

        async def dying(_: object) -> list[object]:
            raise ThinkingError("it died")

        thinking.winning = dying
        assert "failed on my side" in (await order(place, f"puzzle from:1@{number}")).text
        thinking.winning = search
        assert (await order(place, f"puzzle from:1@{number}")).scene is not None


def names() -> list[str]:
    return ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]


def the_puzzle() -> tuple[int, str]:
    """After which turn of the game one turn alone wins, and that turn."""
    found = (number for number in range(len(GAME) - 1, 0, -1) if len(winning(number)) == 1)
    number = next(found)
    return number, winning(number)[0]
