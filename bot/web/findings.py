"""A review as JSON for web pages: the share of wins after each turn, and the turns that cost much.

The page draws the shares as a curve over the race, the marked turns on it, and the one that is
chosen on the board. What a solved position proves is told apart from what a search estimates, in
words here and by sign, colour and line there.
"""

from bot.players.review import Review, interval
from bot.referee.match import Match
from bot.web.view import Json
from bot.wording.review import (
    certain_text,
    cost_text,
    costly_text,
    curve_text,
    outcome_text,
    share_text,
    worst_text,
)


def findings(number: int, match: Match, review: Review) -> Json:
    """The review of a match; its marked turns stand in the order in which they were played.

    `proven` says whether the better turn's outcome is certain, `would` the same in words; `certain`
    whether what the turn cost is. `worst` are the numbers of the marked turns, worst first.
    """
    spelling, size = match.spelling, match.position.board.size
    return {
        "match": number,
        "text": certain_text(review),
        "marks": [
            {
                "turn": turn.number,
                "text": worst_text(turn, match.ruleset, spelling),
                "better": [spelling.board.name(code % size) for code in turn.better if code >= 0],
                "proven": turn.best_exact,
                "would": outcome_text(turn.best, proven=turn.best_exact),
                "certain": turn.exact and turn.best_exact,
                "cost": cost_text(turn),
                "line": costly_text(turn, spelling),
            }
            for turn in sorted(review.worst, key=lambda turn: turn.number)
        ],
        "worst": [turn.number for turn in review.worst],
        "curve": _curve(spelling.colours, review),
    }


def _curve(colours: tuple[str, str], review: Review) -> Json:
    """The first player's share of wins: before the first turn, then after each."""
    known = [(review.before, review.before_exact)]
    known += [(turn.chance, turn.exact) for turn in review.turns]
    return {
        "text": curve_text(colours[0]),
        "points": [_point(colours, chance, proven=proven) for chance, proven in known],
    }


def _point(colours: tuple[str, str], chance: float, *, proven: bool) -> Json:
    """One point of the curve, with its bounds; what is proven has none beside itself."""
    low, high = (chance, chance) if proven else interval(chance)
    return {
        "share": round(chance, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "proven": proven,
        "text": share_text(*colours, chance, proven=proven),
    }
