"""How a recorded game ended: what the board says, then what the header says beyond it.

A match may end where the board does not: on time, by resignation, by the host's decision. Then the
header is believed. Where it says something of the board that is not so (a full board that Red wins,
headed *blue*; *board-full* over two turns), the board is believed and the tag is a contradiction.
A tie is won by the DMO (the Death Match Opponent, one of the players) where the header names one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from bot.engine.position import Position
from bot.engine.record import Record, Setup
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour

BOARD_FULL = "board-full"
NO_TURN_LEFT = "no-turn-left"
RESIGNATION = "resignation"
TIE_TO_DMO = "tie-to-dmo"
TIE = "tie"
UNFINISHED = "*"

_BY_THE_BOARD = (BOARD_FULL, NO_TURN_LEFT, "game-over")
_BY_THE_PLAYERS = (RESIGNATION, "time")
"""Why a match ends while it is played: never once the board has decided it."""
_BY_THE_HOST = ("adjudication", "forfeit")
_WITHOUT_RESULT = ("cancelled", "abandonment")


class Why(StrEnum):
    """What makes a tag untrue."""

    DECIDED = "decided"
    """The board has decided the game, and otherwise."""
    UNDECIDED = "undecided"
    """The board has not decided the game."""
    RESIGNED = "resigned"
    """The record ends with a resignation, and somebody else resigned or it ended otherwise."""
    NO_RESULT = "no-result"
    """The match has no result, by its own Termination."""
    NO_TIE = "no-tie"
    """What ended the match gave it a winner."""
    NO_PLAYER = "no-player"
    """Nobody of that name plays."""
    NOT_NEXT = "not-next"
    """A move number that is not the next one."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A tag that can't be true: its name as written, its value, its line in the text (0 unknown).

    `end` is how the board ended the game, or that it was a tie and so the DMO's; `winner` who won
    by that or by a resignation. Of a move number that can't be believed, `end` is the next one.
    """

    tag: str
    value: str
    line: int
    why: Why
    end: str | None
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a game is over, who won (None: a tie, or no result), and why it ended."""

    over: bool = False
    winner: Colour | None = None
    reason: str | None = None
    no_result: bool = False


def end_of_game(ruleset: Ruleset, position: Position) -> str | None:
    """Why the rules end the game here: `board-full` or `no-turn-left`; None if they don't."""
    if not ruleset.is_over(position):
        return None
    return NO_TURN_LEFT if position.empty else BOARD_FULL


def outcome(record: Record, setup: Setup, position: Position) -> Outcome:
    """How the game ended that led to a position; ValueError for a Result that is none."""
    claims = _Told(record, setup)
    end = end_of_game(setup.ruleset, position)
    if claims.reason in _WITHOUT_RESULT and claims.winner is None and not record.resigned:
        return Outcome(over=True, reason=claims.reason, no_result=True)
    if end is not None:
        winner, how = claims.won(setup.ruleset.winner(position), end)
        if claims.decides(winner):
            return Outcome(True, claims.winner, claims.reason)
        return Outcome(True, winner, how)
    if record.resigned:
        return Outcome(True, position.to_move.other, RESIGNATION)
    if claims.reason in (*_BY_THE_BOARD, TIE_TO_DMO):
        return Outcome()
    if claims.winner is not None or claims.result == TIE:
        return Outcome(True, claims.winner, claims.reason)
    if claims.reason is None:
        return Outcome()
    return Outcome(over=True, reason=claims.reason, no_result=True)


def contradictions(record: Record, setup: Setup, position: Position) -> tuple[Contradiction, ...]:
    """The tags about the end that are not true of the game that led to a position."""
    claims = _Told(record, setup)
    end = end_of_game(setup.ruleset, position)
    winner: Colour | None
    how: str | None
    if end is None:
        winner, how = position.to_move.other, None
    else:
        winner, how = claims.won(setup.ruleset.winner(position), end)
    return tuple(
        Contradiction(*_tag(record, name), why, how, winner)
        for name, why in _untrue(claims, end, how, winner, resigned=record.resigned)
    )


