"""Rows as lines of JSON: what was played so far, and the table that comes with the program.

Games are written down as they are played, a line for some dozens, and a row is the sum of its
lines. So whoever reads half of a file has half of the games, and a table is a file as well, with a
line for each row.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from importlib.resources import files

from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import RULESETS
from bot.fairness.row import FairnessRow

RowKey = tuple[str, int]
"""A ruleset and a side."""
_NAMES = [field.name for field in fields(FairnessRow)]
_BEGINNING = '{"ruleset": "'
"""How each line begins."""
_TEXTS = ("ruleset", "player", "version")


class DamagedStateError(ValueError):
    """A line that no row was written as, or that does not follow what stands above it."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def line_of(row: FairnessRow) -> str:
    """The line that stands for a row, or for some games of it."""
    return json.dumps(asdict(row)) + "\n"


def whole_lines(text: str) -> str:
    """The text without its last line if that has no end: somebody was stopped while writing it.

    DamagedStateError if it is no half of such a line: nobody shall lose a text by it.
    """
    whole = text[: text.rfind("\n") + 1]
    half = text[len(whole) :]
    if not half.startswith(_BEGINNING[: len(half)]):
        raise DamagedStateError(whole.count("\n") + 1)
    return whole


def rows_of(text: str) -> tuple[FairnessRow, ...]:
    """The rows that the lines of a text add up to, by ruleset and side; half a line is left out.

    DamagedStateError for anything else that can't be read, for games that are there twice or
    missing, and for those of another player or seed than the ones before.
    """
    rows: dict[RowKey, FairnessRow] = {}
    for number, line in enumerate(whole_lines(text).split("\n")[:-1], start=1):
        try:
            more = _read(line)
            key = more.ruleset, more.side
            rows[key] = _joined(rows.get(key), more)
        except (ValueError, RecursionError):
            raise DamagedStateError(number) from None
    return _sorted(rows.values())


def shipped() -> tuple[FairnessRow, ...]:
    """The rows of the table that comes with the program."""
    return rows_of((files("bot.fairness") / "table.jsonl").read_text(encoding="utf-8"))


def _sorted(rows: Iterable[FairnessRow]) -> tuple[FairnessRow, ...]:
    order = list(RULESETS)
    return tuple(sorted(rows, key=lambda row: (order.index(row.ruleset), row.side)))


def _read(line: str) -> FairnessRow:
    values = json.loads(line)
    if not isinstance(values, dict) or list(values) != _NAMES:
        raise ValueError(line)
    for name, value in values.items():
        kind = str if name in _TEXTS else int
        if type(value) is not kind and not (name == "extra" and value is None):
            raise ValueError(line)
    row = FairnessRow(**values)
    counts = (row.first, row.wins, row.losses, row.ties, row.turns, row.extra or 0)
    added_up = row.wins + row.losses + row.ties == row.games > 0
    known = row.ruleset in RULESETS and SMALLEST_SIDE <= row.side <= LARGEST_SIDE
    if min(counts) < 0 or not added_up or not known:
        raise ValueError(line)
    return row


def _joined(row: FairnessRow | None, more: FairnessRow) -> FairnessRow:
    """A row with the games that follow its own; ValueError if they don't."""
    if row is None:
        if more.first:
            raise ValueError(more.first)
        return more
    same = (row.player, row.seed, row.extra is None) == (more.player, more.seed, more.extra is None)
    if not same or more.first != row.games:
        raise ValueError(more.first)
    versions = dict.fromkeys((*row.version.split(", "), more.version))
    return replace(
        row,
        version=", ".join(versions),
        games=row.games + more.games,
        wins=row.wins + more.wins,
        losses=row.losses + more.losses,
        ties=row.ties + more.ties,
        turns=row.turns + more.turns,
        extra=None if row.extra is None or more.extra is None else row.extra + more.extra,
    )
