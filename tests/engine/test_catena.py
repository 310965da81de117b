"""Catena: the local law against the definition, claims, the button, and the scorings."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from oracle.board import named
from oracle.catena import keeps_ribbons

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.ruleset import Breach
from bot.engine.rulesets import as_written, chosen, configure
from bot.engine.rulesets.catena import THICKENS_RIBBON, THIRD_NEIGHBOUR
from bot.engine.turn import Colour
from engine.samples import drawn, history, played, random_game, tried

CATENA = configure("catena", {})
seeds = st.integers(0, 2**32)


def cells_of(position: Position, stones: int) -> frozenset[tuple[int, int]]:
    return frozenset(named(position.board.name(cell)) for cell in bits(stones))


@given(seed=seeds)
def test_no_stone_ever_touches_three(seed: int) -> None:
    end = random_game(CATENA, 4, Random(seed))
    occupied = cells_of(end, end.occupied)
    assert all(
        (end.board.neighbours[cell] & end.occupied).bit_count() <= 2 for cell in bits(end.occupied)
    )
    assert not any(keeps_ribbons(occupied, cell, 4) for cell in cells_of(end, end.empty))
    assert end.claimed == end.occupied


def test_a_third_neighbour_is_refused_with_the_cells() -> None:
    position = drawn("b . b / . . . . / . . w . . / . . . . / . . .", Colour.SECOND)
    # B2 touches A1, A2, B1, B3, C2 and C3: of these A1 and C3 are taken.
    crowded = Position(position.board, (position.stones[0] | 0b10, position.stones[1]), number=4)
    breach = tried(CATENA, crowded, "B2")
    assert isinstance(breach, Breach)
    assert breach.law == THIRD_NEIGHBOUR
    assert [position.board.name(cell) for cell in breach.cells] == ["B2", "A1", "A2", "C3"]
    assert breach.action == 0


def test_a_thickened_stone_is_refused_with_that_stone() -> None:
    """A cell beside the middle of a ribbon would give that stone a third neighbour."""
    position = drawn(". . . / . . . . / b b w . . / . . . . / . . .")
    breach = tried(CATENA, position, "B2")
    assert isinstance(breach, Breach)
    assert breach.law == THICKENS_RIBBON
    assert [position.board.name(cell) for cell in breach.cells] == ["B2", "C2"]
    two = tried(configure("catena", {"buttonless": "on"}), position, "E3 B2")
    assert isinstance(two, Breach)
    assert (two.law, two.action) == (THICKENS_RIBBON, 1)


def test_a_tied_ribbon_goes_to_the_opponent_of_the_mover() -> None:
    """In random games a tied ribbon never falls to the player who bounded it."""
    ties = 0
    for seed in range(60):
        for position in history(random_game(CATENA, 4, Random(seed))):
            for claim in CATENA.claims(position):
                if claim.cells.bit_count() == 2 * claim.turned:
                    ties += 1
                    assert claim.owner is position.to_move
    assert ties > 20


@given(seed=seeds)
def test_claims_tell_what_changed(seed: int) -> None:
    for position in history(random_game(CATENA, 4, Random(seed)))[1:]:
        before = position.previous
        assert before is not None
        assert position.turn is not None
        placed = before
        for drop in position.turn.drops:
            placed = placed.place(drop)
        assert placed.previous is before.previous
        changed = sum(
            (placed.stones[colour] & ~position.stones[colour]).bit_count() for colour in Colour
        )
        assert sum(claim.turned for claim in CATENA.claims(position)) == changed


def test_the_scorings_differ() -> None:
    """The same board counts as stones, as squares, or by the longest ribbon left."""
    # Black: ribbons of 3 and 2; White: 2 and 1. Claimed all, and nothing else fits to matter.
    position = drawn("b b b / . . . . / w w . b b / . . . . / . w .")
    claimed = Position(
        position.board, position.stones, number=9, claimed=position.occupied, button=Colour.SECOND
    )
    figures = {
        scoring: configure("catena", {"scoring": scoring, "komi": "2"}).figures(claimed)
        for scoring in ("stones", "square", "longest")
    }
    assert figures == {"stones": (5, 5.5), "square": (13, 7.5), "longest": (3, 1)}


def test_longest_scoring_has_neither_komi_nor_button() -> None:
    """Nothing is offered, waited for or counted; a match stored as it was keeps its button."""
    law = configure("catena", {"scoring": "longest", "komi": "3"})
    position = played(law, "E5")
    assert not law.allowance(position).may_take_button
    assert law.offers == frozenset()
    assert chosen(law) == {"scoring": "longest", "button": "off"}
    end = random_game(law, 3, Random(2))
    assert law.is_over(end)
    assert end.button is None
    older = as_written("catena", {"scoring": "longest"})
    assert older.allowance(position).may_take_button
    assert played(older, "E5 / button").button is Colour.SECOND


def test_claims_are_told_in_the_order_of_their_first_cells() -> None:
    otherwise = 0
    for seed in range(20):
        for position in history(random_game(CATENA, 4, Random(seed))):
            cells = [claim.cells for claim in CATENA.claims(position)]
            firsts = [next(bits(ribbon)) for ribbon in cells]
            assert firsts == sorted(firsts)
            otherwise += cells != sorted(cells)
    assert otherwise
