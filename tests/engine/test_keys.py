"""Words and values that others rely on: keys of laws and ends, and what a game is by itself."""

import re
from pathlib import Path

import pytest
from oracle.games import make
from oracle.players import random_game

from bot.engine import notation, outcome
from bot.engine.board import board
from bot.engine.legality import Law
from bot.engine.record import Diagram, Entry, Record
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.engine.turn import Colour, Drop, Turn
from engine.samples import played

RECORDS = Path(__file__).parents[2] / "docs" / "records.md"
TRACKED = ("genius", "mindsports", "mures", "ketchup", "sauce", "brink")
"""The games whose score is a group's size: it is drawn as a track round the board."""


def in_table(head: str) -> set[str]:
    """The words in the first column of a table of the page on records."""
    table = RECORDS.read_text(encoding="utf-8").split(f"| `{head}` |")[1].split("\n\n")[0]
    rows = (row.split("|")[1] for row in table.splitlines() if row.startswith("| `"))
    return {word for row in rows for word in re.findall("`([a-z-]+)`", row)}


def test_the_laws_have_the_keys_of_the_page() -> None:
    reading = {notation.OFF_BOARD, notation.NO_COLOUR, notation.UNREADABLE, notation.OUT_OF_TURN}
    own = {law for ruleset in RULESETS.values() for law in ruleset.laws}
    assert in_table("law") == reading | {str(law) for law in Law} | own
    assert len(Law) == 10


def test_the_ends_have_the_keys_of_the_page() -> None:
    ends = {outcome.BOARD_FULL, outcome.NO_TURN_LEFT, outcome.TIE_TO_DMO, outcome.RESIGNATION}
    assert ends <= in_table("reason")
    assert (outcome.TIE, outcome.UNFINISHED) == ("tie", "*")
    assert notation.NOTATIONS == ("house", "half-step", "bottom")


@pytest.mark.parametrize("key", RULESETS)
def test_turns_of_each_game_are_the_oracles(key: str) -> None:
    """As the oracle plays it: the colour of the stones, the verbs; and its options."""
    oracle, law = make(key, 4), RULESETS[key]
    games = (random_game(oracle, seed) for seed in range(6))
    allowed = [oracle.allowance(state) for game in games for state in game.states]
    verbs = {"pass" for turn in allowed if turn.may_pass}
    verbs |= {"button" for turn in allowed if turn.may_button}
    assert type(law.verbs) is frozenset
    assert law.verbs == verbs
    assert law.either_colour is oracle.either_colour
    assert {option.key for option in law.options} == set(oracle.options)


def test_drawing_hints_of_each_game() -> None:
    """A track where the score is a group's size; links of either colour in ribbons alone."""
    assert DEFAULT == "genius"
    assert [law.key for law in RULESETS.values()] == list(RULESETS)
    assert [RULESETS[key].has_track for key in (*TRACKED, "catena", "plur")] == [True] * 6 + [
        False
    ] * 2
    assert [law.joins_colours for law in (RULESETS["catena"], RULESETS["genius"])] == [True, False]


def test_a_position_is_what_lies_on_the_board() -> None:
    """However it came about; neither is the game before it shown with it."""
    law = RULESETS["genius"]
    one, other = played(law, "A1 / C3 E5 / G1"), played(law, "G1 / E5 C3 / A1")
    assert one == other
    assert "previous" not in repr(one)
    assert one.turn == Turn((Drop(one.board.cell(6, 1) or 0, Colour.FIRST),))


def test_an_entry_is_its_words_and_its_comment() -> None:
    """Who is said to have made it, and how, is evidence beside it."""
    assert Entry(("A1",), by="red", said="A1 , ") == Entry(("A1",))
    assert "said" not in repr(Entry(("A1",), said="x"))
    assert Entry(("A1",), "so") != Entry(("A1",))
    told = Record((), (), diagram=Diagram(("b",)), lines=(), numbered=True)
    assert told == Record()
    assert Record(lines=(1,)) == Record()


def test_a_board_is_its_side() -> None:
    """Boards of one side are equal and found by it; what is worked out from it is not shown."""
    assert board(5) == board(5)
    assert board(5) != board(4)
    assert len({board(5), board(5), board(4)}) == 2
    assert repr(board(3)) == "Board(side=3, row_lengths=(3, 4, 5, 4, 3))"
