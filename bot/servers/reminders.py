"""When somebody is reminded that it is their turn, and when they are left alone. Pure.

Ann wants to be told when her turn has waited for twelve hours, but never between 23:00 and 8:00 in
Paris. Bob plays at noon. Ann's turn has waited long enough at midnight, and so she is told at 8:00,
if it still is her turn. Half of her bank is gone at ten: she is told of that as well, once.

How long a turn has waited is what its clock has run: not in a pause, nor while the referee was
away. Without a clock it is the time since the turn began, without the pauses.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.referee.clock import ZERO
from bot.referee.events import MatchReopened, PlayerReplaced, TurnsUndone
from bot.referee.match import Match, Status

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=30)
"""How long a turn may wait before its player is told."""
MOST_FAILED = 3
"""After so many private messages in a row that could not be sent no more are tried."""
_LEAST_LEFT = timedelta(minutes=1)
"""Whoever has less than that left is not reminded of it: they are at the board, or too late."""
_QUIET = re.compile(r"([0-9]{1,2})(?::00)?[-–]([0-9]{1,2})(?::00)?")
_DAY = timedelta(days=1)


class Cause(StrEnum):
    """Why somebody is reminded."""

    WAITS = "waits"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of the day in which nobody is told anything: from `begin` until `end`."""

    begin: int
    end: int

    def hold(self, hour: int) -> bool:
        """Whether an hour of the day is one of them."""
        if self.begin < self.end:
            return self.begin <= hour < self.end
        return hour >= self.begin or hour < self.end

    def __str__(self) -> str:
        """The hours as people type them: `23-8`."""
        return f"{self.begin}-{self.end}"


@dataclass(frozen=True, slots=True)
class Reminders:
    """What somebody has settled: `after` how long, zero for never; their quiet hours, and the zone.

    `failed` is how many private messages in a row could not be sent.
    """

    after: timedelta = ZERO
    quiet: QuietHours | None = None
    zone: str = ""
    failed: int = 0

    @property
    def on(self) -> bool:
        """Whether anything is told."""
        return bool(self.after) and not self.given_up

    @property
    def given_up(self) -> bool:
        """Whether so much could not be sent that no more is tried."""
        return self.failed >= MOST_FAILED


def read_quiet(text: str) -> QuietHours | None:
    """The quiet hours that words name, such as `23-8`; None if they name none."""
    found = _QUIET.fullmatch("".join(text.split()))
    if found is None:
        return None
    begin, end = int(found[1]), int(found[2])
    if max(begin, end) > 24 or begin % 24 == end % 24:
        return None
    return QuietHours(begin % 24, end % 24)


def turn_of(match: Match) -> str:
    """Which turn of a match it is: one that is played again, or by another, is another one."""
    changes = (TurnsUndone, PlayerReplaced, MatchReopened)
    changed = sum(isinstance(event, changes) for _, event in match.log)
    return f"{match.position.number}.{changed}"


def after_quiet(settled: Reminders, at: datetime) -> datetime:
    """A moment, or the end of the quiet hours in which it lies."""
    if settled.quiet is None:
        return at
    zone = _zone(settled.zone)
    local = at.astimezone(zone)
    while settled.quiet.hold(local.hour):
        # An end that is skipped when clocks go forward is the moment after the gap.
        day = local.date() + (_DAY if local.hour >= settled.quiet.end else ZERO)
        ends = datetime.combine(day, time(settled.quiet.end), zone)
        local = ends.astimezone(UTC).astimezone(zone)
    return local.astimezone(UTC) if local != at else at


def due(
    match: Match, settled: Reminders, told: Collection[Cause], now: datetime
) -> tuple[Cause, ...]:
    """Of what the player to move is to be told by now, but for what they were told of this turn."""
    if after_quiet(settled, now) > now:
        return ()
    moments = _moments(match, settled)
    return tuple(cause for cause, at in moments.items() if at <= now and cause not in told)


def next_moment(
    match: Match, settled: Reminders, told: Collection[Cause], now: datetime
) -> datetime | None:
    """When the player to move is next to be told something; None if never in this turn."""
    moments = _moments(match, settled)
    left = [at for cause, at in moments.items() if cause not in told]
    if not left:
        return None
    at = min(left)
    return after_quiet(settled, at if at > now or after_quiet(settled, now) == now else now)


def _moments(match: Match, settled: Reminders) -> dict[Cause, datetime]:
    """When each cause to remind the player to move comes; without those that never do."""
    if match.status is not Status.RUNNING or not settled.on:
        return {}
    clock = match.clock
    if clock is None:
        return {Cause.WAITS: _without_pauses(match, settled.after)}
    moments = {Cause.WAITS: clock.has_run(settled.after)}
    if clock.banks[match.to_move] >= 2 * _LEAST_LEFT:
        moments[Cause.BANK] = clock.bank_half_gone(match.to_move)
    deadline = match.deadline()
    return {
        cause: at
        for cause, at in moments.items()
        if at is not None and (deadline is None or at < deadline)
    }


def _without_pauses(match: Match, length: timedelta) -> datetime:
    """When a turn without a clock has waited for so long."""
    begun = match.turn_open_at
    at = begun + length
    for since, until in match.pauses.over:
        if until > begun and since < at:
            at += until - max(since, begun)
    return at


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, ZoneInfoNotFoundError):
        # What another machine knew.
        return ZoneInfo("UTC")
