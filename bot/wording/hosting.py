"""How the host's acts and the players' agreements are told."""

from datetime import datetime
from typing import assert_never

from bot.referee import events
from bot.referee.clock import ZERO
from bot.referee.match import Match, Status
from bot.wording.appointments import proposed_text, ready_text
from bot.wording.opening import question
from bot.wording.phrases import clock_text, colour_name
from bot.wording.voice import Voice

Change = (
    events.MatchResumed
    | events.MatchReopened
    | events.RequestMade
    | events.RequestDeclined
    | events.TurnsUndone
    | events.TimeChanged
    | events.PlayerReplaced
    | events.MatchMoved
    | events.PagesChosen
)
_ASKED = {
    events.Request.UNDO: "to take back",
    events.Request.PAUSE: "for a pause",
    events.Request.ABANDON: "to abandon the match without a result",
    events.Request.APPOINTMENT: "to play at another hour",
}


def change_text(match: Match, event: Change, voice: Voice) -> str:
    """One sentence or two on a change of the match; who did it comes first."""
    match event:
        case events.MatchResumed():
            return f"▶️ {voice.name(event.by)} resumed the match.{_because(event.reason, voice)}"
        case events.MatchReopened():
            return _reopened(match, event, voice)
        case events.RequestMade():
            return _asked(match, event, voice)
        case events.RequestDeclined():
            done = "takes the question back" if event.withdrawn else "says no"
            return f"{_who(match, event, voice)} {done}. {_as_before(match)}."
        case events.TurnsUndone():
            return _undone(event, voice)
        case events.TimeChanged():
            verb = "gave" if event.amount >= ZERO else "took"
            link = "to" if event.amount >= ZERO else "from"
            length = clock_text(abs(event.amount))
            colour = colour_name(match, event.colour)
            text = f"{voice.name(event.by)} {verb} {length} {link} {colour}'s bank."
            return text + _because(event.reason, voice)
        case events.PlayerReplaced():
            colour, new = colour_name(match, event.colour), voice.mention(event.player)
            waits = match.status is Status.WAITING
            ready = ready_text(match, event.at, " Press Ready, please.", voice) if waits else ""
            if match.start.choice and event.colour is match.chooser:
                asked = question(match)
                ready += f" {asked[:1].upper()}{asked[1:]}"
            why = _because(event.reason, voice)
            return f"{voice.name(event.by)} gave {colour}'s seat to {new}.{why}{ready}"
        case events.MatchMoved():
            how = _how_to_go_on(match, event.at, voice)
            return f"{voice.name(event.by)} moved the match here.{how}"
        case events.PagesChosen():
            done = "put the match on" if event.shown else "took the match off"
            why = _because(event.reason, voice)
            return f"{voice.name(event.by)} {done} the pages of all matches here.{why}"
        case _:
            assert_never(event)


def counted_text(turn: events.TurnPlayed, voice: Voice) -> str:
    """Who had a message counted that was talk, and why; "" for any other turn."""
    if turn.by is None:
        return ""
    return f"{voice.name(turn.by)} had that message counted.{_because(turn.reason, voice)}"


def _as_before(match: Match) -> str:
    """What becomes of a match once nothing is asked any more."""
    if match.status is not Status.WAITING:
        return "The match goes on as it stands"
    return "The appointment stays as it is" if match.appointment else "There is no appointment yet"


def _how_to_go_on(match: Match, at: datetime, voice: Voice) -> str:
    """What a match that was moved waits for, where it does not just go on."""
    if match.status is Status.PAUSED:
        return f" It is paused: the host resumes it with {voice.command('host resume')}."
    if match.status is not Status.WAITING:
        return ""
    return ready_text(match, at, " Press Ready, both of you.", voice)


def _reopened(match: Match, event: events.MatchReopened, voice: Voice) -> str:
    reopened = f"↪️ {voice.name(event.by)} reopened the match."
    return f"{reopened}{reopened_text(match, event.turns)}{_because(event.reason, voice)}"


def reopened_text(match: Match, turns: int) -> str:
    """How a match stands once it is reopened; `turns` are those that ended it."""
    back = " The turn that ended it is taken back." if turns else ""
    if match.status is Status.WAITING:
        return f"{back} It waits for its start, as before it was ended."
    return f"{back} It stands as before its end, paused, until the host resumes it{fresh(match)}."


def fresh(match: Match) -> str:
    """What resuming gives a player whose time ran out."""
    if not match.flagged or match.clock is None:
        return ""
    bank = ", without a bank" if match.clock.control.per_move else ""
    return f"; {colour_name(match, match.to_move)} gets a fresh turn then{bank}"


def _asked(match: Match, event: events.RequestMade, voice: Voice) -> str:
    if event.appointment is not None:
        return proposed_text(match, event, voice)
    opponent = voice.mention(match.players[event.colour.other])
    what = _ASKED[event.request]
    if event.request is events.Request.UNDO:
        what += " the last turn" if event.turns == 1 else f" the last {event.turns} turns"
    return f"{_who(match, event, voice)} asks {what}. {opponent}, do you accept?"


def _undone(event: events.TurnsUndone, voice: Voice) -> str:
    who = "By agreement" if event.by is None else voice.name(event.by)
    turns = "the last turn" if event.turns == 1 else f"the last {event.turns} turns"
    verb = f", {turns} was taken back." if event.turns == 1 else f", {turns} were taken back."
    text = f"↩️ {who}{verb}" if event.by is None else f"↩️ {who} took back {turns}."
    return text + _because(event.reason, voice)


def _who(match: Match, event: events.RequestMade | events.RequestDeclined, voice: Voice) -> str:
    return voice.strong(colour_name(match, event.colour))


def _because(reason: str, voice: Voice) -> str:
    return f" Reason: {voice.quote(reason)}" if reason else ""
