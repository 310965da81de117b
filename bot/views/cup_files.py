"""The pictures of a cup as PNGs: its bracket, page by page, and its tables.

A Swiss has no bracket: who asks for one is shown the table.
"""

from collections.abc import Sequence
from typing import TypeVar

from bot.cups.pairing import groups
from bot.cups.state import CupState
from bot.servers.settings import Look
from bot.views.cup_matches import RunningPairing
from bot.views.cup_pictures import bracket_in_words, tables_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.wording.cup_answers import caption_text
from renderers.bracket import bracket_png
from renderers.bracket_pages import bracket_pages
from renderers.cup_scene import BracketScene
from renderers.scene import DrawnPicture
from renderers.table_sheets import Sheet, sheet_png, table_sheets

_Page = TypeVar("_Page")
MOST = 10
"""Discord takes no more files with a message."""


def bracket_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of a bracket; of a system that has none, its tables."""
    pages = _few(_bracket(state, look))
    return list(map(_drawn_page, pages)) if pages else table_pictures(state, look)


def table_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of the tables."""
    return list(map(_drawn_sheet, _few(_tables(state, look))))


def main_picture(state: CupState, look: Look) -> DrawnPicture | None:
    """The one picture that goes with an announcement: the last page of a bracket, or a table."""
    if not _plays_in_groups(state) and (pages := _bracket(state, look)):
        return _drawn_page(pages[-1])
    sheets = _tables(state, look)
    return _drawn_sheet(sheets[0]) if sheets else None


def _plays_in_groups(state: CupState) -> bool:
    """Whether tables say more: the knockout after the groups has not begun."""
    if state.started is None or state.opened.plan.system != "groups":
        return False
    return state.round < groups.first_knockout_round(groups.drawn(state.cup()))


def _few(pages: Sequence[_Page]) -> Sequence[_Page]:
    """As many as fit; the last one has the champion."""
    return pages if len(pages) <= MOST else (*pages[: MOST - 1], pages[-1])


def _bracket(state: CupState, look: Look) -> tuple[BracketScene, ...]:
    if state.started is None:
        return ()
    playing = [RunningPairing(one.round, one.pairing) for one in state.playing]
    system, name, caption = state.opened.plan.system, state.opened.name, caption_text(state)
    scene = bracket_scene(system, state.cup(), name, caption, playing, look.theme)
    return () if scene is None else bracket_pages(scene)


def _tables(state: CupState, look: Look) -> tuple[Sheet, ...]:
    if state.started is None:
        return ()
    system, name, caption = state.opened.plan.system, state.opened.name, caption_text(state)
    return table_sheets(table_scenes(system, state.cup(), name, caption, look.theme))


def _drawn_page(page: BracketScene) -> DrawnPicture:
    return DrawnPicture(bracket_png(page), bracket_in_words(page))


def _drawn_sheet(sheet: Sheet) -> DrawnPicture:
    return DrawnPicture(sheet_png(sheet), tables_in_words(sheet))
