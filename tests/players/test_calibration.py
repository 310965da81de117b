"""Estimates held against the truth, which the solver tells here turn by turn."""

from itertools import count, pairwise
from random import Random

from bot.players.calibration import FEWEST, CheckedTurn, checked
from bot.players.endgame import LIMIT, Endgame
from bot.players.field import after, over, won
from bot.players.game import Game
from bot.players.programs import spar

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
