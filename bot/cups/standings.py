"""How the entrants of a cup stand, by which tie-breaks, and what parted each from the one above.

Ann, Bob and Cid have two points each. Ann beat Bob, Bob beat Cid and Cid beat Ann, so their
meetings say nothing; Sonneborn-Berger puts Bob first; Ann and Cid are still tied, and games lost on
time part them. The table then says at Ann "parted by Sonneborn-Berger", and at Cid "parted by games
lost on time".

The tie-breaks of a system (a tuple of `ORDERS`, read from the left) are asked one after the other,
each for those whom the ones before left tied. Only direct meetings depend on who is tied: when they
part some, they are asked again of those who are still level, among these alone, until they part
nobody; then the next one is asked, and they never come back (as FIDE's Handbook has it, C.07 art.
6). So in the scenario above it does not help Cid to have beaten Ann.

Ann beat Bob in round 1. Bob leaves before round 2, so Cid wins there without a game. That is a
point for Cid, and nobody else's business: Dora, who lost to Cid, does not stand better for it, and
Ann no worse. The rule is FIDE's for unplayed games, with a virtual opponent (Handbook, C.02 art. 13
as of 2017, in force from 2009 to 2022; tie-breaks are chapter C.07 today):

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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.cups.cup import Ending, Entrant, PairingResult


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


Values = Mapping[str, Fraction]
"""What each of the tied has, in points or as a number; never a float."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to part the tied: the most goes first, or the least where `fewest` does.

    `among` says that its values are made of the tied alone: when it has parted some, it parts
    those who are left anew.
    """

    name: str
    values: Callable[[Crosstable, Sequence[str]], Values]
    fewest: bool = False
    among: bool = False

    def part(self, table: Crosstable, tied: Sequence[str]) -> list[tuple[Fraction, list[str]]]:
        """The tied in groups that it leaves tied, best first, each with what they have."""
        values = self.values(table, tied)
        best = sorted(set(values.values()), reverse=not self.fewest)
        return [(value, [one for one in tied if values[one] == value]) for value in best]


def _points(table: Crosstable, tied: Sequence[str]) -> Values:
    return {one: Fraction(table.halves(one), 2) for one in tied}


def _direct(table: Crosstable, tied: Sequence[str]) -> Values:
    """Points from games among the tied; nothing for anybody unless all of them met at a board."""
    games = {
        one: [it for it in table.meetings[one] if it.played and it.opponent in tied] for one in tied
    }
    if any(len({it.opponent for it in mine}) < len(tied) - 1 for mine in games.values()):
        return dict.fromkeys(tied, Fraction())
    return {one: Fraction(sum(it.halves for it in games[one]), 2) for one in tied}


def _buchholz(table: Crosstable, tied: Sequence[str]) -> Values:
    """The points of all whom one met."""
    return {one: Fraction(sum(_opponents(table, one)), 2) for one in tied}


def _cut(table: Crosstable, tied: Sequence[str]) -> Values:
    """The same without the one who has least."""
    return {one: Fraction(sum(sorted(_opponents(table, one))[1:]), 2) for one in tied}


def _opponents(table: Crosstable, one: str) -> list[int]:
    return [strength for _, strength in table.faced(one)]


def _berger(table: Crosstable, tied: Sequence[str]) -> Values:
    """The points of those whom one beat, and half of the points of those with whom one tied."""
    products = {one: (taken * strength for taken, strength in table.faced(one)) for one in tied}
    return {one: Fraction(sum(products[one]), 4) for one in tied}


def _wins(table: Crosstable, tied: Sequence[str]) -> Values:
    """Pairings won by a game; who was given a point has not won more than others."""
    return {
        one: Fraction(sum(it.played and it.halves > it.against for it in table.meetings[one]))
        for one in tied
    }


def _late(table: Crosstable, tied: Sequence[str]) -> Values:
    return {one: Fraction(sum(it.late for it in table.meetings[one])) for one in tied}


def _lot(table: Crosstable, tied: Sequence[str]) -> Values:
    return {one: Fraction(table.lots[one]) for one in tied}


POINTS = TieBreak("", _points)
"""Without a name: whom points part was not tied."""
DIRECT = TieBreak("direct meeting", _direct, among=True)
CUT = TieBreak("Buchholz without the worst", _cut)
BUCHHOLZ = TieBreak("Buchholz", _buchholz)
BERGER = TieBreak("Sonneborn-Berger", _berger)
WINS = TieBreak("wins", _wins)
LATE = TieBreak("games lost on time", _late, fewest=True)
LOT = TieBreak("lot", _lot, fewest=True)

ORDERS = {
    "round-robin": (POINTS, DIRECT, BERGER, WINS, LATE, LOT),
    "swiss": (POINTS, CUT, BUCHHOLZ, DIRECT, BERGER, LOT),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    `parted_by` is the name of the tie-break that parted this one from the one above ("" for the
    first, and where points did), and `parted` what the one above has of it, and this one. `values`
    has each tie-break of the system that does not depend on who is tied, by its name. Walkovers
    and byes are among those `won`, "both lost" among those `lost`.
    """

    place: int
    entrant: Entrant
    halves: int
    parted_by: str
    parted: tuple[Fraction, Fraction] | None
    values: Mapping[str, Fraction]
    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True)
class _Parting:
    by: str = ""
    values: tuple[Fraction, Fraction] | None = None


def order(
    system: str,
    entrants: Sequence[Entrant],
    results: Sequence[PairingResult],
    lot: Callable[[str], int],
) -> list[Row]:
    """The table after these results, best first.

    `system` is `round-robin` or `swiss`; of a group give its own entrants and results. Who has left
    is among the entrants all the same. Nobody has two results in one round. `lot` is the number
    that an entrant drew when the cup began.
    """
    breaks = ORDERS[system]
    table = Crosstable(entrants, results, lot, everyone_meets=system == "round-robin")
    known = {one.id: one for one in entrants}
    # Sorted first, so that the order in which they are given means nothing, whatever was drawn.
    parted = _part(table, sorted(known), breaks, _Parting())
    return [
        _row(table, breaks, place, known[one], parting)
        for place, (one, parting) in enumerate(parted, 1)
    ]


def _part(
    table: Crosstable, tied: Sequence[str], breaks: Sequence[TieBreak], above: _Parting
) -> Iterator[tuple[str, _Parting]]:
    """The tied in their order, each with what parts it from the one before; `above` the first."""
    if len(tied) == 1 or not breaks:
        yield from ((one, above) for one in tied)
        return
    asked, *later = breaks
    groups = asked.part(table, tied)
    rest = breaks if asked.among and len(groups) > 1 else later
    for place, (value, group) in enumerate(groups):
        if place:
            is_tie = asked is not POINTS
            above = _Parting(asked.name, (groups[place - 1][0], value)) if is_tie else _Parting()
        yield from _part(table, group, rest, above)


def _row(
    table: Crosstable, breaks: Sequence[TieBreak], place: int, entrant: Entrant, parting: _Parting
) -> Row:
    mine = table.meetings[entrant.id]
    won = sum(it.halves > it.against for it in mine)
    tied = sum(it.halves == it.against for it in mine if it.ending is not Ending.BOTH_LOST)
    figures = (one for one in breaks if one.name and not one.among)
    return Row(
        place=place,
        entrant=entrant,
        halves=table.halves(entrant.id),
        parted_by=parting.by,
        parted=parting.values,
        values={one.name: one.values(table, [entrant.id])[entrant.id] for one in figures},
        won=won,
        tied=tied,
        lost=len(mine) - won - tied,
    )
