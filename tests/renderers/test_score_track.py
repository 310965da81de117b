"""The score track: long enough for both scores, each score at a place of its own."""

from dataclasses import replace
from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_scenes import BLUE, CATENA, EMPTY, RED

from renderers.layout import layout
from renderers.layout_track import Track, pawns, track_for, way
from renderers.scene import Scene
from renderers.shapes import Oval, Segment, Text
from renderers.theme import load


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
