"""How a game was won, in the few words of a picture, and the groups that are marked for it."""

from random import Random

import pytest
from engine.samples import drawn, random_game
from oracle.board import named, neighbours

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Colour
from bot.wording.decisions import decision_text

CATENA = {"scoring": "longest", "button": "off"}
Cells = frozenset[tuple[int, int]]


def flooded(position: Position, stones: int) -> list[Cells]:
    """The groups of a bitboard by a flood of its own, the largest first."""
    left = {named(position.board.name(cell)) for cell in bits(stones)}
    found = []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            near = neighbours(position.board.side)[cell] & left
            left -= near
            edge += near
        found.append(frozenset(group))
    return sorted(found, key=len, reverse=True)


def won(key: str, options: dict[str, str], seed: int) -> tuple[str, list[int], Colour, Position]:
    """The words, the sizes of the marked groups by colour, the winner, the last position."""
    law = configure(key, options)
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
    text, marked, winner, end = won(key, {}, seed)
    mine, theirs = (
        [len(group) for group in flooded(end, end.stones[colour])] + [0] * 40
        for colour in (winner, winner.other)
    )
    place = next(n for n in range(40) if mine[n] != theirs[n])
    called = ["", "2nd-", "3rd-", "4th-", "5th-"][place]
    assert text == f"by the {called}largest group, {mine[place]} to {theirs[place]}"
    assert sorted(marked, reverse=True) == [size for size in (mine[place], theirs[place]) if size]


@pytest.mark.parametrize(
    ("key", "options", "seed", "said"),
    [
        ("brink", {}, 1, "by the margin: 9 to 6 is not 4 more"),
        ("brink", {"margin": "3"}, 1, "by the largest group, 9 to 6"),
        ("product", {}, 1, "by points, 12 to 0"),
        ("alpha", {}, 1, "by points, 18 to 9"),
        ("plur", {}, 1, "by 2 of the 3 largest groups"),
        ("too", {}, 1, "as second player, 0 each"),
        ("catena", {}, 1, "by stones, 10 to ½"),
        ("catena", CATENA, 2, "by the longest ribbon left, 5 to 3"),
    ],
)
def test_every_game_says_in_its_own_words(key, options, seed, said):
    assert won(key, options, seed)[0] == said


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
