"""When a match is to begin: what is said when that is settled, moved, near, and nobody comes.

A server's own list of events has an event of it as well.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.appointments import EARLY, in_grace, too_early
from bot.referee.clock import spell
from bot.referee.match import Match, Status
from bot.wording.opening import question
from bot.wording.phrases import colour_name
from bot.wording.voice import Voice
from bot.wording.writing import in_zone

_Event = (
    events.AppointmentSet | events.AppointmentNear | events.AppointmentCame | events.PlayersMissing
)


def told_text(match: Match, event: _Event, voice: Voice) -> str:
    """What the room is told of an appointment; `match` is the match after the event."""
    match event:
        case events.AppointmentSet():
            who = f"{voice.name(event.by)} settled it" if event.by else "That is agreed"
            return f"📅 {who}: {_plays(match, event.appointment, voice)}"
        case events.AppointmentNear():
            ready = f" {_PRESS}" if event.left <= EARLY else ""
            return f"⏰ {_both(match, voice)}, you play on {_hour(match, voice)}.{ready}"
        case events.AppointmentCame():
            return f"🔔 It is time for this match. {_called(match, voice)}"
        case events.PlayersMissing():
            names = " and ".join(_who(match, colour, voice) for colour in event.colours)
            is_not = "are not" if len(event.colours) > 1 else "is not"
            return (
                f"⌛ {names} {is_not} ready, and the grace is over. {voice.mention(match.host)}, "
                f"you decide: wait, settle another hour with {voice.command('match when')}, or end "
                f"it with {voice.command('host forfeit')} or {voice.command('host cancel')}."
            )
        case _:
            assert_never(event)


def opened_text(match: Match, voice: Voice) -> str:
    """When a match that is set up is to be played, and how players get ready."""
    if match.appointment is not None:
        return f"📅 {_plays(match, match.appointment, voice)}"
    return "Press Ready." if any(player.level for player in match.players) else _PRESS


def ready_text(match: Match, at: datetime, press: str, voice: Voice) -> str:
    """How players get ready, in a sentence of its own behind another; where they can't yet, when.

    `press` is what they are told who can.
    """
    return f" It is played on {_hour(match, voice)}.{_LATER}" if too_early(match, at) else press


def again_text(match: Match) -> str:
    """Once the referee is back: for how long it waits for those whom it has called before."""
    meets = match.appointment
    return f" I wait {spell(meets.grace)} from now." if meets and in_grace(match) else ""


def proposed_text(match: Match, event: events.RequestMade, voice: Voice) -> str:
    """A player proposes an hour, or several of which the opponent takes one."""
    hours = event.appointments
    if not hours:
        return ""
    who = voice.strong(colour_name(match, event.colour))
    opponent = voice.mention(match.players[event.colour.other])
    another = f"Another hour is proposed with {voice.command('match when')}."
    if len(hours) > 1:
        listed = _numbered(hours, voice)
        return (
            f"📅 {who} proposes {len(hours)} hours:\n{listed}\n"
            f"{opponent}, which do you accept? {another}"
        )
    hour = voice.moment(hours[0].hour, hours[0].zone)
    return f"📅 {who} proposes to play on {hour}. {opponent}, do you accept? {another}"


def appointed_text(hours: Sequence[events.Appointment], match: Match, voice: Voice) -> str:
    """Whoever named hours hears how they were understood; `match` is the match after it."""
    if len(hours) > 1:
        return f"Proposed:\n{_numbered(hours, voice)}\nYour opponent has to accept one of them."
    hour = voice.moment(hours[0].hour, hours[0].zone)
    if match.request is not None:
        return f"Proposed: {hour}. Your opponent has to accept it."
    return f"Settled: {hour}."


def when_text(number: int, match: Match, voice: Voice) -> str:
    """The answer to the question when a match is to begin."""
    meets = match.appointment
    if match.status is not Status.WAITING:
        return f"Match {number} is over." if match.over else f"Match {number} has started already."
    if meets is None:
        text = f"Match {number} has no appointment. You propose one with: match when at:sat 20:00"
    else:
        told = "Both are told before" if meets.remind else "Nobody is told before"
        text = (
            f"Match {number} is for {voice.moment(meets.hour, meets.zone)}. {told}; whoever is not "
            f"there then is waited for {spell(meets.grace)}."
        )
    asked = match.request and proposed_text(match, match.request, voice)
    return f"{text}\n{asked}" if asked else text


def zone_text(zone: str, now: datetime) -> str:
    """The time zone in which somebody's words are read, and what the clocks show there."""
    if not zone:
        return "I don't know your time zone. For example: my timezone Europe/Paris"
    return f"Your time zone is {zone}, where it is {in_zone(now, zone):%H:%M} now."


def zone_forgotten_text() -> str:
    return "I don't know your time zone any more."


_PRESS = "Press Ready, both of you."
_LATER = " Ready is taken from ten minutes before the hour."


def _numbered(hours: Sequence[events.Appointment], voice: Voice) -> str:
    """A line for each hour, with its number."""
    lines = (f"{which}: {voice.moment(one.hour, one.zone)}" for which, one in enumerate(hours, 1))
    return "\n".join(lines)


def _plays(match: Match, appointment: events.Appointment, voice: Voice) -> str:
    hour = voice.moment(appointment.hour, appointment.zone)
    return f"{_both(match, voice)} play on {hour}.{_LATER}"


def _hour(match: Match, voice: Voice) -> str:
    meets = match.appointment
    return "" if meets is None else voice.moment(meets.hour, meets.zone)


def _both(match: Match, voice: Voice) -> str:
    names = dict.fromkeys(voice.mention(player) for player in match.players)
    return " and ".join(names)


def _called(match: Match, voice: Voice) -> str:
    """Who is called at the hour, and for how long they are waited for."""
    meets = match.appointment
    grace = "" if meets is None else f" I wait {spell(meets.grace)} for you."
    late = [voice.mention(match.players[colour]) for colour in match.start.late]
    if late:
        return f"{' and '.join(dict.fromkeys(late))}: press Ready, please.{grace}"
    if match.chooser is None:
        return ""
    return f"{voice.mention(match.players[match.chooser])}, {question(match)}{grace}"


def _who(match: Match, colour: Colour, voice: Voice) -> str:
    return f"{voice.strong(colour_name(match, colour))} ({voice.name(match.players[colour])})"


TITLE_LENGTH = 100
"""What Discord takes."""


def event_title_text(number: int, match: Match) -> str:
    """Who plays; the number says which match the event is of."""
    first, second = match.players
    return f"Match {number}: {first.name} – {second.name}"[:TITLE_LENGTH]


def event_text(number: int) -> str:
    """What stands below the title."""
    return (
        f"Match {number} begins at this hour in the room that is linked here. The referee keeps "
        "this event up to date."
    )
