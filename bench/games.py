"""Random legal games to measure with, the same in every run."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from bot.engine.board import bits, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.record import Record, Setup, record_of
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Turn
from bot.players.endgame import open_cells
from bot.players.field import after, over
from bot.players.game import Game
from bot.players.programs import spar
from bot.referee.events import Player, Termination
from bot.servers.results import Result

GENIUS = RULESETS["genius"]
SETUP = Setup(GENIUS, 5, ("red", "blue"))
NAMES = {"Red": "Anna", "Blue": "Bertrand"}


def record(seed: int) -> Record:
    """A full game at side 5."""
    return record_of(SETUP, _last_position(Random(seed)), tags=NAMES)


def results(count: int) -> Iterator[Result]:
    """The results of so many matches among fifty players."""
    chance = Random(1)
    people = [Player(str(number), f"Player {number}") for number in range(50)]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(count):
        one, other = chance.sample(people, 2)
        winner, at = chance.choice(list(Colour)), start + timedelta(hours=number)
        yield Result(
            number, "genius", (one, other), SETUP.colours, winner, Termination.GAME_OVER, at
        )


def endgame(law: str, cells: int) -> Game:
    """A position between two turns of gentle partners, with at most so many cells open."""
    for seed in count():
        game = Game(law, SETUP.side)
        for turn in spar("gentle", "gentle", game, seed):
            if open_cells(game) <= cells and not over(game):
                return game
            game = after(game, turn)
    raise AssertionError


def _last_position(chance: Random) -> Position:
    position = Position(board(SETUP.side))
    while not GENIUS.is_over(position):
        allowed = GENIUS.allowance(position)
        stones = chance.randint(allowed.fewest, allowed.most)
        cells = chance.sample(list(bits(position.empty)), stones)
        after = play(GENIUS, position, Turn(tuple(Drop(cell, position.to_move) for cell in cells)))
        if not isinstance(after, Position):
            raise TypeError(f"an illegal turn was made up: {after}")
        position = after
    return position
