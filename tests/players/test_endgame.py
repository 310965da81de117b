"""The solver of endgames, against a plain search over the engine and a complete solution."""

from random import Random

import pytest

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.players.endgame import LIMIT, Endgame
from bot.players.game import Game, game_at
from players.positions import LAWS, legal_turns, random_game, solved


def _wins(ruleset: Ruleset, position: Position, known: dict[object, bool]) -> bool:
    """Whether the player to move wins, by trying every turn that the engine allows."""
    if not position.empty:
        return ruleset.winner(position) is position.to_move
    key = (position.stones, position.to_move, ruleset.allowance(position))
    if key not in known:
        known[key] = any(
            not _wins(ruleset, after, known) for _, after in legal_turns(ruleset, position)
        )
    return known[key]


@pytest.mark.parametrize("key", LAWS)
def test_endgames_are_worth_what_a_plain_search_finds(key: str) -> None:
    """Over 200 random endgames on sides 3 to 5: who wins, and with exactly which turns."""
    ruleset, rng = RULESETS[key], Random(key)
    for number in range(70):
        limit = (3, 4, 5, 5, 6)[number % 5]
        game = random_game(ruleset, 3 + number % 3, rng)
        position = next(one for one in game if one.vacancies <= limit)
        known: dict[object, bool] = {}
        winning = {
            frozenset(drop.cell for drop in turn.drops)
            for turn, after in legal_turns(ruleset, position)
            if not _wins(ruleset, after, known)
        }
        asked = game_at(ruleset, position)
        endgame = Endgame(asked)
        assert endgame.wins(asked) == _wins(ruleset, position, known)
        if position.empty:
            assert {frozenset(turn) for turn in endgame.winning(asked)} == winning


@pytest.mark.thorough
def test_the_complete_solution_agrees() -> None:
    """On every solved position of side 3 that has few enough empty cells."""
    within = [one for one in solved() if one.game.empty.bit_count() <= LIMIT]
    assert len(within) == 150
    for one in within:
        assert Endgame(one.game).wins(one.game) == one.wins


def test_solver_serves_all_positions_that_follow() -> None:
    """And no other: a board on which a stone has gone, another law, another size."""
    ruleset = RULESETS["genius"]
    game = random_game(ruleset, 5, Random(5))
    start = next(n for n, one in enumerate(game) if one.vacancies <= 9)
    first = game_at(ruleset, game[start])
    endgame = Endgame(first)
    for position in game[start:]:
        later = game_at(ruleset, position)
        assert endgame.covers(later)
        assert endgame.wins(later) == Endgame(later).wins(later)
    assert not endgame.covers(game_at(ruleset, game[start - 1]))
    one, other = first.stones
    assert not endgame.covers(Game("mures", 5, first.stones, first.to_move, 2))
    cell = next(bits(one))
    assert not endgame.covers(Game("genius", 5, (one & ~(1 << cell), other), first.to_move, 2))


def test_more_cells_than_the_limit_are_refused() -> None:
    game = random_game(RULESETS["mures"], 5, Random(2))
    position = next(one for one in reversed(game) if one.vacancies > LIMIT)
    with pytest.raises(ValueError, match="empty cells are more than"):
        Endgame(game_at(RULESETS["mures"], position))
