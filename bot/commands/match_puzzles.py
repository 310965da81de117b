"""Makes a puzzle of a position of a match: `puzzle from:9@12`, that after turn 12 of match 9.

The match is one that the asker may see as `board match:9 turn:12` shows it, and it is over. It is a
puzzle if few enough cells are open to be searched, and one turn alone wins; else a sentence says
why not. As with reviews nothing is told while an open match began alike.
"""

import re

from bot.commands.request import Asker
from bot.commands.show import within_reach
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.players.field import over
from bot.players.game import game_at
from bot.players.solver import limit_of, open_cells
from bot.puzzles.puzzle import Puzzle, PuzzleSource
from bot.referee.match import Match
from bot.views.film import history
from bot.wording import puzzles as words
from bot.wording.show import no_such_match_text, no_such_turn_text

_PLACE = re.compile(r"#?(\d{1,9})\s*@\s*(\d{1,4})", re.ASCII)


class PuzzleRefusedError(ValueError):
    """An order about a puzzle that can't be carried out; its text says why."""


class MatchPuzzles:
    """Puzzles from the matches of one venue."""

    def __init__(self, desk: Desk, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue

    async def named(self, text: str, asker: Asker) -> Puzzle:
        """The puzzle of a place such as `9@12`; PuzzleRefusedError, ProofRefusedError."""
        place = _PLACE.fullmatch(text.strip())
        if place is None:
            raise PuzzleRefusedError(words.NO_PLACE)
        number, turn = map(int, place.groups())
        held = await within_reach(self._desk, number, asker)
        if held is None:
            raise PuzzleRefusedError(no_such_match_text(str(number)))
        match = held[1]
        if not match.over:
            raise PuzzleRefusedError(words.MATCH_OPEN)
        if turn > match.position.number:
            raise PuzzleRefusedError(no_such_turn_text(number, match.position.number))
        if await self._desk.reviews.is_played_now(match, self._venue):
            raise PuzzleRefusedError(words.SAME_OPENING)
        return await self._made(match, PuzzleSource(number, turn, match.terms.colours))

    async def _made(self, match: Match, source: PuzzleSource) -> Puzzle:
        game = game_at(match.ruleset, history(match.position)[source.turn])
        if over(game):
            raise PuzzleRefusedError(words.GAME_OVER_THERE)
        cells, limit = open_cells(game), limit_of(game)
        if cells > limit:
            raise PuzzleRefusedError(words.many_cells_text(cells, limit))
        turns = await self._desk.endings.winning(game)
        if len(turns) != 1:
            raise PuzzleRefusedError(words.no_puzzle_text(source.colours[game.to_move], len(turns)))
        return Puzzle(0, game, turns[0], source)
