"""Coordinates in three notations, and turns as words."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.board import board
from bot.engine.notation import (
    NOTATIONS,
    OFF_BOARD,
    UNREADABLE,
    Misread,
    Spelling,
    read_cell,
    read_turn,
    write_cell,
    write_turn,
)
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Turn
from engine.samples import random_game


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("side", range(2, 14))
def test_every_cell_reads_back(side: int, notation: str) -> None:
    cells = board(side)
    written = [write_cell(cells, cell, notation) for cell in range(cells.size)]
    assert len(set(written)) == cells.size
    for cell, word in enumerate(written):
        assert read_cell(cells, word.upper(), notation) == cell
        assert read_cell(cells, word.lower(), notation) == cell


@pytest.mark.parametrize(
    ("house", "half_step", "bottom"),
    [("E5", "i5", "e5"), ("C3", "g3", "g3"), ("A1", "e1", "i1"), ("I5", "m9", "a5")],
)
def test_the_notations_name_the_same_cells(house: str, half_step: str, bottom: str) -> None:
    cells = board(5)
    cell = read_cell(cells, house)
    assert read_cell(cells, half_step, "half-step") == cell
    assert read_cell(cells, bottom, "bottom") == cell


@given(
    key=st.sampled_from(sorted(RULESETS)), notation=st.sampled_from(NOTATIONS), seed=st.integers()
)
def test_every_turn_reads_back(key: str, notation: str, seed: int) -> None:
    law = RULESETS[key]
    position = random_game(law, 4, Random(seed), most=12)
    spelling = Spelling(board(4), ("black", "white"), law.either_colour, law.verbs, notation)
    while position.previous is not None and position.turn is not None:
        words = write_turn(spelling, position.turn).split()
        assert read_turn(spelling, words, position.previous.to_move) == position.turn
        position = position.previous


@pytest.mark.parametrize("text", ["r:D7 b:F8", "red D7 blue F8", "RED:d7 B f8"])
def test_colours_are_written_in_several_ways(text: str) -> None:
    spelling = Spelling(board(5), ("red", "blue"), either_colour=True)
    cells = board(5)
    expected = Turn(
        (
            Drop(read_cell(cells, "D7") or 0, Colour.FIRST),
            Drop(read_cell(cells, "F8") or 0, Colour.SECOND),
        )
    )
    assert read_turn(spelling, text.split(), Colour.SECOND) == expected


def test_an_initial_that_both_colours_share_names_neither() -> None:
    spelling = Spelling(board(5), ("blue", "black"), either_colour=True)
    assert spelling.colour("b") is None
    assert spelling.colour("Black") is Colour.SECOND
    assert read_turn(spelling, ["b:D7"], Colour.FIRST) == Misread("unreadable", "b:D7", 0)


@pytest.mark.parametrize(
    ("words", "misread"),
    [
        ("D7", Misread("colour-missing", "D7", 0)),
        ("black E5 white", Misread(UNREADABLE, "white", 2)),
        ("b:F9", Misread("off-board", "b:F9", 0, "F", 8)),
        ("w:?", Misread(UNREADABLE, "w:?", 0)),
        ("b:w:D7", Misread(UNREADABLE, "b:w:D7", 0)),
    ],
)
def test_a_word_at_fault_is_told_as_it_was_written(words: str, misread: Misread) -> None:
    """A stone without its colour, a colour without a cell, a cell off the board, and no cell."""
    spelling = Spelling(board(5), ("black", "white"), either_colour=True)
    assert read_turn(spelling, words.split(), Colour.FIRST) == misread


@pytest.mark.parametrize(
    ("word", "row", "length"),
    [
        ("A6", "A", 5), ("A0", "A", 5), ("E10", "E", 9), ("I6", "I", 5), ("J1", None, None),
        ("Z9", None, None),
    ],
)  # fmt: skip
def test_a_cell_off_the_board_is_told_with_its_row(word, row, length):
    misread = read_turn(Spelling(board(5), ("red", "blue")), (word,), Colour.FIRST)
    assert isinstance(misread, Misread)
    assert (misread.law, misread.word, misread.number) == (OFF_BOARD, word, 0)
    assert (misread.row, misread.length) == (row, length)


def test_a_colour_is_no_word_where_stones_are_the_players_own() -> None:
    spelling = Spelling(board(5), ("red", "blue"))
    assert read_turn(spelling, ["red", "D7"], Colour.FIRST) == Misread(UNREADABLE, "red", 0)


def test_columns_of_two_letters_are_read_in_half_steps() -> None:
    """The 27th column is aa; in house notation a letter is a row, and aa is none."""
    spelling = Spelling(board(13), notation="half-step")
    cell = read_cell(board(13), "M14")
    assert cell is not None
    assert read_turn(spelling, ["aa13"], Colour.FIRST) == Turn((Drop(cell, Colour.FIRST),))
    small = replace(spelling, board=board(5))
    assert read_turn(small, ["zz9"], Colour.FIRST) == Misread("off-board", "zz9", 0, "I", 5)
    house = replace(spelling, notation="house")
    assert read_turn(house, ["aa13"], Colour.FIRST) == Misread(UNREADABLE, "aa13", 0)
