"""A review as JSON for web pages: each turn that cost much, what was better, and how sure that is.

The page draws these turns on the race, and the one that is chosen on the board. What a solved
position proves is told apart from what a search estimates, in words here and in shape there.
"""

from bot.players.review import Review, interval
from bot.referee.match import Match
from bot.web.view import Json
from bot.wording.review import certain_text, outcome_text, worst_text


def findings(number: int, match: Match, review: Review) -> Json:
    """The review of a match; its marked turns stand in the order in which they were played.

    `proven` says whether the better turn's outcome is certain, `would` the same in words. `curve`
    has the first player's chance before the first turn and after each, in percent: its lowest, its
    likeliest, its highest; `certain` says of each whether it is proven.
    """
    spelling, size = match.spelling, match.position.board.size
    chances = [(review.before, review.before_exact)]
    chances += [(turn.chance, turn.exact) for turn in review.turns]
    return {
        "match": number,
        "text": certain_text(review),
        "curve": [_bounds(chance, exact=exact) for chance, exact in chances],
        "certain": [exact for _, exact in chances],
        "marks": [
            {
                "turn": turn.number,
                "text": worst_text(turn, match.ruleset, spelling),
                "better": [spelling.board.name(code % size) for code in turn.better if code >= 0],
                "proven": turn.best_exact,
                "would": outcome_text(turn.best, proven=turn.best_exact),
            }
            for turn in sorted(review.worst, key=lambda turn: turn.number)
        ],
    }


def _bounds(chance: float, *, exact: bool) -> tuple[int, int, int]:
    low, high = (chance, chance) if exact else interval(chance)
    return round(100 * low), round(100 * chance), round(100 * high)
