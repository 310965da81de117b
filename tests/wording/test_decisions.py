"""How a game was won, in the few words of a picture, and the groups that are marked for it."""

from random import Random

import pytest
from engine.samples import drawn, random_game
from oracle.board import named
from oracle.flood import clumps

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Colour
from bot.wording.decisions import decision_text

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
