"""A record played again: its positions, its end, and the first turn that can't be ruled legal."""

from dataclasses import dataclass

from bot.engine.board import board
from bot.engine.legality import Law, play
from bot.engine.notation import OUT_OF_TURN, Misread, Spelling, read_turn
from bot.engine.outcome import Contradiction, Outcome, contradictions, misnumbered, outcome
from bot.engine.position import Position
from bot.engine.record import RESIGN, Entry, Record, Setup, setup_of
from bot.engine.rounds import in_rounds, spelled
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a record stops being a legal game: the turn from 1, the word, and what is wrong.

    `line` is where the turn stands in the text, 0 where that is not known.
    """

    turn: int
    word: str
    breach: Breach | Misread
    line: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: `positions` from the empty board to the last legal turn.

    `winner` None of a game that is `over` is a tie, or with `no_result` a match that was cancelled
    or abandoned. `reason` is `board-full`, `no-turn-left`, `resignation`, or the record's own
    Termination. `untrue` are the tags that this game contradicts.
    """

    record: Record
    setup: Setup
    positions: tuple[Position, ...]
    problem: Problem | None = None
    over: bool = False
    winner: Colour | None = None
    reason: str | None = None
    no_result: bool = False
    untrue: tuple[Contradiction, ...] = ()

    @property
    def alternates(self) -> bool:
        """Whether nothing but the lines tells whose turns these are: so they alternate."""
        turns = self.record.turns
        told = self.record.tags or any(turn.by or turn.number for turn in turns)
        return not told and len(turns) > 1 and len({turn.line for turn in turns}) == len(turns)

    @property
    def last(self) -> Position:
        """The position after the last legal turn."""
        return self.positions[-1]


def replay(record: Record, setup: Setup | None = None) -> Replay:
    """The game of a record up to its end or its first problem; ValueError for impossible tags."""
    setup = setup or setup_of(record)
    untrue = misnumbered(record)
    record = spelled(in_rounds(record, setup) or record, setup.spelling)
    positions, problem = _played(record, setup)
    end = Outcome()
    # A game with a problem keeps its result if it had ended before.
    if problem is None or setup.ruleset.is_over(positions[-1]):
        end = outcome(record, setup, positions[-1])
    if problem is None:
        untrue += contradictions(record, setup, positions[-1])
    return Replay(
        record,
        setup,
        tuple(positions),
        problem,
        end.over,
        end.winner,
        end.reason,
        end.no_result,
        untrue,
    )


def _played(record: Record, setup: Setup) -> tuple[list[Position], Problem | None]:
    """The positions up to the last legal turn, and what is wrong with what comes behind it."""
    law, spelling = setup.ruleset, setup.spelling
    positions = [Position(board(setup.side))]
    seats: dict[str, Colour] = {}
    for number, entry in enumerate(record.turns, start=1):
        mover = positions[-1].to_move
        turn = _out_of_turn(entry, mover, spelling, seats) or read_turn(
            spelling, entry.words, mover
        )
        after = turn if isinstance(turn, Misread) else play(law, positions[-1], turn)
        if not isinstance(after, Position):
            culprit = _culprit(spelling, entry, after)
            return positions, Problem(number, culprit, after, entry.line)
        positions.append(after)
    if record.resigned and law.is_over(positions[-1]):
        return positions, Problem(len(positions), RESIGN, Breach(Law.GAME_OVER))
    return positions, None


def _out_of_turn(
    entry: Entry, mover: Colour, spelling: Spelling, seats: dict[str, Colour]
) -> Misread | None:
    """The fault of a turn by somebody who is not to move; `seats` learns who plays which colour."""
    if not entry.by:
        return None
    colours = [name.casefold() for name in spelling.colours]
    if entry.by.casefold() in colours:
        colour: Colour | None = Colour(colours.index(entry.by.casefold()))
    elif entry.by in seats or mover in seats.values():
        colour = seats.get(entry.by)
    else:
        colour = seats[entry.by] = mover
    return None if colour is mover else Misread(OUT_OF_TURN, entry.by, 0)


def _culprit(spelling: Spelling, entry: Entry, breach: Breach | Misread) -> str:
    if isinstance(breach, Misread):
        return breach.word
    if breach.action is None:
        return " ".join(entry.words)
    # A colour before its stone is a word of its own; only the words that act are counted.
    acting = [word for word in entry.words if spelling.colour(word) is None]
    return acting[breach.action]
