"""How a match stands by the judge's own reckoning, after each of its events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from oracle.oracle import Oracle, State

from chaos.clockwork import Clockwork
from chaos.history import SEATS, Person


@dataclass(slots=True)
class Standing:
    """A match at a moment.

    `handed_over` is the number of the event since which the clock waits for an announcement, `told`
    that of the last event announced. `before` are the clocks before each turn. `shown` is when
    whoever is to move was told so; `disturbed` says that somebody else's hand was on the clock of
    this turn.
    """

    oracle: Oracle
    states: list[State]
    players: list[Person]
    seated: list[datetime]
    clock: Clockwork | None
    status: str = "waiting"
    turn_open: datetime | None = None
    handed_over: int = 0
    told: int = -1
    away: bool = False
    away_told: bool = False
    back: datetime | None = None
    paused: datetime | None = None
    pauses: list[tuple[datetime, datetime]] = field(default_factory=list)
    flagged: bool = False
    winner: int | None = None
    before: list[Clockwork | None] = field(default_factory=list)
    warned: timedelta | None = None
    bank_told: bool = False
    shown: datetime | None = None
    disturbed: bool = False

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def mover(self) -> int:
        return SEATS.index(self.state.to_move)

    @property
    def goes_on(self) -> bool:
        """Whether somebody is to move now, as far as the room has been told."""
        return self.status == "running" and not (self.away and self.away_told)

    @property
    def deadline(self) -> datetime | None:
        """When the player to move runs out of time; None while no clock runs."""
        return None if self.clock is None else self.clock.deadline(self.mover)

    def copy(self) -> Standing:
        return replace(
            self,
            states=list(self.states),
            players=list(self.players),
            seated=list(self.seated),
            clock=None if self.clock is None else self.clock.copy(),
            pauses=list(self.pauses),
            before=list(self.before),
        )

    def in_pause(self, at: datetime) -> bool:
        """Whether no turn was taken at a moment; where a flag fell, its deadline was in time."""
        if self.paused is not None and (
            at > self.paused or (at == self.paused and not self.flagged)
        ):
            return True
        return any(since <= at < until for since, until in self.pauses)

    def in_time(self, at: datetime) -> bool:
        """Whether a turn made at a moment is in time, exactly at the deadline too."""
        clock = self.clock
        return clock is None or clock.used(at) <= clock.allowed(self.mover)

    def run(self, at: datetime) -> None:
        """The clock runs, if nothing is left that it has to wait for."""
        waits = self.status != "running" or self.away or self.told < self.handed_over
        if not waits and self.shown is None:
            self.shown = at
        if self.clock is not None and not waits:
            self.clock.start(at if self.back is None else max(at, self.back))

    def stop(self, at: datetime) -> None:
        if self.clock is not None:
            self.clock.stop(at)

    def new_turn(self, number: int, at: datetime) -> None:
        """Somebody gets the turn with an event; the clock waits for its announcement."""
        self.turn_open, self.handed_over = at, number
        self.fresh()
        self.disturbed = self.flagged = False

    def fresh(self) -> None:
        self.bank_told, self.warned, self.shown = False, None, None
        if self.clock is not None:
            self.clock.runs = []
