"""Games of a program against itself: who plays which game, how one begins, and what is counted.

Two that play alike would play one game over and over, so each begins with a random turn of either
player. Every turn is ruled by the engine, whoever made it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from bench.fairness.filling import after_likely_turn
from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Turn
from bot.players.endgame import Endgame
from bot.players.field import turn_of
from bot.players.game import game_at
from bot.players.levels import at_a_glance
from bot.players.place import LAWS
from bot.players.random_turn import after_random_turn
from bot.web.hall.fairness_page import FairnessRow

OPENING = 2
"""How many turns are random."""
_SMALL = 4
"""Up to this side a game is short enough to solve more of it."""
_SOLVES_SMALL, _SOLVES = 10, 8
"""How many cells may be empty where a game is played to its end without an error."""
_FILLS = {2: 16, 3: 16, 4: 16, 5: 8}
"""How often the board is filled at random for each turn, by its side."""
_FEWEST_FILLS = 6
"""The same, on larger boards."""


class Batch(NamedTuple):
    """So many games of a row, from the one numbered `first` on."""

    ruleset: str
    side: int
    seed: int
    version: str
    first: int
    games: int


@dataclass(frozen=True, slots=True)
class FairGame:
    """A game that was played: its turns, and who won it (None: nobody)."""

    turns: tuple[Turn, ...]
    winner: Colour | None


def player_of(ruleset: Ruleset, side: int) -> str:
    """The strongest player that can play thousands of games in some minutes."""
    if ruleset.key in LAWS:
        return f"heuristic+{_SOLVES_SMALL if side <= _SMALL else _SOLVES}"
    return f"fills:{_FILLS.get(side, _FEWEST_FILLS)}"


def play_game(ruleset: Ruleset, side: int, seed: int, number: int) -> FairGame:
    """The game of a number; the same on every machine.

    A game in which both pass one after the other is nobody's: it would never end.
    """
    rng = Random(f"{seed}/{ruleset.key}/{side}/{number}")
    at_random = partial(after_random_turn, ruleset)
    thinks = _thinks(ruleset, player_of(ruleset, side))
    position, turns, passes = Position(board(side)), list[Turn](), 0
    while not ruleset.is_over(position):
        step = at_random if len(turns) < OPENING else thinks
        position = step(position, rng=rng)
        assert position.turn is not None  # noqa: S101
        turns.append(position.turn)
        passes = passes + 1 if position.turn.passes and not position.turn.drops else 0
        if passes == OPENING:
            return FairGame(tuple(turns), None)
    return FairGame(tuple(turns), ruleset.winner(position))


def extra_turns(turns: tuple[Turn, ...]) -> int:
    """How many turns placed more stones than the second turn of the game, which is a usual one."""
    return sum(len(turn.drops) > len(turns[1].drops) for turn in turns[OPENING:])


def play_batch(batch: Batch) -> FairnessRow:
    """What came of a batch."""
    key, side, seed, version, first, games = batch
    ruleset = RULESETS[key]
    played = [play_game(ruleset, side, seed, first + number) for number in range(games)]
    winners = [game.winner for game in played]
    return FairnessRow(
        key,
        side,
        player_of(ruleset, side),
        seed,
        version,
        first,
        games,
        wins=winners.count(Colour.FIRST),
        losses=winners.count(Colour.SECOND),
        ties=winners.count(None),
        turns=sum(len(game.turns) for game in played),
        extra=sum(extra_turns(game.turns) for game in played) if ruleset.lead else None,
    )


def _thinks(ruleset: Ruleset, player: str) -> Callable[..., Position]:
    _, fills, number = player.partition("fills:")
    if fills:
        return partial(after_likely_turn, ruleset, fills=int(number))
    return partial(_after_solved_or_likely, ruleset, solves=int(player.partition("+")[2]))


def _after_solved_or_likely(
    ruleset: Ruleset, position: Position, rng: Random, solves: int
) -> Position:
    """After a turn that is known to win; else after the one that looks best stone by stone."""
    game = game_at(ruleset, position)
    cells: tuple[int, ...] = ()
    if game.empty.bit_count() <= solves:
        cells = Endgame(game, solves).a_winning(game)
    if not cells:
        cells = at_a_glance(game, rng.random)
    after = play(ruleset, position, turn_of(game, cells))
    assert isinstance(after, Position)  # noqa: S101
    return after
