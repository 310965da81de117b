"""Names and texts made drawable: one line, in its box, harmless to its surroundings."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_scenes import RED

from renderers.layout_cards import card
from renderers.lettering import ELLIPSIS, fit, has_glyph, stencil, width, wrap
from renderers.names import LONGEST, drawable, named
from renderers.shapes import Text
from renderers.theme import DEFAULT, load


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna", "Anna"),
        ("Ælfrēd Łukasz Nguyễn", "Ælfrēd Łukasz Nguyễn"),
        ("Ωμέγα Жукова", "Ωμέγα Жукова"),
        ("e\u0301", "é"),
        ("😀Anna😀", "Anna"),
        ("김철수 Kim", "김철수 Kim"),
        ("ﾕｷ・王小明 佐々木", "ユキ・王小明 佐々木"),
        ("עברית Avi", "Avi"),
        ("𝕱𝖆𝖓𝖈𝖞 ａｂｃ", "Fancy abc"),
        ("\u202eevil\u2066\u200b", "evil"),
        ("two\nlines\tand\x00more", "two lines andmore"),
        ("  \u00a0 ", ""),
        ("5½ → 6 · “up to 3” – ok…", "5½ → 6 · “up to 3” – ok…"),
    ],
)
def test_drawable(text: str, drawn: str) -> None:
    assert drawable(text) == drawn


def test_accents_do_not_pile_up() -> None:
    text = drawable("z" + "\u0321\u0338\u0317" * 50 + "a")
    assert sum(unicodedata.category(c) == "Mn" for c in text) == 2
    assert text.startswith("z")
    assert text.endswith("a")


@given(st.text(max_size=400))
def test_any_text_becomes_drawable(text: str) -> None:
    drawn = drawable(text)
    assert len(drawn) <= LONGEST
    assert drawn.isprintable()
    assert all(has_glyph(character) for character in drawn)
    assert drawable(drawn) == drawn


def test_a_name_that_vanishes() -> None:
    assert named("😀", "Red") == "Red"
    assert named("Anna", "Red") == "Anna"


@given(st.text(max_size=200), st.integers(30, 400))
def test_fit(text: str, room: int) -> None:
    shown, size = fit(drawable(text), room, (28, 24, 20))
    assert width(shown, size) <= room
    assert shown == drawable(text) or shown.endswith(ELLIPSIS)


def test_a_name_in_two_writings_is_as_wide_as_its_parts() -> None:
    """Each part is measured, and drawn, in the face that has it."""
    assert width("Kim 김철수", 28) == width("Kim ", 28) + width("김철수", 28)
    mask, left, top = stencil("Kim 김철수", 28, bold=True)
    latin, _, _ = stencil("Kim ", 28, bold=True)
    assert mask.crop((latin.width, 0, mask.width, mask.height)).getbbox()
    assert mask.width + left <= width("Kim 김철수", 28) + 1
    assert top < 0 < mask.height + top


def test_wrap() -> None:
    first, rest = wrap("Blue leads: Red may place up to 3 stones", 200, 20)
    assert f"{first} {rest}" == "Blue leads: Red may place up to 3 stones"
    assert width(first, 20) <= 200
    assert wrap("Donaudampfschifffahrtsgesellschaft", 100, 20)[0].endswith(ELLIPSIS)


@pytest.mark.parametrize(
    "bank", ["5:00", "1:02:03", "23:59:58", "3d 04:10", "13d 04:00", "99d 23:59"]
)
@pytest.mark.parametrize("figure", ["4", "18½"])
def test_the_mover_s_bank_is_drawn_whole(bank: str, figure: str) -> None:
    """Beside the badge that says whose move it is, hours and days too."""
    seat = replace(RED, bank=bank, figure=figure, to_move=True)
    texts = [shape.text for shape in card(seat, 0, 0, load(DEFAULT)) if isinstance(shape, Text)]
    assert bank in texts
    assert "TO MOVE" in texts
