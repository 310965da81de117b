"""What `referee cup simulate` prints, and why a cup can't be held."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.cups.entry import EnteredTwice, EntryProblem, TooFewEntrants, TooManyEntrants
from bot.cups.results import Ending, PairingResult
from bot.cups.standings import Row
from bot.wording.cups import parted_text
from bot.wording.phrases import figure_text


def entry_problem_text(problem: EntryProblem) -> str:
    """Why a cup can't be held with those who entered."""
    match problem:
        case TooFewEntrants(count, least):
            are = "is" if count == 1 else "are"
            return f"a cup like this needs {least} entrants or more, and there {are} {count}."
        case TooManyEntrants(count, most):
            return f"there is room for {most:,} entrants, and there are {count:,}."
        case EnteredTwice(entrant):
            return f"{entrant.name} has entered twice."
    assert_never(problem)


def round_text(number: int, results: Iterable[PairingResult], *, again: bool) -> str:
    """What came of all that was given out; `again` are games after a tie."""
    head = f"Round {number}, once more after a tie" if again else f"Round {number}"
    return "\n".join([head, *map(_result, results)])


def order_text(rows: Sequence[Row], champion: str | None) -> str:
    """The champion, then a line for each place."""
    head = "Nobody is champion." if champion is None else f"The champion is {champion}."
    return "\n".join([head, *map(_line, rows)])


def _line(row: Row) -> str:
    points = f"{figure_text(row.halves / 2)} {'point' if row.halves in (1, 2) else 'points'}"
    return "; ".join(filter(None, (f"{row.place}. {row.entrant.name}, {points}", parted_text(row))))


def _result(result: PairingResult) -> str:
    match result.ending:
        case Ending.PLAYED:
            first, second = (figure_text(halves / 2) for halves in result.halves)
            return f"{result.first} – {result.second} {first}:{second}"
        case Ending.BYE:
            return f"{result.first} has a bye"
        case Ending.BOTH_LOST:
            return f"{result.first} and {result.second} have left, and both lose"
        case Ending.WALKOVER:
            pair = result.first, result.second
            winner, loser = pair if result.halves[0] else pair[::-1]
            return f"{winner} wins, since {loser} has left"
    assert_never(result.ending)
