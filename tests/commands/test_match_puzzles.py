"""`puzzle from:9@12`: positions of matches as puzzles, checked with the independent referee."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import combinations

import pytest
from fakes import BLUE, FAN, RED, ROOM, House
from oracle.board import named
from oracle.games import make
from oracle.oracle import Oracle, State, Turn
from thinker import thinker

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Reply
from bot.desk.thinker import ThinkingError
from bot.referee.submission import Resign
from bot.storage.puzzles import PuzzleBook
from bot.storage.reminders import Person
from commands.test_clerk import asks
from commands.test_review import ELSEWHERE, hold

GAME = ("B2", "C2", "A1 B1", "B3 C1")
"""On side 2: after the third turn Blue can win, and throws it away."""


@asynccontextmanager
async def proving(place: House, turns: tuple[str, ...] = GAME) -> AsyncIterator[None]:
    """The match that was played so far and resigned, and a process that thinks."""
    await hold(place, ROOM, turns, side=2)
    await place.act(RED, Resign())
    async with thinker(place.clock) as thinking:
        place.desk.thinking = thinking
        yield


async def order(place: House, words: str, **more: object) -> Reply:
    """The answer to a command, for the asker alone."""
    clerk = Clerk(place.desk, place.store, place.venue)
    reply = await clerk.carry_out(read_order(words), asks(place, FAN, **more))
    assert reply.private
    return reply


def winning(oracle: Oracle, state: State) -> list[str]:
    """All turns that win, every way to go on tried."""
    few, most, *_ = oracle.allowance(state)
    return [
        " ".join(sorted(str(cell) for cell in cells))
        for count in range(few, min(most, len(state.empty)) + 1)
        for cells in combinations(sorted(state.empty), count)
        if not _holds(oracle, oracle.play(state, _turn(state, cells)))
    ]


def _holds(oracle: Oracle, state: State) -> bool:
    if oracle.is_over(state):
        return bool(oracle.winner(state) == state.to_move)
    return bool(winning(oracle, state))


def _turn(state: State, cells: tuple[object, ...]) -> Turn:
    return Turn(tuple((cell, state.to_move) for cell in cells))


async def test_each_position_is_a_puzzle_where_one_turn_alone_wins(place: House) -> None:
    """And none where several do, or none does; as the other referee finds."""
    oracle = make("genius", 2)
    state, seen = oracle.start(), set()
    async with proving(place):
        for number, played in enumerate((*GAME, "")):
            wins = winning(oracle, state)
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
            if played:
                cells = tuple(named(cell) for cell in played.split())
                state = oracle.play(state, _turn(state, cells))
    assert seen >= {1, 2} or seen >= {0, 1}
