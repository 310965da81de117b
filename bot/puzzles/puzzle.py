"""A puzzle as a value, read from the line of JSON that keeps it; and which one is a day's.

Puzzle 12 is the end of a game of Plur: six cells are open, and of all turns one alone wins. A line
says so in the names of cells, so that it can be read, and checked, without this program.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from bot.engine.board import Board, board
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Turn
from bot.players.endgame import open_cells
from bot.players.game import Game, game_at, ruleset_of


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """The match that a puzzle is from: the position after a turn of it, and its colours."""

    match: int
    turn: int
    colours: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one turn that wins.

    `number` is its place in the built-in set; one that is from a match has none, 0.
    """

    number: int
    game: Game
    answer: Turn
    source: PuzzleSource | None = None

    @property
    def cells(self) -> int:
        """How many cells are open: how hard it is."""
        return open_cells(self.game)

    @property
    def colours(self) -> tuple[str, str]:
        """What the colours are called: as in its match, else where the game is usually played."""
        return colours_of(self.game) if self.source is None else self.source.colours

    @property
    def spelling(self) -> Spelling:
        """How its turns are written."""
        return replace(spelling_of(self.game), colours=self.colours)


def colours_of(game: Game) -> tuple[str, str]:
    """What the colours of a puzzle are called: red and blue in `genius`, else black and white."""
    return ("red", "blue") if game.law == "genius" else ("black", "white")


def spelling_of(game: Game) -> Spelling:
    """How turns of a puzzle are written."""
    ruleset = ruleset_of(game)
    return Spelling(board(game.side), colours_of(game), ruleset.either_colour, ruleset.verbs)


def from_line(line: str) -> Puzzle:
    """The puzzle of a line; ValueError if it is none."""
    values = json.loads(line)
    cells, mover = board(values["side"]), Colour(values["to_move"])
    number = values["turns"]
    previous = None
    if values["before"] is not None:
        previous = Position(cells, _pair(cells, values["before"]), mover.other, number - 1)
    button = None if values["button"] is None else Colour(values["button"])
    stones, claimed = _pair(cells, values["stones"]), _board_of(cells, values["claimed"])
    position = Position(cells, stones, mover, number, claimed, button, previous)
    game = game_at(RULESETS[values["ruleset"]], position)
    answer = read_turn(spelling_of(game), values["answer"].split(), mover)
    if isinstance(answer, Misread):
        raise ValueError(line)
    return Puzzle(values["number"], game, answer)


@cache
def built_in() -> Mapping[int, Puzzle]:
    """The puzzles that come with the program, by number."""
    text = (files("bot.puzzles") / "built_in.jsonl").read_text(encoding="utf-8")
    puzzles = map(from_line, text.splitlines())
    return {puzzle.number: puzzle for puzzle in puzzles}


def _board_of(cells: Board, names: str) -> int:
    by_name = {cells.name(cell): cell for cell in range(cells.size)}
    return sum(1 << by_name[name] for name in names.split())


def _pair(cells: Board, names: Any) -> tuple[int, int]:
    return _board_of(cells, names[0]), _board_of(cells, names[1])


_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """So many days in a row, up to the last of them; None where there is none yet."""

    days: int = 0
    last: date | None = None

    def solved(self, day: date) -> "Streak":
        """The days in a row once the puzzle of a day is solved; twice a day counts once."""
        if self.last is not None and self.last >= day:
            return self
        return Streak(self.at(day) + 1, day)

    def at(self, day: date) -> int:
        """How many days in a row there are on a day, which itself may still come."""
        return self.days if self.last is not None and day - self.last <= _DAY else 0


def number_of_day(day: date, puzzles: int) -> int:
    """The number of the puzzle of a day, the same for everybody; each comes round in turn."""
    return day.toordinal() % puzzles + 1
