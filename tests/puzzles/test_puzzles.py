"""Puzzles: one turn wins alone, wrong ones are met, days in a row; by the oracle's brute force."""

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from oracle.board import cells, named
from oracle.brute_force import BruteForce
from oracle.flood import clumps, other
from oracle.games import make
from oracle.oracle import State
from oracle.oracle import Turn as OracleTurn

from bench.puzzles import line_of, make_of
from bot.__main__ import main
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Drop, Turn
from bot.players.game import position_of, ruleset_of
from bot.puzzles.judging import Proof, Refutation, judge
from bot.puzzles.puzzle import Puzzle, built_in, from_line, number_of_day

FILE = Path(__file__).parents[2] / "bot" / "puzzles" / "built_in.jsonl"
LINES = FILE.read_text(encoding="utf-8").splitlines()


Values = dict[str, Any]
COLOURS = ("first", "second")


def position(values: Values) -> State:
    to_move = COLOURS[values["to_move"]]
    before = None
    if values["before"] is not None:
        earlier = _stones(values["before"])
        before = State(values["side"], earlier, other(to_move), values["turns"] - 1)
    claimed = {named(word) for word in values["claimed"].split()}
    button = None if values["button"] is None else COLOURS[values["button"]]
    ribbons = frozenset(clumps(claimed, values["side"]))
    stones = _stones(values["stones"])
    return State(values["side"], stones, to_move, values["turns"], button, ribbons, before)


def answer(values: Values) -> OracleTurn:
    """The answer of a puzzle's line; a stone of either colour is written with its colour."""
    names = ("red", "blue") if values["ruleset"] == "genius" else ("black", "white")
    mover = COLOURS[values["to_move"]]
    drops = []
    for word in values["answer"].split():
        colour, _, cell = word.rpartition(":")
        drops.append((named(cell), COLOURS[names.index(colour)] if colour else mover))
    return OracleTurn(tuple(drops))


def _stones(named_stones: list[str]) -> dict[Any, Any]:
    both = zip(COLOURS, named_stones, strict=True)
    return {named(word): colour for colour, words in both for word in words.split()}


def open_cells(values: Values) -> int:
    """On how many cells a stone may still lie: all empty ones, in Catena by its law."""
    state, game = position(values), make(values["ruleset"], values["side"])
    if values["ruleset"] != "catena":
        return len(cells(values["side"]) - state.stones.keys())
    single = (OracleTurn(((cell, state.to_move),)) for cell in state.empty)
    return sum(game.legal(state, turn) for turn in single)


@pytest.mark.parametrize("line", LINES, ids=[str(n) for n in range(1, len(LINES) + 1)])
def test_exactly_one_turn_wins_and_it_is_the_answer(line: str) -> None:
    values = json.loads(line)
    (only,) = BruteForce(make(values["ruleset"], values["side"])).winning(position(values))
    assert set(only.drops) == set(answer(values).drops)
    assert only.drops
    assert open_cells(values) == values["open"]


def test_there_are_six_puzzles_of_each_game_numbered_from_one_the_easiest_first() -> None:
    """Each round has one of every game."""
    every = [json.loads(line) for line in LINES]
    assert [values["number"] for values in every] == list(range(1, 73))
    assert Counter(values["ruleset"] for values in every) == dict.fromkeys(RULESETS, 6)
    assert all(5 <= values["open"] <= 9 for values in every)
    for law in RULESETS:
        open_ = [values["open"] for values in every if values["ruleset"] == law]
        assert open_ == sorted(open_)
    stones = [json.dumps((values["ruleset"], values["stones"])) for values in every]
    assert len(set(stones)) == len(stones)


def test_a_line_is_read_as_it_was_written() -> None:
    assert [line_of(from_line(line)) for line in LINES] == LINES
    assert [line_of(puzzle) for puzzle in built_in().values()] == LINES


@pytest.mark.parametrize("law", ["genius", "catena", "brink"])
def test_the_same_seed_makes_the_same_puzzles(law: str) -> None:
    """Those of the file are of seed 1; another seed makes others."""
    made = [Puzzle(0, game, turn) for game, turn in make_of(law, 1)]
    kept = [puzzle for puzzle in built_in().values() if puzzle.game.law == law]
    assert [(one.game, one.answer) for one in made] == [(one.game, one.answer) for one in kept]
    assert make_of(law, 2) != make_of(law, 1)


def test_each_puzzle_is_the_day_s_once_in_72_days() -> None:
    """Whatever day one begins at."""
    first = date(2026, 11, 26)
    days = [first + timedelta(days=day) for day in range(72)]
    assert sorted(number_of_day(day, 72) for day in days) == list(range(1, 73))
    assert number_of_day(first, 72) == number_of_day(first + timedelta(days=72), 72)


ONE_STONE = [
    values["number"]
    for values in map(json.loads, LINES)
    if values["ruleset"] in ("genius", "mindsports", "plur", "brink", "too", "product-original")
][:12]


def there(number: int, turn: Turn) -> OracleTurn:
    places = position_of(built_in()[number].game).board.places
    return OracleTurn(tuple((places[drop.cell], COLOURS[drop.colour]) for drop in turn.drops))


@pytest.mark.parametrize("number", ONE_STONE)
def test_after_the_reply_the_answer_does_not_win(number: int) -> None:
    """Each single stone of one's own is tried."""
    puzzle, values = built_in()[number], json.loads(LINES[number - 1])
    start = position_of(puzzle.game)
    room = ruleset_of(puzzle.game).placeable(start)
    game = make(values["ruleset"], values["side"])
    brute, root = BruteForce(game), position(values)
    for cell in (cell for cell in range(start.board.size) if room >> cell & 1):
        turn = Turn((Drop(cell, start.to_move),))
        verdict = judge(puzzle, turn)
        right = set(turn.drops) == set(puzzle.answer.drops)
        assert isinstance(verdict, Proof) == right
        if isinstance(verdict, Refutation):
            left = game.play(root, there(number, turn))
            if verdict.reply is not None:
                left = game.play(left, there(number, verdict.reply))
            assert not brute.winning(left)
            assert not (game.is_over(left) and game.winner(left) == root.to_move)
            assert verdict.reply is not None or game.is_over(left)


def test_they_are_listed_on_the_screen(capsys) -> None:
    assert main(["puzzles"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(built_in())
