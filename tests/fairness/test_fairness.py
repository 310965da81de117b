"""Games of a program against itself: legal, counted right, and kept in a table."""

from dataclasses import replace
from pathlib import Path

import pytest
from oracle.games import make
from oracle.golden import replay
from players.positions import solved

from bench.fairness.document import document
from bench.fairness.playing import Batch, FairGame, extra_turns, play_batch, play_game
from bench.fairness.state import DamagedStateError, line_of, rows_of
from bot.engine.board import board
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Pass, Turn
from bot.web.hall.fairness_page import SOLVED, FairnessRow, shipped, wilson

KEYS = tuple(RULESETS)
_COLOURS = ("black", "white")
_WINNERS = {"first": Colour.FIRST, "second": Colour.SECOND, None: None}


def words(turn: Turn, side: int) -> str:
    """A turn as the independent referee reads it."""
    return " ".join(
        f"{_COLOURS[action.colour]}:{board(side).name(action.cell)}"
        if isinstance(action, Drop)
        else ("pass" if isinstance(action, Pass) else "button")
        for action in turn.actions
    )


def judged(key: str, side: int, game: FairGame) -> None:
    """Has the independent referee rule every turn and the end; ValueError if one is illegal."""
    oracle = make(key, side)
    last = replay(oracle, tuple(words(turn, side) for turn in game.turns))[-1]
    assert oracle.is_over(last)
    assert _WINNERS[oracle.winner(last)] is game.winner


QUICK = [(side, range(4), 1) for side in (3, 4)]
MANY = [(side, range(10, 40 if side < 5 else 14), 2) for side in (3, 4, 5, 6)]


@pytest.mark.parametrize("asked", [QUICK, pytest.param(MANY, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_legal_to_its_end(key, asked):
    for side, numbers, seed in asked:
        for number in numbers:
            judged(key, side, play_game(RULESETS[key], side, seed, number))


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_plays_the_same_game(key):
    ruleset = RULESETS[key]
    game = play_game(ruleset, 3, 1, 7)
    assert play_game(ruleset, 3, 1, 7) == game
    assert game not in [play_game(ruleset, *asked) for asked in ((3, 1, 8), (3, 2, 7), (4, 1, 7))]


@pytest.mark.parametrize("key", ["genius", "plur"])
def test_games_are_the_same_however_they_are_parted(key):
    parts = [play_batch(Batch(key, 3, 1, "0.1.0", *part)) for part in ((0, 4), (4, 6))]
    assert rows_of("".join(map(line_of, parts))) == (play_batch(Batch(key, 3, 1, "0.1.0", 0, 10)),)


def test_larger_turns_are_those_above_the_usual():
    """Of Catchup those of three stones; of a game that knows none nothing is said."""
    games = [play_game(RULESETS["genius"], 3, 1, number) for number in range(10)]
    row = play_batch(Batch("genius", 3, 1, "0.1.0", 0, 10))
    assert row.extra == sum(len(turn.drops) == 3 for game in games for turn in game.turns) > 0
    assert row.turns == sum(len(game.turns) for game in games)
    assert extra_turns(games[0].turns[:2]) == 0
    assert play_batch(Batch("mures", 3, 1, "0.1.0", 0, 2)).extra is None
    assert play_batch(Batch("catena", 3, 1, "0.1.0", 0, 2)).extra is None


def row(wins: int, losses: int, ties: int = 0) -> FairnessRow:
    games = wins + losses + ties
    return FairnessRow("plur", 3, "fills:16", 1, "0.1.0", 0, games, wins, losses, ties, 0, None)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # 8 of 10: (0.8 + 0.19207 ∓ 1.95996 · √(0.016 + 0.0096037)) / 1.38415
        (8, 10, 0.49016, 0.94332),
        # None of 10: from nothing to 0.38415 / 1.38415.
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        # 2,500 of 5,000: 0.5 ∓ 1.95996 · √(0.00005 + 0.0000000384) / 1.00076829
        (2500, 5000, 0.48615, 0.51385),
    ],
)
def test_the_interval_is_wilsons(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-6)


def test_ties_are_no_part_of_the_share():
    """30 of the 40 games that somebody won, whatever was tied beside them."""
    assert row(30, 10, 60).share == 0.75
    assert row(30, 10, 60).interval == wilson(30, 40)
    assert (row(0, 0, 5).share, row(0, 0, 5).interval) == (None, None)


def test_only_what_was_solved_has_a_winner():
    """Each ruleset of which solved positions are kept, on their side; of Plur nobody knows."""
    assert {(one.game.law, one.game.side) for one in solved()} == set(SOLVED)
    assert row(1, 0).solved is None
    assert SOLVED["genius", 3] is Colour.SECOND


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


@pytest.mark.parametrize(
    "line",
    [
        "",
        "something else",
        "{}",
        '{"ruleset": "genius"}',
        line_of(NEXT)[:40],
        line_of(ONE),
        line_of(replace(NEXT, first=20)),
        line_of(replace(NEXT, seed=2)),
        line_of(replace(NEXT, player="fills:16")),
        line_of(replace(ONE, ruleset="mures", first=50)),
    ],
)
def test_a_line_that_does_not_belong_is_named(line):
    """Damaged or foreign, there twice, with a gap before it, of another seed or player."""
    with pytest.raises(DamagedStateError, match="line 2"):
        rows_of(line_of(ONE) + line.rstrip("\n") + "\n" + line_of(PLUR))


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
