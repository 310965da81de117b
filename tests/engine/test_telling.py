"""What a ruleset tells of a game besides who won: its figures, its leads, and what decided."""

from random import Random

import pytest
from oracle.flood import clumps
from oracle.games import make
from oracle.players import random_game as oracle_game

from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Colour
from engine.samples import drawn, history, named, random_game

COMPARING = (
    *("alpha", "brink", "genius", "ketchup", "mindsports", "mures", "product"),
    *("product-original", "sauce", "too"),
)
"""Games that are decided by groups."""
PLACES = {"ketchup": [0], "product": [0, 1], "product-original": [0, 1], "alpha": [0], "too": [1]}
"""Which groups decided, from the largest on; elsewhere the first place where the sizes differ."""


def ranked(position: Position) -> list[list[int]]:
    """Both players' groups as bitboards, largest first, found by the oracle's flood fill."""
    places = position.board.places
    lists = []
    for stones in position.stones:
        own = {places[cell]: 1 << cell for cell in range(len(places)) if stones >> cell & 1}
        found = [sum(own[place] for place in clump) for clump in clumps(own, position.board.side)]
        lists.append(sorted(found, key=lambda group: (-group.bit_count(), group & -group)))
    return lists


def first_difference(position: Position) -> int:
    """The first place where the lists of sizes differ, by counting."""
    first, second = ([group.bit_count() for group in groups] for groups in ranked(position))
    width = max(len(first), len(second))
    first, second = (sizes + [0] * (width - len(sizes)) for sizes in (first, second))
    return next(place for place in range(width) if first[place] != second[place])


def three_may_follow(key: str) -> bool:
    """Whether a turn of a game can give the opponent a third stone, as the oracle plays it."""
    games = (oracle_game(make(key, 4), seed) for seed in range(10))
    return 3 in {make(key, 4).allowance(state).most for game in games for state in game.states}


@pytest.mark.parametrize("key", RULESETS)
def test_a_turn_leads_if_the_opponent_may_place_three_next(key: str) -> None:
    law = RULESETS[key]
    leads = three_may_follow(key)
    assert bool(law.lead) is leads
    assert not law.leading(Position(board(5)))
    seen = set()
    for seed in range(10):
        for position in history(random_game(law, 4, Random(seed)))[1:]:
            if position.vacancies >= 3:
                three = leads and law.allowance(position).most == 3
                assert law.leading(position) is three
                seen.add(three)
    assert seen == ({True, False} if leads else {False})


@pytest.mark.parametrize("key", COMPARING)
def test_the_groups_that_decided_are_those_the_rules_compare(key: str) -> None:
    law = RULESETS[key]
    for seed in range(20):
        last = random_game(law, 3, Random(seed))
        places = PLACES.get(key) or [first_difference(last)]
        lists = ranked(last)
    decide = (group for place in places for one in lists for group in one[place : place + 1])
    assert law.deciding(last) == sum(decide)
    assert law.deciding(Position(board(3))) == 0


@pytest.mark.parametrize("key", RULESETS)
def test_lists_of_groups_are_compared_where_they_decide(key: str) -> None:
    law = RULESETS[key]
    usual = key in ("genius", "mindsports", "mures", "sauce")
    equal = set()
    for seed in range(20):
        last = random_game(law, 3, Random(seed))
        tied = last.largest(Colour.FIRST) == last.largest(Colour.SECOND)
        equal.add(tied)
        assert law.compares_groups(last) is (usual or (key == "brink" and tied))
    assert key != "brink" or equal == {True, False}


def test_longest_scoring_is_decided_by_the_longest_ribbon_left() -> None:
    """A ribbon of the winner's that is as long as their figure; elsewhere no group did more."""
    lengths = configure("catena", {"scoring": "longest"})
    decided = 0
    for seed in range(20):
        last = random_game(lengths, 4, Random(seed))
        winner = lengths.winner(last)
        ribbon = lengths.deciding(last)
        if winner is None:
            assert ribbon == 0
            continue
        decided += 1
        assert ribbon.bit_count() == max(lengths.figures(last))
        assert ribbon & ~last.stones[winner] == 0
        assert ribbon & ~last.claimed == 0
        assert RULESETS["catena"].deciding(last) == 0
    assert decided


def test_of_ribbons_of_one_length_the_winners_decided() -> None:
    """Two of two against one of two: one pair is struck out, and what is left is Black's."""
    cells = board(3)
    mine, other = named(cells, "C1", "C2"), named(cells, "A1", "A2")
    both = mine | named(cells, "E1", "E2")
    position = Position(cells, (both, other), claimed=both | other)
    lengths = configure("catena", {"scoring": "longest"})
    assert (lengths.winner(position), lengths.figures(position)) == (Colour.FIRST, (2, 0))
    assert lengths.deciding(position) == mine


def test_plur_counts_the_groups_up_to_a_clear_cut() -> None:
    """Three groups of 3 and two of 1: three decide; with a fourth of 3 five do."""
    law = RULESETS["plur"]
    three = drawn("b b b / . . . . / w w w . b / . . . . / b b b")
    assert law.pool(three) == 3
    assert law.deciding(three) == three.occupied & ~named(three.board, "C5")
    lone = drawn("b b . / . . . . / w w . b b / . . . . / w w .")
    assert law.pool(lone) == 4
    assert law.deciding(lone) == lone.occupied
