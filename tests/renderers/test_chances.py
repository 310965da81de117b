"""The chart of a review."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderers import theme
from renderers.chances import chances_chart, shapes
from renderers.scene import Chances
from renderers.shapes import Segment, Text

CHANCES = Chances(
    ("red", "blue"),
    ("Anna", "Bertrand"),
    (0.5, 0.52, 0.5, 0.2, 0.9, 1.0, 1.0),
    worst=((4, 1), (3, 0)),
    certain=5,
    label="Red's chance after each turn, in %",
)
THEME = theme.load("genius")


def _texts(chances: Chances) -> dict[str, Text]:
    return {one.text: one for one in shapes(chances, THEME) if isinstance(one, Text)}


@pytest.mark.parametrize("name", theme.names())
def test_chances_are_drawn_in_every_theme(name: str) -> None:
    data = chances_chart(replace(CHANCES, theme=name))
    assert Image.open(BytesIO(data)).size == (800, 520)
    assert len(data) < 40_000
    assert data == chances_chart(replace(CHANCES, theme=name))


def test_the_line_is_as_high_as_the_chance() -> None:
    """It lies in the first player's colour, half way up where both have the same chance."""
    drawn = [one for one in shapes(CHANCES, THEME) if isinstance(one, Segment)]
    lines = [line for line in drawn if line.stroke in ("stones.red.rim", "stones.red.fill")]
    assert not any(line.stroke == "stones.blue.fill" for line in drawn)
    heights = {y for line in lines for y in (line.y1, line.y2)}
    top, bottom = min(heights), max(heights)
    numbers = _texts(CHANCES)
    # The line reaches from 20 to 100.
    half = numbers["50"].y - numbers["100"].y
    assert bottom - top == pytest.approx(1.6 * half)


def test_the_worst_turns_bear_their_place_and_the_certain_part_its_word() -> None:
    """Where there are none, neither does the foot explain them."""
    texts = _texts(CHANCES)
    assert {"1", "2", "certain", "Numbers mark what cost most"} <= set(texts)
    plain = _texts(replace(CHANCES, worst=(), certain=None))
    assert not {"certain", "Numbers mark what cost most"} & set(plain)


@pytest.mark.parametrize("certain", [0, 3, 6])
def test_the_word_stays_on_the_chart(certain: int) -> None:
    """Left of the upright where there is no room to the right."""
    word = _texts(replace(CHANCES, certain=certain))["certain"]
    assert word.anchor == ("end" if certain == 6 else "start")


def test_a_game_without_a_turn_has_a_chart() -> None:
    assert chances_chart(replace(CHANCES, values=(0.5,), worst=(), certain=None))
