"""A cup as something to show: its bracket, and its tables.

Round 2 of a knockout of eleven is on. Its bracket has the results so far, the names of those who
play now, and "winner of 12" where nobody is known yet; its table, who is still in and who is out.
Groups have a table each.

A round robin and a Swiss have no bracket. A system that has no line here has a plain order alone.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from bot.cups.cup import Cup, CupOver
from bot.cups.pairing import SYSTEMS, groups
from bot.cups.pairing.elimination import exits
from bot.cups.standings import LOT, ORDERS, Row
from bot.views.cup_brackets import (
    LIVES,
    Bracket,
    RunningPairing,
    drawn_rounds,
    gauntlet_ladder,
    knockout_tree,
    tree_after_groups,
)
from bot.wording import cup_pictures as words
from bot.wording.phrases import figure_text
from renderers.cup_scene import BracketScene, TableRow, TableScene


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


def bracket_scene(
    system: str,
    cup: Cup,
    title: str,
    caption: str,
    playing: Sequence[RunningPairing] = (),
    theme: str = "genius",
) -> BracketScene | None:
    """The bracket as far as it is known; None where a table is the picture, or nothing is drawn."""
    if system not in _BRACKETS:
        return None
    drawn = _BRACKETS[system](cup, playing)
    parts = tuple(part for part in drawn.parts if part.rounds)
    if not parts and drawn.champion is None:
        return None
    names = {entrant.id: entrant.name for entrant in cup.entrants}
    return BracketScene(title, parts, caption, names.get(drawn.champion or "", ""), theme)


def table_scenes(
    system: str, cup: Cup, title: str, caption: str, theme: str = "genius"
) -> tuple[TableScene, ...]:
    """How all stand: one table, or one for each group, and at the end the order of all as well."""
    tables = _TABLES.get(system, _order)(system, cup, title)
    return tuple(replace(table, caption=caption, theme=theme) for table in tables)


def _places(system: str, cup: Cup, title: str) -> tuple[TableScene, ...]:
    """A plain order; while nobody is champion, those who are out are lighter."""
    out = exits(cup, LIVES if system == "double" else 1)
    is_over = sum(not number for number in out.values()) < 2
    lost = () if is_over else [one for one, number in out.items() if number]
    return (plain_order(system, cup, title, lost),)


def _points(system: str, cup: Cup, title: str) -> tuple[TableScene, ...]:
    return (points_table(system, cup, title),)


def _groups(system: str, cup: Cup, title: str) -> tuple[TableScene, ...]:
    """At the end the places of all come first, as they are what is asked for then."""
    is_over = isinstance(SYSTEMS[system].next_round(cup), CupOver)
    places = (plain_order(system, cup, title),) if is_over else ()
    return (*places, *group_tables(cup, title))


def _order(system: str, cup: Cup, title: str) -> tuple[TableScene, ...]:
    return (plain_order(system, cup, title, record=True),)


_BRACKETS: dict[str, Callable[[Cup, Sequence[RunningPairing]], Bracket]] = {
    "knockout": lambda cup, _: knockout_tree(cup),
    "groups": lambda cup, _: tree_after_groups(cup),
    "double": drawn_rounds,
    "gauntlet": lambda cup, _: gauntlet_ladder(cup),
}
_TABLES: dict[str, Callable[[str, Cup, str], tuple[TableScene, ...]]] = {
    "knockout": _places,
    "double": _places,
    "round-robin": _points,
    "swiss": _points,
    "groups": _groups,
}
