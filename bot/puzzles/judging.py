"""Judges an answer to a puzzle by proof: all that can follow is played out.

Ann answers D7. All turns are searched: hers alone wins. She answers F8: Red has a reply after which
she does not win any more, and she is told that one.
"""

from dataclasses import dataclass

from bot.engine.turn import Turn
from bot.players.field import after, over, turn_of, won
from bot.players.game import Game
from bot.players.solver import solver
from bot.puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Proof:
    """That one turn alone wins: the positions that were searched for it."""

    positions: int


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why an answer does not win: a reply that holds, None if the game is over by then.

    `tie` says that it is a tie with best play, and not lost.
    """

    reply: Turn | None
    tie: bool


def proof_of(puzzle: Puzzle) -> Proof:
    """Searches all turns; ValueError if the answer is not the only one that wins."""
    search = solver(puzzle.game)
    winning = search.winning(puzzle.game)
    if len(winning) != 1 or not _same(puzzle.game, turn_of(puzzle.game, winning[0]), puzzle.answer):
        raise ValueError(f"puzzle {puzzle.number} has another answer: {winning}")
    return Proof(search.searched + 1)


def judge(puzzle: Puzzle, turn: Turn) -> Proof | Refutation:
    """What a legal answer is worth."""
    if _same(puzzle.game, turn, puzzle.answer):
        return proof_of(puzzle)
    left = after(puzzle.game, turn)
    if over(left):
        return Refutation(None, won(left) == 0.5)
    search = solver(left)
    reply = search.best(left)
    return Refutation(turn_of(left, reply), search.chance(left) == 0.5)


def _same(game: Game, one: Turn, other: Turn) -> bool:
    """Whether two turns lead to the same position: stones may be named in any order."""
    if one.takes_button or other.takes_button or not (one.drops and other.drops):
        return one == other
    return after(game, one) == after(game, other)
