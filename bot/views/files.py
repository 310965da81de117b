"""The files of a match, whoever takes them home: record, board after any turn, film and race."""

from collections.abc import Callable
from datetime import datetime

from bot.engine.record import write
from bot.referee.match import Match
from bot.servers.settings import Look
from bot.views.film import HOLD, match_film, match_race, pace, scene_after
from bot.views.record import match_record
from renderers.chart import chart
from renderers.gif import gif
from renderers.png import png


def record_file(match: Match, venue: str, notation: str | None = None) -> bytes:
    """The record as text, in a notation of its own or as it was written."""
    return write(match_record(match, venue), notation).encode()


def board_file(match: Match, turn: int, now: datetime, number: int, look: Look) -> bytes:
    """The board as PNG, as it stood after so many turns."""
    return png(scene_after(match, turn, now, number, look))


def film_file(
    match: Match, now: datetime, number: int, look: Look, given_up: Callable[[], bool]
) -> bytes:
    """The game as GIF; it takes a second or more, and may be `given_up` meanwhile."""
    scenes = match_film(match, now, number, look)
    return gif(scenes, pace(scenes), HOLD, given_up)


def race_file(match: Match, number: int, look: Look) -> bytes:
    """Both players' figures by turn as PNG."""
    return chart(match_race(match, number, look))
