"""The pictures of a cup as PNGs: its bracket, page by page, and its tables.

A Swiss has no bracket: who asks for one is shown the table.
"""

from collections.abc import Iterator

from bot.cups.state import CupState, CupStatus
from bot.servers.settings import Look
from bot.views.cup_matches import RunningPairing
from bot.views.cup_pictures import bracket_in_words, table_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.wording.cup_answers import caption_text
from renderers.bracket import bracket_png
from renderers.bracket_pages import bracket_pages
from renderers.scene import DrawnPicture
from renderers.table import table_pages, table_png

MOST = 10
"""Discord takes no more files with a message."""


def bracket_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of a bracket; of a system that has none, its tables."""
    return list(_brackets(state, look))[:MOST] or table_pictures(state, look)


def table_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of the tables."""
    return list(_tables(state, look))[:MOST]


def main_picture(state: CupState, look: Look) -> DrawnPicture | None:
    """The one picture that goes with an announcement: the last page of a bracket, or a table."""
    if state.opened.plan.system in ("swiss", "round-robin"):
        return next(_tables(state, look), None)
    pages = list(_brackets(state, look)) or list(_tables(state, look))
    return pages[-1] if pages else None


def _brackets(state: CupState, look: Look) -> Iterator[DrawnPicture]:
    playing = [RunningPairing(one.round, one.pairing) for one in state.playing]
    name, caption = state.opened.name, caption_text(state)
    scene = bracket_scene(state.opened.plan.system, state.cup(), name, caption, playing, look.theme)
    for page in bracket_pages(scene) if scene is not None and state.seeds else ():
        yield DrawnPicture(bracket_png(page), bracket_in_words(page))


def _tables(state: CupState, look: Look) -> Iterator[DrawnPicture]:
    if state.status is CupStatus.OPEN or not state.seeds:
        return
    name, caption = state.opened.name, caption_text(state)
    for scene in table_scenes(state.opened.plan.system, state.cup(), name, caption, look.theme):
        for page in table_pages(scene):
            yield DrawnPicture(table_png(page), table_in_words(page))
