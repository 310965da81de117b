"""Who takes part in a cup, and what became of a pairing.

Ann and Bob met in round 2, Ann moved first in their first game, and Bob lost on time: that is one
`PairingResult`. Pairings of later rounds and standings are made of entrants and results alone.
"""

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """How a pairing ended."""

    PLAYED = "played"
    """At the board, or on its clock: at least one game was played."""
    WALKOVER = "walkover"
    """One did not come, or has left the cup: the other wins without a game."""
    BYE = "bye"
    """Nobody was there to meet: it counts as a win, and not for ratings."""
    BOTH_LOST = "both lost"
    """Neither came, or the host decided so."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who takes part. Kept apart from a match's player, so that it may be a team one day."""

    id: str
    name: str
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class PairingResult:
    """What became of a pairing.

    `round` counts from 1; `first` and `second` are entrants' ids, `first` moved first in the first
    game; `second` is None in a bye. `halves` are the half points of each: a win is 2, a tie 1.
    `late` says how many games each lost on time.
    """

    round: int
    first: str
    second: str | None
    halves: tuple[int, int]
    ending: Ending = Ending.PLAYED
    late: tuple[int, int] = (0, 0)
    games: tuple[int, int] | None = None
    """The half points of each from all games, where a pairing has several; for show alone."""
