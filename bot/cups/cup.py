"""A cup as far as it has come, and what comes next in it.

Round 3 is over: all its results stand in the cup. The system is asked what comes next, and says
which pairings are to be played in round 4, and which are settled without a game. Who runs the cup
adds what is settled to the results, has the rest played, and asks again, until it is `Over`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.cups.lots import Lots
from bot.cups.results import Entrant, PairingResult


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
