"""The pictures of a cup in words: the same names and results, for those who can't see them."""

import re
from dataclasses import replace

import pytest

from bot.venues.discord.messages import LONGEST_ALT
from bot.views.cup_pictures import bracket_in_words, table_in_words
from renderers.cup_scene import (
    BracketMatch,
    BracketPart,
    BracketRound,
    BracketScene,
    BracketSlot,
    TableRow,
    TableScene,
    bracket_pages,
)
from renderers.table import table_pages
from views.sample_cups import LONG, PEOPLE, knockout, scene_of, table

ANN = BracketSlot("Ann", "1", "1½", winner=True)
BOB = BracketSlot("Bob", "4", "½")


def test_a_bracket_in_words() -> None:
    rounds = (
        BracketRound(
            "Semi-finals",
            (
                BracketMatch(1, (ANN, BOB)),
                BracketMatch(2, (BracketSlot("Cid", "2"), BracketSlot(bye=True))),
            ),
        ),
        BracketRound("Final", (BracketMatch(3, (BracketSlot("Ann"), BracketSlot("Cid"))),)),
    )
    assert bracket_in_words(BracketScene("Spring cup", (BracketPart("", rounds),), "knockout")) == (
        "Spring cup (knockout). Semi-finals: 1 Ann 1½ beat Bob ½; 2 Cid has a bye."
        " Final: 3 Ann against Cid."
    )
    over = BracketScene(
        "Spring cup",
        (
            BracketPart("Losers", (BracketRound("Round 1", (BracketMatch(1, (BOB, ANN)),)),)),
            BracketPart(
                "Final",
                (BracketRound("", (BracketMatch(2, (ANN, BracketSlot(awaited="winner of 1"))),)),),
            ),
        ),
        champion="Ann",
    )
    assert bracket_in_words(over) == (
        "Spring cup. Losers, Round 1: 1 Ann 1½ beat Bob ½."
        " Final: 2 Ann 1½ beat winner of 1. Champion: Ann."
    )


def test_a_table_in_words() -> None:
    rows = (
        TableRow("1", "Ann", "2½", "2–1–0", ("7", "4½")),
        TableRow(
            "2", "Bob", "2½", "2–1–0", ("6", "4"), parted_by="BH", note="withdrew", faint=True
        ),
    )
    scene = TableScene(
        "Spring cup", rows, ties=("BH", "SB"), through=1, through_word="to the final"
    )
    assert table_in_words(scene) == (
        "Spring cup. 1 Ann 2½ (2–1–0, BH 7, SB 4½). Up to here: to the final."
        " 2 Bob 2½ (withdrew, 2–1–0, BH 6, SB 4, parted by BH)."
    )
    assert table_in_words(replace(scene, through=2)).endswith("Up to here: to the final.")


@pytest.mark.parametrize(
    "scene", [knockout(11), knockout(64), knockout(64, played=0.4), scene_of("double", 48)]
)
def test_all_of_a_bracket_is_told_where_there_is_room(scene: BracketScene) -> None:
    """Every name and every score of every page; and all scores within Discord's limit."""
    for page in bracket_pages(scene):
        told, short = bracket_in_words(page, None), bracket_in_words(page)
        assert len(short) <= LONGEST_ALT
        slots = [s for p in page.parts for r in p.rounds for m in r.matches for s in m.slots]
        assert [slot for slot in slots if f"{slot.name} {slot.score}".strip() not in told] == []
        assert [slot for slot in slots if not slot.bye and slot.awaited not in told] == []
        for slot in slots:
            assert slot.name[:13].rstrip() in short
            assert f" {slot.score}" in short
        assert re.findall(r"(\S+) beat", short) == re.findall(r"(\S+) beat", told)


@pytest.mark.parametrize("number", [1, 23, 32, 64])
@pytest.mark.parametrize("names", [LONG, PEOPLE])
def test_all_of_a_table_is_told_where_there_is_room(number: int, names: tuple[str, ...]) -> None:
    """Every name and figure of every page; and all places and points within Discord's limit."""
    for page in table_pages(table(number, names=names)):
        told, short = table_in_words(page, None), table_in_words(page)
        assert len(short) <= LONGEST_ALT
        for row in page.rows:
            assert f"{row.place} {row.name} {row.points} (" in told
            assert all(figure in told for figure in (row.record, *row.ties, row.parted_by))
            assert f"{row.place} {row.name[:10].rstrip()}" in short
            assert f" {row.points}" in short
            assert row.note in short


def test_a_text_that_can_not_fit_is_cut() -> None:
    scene = table(400)
    assert len(table_in_words(scene)) <= LONGEST_ALT
    assert table_in_words(scene).endswith("…")