def misnumbered(record: Record) -> tuple[Contradiction, ...]:
    """The move numbers that jump or repeat: a turn may be missing there, or be written twice.

    They may count turns or rounds, and stand before each turn or before the first of a round.
    """
    numbers = [
        (int("".join(takewhile(str.isdecimal, entry.number))), turn, entry)
        for turn, entry in enumerate(record.turns, start=1)
        if entry.number
    ]
    if [number for number, _, _ in numbers] == [1 + n // 2 for n in range(len(numbers))]:
        return ()
    untrue, before = [], 0
    for number, turn, entry in numbers:
        goes_on = number == before and entry.number.endswith(("..", "…"))
        if not goes_on and number not in (before + 1, turn):
            next_one = str(before + 1)
            untrue.append(
                Contradiction("number", str(number), entry.line, Why.NOT_NEXT, next_one, None)
            )
        before = number
    return tuple(untrue)


class _Told:
    """What the header says of the end, in plain words of this game."""

    def __init__(self, record: Record, setup: Setup) -> None:
        self.result = record.tag("Result", UNFINISHED).casefold()
        self.reason = record.tag("Termination").casefold() or None
        if self.result not in (*setup.colours, TIE, UNFINISHED):
            one, other = setup.colours
            known = f"{one}, {other}, {TIE} and {UNFINISHED}"
            raise ValueError(f"Result: {self.result!r} is none of {known}")
        named = self.result in setup.colours
        self.winner = Colour(setup.colours.index(self.result)) if named else None
        self.dmo = dmo_of(record, setup)
        self.unknown_dmo = self.dmo is None and bool(record.tag("DMO"))

    def won(self, winner: Colour | None, end: str) -> tuple[Colour | None, str]:
        """Who has won by the board and how; a tie is the DMO's."""
        return (winner, end) if winner is not None or self.dmo is None else (self.dmo, TIE_TO_DMO)

    def decides(self, winner: Colour | None) -> bool:
        """Whether the result goes beyond the board's: a host's decision, or a tie given away."""
        if self.result == UNFINISHED or self.winner is winner:
            return False
        if winner is None and self.reason not in (None, *_BY_THE_BOARD, *_BY_THE_PLAYERS):
            return True
        return self.reason in _BY_THE_HOST


def dmo_of(record: Record, setup: Setup) -> Colour | None:
    """The DMO's colour, told by name, or by colour where a name tells nobody apart."""
    named = record.tag("DMO")
    players = [colour for colour in Colour if named and named == record.tag(setup.colours[colour])]
    if len(players) == 1:
        return players[0]
    colour = named.casefold()
    return Colour(setup.colours.index(colour)) if colour in setup.colours else None


def _untrue(
    claims: _Told, end: str | None, how: str | None, winner: Colour | None, *, resigned: bool
) -> Iterator[tuple[str, Why]]:
    result, reason = claims.result != UNFINISHED, claims.reason
    if claims.unknown_dmo:
        yield "DMO", Why.NO_PLAYER
    if reason in _WITHOUT_RESULT:
        # Older records call an abandoned match a tie.
        if claims.winner is not None:
            yield "Result", Why.NO_RESULT
        if resigned:
            yield "Termination", Why.RESIGNED
    elif end is not None:
        if result and claims.winner is not winner and not claims.decides(winner):
            yield "Result", Why.DECIDED
        other_end = reason in (BOARD_FULL, NO_TURN_LEFT) and reason != end
        no_tie = reason == TIE_TO_DMO and how != TIE_TO_DMO and winner is not None
        if reason in _BY_THE_PLAYERS or other_end or no_tie:
            yield "Termination", Why.DECIDED
    elif resigned:
        if result and claims.winner is not winner:
            yield "Result", Why.RESIGNED
        if reason not in (None, RESIGNATION):
            yield "Termination", Why.RESIGNED
    elif reason in (*_BY_THE_BOARD, TIE_TO_DMO):
        if result:
            yield "Result", Why.UNDECIDED
        yield "Termination", Why.UNDECIDED
    elif reason in _BY_THE_PLAYERS and claims.result == TIE:
        yield "Result", Why.NO_TIE


def _tag(record: Record, name: str) -> tuple[str, str, int]:
    """A tag as it was written, with its line."""
    lines = record.lines or (0,) * len(record.tags)
    return next(
        (key, value, line)
        for (key, value), line in zip(record.tags, lines, strict=True)
        if key.casefold() == name.casefold()
    )
