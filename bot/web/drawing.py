"""Draws matches for their pages, as they stand or stood: each state once, beside the event loop.

Red's turn is ruled, and both seats and a thousand watchers are to see it. The board is drawn in a
thread: that takes some milliseconds, in which other matches are ruled.

Ann goes back to turn 12 while Bob thinks. Her page asks for that position once and keeps it; the
referee draws it as it drew it then. How the match stands now is told to her page all the while.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import takewhile

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee.events import TurnPlayed
from bot.referee.match import Match
from bot.servers.settings import USUAL_LOOK, Look
from bot.views.film import history, rewound
from bot.views.scenes import match_scene
from bot.web.view import BARE_BOARD, Json, MatchView, board_svg
from bot.wording.phrases import clock_text, figure_text
from bot.wording.room import NOT_WRITABLE
from bot.wording.troubles import DAMAGED
from bot.wording.web import STANDS
from renderers.grid import name

MOST_LISTED, MOST_BOARDS = 200, 500
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
        self._drawn: LRUCache[tuple[object, ...], Json] = LRUCache(MOST_BOARDS)

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


MOST_DRAWN = 200


@dataclass(frozen=True, slots=True)
class _State:
    """All that a drawing depends on."""

    match: Match
    look: Look
    stands: datetime | None
    trouble: str
    thinks: bool


class Drawings:
    """The last drawing of each match, which is kept while nothing changes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._drawn: LRUCache[int, tuple[_State, MatchView]] = LRUCache(MOST_DRAWN)
        self._moves = MoveLists()
        self._past = PastPositions()
        self._drawing, self._stepping = asyncio.Lock(), asyncio.Lock()

    async def of(
        self, number: int, match: Match, now: Callable[[], datetime], look: Look = USUAL_LOOK
    ) -> MatchView:
        """How a match stands; `now` is the venue's present."""
        async with self._drawing:
            state = self._state(number, match, look)
            before, view = self._drawn.get(number, (None, None))
            if view is None or before != state:
                moves = self._moves.of(number, match)
                draw = partial(MatchView.of, number, match, now(), state.stands, state.trouble)
                view = await asyncio.to_thread(draw, moves, look, thinks=state.thinks)
                self._drawn[number] = state, view
            return view

    async def after(self, number: int, match: Match, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        async with self._stepping:
            return await asyncio.to_thread(self._past.after, number, match, turn)

    def _state(self, number: int, match: Match, look: Look) -> _State:
        stands = self._desk.stands_since(number)
        trouble = ""
        if stands is not None and not match.over:
            trouble = STANDS if self._desk.can_store() else NOT_WRITABLE
        thinks = self._desk.thinking is not None
        return _State(match, look, stands, DAMAGED if match.damaged else trouble, thinks)
