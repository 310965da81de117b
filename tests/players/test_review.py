"""A game looked back on; estimates held against the truth."""

import pickle
from itertools import count, pairwise
from random import Random

import pytest

from bench.calibration import FEWEST, CheckedTurn, checked
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Turn
from bot.players.endgame import LIMIT, Endgame, limit_of
from bot.players.field import after, coded, decoded, over, won
from bot.players.game import Game, game_at
from bot.players.levels import Level, choose
from bot.players.programs import spar
from bot.players.review import FLATTERY, Review, interval, parted, review, unflattered
from players.positions import random_game, solved


def _game(side: int, seed: int) -> tuple[Game, list[Turn]]:
    """A random game from where few enough cells are empty for all of it to be certain."""
    ruleset = RULESETS["genius"]
    positions = random_game(ruleset, side, Random(seed))
    start = next(n for n, one in enumerate(positions) if one.vacancies <= 12)
    turns = [one.turn for one in positions[start + 1 :] if one.turn is not None]
    return game_at(ruleset, positions[start]), turns


@pytest.mark.thorough
def test_with_a_dozen_cells_empty_every_thrown_away_game_is_found() -> None:
    """And no other: a turn after which a won position is lost, with a turn that would have won."""
    thrown = 0
    for seed in range(12):
        game, turns = _game(4, seed)
        for turn, reviewed in zip(turns, review(game, turns, 1).turns, strict=True):
            later = after(game, turn)
            won, lost = Endgame(game).wins(game), Endgame(later).wins(later)
            assert reviewed.exact
            assert reviewed.chance == (lost if game.to_move == 1 else not lost)
            assert reviewed.lost == float(won and lost)
            if won and lost:
                thrown += 1
                would = after(game, decoded(reviewed.better, 37))
                assert not Endgame(would).wins(would)
            game = later
    assert thrown > 5


@pytest.mark.thorough
def test_every_turn_that_loses_a_solved_position_is_found() -> None:
    """Of the solved positions of side 3 that are won, each losing turn of a gentle partner."""
    found = lost = 0
    for seed, one in enumerate(solved()):
        if one.wins and one.game.empty.bit_count() <= limit_of(one.game):
            turn = choose(one.game, Level.GENTLE, seed)
            later = after(one.game, turn)
            lost += Endgame(later).wins(later)
            found += review(one.game, [turn], seed).turns[0].lost == 1.0
    assert found == lost > 10


def test_certain_is_from_where_nobody_threw_it_away() -> None:
    for seed in range(12):
        game, turns = _game(4, seed)
        found = review(game, turns, 1)
        chances = [found.before, *(turn.chance for turn in found.turns)]
        assert found.certain is not None
        assert set(chances[found.certain :]) == {chances[-1]}
        assert found.certain == 1 or chances[found.certain - 1] != chances[-1]


def test_a_game_that_ended_early_was_never_certain() -> None:
    game = Game("genius", 3)
    found = review(game, [choose(game, Level.GENTLE, 1)], 1)
    assert found.certain is None
    assert not found.turns[0].exact
    assert 0 < found.turns[0].chance < 1


def test_flattery_of_a_search_is_taken_off() -> None:
    """Three to six points of an even game, for whoever is to move; never more than 99 % is left."""
    assert 0.03 <= 0.5 - unflattered(0.5) <= 0.06
    assert (unflattered(0.0), unflattered(1.0)) == (pytest.approx(0.01), 0.99)
    # Odds of 3 to 1 shrink as even ones do.
    assert unflattered(0.75) == pytest.approx(3 / (3 + FLATTERY))


@pytest.fixture(scope="module")
def whole() -> tuple[list[Turn], Review]:
    """A whole game on side 3 between partners, and its review."""
    game, turns = Game("genius", 3), []
    while game.empty:
        turns.append(choose(game, Level.GENTLE, len(turns)))
        game = after(game, turns[-1])
    return turns, review(Game("genius", 3), turns, 5)


