"""The tie-breaks of cups: each a name, and a pure function of the results and those who are tied.

An order of a system is a tuple of these, read from the left: `ORDERS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.cups.crosstable import Crosstable

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
