"""A scene laid out: every shape of a picture and where it lies, once for all outputs.

From top to bottom: a card for each player, the board with the score track around it, and the
strip with the headline. A game without a track gives its room to the board.
"""

from functools import cache
from math import sqrt

from renderers import layout_board, layout_cards, layout_track
from renderers.grid import ROW_STEP, Frame
from renderers.layout_track import Track, track_for
from renderers.scene import Scene
from renderers.shapes import Drawing, Shape
from renderers.theme import Theme

WIDE = 800
_TOP = layout_cards.MARGIN + layout_cards.CARD_HIGH + 14
_LETTERS = 34
"""Room for the row letters, left of the board (and right of it, to keep it in the middle)."""
_TRACK_HALF = 332
"""Half the height of the widest track."""


def layout(scene: Scene, theme: Theme, *, board_only: bool = False) -> Drawing:
    """The picture of a scene; the theme decides which marks the stones wear.

    `board_only` leaves out the cards, the track and the strip, for pages that say the score and all
    else themselves.
    """
    track = None if board_only else track_for(scene)
    frame, bottom = _frame(scene.side, track)
    table: list[Shape] = []
    if track:
        table += layout_track.pawns(scene, track, frame.x, frame.y, theme)
    table += layout_board.stones(scene, frame, theme)
    if scene.button_waits:
        table += layout_cards.waiting_button(WIDE - layout_cards.MARGIN - 44, bottom - 66)
    ground = _ground(frame, scene.coordinates, track)
    if board_only:
        return Drawing(
            WIDE,
            bottom - _TOP + 2 * layout_cards.MARGIN,
            ground,
            tuple(table),
            _TOP - layout_cards.MARGIN,
        )
    for seat, x in zip(
        scene.seats,
        (layout_cards.MARGIN, WIDE - layout_cards.MARGIN - layout_cards.CARD_WIDE),
        strict=True,
    ):
        table += layout_cards.card(seat, x, layout_cards.MARGIN, theme)
    table += layout_cards.strip(scene, bottom + 12, theme)
    high = bottom + 12 + layout_cards.STRIP_HIGH + layout_cards.MARGIN
    return Drawing(WIDE, high, ground, tuple(table))


@cache
def _ground(frame: Frame, coordinates: bool, track: Track | None) -> tuple[Shape, ...]:
    """What stays the same through a match."""
    around = layout_track.way(track, frame.x, frame.y) if track else ()
    return (*around, *layout_board.cells(frame, coordinates))


@cache
def _frame(side: int, track: Track | None) -> tuple[Frame, int]:
    """Where the board lies, and where its zone ends."""
    if track:
        cell = _even((track.radius - track.oval[0] - _LETTERS) / (side - 0.5))
        # The same for every track, so that a track that grows does not move the board.
        half: float = _TRACK_HALF
    else:
        cell = _even((WIDE - 2 * layout_cards.MARGIN - 2 * _LETTERS) / (2 * side - 1))
        half = (side - 1) * round(ROW_STEP * cell) + cell / sqrt(3)
    return Frame(side, WIDE / 2, _TOP + round(half), cell), _TOP + 2 * round(half)


def _even(length: float) -> int:
    """Rounded down to an even number: half a cell is then a whole pixel, which is crisper."""
    return int(length // 2) * 2
