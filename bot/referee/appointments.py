"""When a match is to begin: reminders, the hour, the grace, and who may move it. Pure.

Ann and Bob are to play on Saturday at 20:00. They are told a day, an hour and ten minutes before;
from then on they may press Ready. At 20:00 whoever has not is called, and a quarter of an hour
after the room has read that, the host is told who is missing. Nothing is forfeited by itself.

What is told is an event, and so it is told once, whatever crashes. A referee that was away at 20:00
and is back at 20:40 calls them then, and the grace begins then; one that was away from a moment in
the grace gives them the whole grace again, if that was long enough to be told of.

The host settles the hour alone. A player proposes one, or up to three of which the opponent takes
one; the opponent accepts, declines, or proposes another.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.clock import ZERO
from bot.referee.match import Appointed, Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import Appoint, Submission

REMINDERS = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=10))
"""How long before the hour the players are told of it."""
EARLY = min(REMINDERS)
"""How long before the hour Ready is taken: whoever says on Monday that Saturday suits them is not
at the board."""
MOST_PROPOSED = 3
"""How many hours a player may propose at once."""


def appointed(appointment: events.Appointment, at: datetime) -> Appointed:
    """An appointment that is made at a moment: what would have been told before is not told."""
    return Appointed(appointment, max(ZERO, appointment.hour - at))


def too_early(match: Match, at: datetime) -> bool:
    """Whether it is too early for Ready."""
    meets = match.start.appointed
    return meets is not None and at < meets.appointment.hour - EARLY


def due(match: Match, now: datetime) -> tuple[events.Event, ...]:
    """What an appointment has brought by now; after a hold-up only the last of it."""
    moment = _next(match, now)
    return () if moment is None or moment.at > now else (moment,)


def next_moment(match: Match) -> datetime | None:
    """When an appointment next brings something about; None if nothing more."""
    moment = _next(match, None)
    return None if moment is None else moment.at


def propose(
    match: Match, submission: Submission, act: Appoint, *, by_host: bool
) -> events.AppointmentSet | events.RequestMade | Reason:
    """The appointment that an act makes, or proposes; or why it can't."""
    at, author, seats = submission.sent_at, submission.author, match.seat(submission.author.id)
    if match.status is not Status.WAITING:
        return Reason.OVER if match.over else Reason.ALREADY_STARTED
    if not (by_host or seats):
        return Reason.NOT_A_PLAYER
    if any(one.hour <= at for one in act.appointments):
        return Reason.HOUR_PAST
    # Nobody has to be asked who plays both seats, or against the referee itself.
    alone = len(seats) > 1 or any(match.players[colour.other].level for colour in seats)
    if by_host or alone:
        if act.alternatives:
            return Reason.ONE_HOUR
        return events.AppointmentSet(at, act.appointment, author)
    return events.RequestMade(
        at,
        seats[0],
        events.Request.APPOINTMENT,
        appointment=act.appointment,
        alternatives=act.alternatives,
    )


def agreed(asked: events.RequestMade, which: int, at: datetime) -> events.AppointmentSet | Reason:
    """The hour that a player proposed, by its number, once the opponent accepts it."""
    proposed = asked.appointments
    if not proposed or proposed[which - 1].hour <= at:
        return Reason.HOUR_PAST
    return events.AppointmentSet(at, proposed[which - 1])


def settled(match: Match, event: events.AppointmentSet) -> Match:
    """The match with another hour: whoever was ready for the old one is asked again."""
    start = replace(
        match.start,
        appointed=appointed(event.appointment, event.at),
        ready=frozenset(colour for colour in Colour if match.players[colour].level),
        ordered=None,
    )
    return replace(match, start=start, request=None)


def noted(match: Match, **changed: Any) -> Match:
    """The match with fields of its appointment changed, if it has one."""
    meets = match.start.appointed
    if meets is None:
        return match
    return replace(match, start=replace(match.start, appointed=replace(meets, **changed)))


def called(match: Match, event: events.Shown) -> Match:
    """The match once an announcement is visible: the grace begins if that called the players."""
    meets = match.start.appointed
    waits = meets is not None and meets.came is not None and meets.called_at is None
    if meets is None or meets.came is None or not waits or event.through < meets.came:
        return match
    # It may be found after a crash that it was told: nobody could get ready before the return.
    back = match.duty.on_since
    at = event.at if back is None else max(event.at, back)
    return noted(match, called_at=at)


def called_anew(match: Match, at: datetime) -> Match:
    """The grace, where it has begun, begins at a moment: nobody could get ready before."""
    meets = match.start.appointed
    if meets is None or meets.called_at is None or meets.missed:
        return match
    return noted(match, called_at=max(at, meets.called_at))


def returned(match: Match, event: events.RefereeBack) -> Match:
    """The grace once the referee is back: all of it anew, or longer by an absence not worth a word.

    A machine that stands still for two seconds every minute would never come to its end otherwise.
    """
    meets = match.start.appointed
    if event.told or meets is None or meets.called_at is None:
        return called_anew(match, event.at)
    away = event.at - max(event.away_since, meets.called_at)
    return called_anew(match, meets.called_at + max(ZERO, away))


def in_grace(match: Match) -> bool:
    """Whether the players of a match are called, seen by the room or not yet, and waited for."""
    meets = match.start.appointed
    waits = match.status is Status.WAITING and match.start.ordered is None
    return waits and meets is not None and meets.came is not None and not meets.missed


def _next(
    match: Match, now: datetime | None
) -> events.AppointmentNear | events.AppointmentCame | events.PlayersMissing | None:
    """What comes next; of what has come by `now`, the last."""
    meets = match.start.appointed
    if meets is None or match.status is not Status.WAITING or match.start.ordered is not None:
        return None
    hour = meets.appointment.hour
    if meets.came is None:
        if now is not None and hour <= now:
            return events.AppointmentCame(hour)
        coming = [left for left in REMINDERS if left < meets.left] * meets.appointment.remind
        passed = [left for left in coming if now is not None and hour - left <= now]
        if not coming:
            return events.AppointmentCame(hour)
        left = min(passed, default=max(coming))
        return events.AppointmentNear(hour - left, left)
    if meets.called_at is None or meets.missed or match.duty.off_since is not None:
        return None
    return events.PlayersMissing(meets.called_at + meets.appointment.grace, _missing(match))


def _missing(match: Match) -> tuple[Colour, ...]:
    """Who is waited for: who is not ready, or else who has something to say."""
    return match.start.late or (() if match.chooser is None else (match.chooser,))
