"""Positions to ask the players about: random ones by the engine's rules, and solved ones."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

from bot.engine.board import bits, board
from bot.engine.legality import play
from bot.engine.notation import read_cell
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Drop, Turn
from bot.players.game import Game

LAWS = ("genius", "mindsports", "mures")


@dataclass(frozen=True, slots=True)
class Solved:
    """A position on side 3 whose worth is known from a complete solution."""

    game: Game
    wins: bool


def solved() -> list[Solved]:
    """The solved positions; the player to move has the first colour's stones."""
    known = json.loads((Path(__file__).parent / "side3.json").read_text(encoding="utf-8"))
    return [
        Solved(
            Game(
                one["ruleset"],
                3,
                (_cells(one["to_move"]), _cells(one["opponent"])),
                0,
                3 if one["three_allowed"] else 2,
            ),
            one["to_move_wins"],
        )
        for one in known
    ]


def _cells(names: str) -> int:
    found = (read_cell(board(3), name) for name in names.split())
    return sum(1 << cell for cell in found if cell is not None)


def legal_turns(ruleset: Ruleset, position: Position) -> Iterator[tuple[Turn, Position]]:
    """Every turn that the engine allows, with the position after it."""
    allowance = ruleset.allowance(position)
    empty = tuple(bits(position.empty))
    for count in range(allowance.fewest, allowance.most + 1):
        for cells in combinations(empty, count):
            turn = Turn(tuple(Drop(cell, position.to_move) for cell in cells))
            after = play(ruleset, position, turn)
            if isinstance(after, Position):
                yield turn, after


def random_turn(ruleset: Ruleset, position: Position, rng: Random) -> Position:
    while True:
        count = rng.randint(1, ruleset.allowance(position).most)
        cells = rng.sample(tuple(bits(position.empty)), count)
        turn = Turn(tuple(Drop(cell, position.to_move) for cell in cells))
        after = play(ruleset, position, turn)
        if isinstance(after, Position):
            return after


def random_game(ruleset: Ruleset, side: int, rng: Random) -> list[Position]:
    positions = [Position(board(side))]
    while positions[-1].empty:
        positions.append(random_turn(ruleset, positions[-1], rng))
    return positions
