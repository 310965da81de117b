"""What a page steps through: the turns that were played, and the board after any of them.

Ann goes back to turn 12 while Bob thinks. Her page asks for that position once and keeps it; the
referee draws it as it drew it then. How the match stands now is told to her page all the while.
"""

from itertools import takewhile

from cachetools import LRUCache

from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee.events import TurnPlayed
from bot.referee.match import Match
from bot.views.film import history, rewound
from bot.views.scenes import match_scene
from bot.web.view import BARE_BOARD, Json, board_svg
from bot.wording.phrases import clock_text, figure_text
from renderers.grid import name

MOST_LISTED, MOST_DRAWN = 200, 500
"""How many lists of turns, and how many boards of some 20 kB, are kept for all matches."""
_THREE = 3


class MoveLists:
    """The turns of each match as its pages list them; only new ones are worked out."""

    def __init__(self) -> None:
        self._kept: LRUCache[int, tuple[tuple[TurnPlayed, ...], list[Json]]] = LRUCache(MOST_LISTED)

    def of(self, number: int, match: Match) -> list[Json]:
        """The turns of a match, whose number tells it from others."""
        turns, listed = self._kept.get(number, ((), []))
        if turns != match.turns:
            same = len(
                list(
                    takewhile(
                        lambda pair: pair[0] == pair[1], zip(turns, match.turns, strict=False)
                    )
                )
            )
            positions = history(match.position)[1:]
            new = zip(match.turns[same:], positions[same:], strict=True)
            listed = listed[:same] + [_move(match, played, position) for played, position in new]
            self._kept[number] = match.turns, listed
        return listed


class PastPositions:
    """Boards of earlier positions, drawn when they are first asked for."""

    def __init__(self) -> None:
        self._drawn: LRUCache[tuple[object, ...], Json] = LRUCache(MOST_DRAWN)

    def after(self, number: int, match: Match, turn: int) -> Json | None:
        """The position after so many turns, 0 for the empty board; None where there is none."""
        if not 0 <= turn <= match.position.number:
            return None
        key = (
            number,
            # The words that describe the board have the names, which may change or be forgotten.
            match.players,
            match.turns[:turn],
            match.ended if turn == len(match.turns) else None,
        )
        if key not in self._drawn:
            self._drawn[key] = _position(number, match, turn)
        return self._drawn[key]


def _move(match: Match, played: TurnPlayed, position: Position) -> Json:
    """A turn with the figures after it; `race` has them as plain numbers, for the chart."""
    figures = match.ruleset.figures(position)
    return {
        "colour": match.terms.colours[played.colour],
        "text": played.turn,
        "figures": [figure_text(figures[colour]) for colour in Colour],
        "race": [float(figures[colour]) for colour in Colour],
        "three": position.turn is not None and len(position.turn.drops) == _THREE,
        "used": "" if played.used is None else clock_text(played.used),
    }


def _position(number: int, match: Match, turn: int) -> Json:
    match = rewound(match, turn)
    # A turn is shown with the banks of its own time, not with those of now.
    scene = match_scene(match, match.turn_open_at, number, BARE_BOARD)
    return {
        "match": number,
        "turn": turn,
        "board": board_svg(scene),
        "alt": scene.alt,
        "stones": {name(stone.cell): stone.colour for stone in scene.stones},
        "last": [name(stone.cell) for stone in scene.stones if stone.last],
    }
