"""Who meets whom next, by each system.

One more system is one more module here, which answers `next_round` and `order`, and a line below.
"""

from typing import Protocol

from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing import double, gauntlet, groups, knockout, round_robin, swiss
from bot.cups.standings import Row


class System(Protocol):
    """What is asked of a system; a module answers it."""

    def next_round(self, cup: Cup) -> CupRound | CupOver:
        """What comes next, once all pairings given before have results."""

    def order(self, cup: Cup) -> list[Row]:
        """How all stand, best first; at the end the places."""


SYSTEMS: dict[str, System] = {
    "knockout": knockout,
    "double": double,
    "round-robin": round_robin,
    "swiss": swiss,
    "groups": groups,
    "gauntlet": gauntlet,
}
"""All systems, by the word that a host types."""
