"""What every check of a record works with: how the match stands, what was said, what is charged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from oracle.games import make

from chaos.clockwork import Clockwork
from chaos.history import Event, Order, Played, Said, Stored
from chaos.standing import Standing

Complain = Callable[[str, str], None]
"""Takes a kind (`lost`, `twice`, `again`, `forfeit`, `record`, `wrong`) and a sentence."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a turn was charged by `at`, having been told at `shown`; its clock ran since `since`."""

    number: int
    shown: datetime | None
    since: datetime | None
    at: datetime
    used: timedelta
    disturbed: bool


class Reading:
    def __init__(self, played: Played, stored: Stored, complain: Complain) -> None:
        self.charges: list[Charge] = []
        self.absences: list[tuple[datetime, datetime]] = []
        self.turns: list[str] = []
        """The words of the turns that stand, as the judge writes them."""
        self.accepted: set[str] = set()
        self.late: set[str] = set()
        """The messages that would have been turns, had they come in time."""
        self.by_partner = 0
        """How many turns the sparring partner played."""
        self._played = played
        self._stored = stored
        self._complain = complain
        self._said = played.in_order()
        self._left: datetime | None = None
        self._now = self._begin()

    @property
    def last(self) -> Standing:
        return self._now

    def _begin(self) -> Standing:
        profile, first = self._played.profile, self._stored.events[0]
        oracle = make(profile.ruleset, profile.side, dict(profile.options))
        clock = None if profile.control is None else Clockwork.new(profile.control)
        return Standing(
            oracle, [oracle.start()], list(self._played.players), [first.at, first.at], clock,
            turn_open=first.at,
        )  # fmt: skip

    def _wrong(self, event: Event, why: str) -> None:
        self._complain("wrong", f"{event.kind} of {event.at:%H:%M:%S.%f}: {why}")

    def _ordered(self, event: Event, kind: str) -> Order:
        """The order that an event carries out; one of no effect where there is none."""
        for one in self._said:
            if one.order is not None and one.order.kind == kind and one.at == event.at:
                if event.by() != self._played.host.id or one.author != self._played.host.id:
                    self._wrong(event, "that was not the host")
                earlier = self._passed_over(until=event.at)
                if earlier is not None and self._now.status == "running":
                    self._complain("lost", f"{earlier.text!r} was said before that: {kind}")
                return one.order
        self._wrong(event, f"nobody ordered that: {kind}")
        return Order(kind, turns=int(event.data.get("turns", 0)), seat=event.data.get("colour"))

    def _note_charge(self, number: int, at: datetime) -> None:
        now, clock = self._now, self._now.clock
        if clock is not None:
            since = clock.runs[0][0] if clock.runs else None
            self.charges.append(Charge(number, now.shown, since, at, clock.used(at), now.disturbed))

    def _passed_over(
        self, before: Said | None = None, until: datetime | None = None
    ) -> Said | None:
        """The first message that was a turn in time and was not taken.

        Up to another message, or up to a moment.
        """
        now = self._now
        for one in self._said:
            if one is before or (until is not None and one.at is not None and one.at >= until):
                return None
            if one.turn is None or one.at is None or one.id in self.accepted:
                continue
            if one.author != now.players[now.mover].id or one.at < now.seated[now.mover]:
                continue
            too_early = now.turn_open is not None and one.at < now.turn_open
            if too_early or now.in_pause(one.at) or not now.oracle.legal(now.state, one.turn):
                continue
            if now.in_time(one.at):
                return one
            if now.in_time(one.at - self._played.grace):
                self.late.add(one.id)
        return None
