"""Records with a number before each round: which turns the rounds are parted into."""

import pytest

from bot.engine.reading import read
from bot.engine.record import Record, Setup
from bot.engine.rounds import in_rounds
from bot.engine.rulesets import RULESETS


def genius(side: int = 5) -> Setup:
    """Catchup: one stone, then one or two, three behind a lead."""
    return Setup(RULESETS["genius"], side, ("red", "blue"))


def one(text: str) -> Record:
    (record,) = read(text)
    return record


def parted(text: str, most_tried: int = 5_000) -> list[str] | None:
    """The turns that rounds are parted into, None if they are no rounds."""
    found = in_rounds(one(text), genius(), most_tried)
    return None if found is None else [" ".join(entry.words) for entry in found.turns]


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("1. F6 D3 F7 2. B2", ["F6", "D3 F7", "B2"]),
        ("1. F6 D3 F7 2. B2 3. G5", None),
        ("1. F6 D3 F7 2. B2 what", None),
        ("1. F6 D3 2. B2 G5 G6", ["F6", "D3", "B2 G5", "G6"]),
        ("1. F6 D3 2. B2 G5G6", ["F6", "D3", "B2", "G5 G6"]),
        ("1. F6 D3 2. B2, G5 G6", ["F6", "D3", "B2 G5", "G6"]),
        ("1. F6 D3 2. B2 G5, G6", ["F6", "D3", "B2", "G5 G6"]),
        ("1. F 6, D 3 F 7 2. B 2 G 5", ["F6", "D3 F7", "B2", "G5"]),
    ],
)
def test_rounds_are_two_turns_each_but_the_last(text: str, turns: list[str] | None) -> None:
    """The more even parting goes first; commas and joined words go before it, halves don't."""
    assert parted(text) == turns


def test_a_comment_belongs_to_the_last_turn_of_its_round() -> None:
    found = in_rounds(one("1. F6 D3 F7 {one} 2. B2 {two}"), genius())
    assert found is not None
    assert [entry.comment for entry in found.turns] == ["", "one", "two"]
    assert found.numbered is False


DEAD_END = "1. F6 D3 2. B2 H1 H2 3. A5 C7 E1 G1 I3"
"""Five stones in two turns need three in one, so the turn before took a lead: `H1 H2` is Blue's."""


@pytest.mark.parametrize(
    ("text", "tries"),
    [
        # F6 D3|F7 opens with two; F6|D3 F7; then B2|G5.
        ("1. F6 D3 F7 2. B2 G5", 3),
        # F6|D3; B2 H1|H2, and behind it 3|2, 2|3, 4|1, 1|4 and five at once; B2|H1 H2; 3|2.
        (DEAD_END, 9),
    ],
)
def test_so_many_turns_are_tried_and_no_more(text: str, tries: int) -> None:
    assert parted(text, tries) is not None
    assert parted(text, tries - 1) is None
