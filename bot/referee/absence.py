"""What an absence does to a match: the events of leaving, pausing and coming back. Pure.

The referee loses its connection at 22:04:10 and is back at 22:06:00. `leaving` puts the beginning
of that into the record and stops the clock there, `returning` its end and lets the clock go on; a
move stamped in between costs its player what had run by 22:04:10, and nothing more.

`since` is since when the room was not heard, as far as anybody knows; `told` says that the room
has heard of the trouble already.

A moderator takes the referee's right to write away: the referee pauses the match by itself
(`pausing`), and once the right is back the match goes on by itself (`going_on`).
"""

from datetime import datetime, timedelta

from bot.referee.appointments import in_grace
from bot.referee.events import (
    Event,
    MatchPaused,
    MatchResumed,
    Player,
    RefereeAway,
    RefereeBack,
    Shown,
)
from bot.referee.fold import apply
from bot.referee.match import Match, Status

WORTH_TELLING = timedelta(seconds=5)
"""A shorter absence costs nobody anything and is not spoken of, unless the venue has its own."""


def leaving(
    match: Match,
    now: datetime,
    since: datetime | None,
    *,
    told: bool,
    worth_telling: timedelta = WORTH_TELLING,
) -> tuple[RefereeAway, ...]:
    """The event of going off duty, in this turn at the earliest; none if always on duty."""
    if match.duty.off_since is not None or since is None:
        return ()
    waits = in_grace(match)
    if not (match.status is Status.RUNNING or waits or told):
        return ()
    if since > now + WORTH_TELLING:
        # A wrong clock noted a moment in the future: then no time of this turn is charged.
        since = None
    left = min(now, charged_until(match, since))
    told = told or now - left >= worth_telling
    return (RefereeAway(left, told),) if told or waits or match.clock is not None else ()


def charged_until(match: Match, since: datetime | None) -> datetime:
    """The last moment of this turn that is charged where the referee is off duty since a moment.

    Where that moment is not known, only what ran before an absence that is over is charged.
    """
    moments = (since, match.turn_open_at, match.duty.on_since)
    return max(moment for moment in moments if moment is not None)


def pausing(
    match: Match, now: datetime, since: datetime | None, reason: str, *, told: bool
) -> tuple[Event, ...]:
    """A pause by the referee; no time is charged from the moment the room was out of reach."""
    if match.status is not Status.RUNNING:
        return ()
    left, away = match.duty.off_since, leaving(match, now, since, told=told)
    if away:
        left = away[0].at
        away = (RefereeAway(left),)
    now = max(now, left) if left is not None else now
    pause = MatchPaused(now, None, reason)
    return (*away, pause) if left is None else (*away, pause, RefereeBack(now, left, told=False))


def returning(
    match: Match, now: datetime, *, told: bool, worth_telling: timedelta = WORTH_TELLING
) -> tuple[RefereeBack, ...]:
    """The event of coming back; the room is told of a long absence, or of one it knows of."""
    left = match.duty.off_since
    if left is None or match.over:
        return ()
    now = max(now, left)
    told = match.duty.told or told or now - left >= worth_telling
    return (RefereeBack(now, left, told),)


def standing_since(match: Match, now: datetime, since: datetime) -> tuple[RefereeAway, ...]:
    """The event by which a clock stands, since the referee did not keep up; the end tells of it."""
    return leaving(match, now, since, told=False, worth_telling=timedelta.max)


def stood(
    match: Match,
    since: datetime,
    now: datetime,
    with_board: Shown | None,
    *,
    worth_telling: timedelta,
) -> tuple[Event, ...]:
    """A clock goes on that stood since a moment, as the referee did not keep up.

    `with_board` is an announcement that was told in words alone, and has its board by now.
    """
    if match.over:
        return ()
    begun: list[Event] = [*standing_since(match, now, since), *([with_board] if with_board else [])]
    for event in begun:
        match = apply(match, event)
    return (*begun, *returning(match, now, told=False, worth_telling=worth_telling))


def going_on(match: Match, now: datetime, by: Player | None) -> tuple[MatchResumed, ...]:
    """A match that was paused for its room goes on; `by` is the referee itself."""
    return (MatchResumed(now, by),) if match.pauses.for_room and by is not None else ()
