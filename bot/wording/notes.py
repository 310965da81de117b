"""What happened beside the turns, as short notes for the record."""

from typing import assert_never

from bot.referee import events
from bot.referee.clock import ZERO
from bot.referee.match import Match
from bot.wording.phrases import clock_text, colour_name


def event_note(match: Match, event: events.Event) -> str:
    """One event in a few words, with who did it and why: `paused by Host: pizza`."""
    match event:
        case events.MatchPaused(edited=(_, _)):
            return "paused: a message was edited after it was answered"
        case events.MatchPaused(by=by, reason=reason):
            return f"paused{_by(by)}{_why(reason)}"
        case events.MatchResumed(by=by, reason=reason):
            return f"resumed{_by(by)}{_why(reason)}"
        case events.TurnsUndone(turns=turns, by=by, reason=reason):
            who = _by(by) or " by agreement"
            return f"{turns} undone{who}{_why(reason)}"
        case events.TimeChanged(colour=colour, amount=amount, by=by, reason=reason):
            sign = "+" if amount >= ZERO else "-"
            change = f"{sign}{clock_text(abs(amount))} for {colour_name(match, colour)}"
            return f"{change}{_by(by)}{_why(reason)}"
        case events.MatchReopened(by=by, reason=reason):
            return f"reopened{_by(by)}{_why(reason)}"
        case events.FirstChosen(taken=True, by=by):
            return f"colours taken{_by(by)}"
        case events.KomiNamed(komi=komi, by=by):
            return f"komi {komi}: named{_by(by)}"
        case events.FirstChosen(colour=colour, by=by):
            return f"{colour_name(match, colour)} starts: chosen{_by(by)}"
        case events.AppointmentSet(appointment=appointment, by=by):
            who = _by(by) or " by agreement"
            return f"to be played on {appointment.hour:%Y-%m-%d %H:%M} UTC{who}"
        case events.PlayerReplaced(colour=colour, player=player, by=by, reason=reason):
            return f"{colour_name(match, colour)} is now {player.name}{_by(by)}{_why(reason)}"
        case events.MatchMoved(by=by):
            return f"moved to another room{_by(by)}"
        case events.PagesChosen(shown=shown, by=by, reason=reason):
            return f"{'put on' if shown else 'taken off'} the pages{_by(by)}{_why(reason)}"
        case events.HintGiven(colour=colour, turn=turn, cell=cell):
            # While the game goes on, the opponent is not told what the player was told.
            which = f": {cell}" if match.over else ""
            return f"hint to {colour_name(match, colour)} for turn {turn}{which}"
        case events.RefereeBack(at=at, away_since=since):
            return f"referee away for {clock_text(at - since)}"
        case events.TurnPlayed(by=by, reason=reason):
            return f"counted{_by(by)}{_why(reason)}" if by else ""
        case events.MatchEnded(termination=termination, by=by, reason=reason):
            # How a match ended stands in the header, unless that end was taken back; the note has
            # only who ended it and why.
            worth_noting = by or reason or event != match.ended
            return f"{termination.value}{_by(by)}{_why(reason)}" if worth_noting else ""
        case (
            events.MatchOpened()
            | events.PlayerReady()
            | events.StartOrdered()
            | events.AppointmentNear()
            | events.AppointmentCame()
            | events.PlayersMissing()
            | events.MatchStarted()
            | events.Shown()
            | events.BankOpened()
            | events.BankLow()
            | events.FlagFell()
            | events.RequestMade()
            | events.RequestDeclined()
            | events.RefereeAway()
            | events.RulingKept()
        ):
            # The record itself has the turns, and the other events add nothing to them.
            return ""
        case _:
            assert_never(event)


def _by(player: events.Player | None) -> str:
    return "" if player is None else f" by {player.name}"


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""
