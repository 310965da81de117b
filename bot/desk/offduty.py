"""What an absence does to a match: the events of leaving, pausing and coming back."""

from datetime import datetime, timedelta

from bot.desk.tables import Live
from bot.desk.venue import VenueError
from bot.referee.events import Event, MatchPaused, RefereeAway, RefereeBack, is_own
from bot.referee.match import Match, Status

WORTH_TELLING = timedelta(seconds=5)
"""An absence shorter than this costs nobody anything and is not spoken of."""


def unheard_since(live: Live, away_since: datetime | None) -> datetime | None:
    """Since when a match was not heard, None if it was.

    Where that is not known of a match just loaded, no time of its turn is charged.
    """
    return away_since or (None if live.taken_up else live.match.turn_open_at)


def leaving(live: Live, match: Match, now: datetime) -> tuple[Event, ...]:
    """Off duty from when the referee was last known to hear the room, in this turn at the most."""
    told = live.trouble_told
    if match.off_duty_since is not None or live.behind_since is None:
        return ()
    if match.status is not Status.RUNNING and not told:
        return ()
    behind = live.behind_since
    if behind > now + WORTH_TELLING:
        # Noted by a clock that was wrong: then no time of this turn is charged.
        behind = match.turn_open_at
    known = (behind, match.turn_open_at, match.on_duty_since)
    left = min(now, max(moment for moment in known if moment is not None))
    told = told or now - left >= WORTH_TELLING
    return (RefereeAway(left, told),) if told or match.clock is not None else ()


def pausing(live: Live, match: Match, now: datetime, error: VenueError) -> tuple[Event, ...]:
    """A pause of the referee's own; no time is charged from when the room was out of reach."""
    if match.status is not Status.RUNNING:
        return ()
    left, away = match.off_duty_since, leaving(live, match, now)
    if away:
        left = away[0].at
        away = (RefereeAway(left, told=False),)
    now = max(now, left) if left is not None else now
    pause = MatchPaused(now, None, str(error))
    return (*away, pause) if left is None else (*away, pause, RefereeBack(now, left, told=False))


def returning(live: Live, match: Match, now: datetime) -> tuple[Event, ...]:
    """Back on duty; the room is told where it was worth telling, or knows of the trouble."""
    left = match.off_duty_since
    if left is None or match.over:
        return ()
    now = max(now, left)
    told = match.away_told or live.trouble_told or now - left >= WORTH_TELLING
    return (RefereeBack(now, left, told),)


def paused_itself(match: Match) -> bool:
    """Whether a match stands paused because its room was out of reach: then the host was told."""
    pauses = [event for _, event in match.log if isinstance(event, MatchPaused)]
    return match.status is Status.PAUSED and bool(pauses) and is_own(pauses[-1])
