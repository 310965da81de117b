"""The score track has a place for each score; names and texts stay drawable in their boxes."""

import unicodedata
from dataclasses import replace
from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_scenes import BLUE, CATENA, EMPTY, RED

from renderers.layout import layout
from renderers.layout_cards import card
from renderers.layout_track import Track, pawns, track_for, way
from renderers.lettering import (
    ELLIPSIS,
    LONGEST,
    drawable,
    fit,
    has_glyph,
    named,
    stencil,
    width,
    wrap,
)
from renderers.scene import Scene
from renderers.shapes import Oval, Segment, Text
from renderers.theme import DEFAULT, load


def with_pawns(side: int, one: int, two: int) -> Scene:
    return replace(EMPTY, side=side, seats=(replace(RED, pawn=one), replace(BLUE, pawn=two)))


def test_side_five_counts_to_thirty() -> None:
    for score in (1, 20, 30):
        assert track_for(with_pawns(5, score, 1)) == Track(5)
    assert Track(5).numbers == tuple(range(1, 31))


def test_no_pawns_no_track() -> None:
    assert track_for(CATENA) is None


@given(st.integers(3, 13), st.integers(1, 469), st.integers(1, 469))
def test_holds_both_scores(side: int, one: int, two: int) -> None:
    track = track_for(with_pawns(side, one, two))
    assert track is not None
    assert track.numbers[0] == 1
    assert track.numbers[-1] >= max(one, two)
    assert len(track.numbers) == 6 * track.edge <= 54
    assert track.oval[0] >= 14


@pytest.mark.parametrize("track", [Track(4), Track(5), Track(9), Track(9, 2), Track(9, 5)])
def test_scores_go_round_in_order(track: Track) -> None:
    places = [track.at(number) for number in track.numbers]
    assert len(set(places)) == len(places)
    for one, two in pairwise(places):
        assert hypot(two[0] - one[0], two[1] - one[1]) >= 1.2 * track.oval[1] * 2
    assert len({track.at(score) for score in range(1, track.numbers[-1] + 1)}) == track.numbers[-1]


@pytest.mark.parametrize("side", [3, 4, 5, 6, 7, 9, 13])
def test_two_pawns_on_one_place_are_both_seen(side: int) -> None:
    """Side by side, and never under the cards above the track or the line below it."""
    theme = load("genius")
    track = track_for(with_pawns(side, 1, 1))
    assert track is not None
    for score in track.numbers:
        drawn = pawns(with_pawns(side, score, score), track, 0, 0, theme)
        colours = ("stones.red.fill", "stones.blue.fill")
        one, two = (shape for shape in drawn if isinstance(shape, Oval) and shape.fill in colours)
        assert hypot(two.x - one.x, two.y - one.y) > 1.5 * one.rx, score
        for disc in (one, two):
            assert abs(disc.y) <= track.radius * sqrt(3) / 2 + 0.01, score


def test_beyond_the_end() -> None:
    assert track_for(with_pawns(13, 10_000, 1)) == Track(9, 25)
    assert Track(5).at(99) == Track(5).at(30)


def test_the_track_is_one_line_on_which_every_fifth_score_is_numbered() -> None:
    """From 1 to 30 and not back to 1: names of rows and columns would not be joined so."""
    track = Track(5)
    shapes = way(track, 0, 0)
    assert [shape.text for shape in shapes if isinstance(shape, Text)] == [
        "1", "5", "10", "15", "20", "25", "30",
    ]  # fmt: skip
    lines = [shape for shape in shapes if isinstance(shape, Segment)]
    assert [(line.x1, line.y1) for line in lines] == [track.at(score) for score in range(1, 30)]
    assert [(line.x2, line.y2) for line in lines] == [track.at(score) for score in range(2, 31)]


@pytest.mark.parametrize("coordinates", [False, True])
def test_rows_end_in_their_lengths_where_cells_have_no_names(coordinates: bool) -> None:
    """A page's board has no track; nine rows of 5 to 9 cells, as in the rules."""
    scene = replace(with_pawns(5, 4, 2), coordinates=coordinates)
    drawing = layout(scene, load("genius"), board_only=True)
    texts = [shape.text for shape in drawing.ground if isinstance(shape, Text)]
    lengths = [] if coordinates else ["5", "6", "7", "8", "9", "8", "7", "6", "5"]
    assert [text for text in texts if text.isdigit()] == lengths
    assert not any(isinstance(shape, Oval) for shape in drawing.ground)


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
