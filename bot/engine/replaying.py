"""A record played again: its positions, its end, and the first turn that can't be ruled legal."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.board import board
from bot.engine.legality import Law, play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.record import RESIGN, Entry, Record, Setup, setup_of
from bot.engine.ruleset import Breach, Ruleset
from bot.engine.turn import Colour

BOARD_FULL = "board-full"
NO_TURN_LEFT = "no-turn-left"
RESIGNATION = "resignation"
TIE = "tie"
UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a record stops being a legal game: the turn from 1, the word, and what is wrong."""

    turn: int
    word: str
    breach: Breach | Misread


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: `positions` from the empty board to the last legal turn.

    `winner` None of a game that is `over` is a tie, or no result. `reason` is `board-full`,
    `no-turn-left`, `resignation`, or the record's own Termination.
    """

    record: Record
    setup: Setup
    positions: tuple[Position, ...]
    problem: Problem | None = None
    over: bool = False
    winner: Colour | None = None
    reason: str | None = None

    @property
    def last(self) -> Position:
        """The position after the last legal turn."""
        return self.positions[-1]


def replay(record: Record, setup: Setup | None = None) -> Replay:
    """The game of a record up to its end or its first problem; ValueError for impossible tags."""
    setup = setup or setup_of(record)
    law, spelling = setup.ruleset, setup.spelling
    positions = [Position(board(setup.side))]
    for number, entry in enumerate(record.turns, start=1):
        turn = read_turn(spelling, entry.words, positions[-1].to_move)
        after = turn if isinstance(turn, Misread) else play(law, positions[-1], turn)
        if not isinstance(after, Position):
            problem = Problem(number, _culprit(spelling, entry, after), after)
            return _stopped(record, setup, positions, problem)
        positions.append(after)
    if record.resigned and law.is_over(positions[-1]):
        problem = Problem(len(positions), RESIGN, Breach(Law.GAME_OVER))
        return _stopped(record, setup, positions, problem)
    over, winner, reason = _outcome(record, setup, positions[-1])
    return Replay(record, setup, tuple(positions), None, over, winner, reason)


def _stopped(
    record: Record, setup: Setup, positions: Sequence[Position], problem: Problem
) -> Replay:
    """A game with a problem; one that had ended before it keeps its result."""
    if not setup.ruleset.is_over(positions[-1]):
        return Replay(record, setup, tuple(positions), problem)
    over, winner, reason = _outcome(record, setup, positions[-1])
    return Replay(record, setup, tuple(positions), problem, over, winner, reason)


def end_of_game(ruleset: Ruleset, position: Position) -> str | None:
    """Why the rules end the game here: `board-full` or `no-turn-left`; None if they don't."""
    if not ruleset.is_over(position):
        return None
    return NO_TURN_LEFT if position.empty else BOARD_FULL


def _culprit(spelling: Spelling, entry: Entry, breach: Breach | Misread) -> str:
    if isinstance(breach, Misread):
        return breach.word
    if breach.action is None:
        return " ".join(entry.words)
    # A colour before its stone is a word of its own; only the words that act are counted.
    acting = [word for word in entry.words if spelling.colour(word) is None]
    return acting[breach.action]


def _outcome(
    record: Record, setup: Setup, position: Position
) -> tuple[bool, Colour | None, str | None]:
    ended = end_of_game(setup.ruleset, position)
    if ended is not None:
        return True, setup.ruleset.winner(position), ended
    if record.resigned:
        return True, position.to_move.other, RESIGNATION
    result = record.tag("Result", UNFINISHED).casefold()
    reason = record.tag("Termination") or None
    if result not in (*setup.colours, TIE, UNFINISHED):
        one, other = setup.colours
        raise ValueError(f"Result: {result!r} is none of {one}, {other}, {TIE} and {UNFINISHED}")
    if result in setup.colours:
        return True, Colour(setup.colours.index(result)), reason
    over = result == TIE or (reason is not None and result == UNFINISHED)
    return over, None, reason if over else None
