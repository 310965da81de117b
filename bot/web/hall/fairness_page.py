"""The page on how fair the games are: what thousands of games of a program against itself came to.

`fairness.jsonl` ships with the program and has a line for each ruleset and board, which is shown
with its interval; `python -m bench.fairness` makes it. It is the same for all servers.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt

from bot.engine.turn import Colour
from bot.web.hall.listing import game_name
from bot.web.view import Json
from bot.wording.hall import perfect_play_text

WANTED = 5_000
"""Games that a row should have."""
_Z = 1.959963984540054
"""How many standard deviations lie on either side of the middle 95 % of a normal distribution."""
SOLVED = {
    ("genius", 3): Colour.SECOND,
    ("mindsports", 3): Colour.FIRST,
    ("mures", 3): Colour.FIRST,
}
"""Who wins from the empty board if nobody errs, by ruleset and side, where every line was searched.

They come from a complete solution; `tests/players/side3.json` holds 150 positions of it.
"""


@dataclass(frozen=True, slots=True)
class FairnessRow:
    """Games of one ruleset, side, player and seed: those numbered `first` and on, so many.

    `wins` and `losses` are the first player's. `extra` are the turns that placed more stones than
    the game's usual turn; None where no turn of the game may. `version` is the program's.
    """

    ruleset: str
    side: int
    player: str
    seed: int
    version: str
    first: int
    games: int
    wins: int
    losses: int
    ties: int
    turns: int
    extra: int | None

    @property
    def decided(self) -> int:
        return self.wins + self.losses

    @property
    def share(self) -> float | None:
        """The part of these that the first player won; None if there are none."""
        return self.wins / self.decided if self.decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where that part lies, with a certainty of 95 %, if games are played without end."""
        return wilson(self.wins, self.decided) if self.decided else None

    @property
    def solved(self) -> Colour | None:
        """Who wins if nobody errs; None where that is not known."""
        return SOLVED.get((self.ruleset, self.side))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval: the chances of which so many wins are not among the unlikeliest 5 %."""
    part, square = wins / games, _Z * _Z
    middle = part + square / (2 * games)
    reach = _Z * sqrt(part * (1 - part) / games + square / (4 * games * games))
    scale = 1 + square / games
    return (middle - reach) / scale, (middle + reach) / scale


def shipped() -> tuple[FairnessRow, ...]:
    """The rows of the table, by ruleset and side."""
    text = (files("bot.web.hall") / "fairness.jsonl").read_text(encoding="utf-8")
    return tuple(FairnessRow(**json.loads(line)) for line in text.splitlines())


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
