"""What each entrant of a cup has done round by round, and how strong those were whom they met.

Ann beat Bob in round 1. Bob leaves before round 2, so Cid wins there without a game. That is a
point for Cid, and nobody else's business: Dora, who lost to Cid, does not stand better for it, and
Ann no worse.

The rule is FIDE's for unplayed games, with a virtual opponent (Handbook, C.02 art. 13 as of 2017,
in force from 2009 to 2022; tie-breaks are chapter C.07 today):

- For those who met somebody, every round in which that somebody had no game (walkover, bye, both
  lost, or left) counts as a tie: half a point, whatever it counted in the cup.
- For oneself such a round is a meeting with a virtual opponent, who came with as many points as
  oneself, took what oneself did not take (all of it if neither came), and has tied ever since.

The wording of 2023 and 2024 (C.07 art. 16) was looked at and left: there a walkover is a whole
point for those who met its winner, so that one who leaves moves the tie-breaks of others. A cup
promises that they don't move.

In a round robin everybody has somebody to meet: a walkover there is a meeting with the one who was
to come, who counts as above. A round of rest, told as a bye, is none, and no point: each has one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.cups.results import Ending, Entrant, PairingResult


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing as one of the two sees it; `against` are the other's half points.

    `opponent` is "" in a bye.
    """

    round: int
    opponent: str
    halves: int
    against: int
    late: int
    ending: Ending

    @property
    def played(self) -> bool:
        """Whether there was a game."""
        return self.ending is Ending.PLAYED


class Crosstable:
    """The results of a cup by entrant. All figures are half points."""

    def __init__(
        self,
        entrants: Iterable[Entrant],
        results: Sequence[PairingResult],
        lot: Callable[[str], int],
        *,
        everyone_meets: bool,
    ) -> None:
        """`everyone_meets` in a round robin, where each entrant is to meet each other one."""
        self.meetings: dict[str, list[Meeting]] = {one.id: [] for one in entrants}
        self.lots = {one: lot(one) for one in self.meetings}
        self.rounds = max((result.round for result in results), default=0)
        self._everyone_meets = everyone_meets
        for it in results:
            if everyone_meets and it.ending is Ending.BYE:
                continue
            (one, other), (late, others) = it.halves, it.late
            mine = Meeting(it.round, it.second or "", one, other, late, it.ending)
            self.meetings[it.first].append(mine)
            if it.second is not None:
                theirs = Meeting(it.round, it.first, other, one, others, it.ending)
                self.meetings[it.second].append(theirs)

    def halves(self, entrant: str, *, before: int | None = None) -> int:
        """What it has in the cup: all, or that of the rounds before one."""
        mine = self.meetings[entrant]
        return sum(one.halves for one in mine if before is None or one.round < before)

    def strength(self, entrant: str) -> int:
        """What it counts for those who met it: its games, and a tie for each round without one."""
        games = [one.halves for one in self.meetings[entrant] if one.played]
        # A round robin of five has five rounds, of which each rests one: that is no game missed.
        most = len(self.meetings) - 1 if self._everyone_meets else self.rounds
        return sum(games) + max(0, min(most, self.rounds) - len(games))

    def faced(self, entrant: str) -> list[tuple[int, int]]:
        """Of each opponent: what was taken from them, and how strong they are."""
        mine = self.meetings[entrant]
        if self._everyone_meets:
            return [(it.halves, self.strength(it.opponent)) for it in mine]
        games = {it.round: (it.halves, self.strength(it.opponent)) for it in mine if it.played}
        taken = {it.round: it.halves for it in mine}
        return [
            games.get(number) or self._virtual(entrant, number, taken.get(number, 0))
            for number in range(1, self.rounds + 1)
        ]

    def _virtual(self, entrant: str, number: int, taken: int) -> tuple[int, int]:
        """What was taken from one's virtual opponent of a round, and how strong that one is."""
        came_with = self.halves(entrant, before=number)
        return taken, came_with + (2 - taken) + (self.rounds - number)
