"""The host's hand: pause, undo, adjudicate, time, seats. Every act is an event in the record."""

from datetime import datetime
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee import submission as acts
from bot.referee.match import Match, Status
from bot.referee.ruling import Reason


def barred(match: Match, act: acts.HostAct) -> Reason | None:
    """Why the host's act can't be done now; None if it can."""
    if isinstance(act, acts.Reopen):
        return None if match.over else Reason.NOT_OVER
    if isinstance(act, acts.ChoosePages):
        return None
    if match.over:
        return Reason.OVER
    waiting, running = match.status is Status.WAITING, match.status is Status.RUNNING
    match act:
        case acts.StartNow():
            if not waiting:
                return Reason.ALREADY_STARTED
            return None if match.start.ordered is None else Reason.FIRST_OPEN
        case acts.Pause():
            if running:
                return None
            return Reason.NOT_STARTED if waiting else Reason.PAUSED
        case acts.Resume():
            return None if match.status is Status.PAUSED else Reason.NOT_PAUSED
        case acts.Undo():
            return None if 0 < act.turns <= len(match.played) else Reason.NOTHING_TO_UNDO
        case acts.ChangeTime():
            return Reason.NO_CLOCK if match.clock is None else _known(match, act.colour)
        case acts.ReplacePlayer():
            seated = act.player.id in (player.id for player in match.players)
            return Reason.ALREADY_SEATED if seated else _known(match, act.colour)
        case acts.Forfeit():
            return _known(match, act.colour)
        case acts.Adjudicate():
            return None if act.winner is None else _known(match, act.winner)
        case acts.Cancel() | acts.MoveMatch():
            return None
        case _:
            assert_never(act)


def event_of(match: Match, submission: acts.Submission, act: acts.HostAct) -> events.Event:
    """The event that the host's act makes; it must not be barred."""
    at, by = submission.sent_at, submission.author
    match act:
        case acts.StartNow():
            chosen = match.start.choice is None
            return events.MatchStarted(at, by) if chosen else events.StartOrdered(at, by)
        case acts.Pause():
            return events.MatchPaused(at, by, act.reason)
        case acts.Resume():
            return events.MatchResumed(at, by, act.reason)
        case acts.Cancel():
            return events.MatchEnded(at, None, events.Termination.CANCELLED, by, act.reason)
        case acts.Undo():
            return events.TurnsUndone(at, act.turns, by, act.reason)
        case acts.Adjudicate():
            winner = None if act.winner is None else colour_named(match, act.winner)
            return events.MatchEnded(at, winner, events.Termination.ADJUDICATION, by, act.reason)
        case acts.Forfeit():
            loser = colour_named(match, act.colour) or Colour.FIRST
            return events.MatchEnded(at, loser.other, events.Termination.FORFEIT, by, act.reason)
        case acts.ChangeTime():
            colour = colour_named(match, act.colour) or Colour.FIRST
            return events.TimeChanged(at, colour, act.amount, by, act.reason)
        case acts.ReplacePlayer():
            colour = colour_named(match, act.colour) or Colour.FIRST
            return events.PlayerReplaced(at, colour, act.player, by, True, act.reason)
        case acts.MoveMatch():
            return events.MatchMoved(at, act.room, by, act.left, act.public)
        case acts.ChoosePages():
            return events.PagesChosen(at, act.shown, by, act.reason)
        case acts.Reopen():
            return reopening(match, at, by, act.reason)
        case _:
            assert_never(act)


def reopening(
    match: Match, at: datetime, by: events.Player, reason: str = ""
) -> events.MatchReopened:
    """Takes the end back, and the turn that made it: a position that is over can't be played on."""
    last = match.ruleset.is_over(match.position) and bool(match.played)
    return events.MatchReopened(at, by, reason, int(last))


def colour_named(match: Match, name: str) -> Colour | None:
    """The colour of a name or its first letter in this match."""
    return match.spelling.colour(name.strip())


def _known(match: Match, name: str) -> Reason | None:
    return Reason.NO_SUCH_COLOUR if colour_named(match, name) is None else None
