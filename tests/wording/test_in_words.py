"""Positions, charts and how a game was won, in words: the alt texts and headlines of pictures."""

from random import Random

import pytest
from engine.samples import SEED_003, drawn, history, played, random_game
from hypothesis import given
from hypothesis import strategies as st
from oracle.board import named
from oracle.flood import clumps

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Colour
from bot.wording.position import LONGEST, claims_text, position_text, situation_text
from bot.wording.results import decision_text
from bot.wording.review import chances_alt
from bot.wording.show import race_alt

COLOURS = ("red", "blue")


def test_the_worked_example_in_words() -> None:
    law = RULESETS["genius"]
    position = history(played(law, SEED_003))[10]
    text = position_text(
        situation_text(law, position, COLOURS, ("Ann", "Bob"), over=False), position, COLOURS
    )
    assert text == (
        "Catchup: a hexagonal board of side 5 after turn 10. "
        "Score: Red (Ann) 4, Blue (Bob) 4. Blue last played D7 F8. "
        "Blue is leading. Red to move: place up to 3 stones. "
        "Red's 9 stones: A1, B2, B4-5, C3, F6, G4-5, H5. "
        "Blue's 9 stones: A4, D3, D5-8, F7-8, G6."
    )


def test_the_empty_board_and_the_end_are_told() -> None:
    law = RULESETS["genius"]
    empty = history(played(law, "E5"))[0]
    text = position_text(situation_text(law, empty, COLOURS, COLOURS, over=False), empty, COLOURS)
    assert "Red has no stones." in text
    assert "after turn" not in text
    end = random_game(law, 3, Random(1))
    assert "has won." in position_text(
        situation_text(law, end, COLOURS, COLOURS, over=True, winner=law.winner(end)), end, COLOURS
    )


def test_claims_say_who_and_how_many_stones_turned() -> None:
    """A ribbon that was all the owner's turns nothing; the sentence says so by silence."""
    law = RULESETS["catena"]
    told = set()
    for seed in range(20):
        for position in history(random_game(law, 3, Random(seed))):
            claims = law.claims(position)
            texts = claims_text(law, position, ("black", "white"))
            assert len(texts) == len(claims)
            for claim, text in zip(claims, texts, strict=True):
                assert text.startswith(("Black", "White")[claim.owner])
                assert f"a ribbon of {claim.cells.bit_count()}" in text
                assert ("turned" in text) is bool(claim.turned)
                told.add(bool(claim.turned))
    assert told == {True, False}


@given(
    key=st.sampled_from(sorted(RULESETS)),
    side=st.sampled_from([3, 5, 13]),
    seed=st.integers(),
    name=st.text(max_size=300),
)
def test_the_text_never_grows_too_long(key: str, side: int, seed: int, name: str) -> None:
    position = random_game(RULESETS[key], side, Random(seed), most=200 if side == 13 else 40)
    text = position_text(
        situation_text(RULESETS[key], position, COLOURS, (name, name), over=False),
        position,
        COLOURS,
    )
    assert len(text) <= LONGEST
    assert text.endswith(".")


def test_a_race_says_who_got_ahead_when_and_how_it_ended():
    """Level after turn 3, which changes nothing; halves are written as on the chart."""
    assert race_alt("score", COLOURS, [(0, 0), (1, 0), (1, 2), (2, 2), (3.5, 2)]) == (
        "A chart of both players' score by turn. The higher line: Red from turn 1, "
        "Blue from turn 2, Red from turn 4. At the end: Red 3½ and Blue 2."
    )


def test_a_race_that_goes_to_and_fro_is_cut_short():
    """Nobody listens to twenty changes."""
    ahead = race_alt("score", COLOURS, [(turn % 2, 1 - turn % 2) for turn in range(1, 21)])
    assert ahead.count("from turn") == 8
    assert "Blue from turn 7 and 12 more." in ahead


def test_a_race_in_which_nobody_gets_ahead():
    assert "The higher line: nobody's." in race_alt("score", COLOURS, [(0, 0), (1, 1)])


def test_a_review_says_how_the_chance_went_and_since_when_it_was_certain():
    assert chances_alt(COLOURS, (0.52, 0.6, 0.41, 0.0), 3) == (
        "A chart: Red's chance after each turn, in %, 52 % before the first turn. "
        "The better one: Red from turn 0, Blue from turn 2. Who wins was certain from turn 3."
    )


Cells = frozenset[tuple[int, int]]


def flooded(position: Position, stones: int) -> list[Cells]:
    """The groups of a bitboard by the oracle's flood, the largest first."""
    cells = {named(position.board.name(cell)) for cell in bits(stones)}
    return sorted(clumps(cells, position.board.side), key=len, reverse=True)


def won(key: str, seed: int) -> tuple[str, list[int], Colour, Position]:
    """The words, the sizes of the marked groups by colour, the winner, the last position."""
    law = RULESETS[key]
    end = random_game(law, 3, Random(seed))
    marked = law.deciding(end)
    winner = law.winner(end)
    assert winner is not None
    sizes = [len(g) for c in Colour for g in flooded(end, end.stones[c] & marked)]
    return decision_text(law, end), sizes, winner, end


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("key", ["genius", "mindsports", "mures", "sauce", "ketchup"])
def test_the_first_groups_that_differ_are_told_and_marked(key: str, seed: int) -> None:
    """The place in the lists, both sizes with the winner's first, and just these two groups."""
    text, marked, winner, end = won(key, seed)
    mine, theirs = (
        [len(group) for group in flooded(end, end.stones[colour])] + [0] * 40
        for colour in (winner, winner.other)
    )
    place = next(n for n in range(40) if mine[n] != theirs[n])
    called = ["", "2nd-", "3rd-", "4th-", "5th-"][place]
    assert text == f"by the {called}largest group, {mine[place]} to {theirs[place]}"
    assert sorted(marked, reverse=True) == [size for size in (mine[place], theirs[place]) if size]


def test_equal_points_are_won_by_fewer_stones_or_by_the_second_player() -> None:
    """Both colours have a single group, so no points; White has fewer stones."""
    end = drawn("b b b / b b b b / b b b b b / w w w w / w w w")
    assert decision_text(configure("product", {}), end) == "by fewer stones, 7 to 12"
    second = configure("product", {"tie": "second-player"})
    assert decision_text(second, end) == "as second player, 0 each"
    assert decision_text(RULESETS["product-original"], end) == ""


def test_many_groups_decide_where_ownership_counts() -> None:
    """Plur marks the whole pool; Too the second groups; Product both factors of each side."""
    for seed in range(20):
        end = random_game(RULESETS["plur"], 3, Random(seed))
        all_sizes = [sorted(map(len, flooded(end, end.stones[c])), reverse=True) for c in Colour]

        def marked(key: str, end: Position = end) -> list[int]:
            cells = RULESETS[key].deciding(end)
            return [len(g) for c in Colour for g in flooded(end, end.stones[c] & cells)]

        ranked = sorted(all_sizes[0] + all_sizes[1], reverse=True)
        assert sorted(marked("plur"), reverse=True) == ranked[: len(marked("plur"))]
        assert marked("too") == [size for sizes in all_sizes for size in sizes[1:2]]
        assert marked("product") == [size for sizes in all_sizes for size in sizes[:2]]
        assert marked("alpha") == [size for sizes in all_sizes for size in sizes[:1]]
