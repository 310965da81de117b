"""A cup as something to show: its bracket, and its tables.

Round 2 of a knockout of eleven is on. Its bracket has the results so far, the names of those who
play now, and "winner of 12" where nobody is known yet; its table, who is still in and who is out.

A round robin and a Swiss have no bracket. A system that has no line here has a plain order alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.cups.cup import Cup, CupOver
from bot.cups.pairing import SYSTEMS
from bot.cups.pairing.elimination import exits
from bot.views.cup_matches import Bracket, RunningPairing
from bot.views.cup_pools import LIVES, drawn_rounds
from bot.views.cup_tables import group_tables, plain_order, points_table
from bot.views.cup_trees import gauntlet_ladder, knockout_tree, tree_after_groups
from renderers.cup_scene import BracketScene, TableScene


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