def test_the_worst_turns_are_the_ones_that_cost_the_most(whole: tuple[list[Turn], Review]) -> None:
    turns, found = whole
    assert [one.played for one in found.turns] == [coded(turn, 19) for turn in turns]
    assert [one.number for one in found.turns] == list(range(1, len(turns) + 1))
    costs = sorted((one.lost for one in found.turns), reverse=True)
    assert [one.lost for one in found.worst] == [cost for cost in costs if cost][:3]
    assert found.worst
    for one in found.turns:
        assert bool(one.better) == (one.lost > 0)
        if one.better:
            assert one.lost == pytest.approx(one.best - one.left)


def test_the_same_seed_gives_the_same_review(whole: tuple[list[Turn], Review]) -> None:
    """Also after a journey to another process and back."""
    turns, found = whole
    packed = pickle.loads(pickle.dumps((Game("genius", 3), turns)))  # noqa: S301
    assert pickle.loads(pickle.dumps(review(*packed, 5))) == found  # noqa: S301


def test_an_estimate_marks_a_turn_only_beyond_doubt() -> None:
    assert interval(0.5) == pytest.approx((0.3, 0.7))
    assert interval(1.0) == (1.0, 1.0)
    assert not parted(0.4, False, 0.7, False)
    assert parted(0.1, False, 0.9, False)
    # Parted, but as likely as not that nothing was lost by it.
    assert not parted(0.02, False, 0.5, False)
    assert parted(0.0, True, 0.5, True)
    assert not parted(0.5, True, 0.5, True)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_is_reviewed(key: str) -> None:
    game, turns = Game(key, 3), spar("gentle", "first-stone", Game(key, 3), 3)
    found = review(game, turns, 1)
    for turn in turns:
        game = after(game, turn)
    assert len(found.turns) == len(turns)
    assert found.turns[-1].exact
    assert found.turns[-1].chance == won(game)
    for one in found.worst:
        assert one.better != one.played
        assert one.lost == pytest.approx(one.best - one.left)


@pytest.mark.thorough
def test_estimates_that_mark_a_turn_are_true() -> None:
    """Of positions with 12 to 16 empty cells, reviewed as if none could be solved."""
    marks = []
    for seed in range(60):
        game, levels = Game("genius", 5), ("first-stone", "random")
        made = spar(*levels, game, seed)
        positions = [game]
        for turn in made:
            positions.append(after(positions[-1], turn))
        begin = next(n for n, one in enumerate(positions) if one.empty.bit_count() <= 16)
        end = next(n for n, one in enumerate(positions) if one.empty.bit_count() < 12)
        found = review(positions[begin], made[begin:end], seed, solves=False)
        before, later = positions[begin:end], positions[begin + 1 : end + 1]
        for here, there, turn in zip(before, later, found.turns, strict=True):
            if turn.better:
                would = after(here, decoded(turn.better, 61))
                wins = Endgame(there, LIMIT).wins(there), Endgame(would, LIMIT).wins(would)
                marks.append(wins == (True, False))
    # The same on every machine: fewer true ones are a step back.
    assert len(marks) > 8
    assert sum(marks) >= 0.7 * len(marks)


START = Game("genius", 4)
WEAK = ("random", "first-stone", "gentle", "easy")


def ending(seed: int) -> list[Game]:
    """The positions of a game from where 16 cells are empty to where 12 are, and the one after."""
    random = Random(seed)
    game, found = START, []
    for turn in spar(random.choice(WEAK), random.choice(WEAK), START, seed):
        empty = game.empty.bit_count()
        if empty <= LIMIT:
            found.append(game)
        if empty < FEWEST:
            break
        game = after(game, turn)
    return found


def worth(game: Game) -> float:
    """What the first player gets for certain, by tables for this position alone."""
    if over(game):
        return won(game)
    mine = Endgame(game, LIMIT).chance(game)
    return mine if game.to_move == 0 else 1.0 - mine


def test_calibration_agrees_with_the_solver() -> None:
    """A mistake is where the mover has less after the turn; a mark is true of a mistake only."""
    told: list[CheckedTurn] = []
    for seed in count():
        found, positions = checked(START, seed), ending(seed)
        known = [(worth(one), one.to_move) for one in positions]
        expected = [
            (there, (here > there) if mover == 0 else (here < there))
            for (here, mover), (there, _) in pairwise(known)
        ]
        assert [(one.won, one.mistake) for one in found] == expected, seed
        told += found
        if len(told) >= 8 and any(one.true for one in told):
            break
    assert all(one.mistake and one.marked for one in told if one.true)
