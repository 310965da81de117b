"""What the host's hand and the players' agreements do to a match."""

from dataclasses import replace

from bot.referee.events import (
    MatchEnded,
    MatchMoved,
    MatchPaused,
    MatchResumed,
    PlayerReplaced,
    RefereeBack,
    TimeChanged,
    TurnsUndone,
)
from bot.referee.match import Match

LOGGED = (
    MatchEnded,
    MatchMoved,
    MatchPaused,
    MatchResumed,
    PlayerReplaced,
    RefereeBack,
    TimeChanged,
    TurnsUndone,
)
"""The events that belong in the record beside the turns."""


def undone(match: Match, event: TurnsUndone) -> Match:
    """The position before the turns, and the clock as it stood when the first of them began."""
    position = match.position
    for _ in range(event.turns):
        if position.previous is not None:
            position = position.previous
    return replace(
        match,
        position=position,
        clock=match.clocks[-event.turns],
        clocks=match.clocks[: -event.turns],
        turns=match.turns[: -event.turns],
        turn_open_at=event.at,
        bank_told=False,
        warned=None,
        flagged=False,
        request=None,
        handed_over=match.seen,
    )


def time_changed(match: Match, event: TimeChanged) -> Match:
    """The bank of one player is another; the room hears of the bank again if it is not used up.

    What was used before cannot be taken: the deadline is never before the host's act.
    """
    clock = match.clock
    if clock is None:
        return match
    bank = clock.banks[event.colour] + event.amount
    if event.colour is match.to_move:
        bank = max(bank, clock.used(event.at) - clock.control.per_move)
    return replace(match, clock=clock.set_bank(event.colour, bank), warned=None)


def replaced(match: Match, event: PlayerReplaced) -> Match:
    """Another player in the seat; before the start, one who has yet to press Ready."""
    players = list(match.players)
    players[event.colour] = event.player
    ready = match.ready - {event.colour}
    seated = list(match.seated_at)
    seated[event.colour] = event.at
    return replace(
        match,
        players=(players[0], players[1]),
        seated_at=(seated[0], seated[1]),
        ready=ready,
        request=None,
    )
