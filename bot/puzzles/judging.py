"""Judges an answer to a puzzle by proof: all that can follow is played out.

Ann answers D7. All turns are searched: hers alone wins. She answers F8: Red has a reply after which
she does not win any more, and she is told that one. Either way one line is played to its end, so
that there are figures to say why.
"""

from dataclasses import dataclass

from bot.engine.turn import Turn
from bot.players.endgame import Solver, solver
from bot.players.field import after, over, turn_of, won
from bot.players.game import Game, position_of, ruleset_of
from bot.players.programs import program
from bot.players.review import TurnCause, cause
from bot.puzzles.puzzle import Puzzle

_LONGEST = 60
"""Turns after which a line counts as endless: two may pass in turn for ever."""
_greedy = program("greedy")


@dataclass(frozen=True, slots=True)
class Proof:
    """That one turn alone wins: the positions that were searched for it.

    `end` is how one line ends that begins with a natural `reply`; None where there is none.
    """

    positions: int
    reply: Turn | None = None
    end: Game | None = None


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why an answer does not win: a reply that holds, None if the game is over by then.

    `tie` says that it is a tie with best play, and not lost. `cause` tells the answer from the
    turn that wins, where the game's terms can; `end` is that of a line that goes on with the reply.
    """

    reply: Turn | None
    tie: bool
    cause: TurnCause | None = None
    end: Game | None = None


def proof_of(puzzle: Puzzle) -> Proof:
    """Searches all turns; ValueError if the answer is not the only one that wins."""
    search = solver(puzzle.game)
    winning = search.winning(puzzle.game, 2)
    if len(winning) != 1 or not _same(puzzle.game, turn_of(puzzle.game, winning[0]), puzzle.answer):
        raise ValueError(f"puzzle {puzzle.number} has another answer: {winning}")
    return Proof(search.searched + 1, *_line(search, after(puzzle.game, puzzle.answer)))


def judge(puzzle: Puzzle, turn: Turn) -> Proof | Refutation:
    """What a legal answer is worth."""
    if _same(puzzle.game, turn, puzzle.answer):
        return proof_of(puzzle)
    left = after(puzzle.game, turn)
    better = position_of(after(puzzle.game, puzzle.answer))
    why = cause(ruleset_of(puzzle.game), position_of(left), better)
    if over(left):
        return Refutation(None, won(left) == 0.5, why, left)
    search = solver(left)
    reply, end = _line(search, left)
    return Refutation(reply, search.chance(left) == 0.5, why, end)


def _line(search: Solver, game: Game) -> tuple[Turn | None, Game | None]:
    """The first turn and the end of a line: who is lost plays greedily, the other one best."""
    first = None
    for _ in range(_LONGEST):
        if over(game):
            return first, game
        steps = search.best(game)
        turn = turn_of(game, steps) if steps else _greedy(game, 1)
        first, game = first or turn, after(game, turn)
    return first, None


def _same(game: Game, one: Turn, other: Turn) -> bool:
    """Whether two turns lead to the same position: stones may be named in any order."""
    if one.takes_button or other.takes_button or not (one.drops and other.drops):
        return one == other
    return after(game, one) == after(game, other)
