"""Open matches that nobody uses now lie in memory as bytes.

Ten thousand matches are open. In a few of them somebody plays at this minute; in most of them a
player thinks until tomorrow. As objects they would fill a small machine, and each search for
garbage would visit all of them. So only the matches that were used last are objects; the others are
packed, and unpacked as soon as anybody asks for more than can be told at a glance.

What is packed is a value, equal to the one before: nobody can tell that a match was at rest.
"""

import logging
import pickle
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import Any, NamedTuple

from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.turn import Colour, Turn
from bot.referee.events import Shown
from bot.referee.match import Match, Status
from bot.referee.timekeeping import likely_deadline
from bot.views.film import history

log = logging.getLogger(__name__)

MOST_AWAKE = 256
"""How many matches are objects; a turn in another one takes 0.2 ms more to unpack it."""
_QUICKLY = 1
"""The level of compression; higher ones save a tenth more, for twice the time."""
_Row = tuple[tuple[int, int], int, int, int, Colour | None, Turn | None]


@dataclass(slots=True)
class Known:
    """What is known of a match: how it stands, and what its room has said and read.

    `talk` are the players' messages of this turn that were no turn, with their stamps: an edit
    makes none of them one; `ruled` are the messages that were accepted (True) or refused; `shown`
    are the announcements that became visible.
    """

    match: Match
    ruled: dict[str, bool] = field(default_factory=dict)
    shown: list[Shown] = field(default_factory=list)
    talk: dict[str, datetime] = field(default_factory=dict)


class Glance(NamedTuple):
    """What is asked of all matches at once, and so is known without unpacking any.

    `stands` says that the match is paused since its room can't be used, `timed` that a clock runs
    or is about to, `runs_out` about when it does (`likely_deadline`).
    """

    over: bool
    stands: bool
    timed: bool
    turn_open_at: datetime
    runs_out: datetime


def glance_at(match: Match) -> Glance:
    timed = match.status is Status.RUNNING and match.clock is not None
    runs_out = likely_deadline(match.terms, match.turn_open_at)
    return Glance(
        match.over,
        match.pauses.for_room,
        timed,
        match.turn_open_at,
        runs_out,
    )


class AtRest(NamedTuple):
    packed: bytes
    glance: Glance

    @classmethod
    def of(cls, known: Known) -> "AtRest":
        out = BytesIO()
        _Packer(out, pickle.HIGHEST_PROTOCOL).dump(known)
        return cls(zlib.compress(out.getvalue(), _QUICKLY), glance_at(known.match))

    def known(self) -> Known:
        # These bytes were made above, in this process, and have not left its memory.
        known: Known = pickle.loads(zlib.decompress(self.packed))  # noqa: S301
        return known


class Awake:
    """Those that are objects; of too many, the ones used longest ago go to rest.

    Being used only sets a mark. Whoever's turn it is to go and has the mark loses it and stays for
    another round, so that using a match costs next to nothing.
    """

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._most = most
        self._awake: deque[tuple[int, Callable[[], bool]]] = deque()

    def add(self, number: int, rest_if_idle: Callable[[], bool]) -> None:
        """`rest_if_idle` puts it at rest unless it has the mark; it says whether that is done."""
        self._awake.append((number, rest_if_idle))
        while len(self._awake) > self._most:
            number, rest_if_idle = longest = self._awake.popleft()
            try:
                if not rest_if_idle():
                    self._awake.append(longest)
            except Exception:
                # It stays an object, and whoever is used now has nothing to do with it.
                log.exception("match %s could not be put at rest", number)


class _Packer(pickle.Pickler):
    """Packs a line of positions side by side: nested, two hundred turns would be too deep."""

    def reducer_override(self, packed: object) -> Any:
        if not isinstance(packed, Position):
            return NotImplemented
        rows = [
            (one.stones, int(one.to_move), one.number, one.claimed, one.button, one.turn)
            for one in history(packed)
        ]
        return _line_up, (packed.board.side, rows)


def _line_up(side: int, rows: list[_Row]) -> Position | None:
    last: Position | None = None
    for stones, to_move, number, claimed, button, turn in rows:
        last = Position(board(side), stones, Colour(to_move), number, claimed, button, last, turn)
    return last
