"""Every ruleset against the brute-force referee of `tests/oracle`, turn by turn.

`REFEREE_ORACLE_GAMES` sets how many random complete games each ruleset is compared on.
"""

import os
from pathlib import Path
from random import Random

import pytest
from oracle.games import make
from oracle.oracle import Oracle, State
from oracle.oracle import Turn as OracleTurn
from oracle.players import random_game, random_illegal

from bot.engine.board import Board, bits, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.reading import read
from bot.engine.record import Setup, record_of, write
from bot.engine.replaying import Replay, replay
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
    for seed in range(max(GAMES, 6 * len(choices))):
        # Sides 2 to 4 in turn; side 5 now and then, since the oracle is slow.
        side = 5 if seed % 20 == 19 else 2 + seed % 3
        compare(key, choices[seed % len(choices)], side, seed)


def compare(key: str, options: dict[str, str], side: int, seed: int) -> None:
    oracle, ruleset = make(key, side, options), configure(key, options)
    game, rng = random_game(oracle, seed), Random(seed)
    position = Position(board(side))
    for state, turn, after in zip(game.states, game.turns, game.states[1:], strict=False):
        where = (key, options, side, seed, state.turns)
        assert not ruleset.is_over(position), where
        allowance = ruleset.allowance(position)
        assert (
            allowance.fewest, allowance.most, allowance.may_pass, allowance.may_take_button,
            allowance.either_colour,
        ) == tuple(oracle.allowance(state)), where  # fmt: skip
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
    claimed = {cells.places[index][:2] for index in bits(position.claimed)}
    assert claimed == {cell for ribbon in state.claimed for cell in ribbon}
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


FOLDER = Path(__file__).parent.parent / "games"
FILES = sorted(FOLDER.glob("*/*.txt"))
COLOURS = ("black", "white")


def golden(path: Path) -> tuple[Replay, list[str]]:
    """A golden game played again, and the words of its last line."""
    header, *turns, last = path.read_text(encoding="utf-8").splitlines()
    tags = dict(word.split("=", 1) for word in header.removeprefix("# ").split())
    options = dict(pair.split("=") for pair in tags["options"].split(",") if pair)
    ruleset = configure(tags["ruleset"], options)
    (record,) = read("\n".join(turns))
    return replay(record, Setup(ruleset, int(tags["side"]), COLOURS)), last.split()[1:]


def test_every_ruleset_has_a_golden_game() -> None:
    assert {path.parent.name for path in FILES} == set(RULESETS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_plays_as_recorded(path: Path) -> None:
    game, (*ending, first, second) = golden(path)
    assert game.setup.ruleset.key == path.parent.name
    assert game.problem is None
    assert game.setup.ruleset.figures(game.last) == (float(first), float(second))
    match ending:
        case ["unfinished"] | ["resigned", _]:
            assert not game.over
        case ["tie"]:
            assert game.over
            assert game.winner is None
        case [winner]:
            assert game.over
            assert game.winner is (Colour.FIRST if winner == "first" else Colour.SECOND)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_recorded_and_read_back(path: Path) -> None:
    game, _ = golden(path)
    record = record_of(game.setup, game.last)
    assert read(write(record)) == [record]
    assert replay(record).last == game.last
