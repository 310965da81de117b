"""The page on how fair the games are: the rows that ship with the program, each with its interval.

It is the same for all servers, since the games are a program's.
"""

from functools import cache

from bot.web.hall.fairness import WANTED, FairnessRow, shipped
from bot.web.hall.listing import game_name
from bot.web.view import Json
from bot.wording.hall import perfect_play_text

_LEAST, _MOST = 0.2, 0.8
"""The shares at the left and the right end of a bar; what lies beyond ends there."""
_WIDE = 120


@cache
def fairness_parts() -> Json:
    """The rows, by ruleset and side, and how many games each should have."""
    return {"rows": [_row(row) for row in shipped()], "wanted": WANTED, "wide": _WIDE}


def _row(row: FairnessRow) -> Json:
    low, high = row.interval or (0.5, 0.5)
    share = row.share or 0.5
    return {
        "game": game_name(row.ruleset),
        "key": row.ruleset,
        "side": row.side,
        "share": f"{share:.1%}",
        "low": f"{low:.1%}",
        "high": f"{high:.1%}",
        "even": low <= 0.5 <= high,
        "from": _place(low),
        "to": _place(high),
        "at": _place(share),
        "ties": f"{100 * row.ties / row.games:.1f} %",
        "turns": f"{row.turns / row.games:.1f}",
        "larger": "–" if row.extra is None else f"{row.extra / row.games:.1f}",
        "perfect": perfect_play_text(row.solved),
        "games": row.games,
        "player": row.player,
    }


def _place(share: float) -> float:
    """Where a share lies on a bar, in its units."""
    within = min(max(share, _LEAST), _MOST)
    return round((within - _LEAST) / (_MOST - _LEAST) * _WIDE, 1)
