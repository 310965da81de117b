"""The record of a match as a referee would have written it in calm weather, without clocks."""

from dataclasses import replace

from bot.engine.record import write
from bot.referee.arbiter import accept, rule
from bot.referee.events import Event, MatchEnded, MatchOpened, MatchStarted, Player, TurnPlayed
from bot.referee.fold import fold, opened
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission
from bot.views.record import match_record
from chaos.ledger import Stored
from chaos.table import Played


def calm_record(played: Played, stored: Stored) -> str:
    """What comes of the script alone, ruled in the order of the stamps."""
    first = _clockless(stored.opened)
    match = accept(opened(first), MatchStarted(first.at)).match
    for spoken in sorted(played.truth.spoken, key=lambda one: one.message.id):
        said = spoken.message
        if spoken.seat is None:
            continue
        author = Player(str(said.author.id), said.author.name)
        ruling = rule(match, Submission(author, Said(spoken.text), said.created_at, str(said.id)))
        if isinstance(ruling, Accepted):
            match = ruling.match
    return _text(match, stored)


def stored_record(stored: Stored) -> str:
    """What lies in the database, without what the clocks did."""
    kept: list[Event] = []
    for event in stored.events:
        if isinstance(event, MatchOpened):
            kept.append(_clockless(event))
        elif isinstance(event, TurnPlayed):
            kept.append(replace(event, used=None, bank=None))
        elif isinstance(event, MatchStarted | MatchEnded):
            kept.append(event)
    return _text(fold(kept), stored)


def _text(match: Match, stored: Stored) -> str:
    ended = next((one for one in stored.events if isinstance(one, MatchEnded)), None)
    if not match.over and stored.flags and ended is not None:
        # Who lost on time is checked elsewhere; here the turns count.
        match = accept(match, ended).match
    return write(match_record(match, "chaos"))


def _clockless(event: MatchOpened) -> MatchOpened:
    return replace(event, terms=replace(event.terms, control=None))
