"""The record of a match: the game's turns with their times, what happened besides, and the end.

`match record` gives it as a file, which `referee replay` reads and rules again.
"""

from dataclasses import replace

from bot.engine.record import Record, Setup, record_of, single_spaced
from bot.engine.turn import Colour
from bot.referee.events import Event, TurnPlayed
from bot.referee.match import Match
from bot.servers.results import NO_RESULT
from bot.wording.notes import event_note
from bot.wording.opening import beginning_text
from bot.wording.phrases import clock_text


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
