"""A cup as it stands: who is in it, what is being played, and what became of it.

`fold` makes it from its events.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.cups.cup import Cup, Entrant, Lots, Pairing, PairingResult, Rules
from bot.cups.events import (
    CheckInOpened,
    CupCancelled,
    CupEnded,
    CupOpened,
    CupShown,
    CupStarted,
)
from bot.referee.events import Player


class CupStatus(StrEnum):
    """Where a cup stands."""

    OPEN = "open"
    """People sign up."""
    CHECK_IN = "check-in"
    """They say that they are there; whoever comes late still signs up."""
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class CupGame:
    """A game of a pairing and its match; `halves` are those of the pairing's first and second.

    `ended` without `halves` is a match without a result.
    """

    number: int
    first: str
    match: int
    room: str
    at: datetime
    """When its match was opened."""
    waits_from: datetime | None = None
    """Since when its players could be there; None where the host has set the deadline since."""
    ended: bool = False
    halves: tuple[int, int] | None = None
    late: tuple[int, int] = (0, 0)
    reminded: timedelta | None = None
    """How much was left of the round when its players were last reminded."""
    doubted: bool = False
    """Whether its match was reopened when later pairings had come of its result."""
    void: bool = False
    """Whether it counts no more: it is played again, or others meet."""


@dataclass(frozen=True, slots=True)
class CupPairing:
    """A pairing of a round, its games so far, and its result once it has one."""

    number: int
    round: int
    pairing: Pairing
    games: tuple[CupGame, ...] = ()
    result: PairingResult | None = None

    @property
    def entrants(self) -> tuple[str, str]:
        """Both, who moves first in the first game named first."""
        return self.pairing.first, self.pairing.second

    @property
    def counted(self) -> tuple[CupGame, ...]:
        """The games that count, or will once they have ended."""
        return tuple(game for game in self.games if not game.void)

    @property
    def halves(self) -> tuple[int, int]:
        """The half points of both from the games that ended."""
        scores = [game.halves for game in self.counted if game.halves is not None]
        return sum(one for one, _ in scores), sum(other for _, other in scores)

    @property
    def game(self) -> CupGame | None:
        """The game that is being played, if one is."""
        return next((game for game in self.counted if not game.ended), None)

    @property
    def is_stuck(self) -> bool:
        """Whether its last game ended without a result, so that the host has to decide."""
        ended = (game for game in self.counted if game.ended)
        return self.result is None and any(game.halves is None for game in ended)


@dataclass(frozen=True, slots=True)
class CupState:
    """Everything the referee knows of a cup; a new value for every event.

    `seen` counts the events folded in, and is the optimistic lock; `told` is the number of the last
    event that the room was told of. `settled` are results that needed no pairing. `batch` is the
    number of the first pairing that was given out last: results of earlier ones stand.
    """

    opened: CupOpened
    status: CupStatus = CupStatus.OPEN
    players: Mapping[str, Player] = field(default_factory=dict)
    """All who ever signed up and did not leave before the start, in that order, by id.

    The sparring partner comes last, where it fills up.
    """
    check_in: CheckInOpened | None = None
    """The check-in that is on, or that came before the start."""
    here: tuple[str, ...] = ()
    """Who has checked in, in that order, by id."""
    uncalled: tuple[str, ...] = ()
    """Who has signed up and is still to be called to check in."""
    started: CupStarted | None = None
    seeds: tuple[Entrant, ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    meetings: tuple[CupPairing, ...] = ()
    settled: tuple[PairingResult, ...] = ()
    settled_before: tuple[int, ...] = ()
    """For each of these, the number of the first pairing that was given out with it, or after."""
    round: int = 0
    batch: int = 1
    paired_at: datetime | None = None
    until: datetime | None = None
    until_set_at: datetime | None = None
    """When the deadline was last settled: an absence before it is not to be made up for again."""
    paused_at: datetime | None = None
    end: CupEnded | CupCancelled | None = None
    shown: tuple[CupShown, ...] = ()
    told: int = -1
    seen: int = 1

    @property
    def is_open(self) -> bool:
        """Whether anything can still happen in it."""
        return self.end is None

    @property
    def host(self) -> Player:
        return self.opened.host

    @property
    def playing(self) -> tuple[CupPairing, ...]:
        """The pairings that have no result yet."""
        return tuple(meeting for meeting in self.meetings if meeting.result is None)

    def absent(self, meeting: CupPairing, ready: Collection[str]) -> tuple[str, ...]:
        """Who of a pairing is not ready; the sparring partner is always there."""
        filled = self.started.filled if self.started else None
        there = {*ready, *([] if filled is None else [filled.id])}
        return tuple(one for one in meeting.entrants if one not in there)

    def meeting(self, number: int) -> CupPairing:
        """A pairing by its number; LookupError if there is none."""
        if number < 1:
            raise LookupError(number)
        return self.meetings[number - 1]

    def meeting_of(self, entrant: str) -> CupPairing | None:
        """The pairing that somebody is in now; None if they have none to play."""
        return next((one for one in self.playing if entrant in one.entrants), None)

    def name(self, entrant: str) -> str:
        """What an entrant is called."""
        player = self.players.get(entrant)
        return entrant if player is None else player.name

    def cup(self) -> Cup:
        """The cup as pairing and standings know it."""
        plan = self.opened.plan
        apart = self.started.apart if self.started else ()
        rules = Rules(plan.rounds, plan.groups, plan.through, frozenset(map(frozenset, apart)))
        # A walkover after a tie comes after it: in a pairing's results the order counts.
        placed = [
            *(
                (before, 0, one)
                for before, one in zip(self.settled_before, self.settled, strict=True)
            ),
            *((one.number, 1, one.result) for one in self.meetings if one.result is not None),
        ]
        results = tuple(one for *_, one in sorted(placed, key=lambda it: it[:2]))
        lot = self.started.lot if self.started else ""
        return Cup(self.seeds, Lots(lot), rules, results, self.left)
