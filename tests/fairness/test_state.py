"""Rows as lines: summed up, cut short, damaged; and the table that comes with the program."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.rulesets import RULESETS
from bot.fairness.row import FairnessRow
from bot.fairness.state import DamagedStateError, line_of, rows_of, shipped
from bot.wording.fairness import document

ROOT = Path(__file__).parents[2]
ONE = FairnessRow("genius", 3, "heuristic+10", 1, "0.1.0", 0, 10, 6, 3, 1, 90, 30)
NEXT = replace(ONE, version="0.2.0", first=10, games=5, wins=2, losses=3, ties=0, turns=41, extra=9)
PLUR = FairnessRow("plur", 3, "fills:16", 1, "0.1.0", 0, 2, 1, 1, 0, 38, None)
TEXT = line_of(PLUR) + line_of(ONE) + line_of(NEXT)


def test_a_row_is_the_sum_of_its_lines():
    """In the order of the rulesets, with every version that played."""
    both = replace(
        *(ONE,), version="0.1.0, 0.2.0", games=15, wins=8, losses=6, ties=1, turns=131, extra=39
    )
    assert rows_of(TEXT) == (both, PLUR)
    assert rows_of("".join(map(line_of, rows_of(TEXT)))) == rows_of(TEXT)


@pytest.mark.parametrize("cut", [1, 30, len(line_of(NEXT)) - 1, len(line_of(NEXT))])
def test_half_a_line_at_the_end_is_left_out(cut):
    """Somebody was stopped while it was written."""
    assert rows_of(TEXT[:-cut]) == (ONE, PLUR)


@pytest.mark.parametrize("half", ["A diary", "{}", '{"ruleset": genius'])
def test_half_a_line_of_something_else_is_no_half_line(half):
    """Nobody shall lose a text because it has no end."""
    with pytest.raises(DamagedStateError) as found:
        rows_of(TEXT + half)
    assert found.value.line == 4


@pytest.mark.parametrize(
    "line",
    [
        "",
        "something else",
        "[" * 100_000,
        "{}",
        '{"ruleset": "genius"}',
        line_of(NEXT)[:40],
        line_of(NEXT).replace("genius", "chess"),
        line_of(NEXT).replace('"wins": 2', '"wins": 3'),
        line_of(NEXT).replace('"turns": 41', '"turns": -1'),
        line_of(NEXT).replace('"turns": 41', '"turns": true'),
        line_of(NEXT).replace('"extra": 9', '"extra": null'),
        line_of(ONE),
        line_of(replace(NEXT, first=20)),
        line_of(replace(NEXT, seed=2)),
        line_of(replace(NEXT, player="fills:16")),
        line_of(replace(ONE, ruleset="mures", first=50)),
    ],
)
def test_a_line_that_does_not_belong_is_named(line):
    """Damaged or foreign, there twice, with a gap before it, of another seed or player."""
    with pytest.raises(DamagedStateError) as found:
        rows_of(line_of(ONE) + line.rstrip("\n") + "\n" + line_of(PLUR))
    assert found.value.line == 2


def test_the_page_is_made_from_the_table():
    assert (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8") == document(shipped())


def test_the_table_has_a_row_for_each_game_and_board():
    """Those of the first version, at the least; a new ruleset may have none yet."""
    there = {(row.ruleset, row.side) for row in shipped()}
    assert len(there) >= 12
    assert {key for key, _ in there} <= set(RULESETS)


def test_the_page_tells_of_each_player_in_the_table():
    told = document(shipped()).partition("| game |")[0]
    assert {row.player for row in shipped() if f"`{row.player}`" not in told} == set()
