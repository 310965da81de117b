"""What is said of programs that play: each other, or in a match as the sparring partner."""

from collections.abc import Sequence
from dataclasses import dataclass


def no_program_text(name: str, known: Sequence[str]) -> str:
    """A name that no program has; `known` are those that stand alone."""
    return f"there is no program {name!r}: name {', '.join(known)} or uct:N."


def no_number_text(given: str, least: int, most: int) -> str:
    """What is given as a number is none, or lies beyond those that can be."""
    return f"“{given}” is no number from {least} to {most:,}."


def spar_line(number: int, program: str, other: str, began: bool, worth: float, turns: int) -> str:
    """One game, `worth` the part that the first program won: `12. strong beats greedy…`."""
    first = program if began else other
    if worth not in (0.0, 1.0):
        return f"{number}. {program} and {other} tie in {turns} turns, {first} began."
    winner, loser = (program, other) if worth else (other, program)
    return f"{number}. {winner} beats {loser} in {turns} turns, {first} began."


def spar_text(program: str, other: str, wins: int, ties: int, games: int) -> str:
    """The sum of all games."""
    tied = f" and tied {ties}" if ties else ""
    return f"{program} won {wins}{tied} of {games} games against {other}."


@dataclass(frozen=True, slots=True)
class Rung:
    """Games of a level against the one below; `share` counts a tie as half, between its bounds."""

    ruleset: str
    side: int
    level: str
    below: str
    games: int
    wins: int
    ties: int
    share: float
    low: float
    high: float
    rating: int


def rung_text(rung: Rung) -> str:
    """A rung of the ladder: `genius, side 5: steady won 67 % (62–71) of 400 against easy…`."""
    share, low, high = (round(100 * part) for part in (rung.share, rung.low, rung.high))
    return (
        f"{rung.ruleset}, side {rung.side}: {rung.level} won {share} % ({low}–{high}) of "
        f"{rung.games} games against {rung.below}. Rating {rung.rating:+}."
    )


def rung_step_text(level: str, ruleset: str, played: int, games: int) -> str:
    """How far the ladder is."""
    return f"{ruleset}, {level}: {played:,} of {games:,} games played"


@dataclass(frozen=True, slots=True)
class EstimatedClass:
    """The turns whose estimate lies from `least` to `most`; `won` of them are, for certain."""

    least: float
    most: float
    turns: int
    won: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How true estimates were: `true` of `marks`, a share between its bounds.

    Of all `mistakes`, that really cost something, `found` were marked.
    """

    ruleset: str
    side: int
    games: int
    turns: int
    marks: int
    true: int
    low: float
    high: float
    mistakes: int
    found: int
    classes: tuple[EstimatedClass, ...]


def calibration_text(found: Calibration) -> str:
    """What came of a check of estimates: a sentence, then a line for each class of them."""
    low, high = round(100 * found.low), round(100 * found.high)
    share = round(100 * found.true / found.marks) if found.marks else 0
    told = (
        f"{found.ruleset}, side {found.side}: {found.true} of {found.marks} marks are true "
        f"({share} %, {low}–{high}); of {found.mistakes} mistakes {found.found} are marked. "
        f"{found.turns} turns of {found.games} games."
    )
    classes = (
        f"{100 * one.least:.0f}–{100 * one.most:.0f} % estimated: {one.won:g} of {one.turns} won"
        for one in found.classes
    )
    return "\n".join((told, *classes))


TWO_OR_LADDER = "name two programs, or ask for --ladder or --calibration"
NO_CALIBRATION = "--calibration needs a game that is solved with 16 cells, on a board of side 4 up"


def partner_gone_text() -> str:
    """The program that plays the partner's turns can't be run; the host is told, and it pauses."""
    return (
        "The sparring partner's program has failed. When the match is resumed it is tried again; "
        "or put somebody else in the seat."
    )
