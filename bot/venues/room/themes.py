"""The board in the theme that a page has chosen for itself.

Pictures among the lines look alike for everybody. At the top of her page Ann has the board in
strong contrast, and Bob has a wooden one: each position is drawn once for each theme in use.
"""

from dataclasses import replace

from cachetools import LRUCache

from bot.servers.settings import USUAL_LOOK, Look
from bot.views.scenes import match_scene
from bot.web.view import MatchView
from renderers import theme as themes
from renderers.svg import svg

MOST_DRAWN = 200


def look_of(name: object) -> Look:
    """The look that a page asks for by the name of a theme; the usual one for no theme."""
    return Look(name) if isinstance(name, str) and name in themes.names() else USUAL_LOOK


class ThemedBoards:
    """The present boards of all rooms, by theme."""

    def __init__(self) -> None:
        self._drawn: LRUCache[tuple[str, str], str] = LRUCache(MOST_DRAWN)

    def of(self, view: MatchView, look: Look) -> str:
        """The board of a view as a page has chosen to see it."""
        if look.theme == USUAL_LOOK.theme:
            return view.board
        key = look.theme, view.board
        if key not in self._drawn:
            plain = replace(look, coordinates=False)
            scene = match_scene(view.match, view.match.turn_open_at, view.number, plain)
            self._drawn[key] = svg(scene, board_only=True)
        return self._drawn[key]
