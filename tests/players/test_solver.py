"""The end of every game, solved, against a brute force by the tests' own referee."""

from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest
from oracle.brute_force import BruteForce
from oracle.catena import placeable
from oracle.games import make
from oracle.oracle import State, Turn
from oracle.players import random_game as oracle_game

from bot.engine.board import Board, bits, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.engine.rulesets.plur import Plur
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton
from bot.engine.turn import Turn as EngineTurn
from bot.players.endgame import LIMIT, Endgame, solver
from bot.players.field import after, over, turn_of
from bot.players.game import Game, game_at
from bot.players.levels import Level, choose
from bot.players.review import review
from players.positions import random_game, solved

CELLS = dict.fromkeys(("catena", "plur", "brink"), 5)
"""How many cells are open at the most; four where a turn is more than one stone of one's own."""


def room(key: str, state: State) -> int:
    """On how many cells a stone may still lie."""
    if key != "catena":
        return len(state.empty)
    return len(placeable(frozenset(state.stones), state.side))


def translated(turn: Turn, board: Board) -> EngineTurn:
    if turn.passing or turn.button:
        verb: Action = Pass() if turn.passing else TakeButton()
        return EngineTurn((verb,))
    drops = []
    for (row, number), colour in turn.drops:
        cell = board.cell(row, number)
        assert cell is not None
        drops.append(Drop(cell, Colour.FIRST if colour == "first" else Colour.SECOND))
    return EngineTurn(tuple(drops))


def played(ruleset: Ruleset, board: Board, made: tuple[Turn, ...]) -> Position:
    position = Position(board)
    for turn in made:
        after = play(ruleset, position, translated(turn, board))
        assert isinstance(after, Position)
        position = after
    return position


def compare(key: str, seed: int) -> int:
    side = 3 + seed % 2
    oracle, ruleset = make(key, side), RULESETS[key]
    game = oracle_game(oracle, seed)
    few = CELLS.get(key, 4) - seed % 3
    start = next((n for n, state in enumerate(game.states) if room(key, state) <= few), None)
    if start is None or oracle.is_over(game.states[start]):
        return 0
    state, brute = game.states[start], BruteForce(oracle)
    position = played(ruleset, board(side), game.turns[:start])
    asked = game_at(ruleset, position)
    solving = solver(asked)
    assert solving.chance(asked) == (1 + brute.value(state)) / 2, (key, seed)
    winning = {frozenset(translated(turn, position.board).actions) for turn in brute.winning(state)}
    found = {frozenset(turn_of(asked, steps).actions) for steps in solving.winning(asked)}
    assert found == winning, (key, seed)
    assert bool(solving.best(asked)) == (brute.value(state) >= 0)
    return 1


@pytest.mark.parametrize("key", RULESETS)
def test_endgames_are_worth_what_trying_everything_finds(key: str) -> None:
    assert sum(compare(key, seed) for seed in range(24)) > 10


@pytest.mark.thorough
@pytest.mark.parametrize("key", RULESETS)
def test_hundreds_of_endgames_are_worth_what_trying_everything_finds(key: str) -> None:
    compared, seed = 0, 100
    while compared < 300:
        compared += compare(key, seed)
        seed += 1


def test_more_open_cells_than_can_be_solved_are_refused() -> None:
    for key in RULESETS:
        with pytest.raises(ValueError, match="open cells are more than"):
            solver(Game(key, 4))


@dataclass(frozen=True)
class Corners(Plur):
    """A made-up game: one stone a turn, more of the six corners wins."""

    key: str = "corners"
    name: str = "Corners"
    side: ClassVar[int] = 3

    def standing(self, position: Position) -> tuple[tuple[int], tuple[int]]:
        corners = sum(
            1 << n for n, near in enumerate(position.board.neighbours) if near.bit_count() == 3
        )
        first, second = ((stones & corners).bit_count() for stones in position.stones)
        return (first,), (second,)


def test_a_made_up_game_is_played_solved_and_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the moment that it is registered: a search finds the corners, which decide."""
    monkeypatch.setitem(RULESETS, "corners", Corners())
    game, made = Game("corners", 3), []
    corners = {n for n, near in enumerate(board(3).neighbours) if near.bit_count() == 3}
    while not over(game):
        made.append(choose(game, Level.MERCILESS, len(made)))
        game = after(game, made[-1])
    assert {turn.drops[0].cell for turn in made[:6]} == corners
    found = review(Game("corners", 3), made, 1)
    assert len(found.turns) == len(made) == 19
    assert found.turns[-1].exact
    assert found.turns[-1].chance == 0.5


@pytest.mark.thorough
def test_the_complete_solution_agrees() -> None:
    """On every solved position of side 3 that has few enough empty cells."""
    within = [one for one in solved() if one.game.empty.bit_count() <= LIMIT]
    assert len(within) == 150
    for one in within:
        assert Endgame(one.game).wins(one.game) == one.wins


def test_solver_serves_all_positions_that_follow() -> None:
    """And no other: a board on which a stone has gone, another law, another size."""
    ruleset = RULESETS["genius"]
    game = random_game(ruleset, 5, Random(5))
    start = next(n for n, one in enumerate(game) if one.vacancies <= 9)
    first = game_at(ruleset, game[start])
    endgame = Endgame(first)
    for position in game[start:]:
        later = game_at(ruleset, position)
        assert endgame.covers(later)
        assert endgame.wins(later) == Endgame(later).wins(later)
    assert not endgame.covers(game_at(ruleset, game[start - 1]))
    one, other = first.stones
    assert not endgame.covers(Game("mures", 5, first.stones, first.to_move, 2))
    cell = next(bits(one))
    assert not endgame.covers(Game("genius", 5, (one & ~(1 << cell), other), first.to_move, 2))


def test_more_empty_cells_than_the_limit_are_refused() -> None:
    game = random_game(RULESETS["mures"], 5, Random(2))
    position = next(one for one in reversed(game) if one.vacancies > LIMIT)
    with pytest.raises(ValueError, match="empty cells are more than"):
        Endgame(game_at(RULESETS["mures"], position))
