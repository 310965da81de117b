"""The end of any game by trying everything, by the tests' own referee; slow, and sharing nothing.

Where both pass one after the other the game would never end, which counts as a tie.
"""

from collections.abc import Iterator
from itertools import combinations, product

from oracle.catena import placeable
from oracle.oracle import Oracle, State, Turn

from bot.engine.board import Board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton
from bot.engine.turn import Turn as EngineTurn

Known = dict[object, int]


def turns(oracle: Oracle, state: State) -> Iterator[Turn]:
    """Every legal turn; such as differ in the order of their stones only are one."""
    allowed = oracle.allowance(state)
    for count in range(max(1, allowed.fewest), allowed.most + 1):
        for places in combinations(sorted(state.empty), count):
            kinds = product(*[("first", "second")] * count) if oracle.either_colour else ()
            for colours in kinds or [(state.to_move,) * count]:
                turn = Turn(tuple(zip(places, colours, strict=True)))
                if oracle.legal(state, turn):
                    yield turn
    if allowed.may_pass:
        yield Turn(passing=True)
    if allowed.may_button:
        yield Turn(button=True)


def value(oracle: Oracle, state: State, known: Known, *, passed: bool = False) -> int:
    """What the player to move gets: 1 wins, 0 ties, -1 loses."""
    if oracle.is_over(state):
        winner = oracle.winner(state)
        return 0 if winner is None else (1 if winner == state.to_move else -1)
    allowed, stones = oracle.allowance(state), frozenset(state.stones.items())
    key = (stones, state.to_move, state.button, state.claimed, allowed, passed)
    if key not in known:
        known[key] = max(
            worth_of(oracle, state, turn, known, passed=passed) for turn in turns(oracle, state)
        )
    return known[key]


def worth_of(
    oracle: Oracle, state: State, turn: Turn, known: Known, *, passed: bool = False
) -> int:
    """What a turn gets whoever makes it."""
    if turn.passing and passed:
        return 0
    return -value(oracle, oracle.play(state, turn), known, passed=turn.passing)


def room(key: str, state: State) -> int:
    """On how many cells a stone may still lie."""
    if key != "catena":
        return len(state.empty)
    return len(placeable(frozenset(state.stones), state.side))


def translated(turn: Turn, board: Board) -> EngineTurn:
    if turn.passing or turn.button:
        verb: Action = Pass() if turn.passing else TakeButton()
        return EngineTurn((verb,))
    drops = []
    for (row, number), colour in turn.drops:
        cell = board.cell(row, number)
        assert cell is not None
        drops.append(Drop(cell, Colour.FIRST if colour == "first" else Colour.SECOND))
    return EngineTurn(tuple(drops))


def played(ruleset: Ruleset, board: Board, made: tuple[Turn, ...]) -> Position:
    position = Position(board)
    for turn in made:
        after = play(ruleset, position, translated(turn, board))
        assert isinstance(after, Position)
        position = after
    return position
