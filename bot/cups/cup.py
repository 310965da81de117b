"""A cup as far as it has come: its entrants, its results, its lots, and what comes next in it.

Ann and Bob met in round 2, Ann moved first in their first game, and Bob lost on time: that is one
`PairingResult`. Pairings of later rounds and standings are made of entrants and results alone.

Round 3 is over: all its results stand in the cup. The system is asked what comes next, and says
which pairings are to be played in round 4, and which are settled without a game. Who runs the cup
adds what is settled to the results, has the rest played, and asks again, until it is `Over`.

Ann wants to know why Bob moved first in round 3. The cup's seed was published at its start, so she
hashes four lines, `SEED`, `3`, `ann`, `bob`, and sees that the number is odd.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of a cup: whole numbers below 2 ** 64, each known by what it is drawn for."""

    seed: str

    def number(self, round_number: int, *ids: str) -> int:
        """SHA-256 of the seed, the round and the ids, a line each in UTF-8: its first 16 digits.

        Round 0 is before the first. There is no line end after the last id.
        """
        lines = "\n".join((self.seed, str(round_number), *ids))
        return int(sha256(lines.encode()).hexdigest()[:16], 16)

    def first_of(self, round_number: int, one: str, other: str) -> str:
        """Which of two moves first: where the number is even, the one whose id sorts first."""
        ids = sorted((one, other))
        return ids[self.number(round_number, *ids) % 2]

    def of_order(self, entrant: str) -> int:
        """Who stands first where nothing else parts two: the smaller number."""
        return self.number(0, "order", entrant)


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


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host chooses beside the system; each system reads what concerns it."""

    rounds: int | None = None
    """Of a swiss cup; None is as many as a knockout would have."""
    groups: int = 4
    through: int = 2
    """How many of each group go on to the knockout."""
    apart: frozenset[frozenset[str]] = frozenset()
    """Pairs of entrants that are not to meet early."""


@dataclass(frozen=True, slots=True)
class Cup:
    """Entrants, the best seed first, and what became of all pairings of the rounds so far."""

    entrants: tuple[Entrant, ...]
    lots: Lots
    rules: Rules = Rules()
    results: tuple[PairingResult, ...] = ()
    """Those of one pairing in the order in which they came: of tied games the last one decides."""
    left: Mapping[str, int] = field(default_factory=dict)
    """Who has left the cup, and the first round that they no longer play."""

    def has_left(self, entrant: str, round_number: int) -> bool:
        """Whether somebody is no longer there in a round."""
        return self.left.get(entrant, round_number + 1) <= round_number

    def ids(self) -> list[str]:
        """The ids of all entrants, the best seed first."""
        return [entrant.id for entrant in self.entrants]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to meet; `first` moves first in their first game."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class CupRound:
    """What is to be played next, and what is settled without a game: byes and walkovers.

    Tied games of a knockout are played again in the same round, so a number may come twice.
    """

    number: int
    pairings: tuple[Pairing, ...]
    settled: tuple[PairingResult, ...] = ()


@dataclass(frozen=True, slots=True)
class CupOver:
    """Nothing is left to play. There is no champion where nobody is left."""

    champion: str | None
