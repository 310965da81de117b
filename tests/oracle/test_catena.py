"""The oracle's Catena against its definitions, in random games and on small boards by hand."""

import pytest

from .board import cells, name, named, neighbours
from .catena import is_bounded, is_ribbon, placeable
from .flood import clumps
from .games import make
from .golden import read_turn, replay
from .oracle import Oracle, State, Turn
from .players import random_game

BUTTONLESS = {"buttonless": "on"}
OFF = {"button": "off"}


def two_bound_at_once() -> list[State]:
    """A game whose last stone, the second player's, bounds two ribbons."""
    return replay(make("catena", 3, OFF), ("C4", "C5", "B2", "E1", "C2", "B1", "D3", "E3"))


@pytest.mark.parametrize("seed", range(6))
def test_local_rule_is_the_definition(seed: int) -> None:
    """A cell is open exactly when it and its stones keep to two neighbours after the drop."""
    for state in random_game(make("catena", 4), seed).states:
        occupied = frozenset(state.stones)
        for cell in cells(4) - occupied:
            beside = neighbours(4)[cell] & occupied
            few = all(len(neighbours(4)[stone] & {*occupied, cell}) <= 2 for stone in beside)
            assert (cell in placeable(occupied, 4)) == (len(beside) <= 2 and few)


@pytest.mark.parametrize("options", [{}, OFF, BUTTONLESS])
def test_claims_are_exactly_the_bounded_ribbons(options: dict[str, str]) -> None:
    """After every turn the clumps are ribbons, and the bounded ones are of one colour."""
    for seed in range(4):
        for state in random_game(make("catena", 4, options), seed).states:
            ribbons = clumps(state.stones.keys(), 4)
            occupied = frozenset(state.stones)
            assert all(is_ribbon(ribbon, 4) for ribbon in ribbons)
            assert state.claimed == {r for r in ribbons if is_bounded(r, occupied, 4)}
            assert all(len({state.stones[cell] for cell in r}) == 1 for r in state.claimed)


def test_majority_claims_a_ribbon() -> None:
    """A triangle in the middle of side 2 is bounded and goes to the player with two of three."""
    oracle = make("catena", 2)
    last = replay(oracle, ("A1", "A2", "B2"))[-1]
    assert set(last.stones.values()) == {"first"}
    assert oracle.figures(last) == (3, 0)


def test_tied_ribbon_goes_to_the_opponent_of_the_mover() -> None:
    """The second player closes a ring of three stones each, and the first player claims it."""
    oracle = make("catena", 2, OFF)
    last = replay(oracle, ("A1", "A2", "B3", "C2", "C1", "B1"))[-1]
    assert oracle.is_over(last)
    assert oracle.figures(last) == (6, 0)
    assert oracle.winner(last) == "first"


def test_one_stone_bounds_two_ribbons() -> None:
    """A tied ribbon and a lone stone are claimed at once, each by its own rule."""
    before, last = two_bound_at_once()[-2:]
    claimed = last.claimed - before.claimed
    owners = {tuple(name(c) for c in sorted(r)): last.stones[min(r)] for r in claimed}
    assert owners == {("E1",): "second", ("C4", "C5", "D3", "E3"): "first"}


def test_button_must_be_taken_before_the_end() -> None:
    """With no stone to place the player to move has only the button, which is half a point."""
    oracle = make("catena", 2, {"komi": "2"})
    closed = replay(oracle, ("A1", "A2", "B2"))[-1]
    assert not oracle.is_over(closed)
    assert tuple(oracle.allowance(closed)) == (0, 0, False, True, False)
    over = oracle.play(closed, Turn(button=True))
    assert oracle.is_over(over)
    assert oracle.figures(over) == (3, 2.5)
    assert not oracle.legal(over, Turn(button=True))


def test_button_may_be_the_first_turn_and_is_taken_once() -> None:
    """Either player may take the button instead of a stone, and then it is gone."""
    oracle = make("catena", 3)
    state = oracle.play(oracle.start(), Turn(button=True))
    assert state.button == "first"
    assert tuple(oracle.allowance(state)) == (1, 1, False, False, False)


def test_buttonless_demands_two_where_two_fit() -> None:
    """A stone that would close every other cell is refused while two stones fit elsewhere."""
    oracle = make("catena", 3, BUTTONLESS)
    state = replay(oracle, ("E1", "A1 A2", "E2 D2", "B3 C5", "C1 B1"))[-1]
    assert oracle.allowance(state)[:4] == (2, 2, False, False)
    assert named("C4") in placeable(frozenset(state.stones), 3)
    assert not oracle.legal(state, read_turn("C4", state.to_move))


def test_buttonless_last_cell_takes_one() -> None:
    """Where no two stones fit, one is the whole turn, whichever of the open cells it takes."""
    oracle = make("catena", 3, BUTTONLESS)
    state = replay(oracle, ("E1", "A2 B3", "D3 C4", "B1 D1", "A1 C1"))[-1]
    assert oracle.allowance(state)[:2] == (1, 1)
    assert oracle.is_over(oracle.play(state, read_turn("E2", state.to_move)))


@pytest.mark.parametrize("seed", range(6))
def test_order_within_a_buttonless_turn_is_nothing(seed: int) -> None:
    """Two stones claim the same ribbons whichever is placed first."""
    oracle = make("catena", 4, BUTTONLESS)
    game = random_game(oracle, seed)
    for state, turn, after in zip(game.states, game.turns, game.states[1:], strict=False):
        swapped = oracle.play(state, Turn(turn.drops[::-1]))
        assert (swapped.stones, swapped.claimed) == (after.stones, after.claimed)


def over_with(oracle: Oracle, first: str, second: str) -> State:
    """A finished position whose ribbons, given by hand, have all been claimed."""
    state = oracle.setup(first, second)
    ribbons = frozenset(clumps(state.stones.keys(), oracle.side))
    return State(oracle.side, state.stones, claimed=ribbons)


def test_scorings_count_ribbons() -> None:
    """Lengths 4, 3 and 1 against 3 and 3 are struck out, squared or added up."""
    first, second = "A1 A2 A3 A4 C1 D1 E1 C6", "E3 E4 E5 G1 G2 G3"
    scored = {
        scoring: make("catena", 4, {"scoring": scoring, "komi": "1"} | OFF).figures(
            over_with(make("catena", 4), first, second)
        )
        for scoring in ("stones", "longest", "square")
    }
    assert scored == {"stones": (8, 7), "longest": (4, 3), "square": (26, 19)}


def test_longest_with_nothing_left_is_a_tie() -> None:
    """Equal ribbons of both players strike each other out, and nobody wins."""
    oracle = make("catena", 4, {"scoring": "longest", "komi": "5"} | OFF)
    state = over_with(oracle, "A1 A2 A3", "G1 G2 G3")
    assert oracle.figures(state) == (0, 0)
    assert oracle.winner(state) is None


def test_finished_games_leave_no_ribbon_unclaimed() -> None:
    """When no stone can be placed every ribbon is bounded, so all stones count for an owner."""
    for seed in range(6):
        last = random_game(make("catena", 4), seed).states[-1]
        assert set().union(*last.claimed) == last.stones.keys()
        assert last.button is not None
