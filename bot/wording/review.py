"""What is said of a game looked back on, and of a position solved."""

from collections.abc import Callable, Sequence

from bot.engine.board import board
from bot.players.endgame import LIMIT
from bot.players.review import Review, Reviewed
from bot.wording.phrases import nth
from bot.wording.show import ahead_text

Names = tuple[str, str]
CHANCES = "chance after each turn, in %"
"""What the chart of a review counts, behind the first player's colour."""
COST_LITTLE = "No turn cost much."
NO_TOPICS = "--review and --chances are for records, not for a saved topic"
NOT_KNOWN = "Only Catchup can be looked into: genius, mindsports and mures."


def review_text(
    title: str, review: Review, side: int, colours: Names, strong: Callable[[str], str] = str
) -> str:
    """From which turn on the end was certain, and the turns that cost the most, a line each."""
    if not review.turns:
        return f"{strong(f'{title}.')} No turn was played."
    lines = [f"{strong(f'{title}.')} {_since_text(review)}"]
    lines += [
        f"{place}. {worst_text(turn, side, colours, strong)}"
        for place, turn in enumerate(review.worst, start=1)
    ]
    return "\n".join(lines) if review.worst else f"{lines[0]} {COST_LITTLE}"


def certain_text(review: Review) -> str:
    """What a page says above the marked turns: from which turn on the end was certain."""
    return _since_text(review) if review.worst else f"{_since_text(review)} {COST_LITTLE}"


def finding_text(turn: Reviewed, side: int, colours: Names) -> str:
    """A marked turn on a page, where what is proven is told apart from what is estimated."""
    played, better = (cells_text(cells, side) for cells in (turn.cells, turn.better))
    left = outcome_text(turn.left, proven=turn.exact)
    would = outcome_text(turn.best, proven=turn.best_exact)
    mover = colours[turn.mover].capitalize()
    return f"Turn {turn.number}, {mover} {played} left {left}. Better: {better}, {would}."


def outcome_text(chance: float, *, proven: bool) -> str:
    """What a turn leaves, and how that is known."""
    if proven:
        return "a win, proven" if chance else "a loss, proven"
    return f"{percent_text(chance)} to win, an estimate"


def _since_text(review: Review) -> str:
    if review.certain is None:
        return "Who wins was never certain."
    return f"Who wins was certain from turn {review.certain}."


def match_review_title(number: int) -> str:
    """What a match's review begins with."""
    return f"Review of match {number}"


def chances_alt(colours: Names, values: Sequence[float], certain: int | None) -> str:
    """What the chart of a review shows; `values` are the first player's chances, turn by turn."""
    ahead = ahead_text([chance - 0.5 for chance in values], colours)
    since = "" if certain is None else f" Who wins was certain from turn {certain}."
    begin = f"{percent_text(values[0])} before the first turn"
    return (
        f"A chart: {colours[0].capitalize()}'s {CHANCES}, {begin}. The better one: {ahead}.{since}"
    )


def worst_text(
    turn: Reviewed, side: int, colours: Names, strong: Callable[[str], str] = str
) -> str:
    """A turn that cost much, what it left, and a better one."""
    colour = colours[turn.mover].capitalize()
    played, better = (cells_text(cells, side) for cells in (turn.cells, turn.better))
    left = "nothing" if turn.exact else percent_text(turn.left)
    would = "certain" if turn.best_exact else percent_text(turn.best)
    return f"Turn {turn.number}, {colour} {strong(played)} left {left}. Better: {better} ({would})."


def percent_text(chance: float) -> str:
    """A chance that is not certain is never shown as certain: `1 %` to `99 %`."""
    return f"{min(99, max(1, round(100 * chance)))} %"


def cells_text(cells: Sequence[int], side: int) -> str:
    """The cells of a turn as they are written."""
    return " ".join(board(side).name(cell) for cell in cells)


def solved_text(mover: str, other: str, turns: Sequence[tuple[int, ...]], side: int) -> str:
    """Who wins for certain, and the turns that do it."""
    if not turns:
        return f"{other.capitalize()} wins for certain, whatever {mover.capitalize()} plays."
    ways = "1 turn" if len(turns) == 1 else f"{len(turns)} turns"
    listed = " / ".join(cells_text(turn, side) for turn in turns)
    return f"{mover.capitalize()} wins for certain, with {ways}: {listed}."


def unsolved_text(empty: int) -> str:
    """A position with too many cells to be certain of."""
    return f"Not certain: {empty} cells are empty, and at most {LIMIT} can be solved."


def ended_text(winner: str) -> str:
    """A position in which nothing is left to solve."""
    return f"The board is full: {winner.capitalize()} has won."


def no_position_text(turn: int, played: int) -> str:
    """A turn that the game does not have."""
    return f"there is no turn {turn}: the game has {played}."


def not_over_text() -> str:
    """A review of an open match is asked for."""
    return "A match is reviewed once it is over; nothing is said about one that is open."


def same_opening_text() -> str:
    """A review is asked for while somebody else is playing the same opening."""
    return (
        "A match that is open began with the same turns. To be fair to its players I review "
        "this one when that is over."
    )


def queued_text(place: int) -> str:
    """A review waits behind others; it is made whether or not its asker waits for it."""
    return (
        f"You are {nth(place)} in the queue of reviews. Yours is made when its turn comes: "
        "please ask again in a few minutes."
    )


def many_reviews_text() -> str:
    """More reviews are asked for than can wait."""
    return "The queue of reviews is full. Please ask again in some minutes."


def review_failed_text() -> str:
    """The process that reviews died."""
    return "The review failed on my side. Please try again in a moment."
