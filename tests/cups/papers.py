"""Results of a cup as a host would write them down, and the table that comes of them.

A line is a round: `A>B` A won at the board, `A<B` B did, `A=B` a tie, `A+B` B did not come, `A-B`
neither came, `A!B` B lost on time (`A!!B` two games of the pairing), `A.` A had a bye.
"""

import re
from collections.abc import Callable
from fractions import Fraction

from bot.cups.cup import Ending, Entrant, PairingResult
from bot.cups.standings import Row, order

_HALVES = {">": (2, 0), "<": (0, 2), "=": (1, 1), "+": (2, 0), "-": (0, 0), ".": (2, 0)}
_ENDINGS = {"+": Ending.WALKOVER, "-": Ending.BOTH_LOST, ".": Ending.BYE}


def written(*rounds: str) -> list[PairingResult]:
    return [
        PairingResult(
            number,
            first,
            second or None,
            _HALVES.get(sign, (2, 0)),
            _ENDINGS.get(sign, Ending.PLAYED),
            (0, sign.count("!")),
        )
        for number, line in enumerate(rounds, 1)
        for first, sign, second in re.findall(r"(\w)([><=+.-]|!+)(\w?)", line)
    ]


def entrants(ids: str) -> list[Entrant]:
    return [Entrant(one, f"Player {one}") for one in ids]


def drawn(ids: str) -> Callable[[str], int]:
    """Lots in this order: the first letter drew the smallest."""
    return ids.index


def table(system: str, lots: str, *rounds: str) -> list[Row]:
    """The table; those whose letters are among the lots take part."""
    return order(system, entrants(lots), written(*rounds), drawn(lots))


def places(rows: list[Row]) -> str:
    return "".join(row.entrant.id for row in rows)


def points(rows: list[Row]) -> dict[str, int]:
    return {row.entrant.id: row.halves for row in rows}


def partings(rows: list[Row]) -> dict[str, tuple[str, str, str]]:
    return {
        row.entrant.id: (row.parted_by, str(row.parted[0]), str(row.parted[1]))
        for row in rows
        if row.parted is not None
    }


def values(rows: list[Row], name: str) -> dict[str, Fraction]:
    return {row.entrant.id: row.values[name] for row in rows}
