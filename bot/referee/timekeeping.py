"""What the passing of time brings: the bank opens, it runs low, the flag falls, an hour comes.

`now` is never compared with anything but the venue's stamps, and the room has been read up to it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from bot.referee import appointments, events
from bot.referee.clock import Clock
from bot.referee.formats import OnFlag
from bot.referee.match import Match, Status

NEVER = datetime.max.replace(tzinfo=UTC)
"""Later than any deadline."""


def due(match: Match, now: datetime) -> tuple[events.Event, ...]:
    """The events that time has brought by now; of a clock, none while it stands."""
    clock, colour = match.clock, match.to_move
    if match.status is Status.WAITING:
        return appointments.due(match, now)
    if clock is None or match.status is not Status.RUNNING or not clock.running:
        return ()
    if clock.flagged(colour, now):
        return flag(match)
    passed = [(at, left) for at, left in _warnings(match, clock) if at <= now]
    if passed:
        # Only the last one: after a hold-up nobody wants to hear them all.
        at, left = max(passed)
        return (events.BankLow(at, colour, left),)
    opens = clock.bank_opens()
    if opens is not None and now >= opens and _bank_waits(match):
        return (events.BankOpened(opens, colour),)
    return ()


def next_call(match: Match) -> datetime | None:
    """When time next brings something about, None while the clock stands."""
    clock = match.clock
    if match.status is Status.WAITING:
        return appointments.next_moment(match)
    if clock is None or match.status is not Status.RUNNING or not clock.running:
        return None
    opens = clock.bank_opens() if _bank_waits(match) else None
    moments = [opens, clock.deadline(match.to_move), *(at for at, _ in _warnings(match, clock))]
    return min(at for at in moments if at is not None)


def likely_deadline(terms: events.Terms, begun: datetime) -> datetime:
    """About when a turn that began at a moment runs out of time: as if no bank had been used.

    This is good enough for the order in which matches are taken up, and costs little.
    """
    control = terms.control
    return NEVER if control is None else begun + control.per_move + control.bank


def flag(match: Match) -> tuple[events.Event, ...]:
    """The flag of the player to move falls: a forfeit, or the host decides. None without clock."""
    deadline = match.deadline()
    if deadline is None:
        return ()
    colour = match.to_move
    if match.terms.on_flag is OnFlag.CALL_HOST:
        return events.FlagFell(deadline, colour), events.MatchPaused(deadline)
    ended = events.MatchEnded(deadline, colour.other, events.Termination.TIME)
    return events.FlagFell(deadline, colour), ended


def _bank_waits(match: Match) -> bool:
    """Whether the room is yet to hear that the bank opens; never where it opens at once."""
    clock = match.clock
    if clock is None or match.telling.bank_told:
        return False
    return bool(clock.control.per_move and clock.banks[match.to_move])


def _warnings(match: Match, clock: Clock) -> Iterator[tuple[datetime, timedelta]]:
    """The warnings of this turn that are left to give, and when."""
    deadline = clock.deadline(match.to_move)
    for left in match.terms.warnings:
        warned = match.telling.warned is not None and left >= match.telling.warned
        if deadline is not None and not warned and left < clock.banks[match.to_move]:
            yield deadline - left, left
