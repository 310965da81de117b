"""The files of a match, whoever takes them home: record, board after any turn, film and race.

The record has the game's turns with their times, what happened besides, and the end; `referee
replay` reads it and rules it again.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.engine.record import Record, Setup, record_of, single_spaced, write
from bot.engine.turn import Colour
from bot.referee.events import Event, TurnPlayed
from bot.referee.match import Match
from bot.servers.results import NO_RESULT
from bot.servers.settings import Look
from bot.views.film import HOLD, match_film, match_race, pace, scene_after
from bot.wording.opening import beginning_text
from bot.wording.phrases import clock_text
from bot.wording.records import event_note
from renderers.chart import chart
from renderers.gif import gif
from renderers.png import png


def match_record(match: Match, venue: str) -> Record:
    """The record of a match as it stands, with clock times as comments."""
    terms, ended = match.terms, match.ended
    setup = Setup(match.ruleset, terms.side, terms.colours)
    tags = {"Format": terms.format}
    for colour in Colour:
        tags[terms.colours[colour].capitalize()] = match.players[colour].name
    if match.dmo is not None:
        tags["DMO"] = _told_apart(match, match.dmo)
    if match.beginning is not None:
        tags["Beginning"] = beginning_text(match.beginning)
    tags["Clock"] = "none" if terms.control is None else str(terms.control)
    if terms.hints:
        tags["Hints"] = "on"
    tags["Date"] = match.opened_at.date().isoformat()
    tags["Venue"] = venue
    if ended is not None:
        winner = "tie" if ended.winner is None else terms.colours[ended.winner]
        tags["Result"] = "*" if ended.termination in NO_RESULT else winner
        tags["Termination"] = ended.termination.value
    record = record_of(
        setup,
        match.position,
        tags=tags,
        comments=[_comment(match, number, turn) for number, turn in enumerate(match.turns)],
    )
    # Nobody may have said yet who starts.
    known = tuple(tag for tag in record.tags if tag[0] != "First" or not match.first_open)
    return replace(record, tags=known, before=_notes(match, 0))


def _told_apart(match: Match, colour: Colour) -> str:
    """A player's name, or the colour where both have the same name."""
    names = [player.name for player in match.players]
    return names[colour] if names[0] != names[1] else match.terms.colours[colour]


def _comment(match: Match, number: int, turn: TurnPlayed) -> str:
    """The times of a turn, then what else happened before the next one."""
    times = ""
    if turn.used is not None and turn.bank is not None:
        times = f"{clock_text(turn.used)}, bank {clock_text(turn.bank)}"
    return "; ".join(filter(None, (times, _notes(match, number + 1, turn))))


def _notes(match: Match, turns: int, *first: Event) -> str:
    """What there is to say of some events, and of what happened after so many turns."""
    events = (*first, *(event for after, event in match.log if after == turns))
    return single_spaced("; ".join(filter(None, (event_note(match, event) for event in events))))


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
