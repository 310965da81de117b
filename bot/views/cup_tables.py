"""The tables of a cup: all in one, or one for each group, or a plain order of places."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.cups.cup import Cup
from bot.cups.pairing import SYSTEMS, groups
from bot.cups.standings import Row
from bot.cups.tiebreaks import LOT, ORDERS
from bot.wording import cup_scenes as words
from bot.wording.phrases import figure_text
from renderers.cup_scene import TableRow, TableScene


def points_table(system: str, cup: Cup, title: str) -> TableScene:
    """A round robin or a Swiss: points, tie-breaks, and what parted equals."""
    return _table(system, cup, SYSTEMS[system].order(cup), title)


def group_tables(cup: Cup, title: str) -> tuple[TableScene, ...]:
    """A table for each group, with a line after those who go on as it stands."""
    found = []
    for number, group in enumerate(groups.drawn(cup)):
        rows = groups.table(cup, group)
        drawn = _table("round-robin", cup, rows, words.group_title(title, number))
        found.append(replace(drawn, through=_through(cup, rows), through_word=words.THROUGH))
    return tuple(found)


def plain_order(
    system: str, cup: Cup, title: str, out: Collection[str] = (), *, record: bool = False
) -> TableScene:
    """Places, names and points; those who are `out` are lighter. `record` adds wins and losses."""
    rows = tuple(
        _row(cup, row, record=record, faint=row.entrant.id in out)
        for row in SYSTEMS[system].order(cup)
    )
    return TableScene(title, rows, words.POINTS, words.RECORD if record else "")


def _through(cup: Cup, rows: Sequence[Row]) -> int | None:
    """After how many rows the last who goes on stands; who has left does not go on."""
    number = groups.first_knockout_round(groups.drawn(cup))
    staying = [
        place for place, row in enumerate(rows, 1) if not cup.has_left(row.entrant.id, number)
    ]
    return max(staying[: cup.rules.through], default=None)


def _table(order: str, cup: Cup, rows: Sequence[Row], title: str) -> TableScene:
    """With the first tie-break, and the others as far as they parted somebody."""
    figures = [one.name for one in ORDERS[order] if one.name and not one.among and one is not LOT]
    parted = {row.parted_by for row in rows}
    shown = [name for name in figures if name == figures[0] or name in parted]
    return TableScene(
        title,
        tuple(_row(cup, row, shown, record=True) for row in rows),
        words.POINTS,
        words.RECORD,
        tuple(words.MARKS[name] for name in shown),
    )


def _row(
    cup: Cup, row: Row, ties: Sequence[str] = (), *, record: bool, faint: bool = False
) -> TableRow:
    left = row.entrant.id in cup.left
    return TableRow(
        str(row.place),
        row.entrant.name,
        figure_text(row.halves / 2),
        words.record_of(row.won, row.tied, row.lost) if record else "",
        tuple(figure_text(row.values[name]) for name in ties),
        words.MARKS.get(row.parted_by, ""),
        words.WITHDREW if left else "",
        left or faint,
    )
