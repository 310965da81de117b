"""Makes a puzzle of a position of a match: `puzzle from:9@12`, that after turn 12 of match 9.

It is a puzzle if few enough cells are open to be searched, and one turn alone wins; else a sentence
says why not.
"""

from bot.commands.past import past_named
from bot.commands.request import Asker
from bot.desk.desk import Desk
from bot.players.game import game_at
from bot.players.solver import limit_of, open_cells
from bot.puzzles.puzzle import Puzzle, PuzzleSource
from bot.wording import puzzles as words


class PuzzleRefusedError(ValueError):
    """An order about a puzzle that can't be carried out; its text says why."""


class MatchPuzzles:
    """Puzzles from the matches of one venue."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def named(self, text: str, asker: Asker) -> Puzzle:
        """The puzzle of a place such as `9@12`.

        PastRefusedError, PuzzleRefusedError or ProofRefusedError if it is none.
        """
        example = "puzzle from:9@12"
        past = await past_named(self._desk, text, asker, example=example)
        source = PuzzleSource(past.number, past.turn, past.match.terms.colours)
        game = game_at(past.match.ruleset, past.position)
        cells, limit = open_cells(game), limit_of(game)
        if cells > limit:
            raise PuzzleRefusedError(words.many_cells_text(cells, limit))
        turns = await self._desk.endings.winning(game)
        if len(turns) != 1:
            raise PuzzleRefusedError(words.no_puzzle_text(source.colours[game.to_move], len(turns)))
        return Puzzle(0, game, turns[0], source)
