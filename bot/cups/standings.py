"""How the entrants of a cup stand, and what parted each from the one above.

Ann, Bob and Cid have two points each. Ann beat Bob, Bob beat Cid and Cid beat Ann, so their
meetings say nothing; Sonneborn-Berger puts Bob first; Ann and Cid are still tied, and games lost on
time part them. The table then says at Ann "parted by Sonneborn-Berger", and at Cid "parted by games
lost on time".

The tie-breaks of a system are asked one after the other, each for those whom the ones before left
tied. Only direct meetings depend on who is tied: when they part some, they are asked again of those
who are still level, among these alone, until they part nobody; then the next one is asked, and they
never come back (as FIDE's Handbook has it, C.07 art. 6). So in the scenario above it does not help
Cid to have beaten Ann.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.cups.crosstable import Crosstable
from bot.cups.results import Ending, Entrant, PairingResult
from bot.cups.tiebreaks import ORDERS, POINTS, TieBreak


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
