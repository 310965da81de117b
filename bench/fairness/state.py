"""Games played so far, as lines of JSON.

Games are written down as they are played, a line for some dozens, and a row is the sum of its
lines. So whoever reads half of a file has half of the games, and the table that comes with the
program, which has a line for each row, can be gone on with as well.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace

from bot.engine.rulesets import RULESETS
from bot.web.hall.fairness_page import FairnessRow

RowKey = tuple[str, int]
"""A ruleset and a side."""
_BEGINNING = '{"ruleset": "'


class DamagedStateError(ValueError):
    """A line that no row was written as, or that does not follow what stands above it."""


def line_of(row: FairnessRow) -> str:
    """The line that stands for a row, or for some games of it."""
    return json.dumps(asdict(row)) + "\n"


def rows_of(text: str) -> tuple[FairnessRow, ...]:
    """The rows that the lines of a text add up to, by ruleset and side.

    Half a line at the end is left out: somebody was stopped while writing it. DamagedStateError for
    whatever else can't be read, and for games that are there twice, are missing, or are another
    player's or seed's than the ones before.
    """
    rows: dict[RowKey, FairnessRow] = {}
    *lines, half = text.split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            more = FairnessRow(**json.loads(line))
            key = more.ruleset, more.side
            rows[key] = _joined(rows.get(key), more)
        except (ValueError, TypeError):
            raise DamagedStateError(f"line {number} is none that was written here") from None
    if not half.startswith(_BEGINNING[: len(half)]):
        raise DamagedStateError(f"line {len(lines) + 1} is none that was written here")
    return _sorted(rows.values())


def _sorted(rows: Iterable[FairnessRow]) -> tuple[FairnessRow, ...]:
    order = list(RULESETS)
    return tuple(sorted(rows, key=lambda row: (order.index(row.ruleset), row.side)))


def _joined(row: FairnessRow | None, more: FairnessRow) -> FairnessRow:
    """A row with the games that follow its own; ValueError if they don't."""
    if more.first != (row.games if row else 0):
        raise ValueError(more.first)
    if row is None:
        return more
    if (row.player, row.seed) != (more.player, more.seed):
        raise ValueError(more.player)
    return replace(
        row,
        version=", ".join(dict.fromkeys((*row.version.split(", "), more.version))),
        games=row.games + more.games,
        wins=row.wins + more.wins,
        losses=row.losses + more.losses,
        ties=row.ties + more.ties,
        turns=row.turns + more.turns,
        extra=None if row.extra is None or more.extra is None else row.extra + more.extra,
    )
