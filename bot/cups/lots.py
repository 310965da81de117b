"""Lots that anybody can draw again.

Ann wants to know why Bob moved first in round 3. The cup's seed was published at its start, so she
hashes four lines, `SEED`, `3`, `ann`, `bob`, and sees that the number is odd.
"""

from dataclasses import dataclass
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
