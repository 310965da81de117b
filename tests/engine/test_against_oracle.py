"""Every ruleset against the brute-force referee of `tests/oracle`, turn by turn.

`REFEREE_ORACLE_GAMES` sets how many random complete games each ruleset is compared on.
"""

import os
from random import Random

import pytest
from oracle.games import make
from oracle.oracle import Oracle, State
from oracle.oracle import Turn as OracleTurn
from oracle.players import random_game, random_illegal

from bot.engine.board import Board, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Breach, Ruleset
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton, Turn
from engine.samples import OPTIONS

GAMES = int(os.environ.get("REFEREE_ORACLE_GAMES", "10"))
NAMES = {"first": Colour.FIRST, "second": Colour.SECOND}
LEAD_KNOWN = ("genius", "mindsports")


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("key", RULESETS)
def test_the_engine_agrees_with_the_oracle(key: str) -> None:
    choices = OPTIONS.get(key, ({},))
    for seed in range(GAMES):
        # Sides 2 to 4 in turn; side 5 now and then, since the oracle is slow.
        side = 5 if seed % 20 == 19 else 2 + seed % 3
        options = choices[seed % len(choices)]
        compare(key, options, side, seed)


def compare(key: str, options: dict[str, str], side: int, seed: int) -> None:
    oracle, ruleset = make(key, side, options), configure(key, options)
    game, rng = random_game(oracle, seed), Random(seed)
    position = Position(board(side))
    for state, turn, after in zip(game.states, game.turns, game.states[1:], strict=False):
        where = (key, options, side, seed, state.turns)
        assert not ruleset.is_over(position), where
        allowance = ruleset.allowance(position)
        assert (
            allowance.fewest,
            allowance.most,
            allowance.may_pass,
            allowance.may_take_button,
            allowance.either_colour,
        ) == tuple(oracle.allowance(state)), where
        refuses_the_illegal(oracle, state, ruleset, position, rng)
        played = play(ruleset, position, converted(position.board, turn))
        assert isinstance(played, Position), (where, turn, played)
        position = played
        same_table(key, oracle, after, ruleset, position)
    assert ruleset.is_over(position) == game.finished
    if game.finished:
        winner = oracle.winner(game.states[-1])
        assert ruleset.winner(position) == (None if winner is None else NAMES[winner])


def same_table(
    key: str, oracle: Oracle, state: State, ruleset: Ruleset, position: Position
) -> None:
    cells = position.board
    owners = {
        cell: position.owner(index)
        for index, place in enumerate(cells.places)
        for cell in [(place[0], place[1])]
        if position.owner(index) is not None
    }
    assert owners == {cell: NAMES[colour] for cell, colour in state.stones.items()}
    assert tuple(map(tuple, oracle.groups(state))) == tuple(position.sizes(c) for c in Colour)
    figures = oracle.figures(state)
    assert tuple(ruleset.figures(position)) == tuple(figures)
    if key in LEAD_KNOWN:
        assert ruleset.leading(position) == oracle.leading(state)


def refuses_the_illegal(
    oracle: Oracle, state: State, ruleset: Ruleset, position: Position, rng: Random
) -> None:
    """Everything that the oracle finds illegal is a breach to the engine."""
    for kind, turn in random_illegal(oracle, state, rng).items():
        if any(position.board.cell(*place) is None for place, _ in turn.drops):
            continue  # off the board: a word that can't be read, so it never reaches the law
        answer = play(ruleset, position, converted(position.board, turn))
        assert isinstance(answer, Breach), (kind, turn)


def converted(cells: Board, turn: OracleTurn) -> Turn:
    actions: list[Action] = []
    for place, colour in turn.drops:
        cell = cells.cell(*place)
        assert cell is not None
        actions.append(Drop(cell, NAMES[colour]))
    actions += [Pass()] * turn.passing + [TakeButton()] * turn.button
    return Turn(tuple(actions))
