"""Who wins the end of a game, by playing out everything: the oracle's laws, and nothing of `bot`.

A turn is worth 1 to whoever makes it if they win then, 0 for a tie, -1 if they lose.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from oracle.board import cells, named
from oracle.catena import clumps
from oracle.flood import other
from oracle.games import make
from oracle.oracle import Oracle, State, Turn

Values = dict[str, Any]
_COLOURS = ("first", "second")


def position(values: Values) -> State:
    to_move = _COLOURS[values["to_move"]]
    before = None
    if values["before"] is not None:
        earlier = _stones(values["before"])
        before = State(values["side"], earlier, other(to_move), values["turns"] - 1)
    claimed = {named(word) for word in values["claimed"].split()}
    button = None if values["button"] is None else _COLOURS[values["button"]]
    ribbons = frozenset(clumps(claimed, values["side"]))
    stones = _stones(values["stones"])
    return State(values["side"], stones, to_move, values["turns"], button, ribbons, before)


def answer(values: Values) -> Turn:
    """The answer of a puzzle's line; a stone of either colour is written with its colour."""
    names = ("red", "blue") if values["ruleset"] == "genius" else ("black", "white")
    mover = _COLOURS[values["to_move"]]
    drops = []
    for word in values["answer"].split():
        colour, _, cell = word.rpartition(":")
        drops.append((named(cell), _COLOURS[names.index(colour)] if colour else mover))
    return Turn(tuple(drops))


def winning(values: Values) -> list[Turn]:
    return BruteForce(make(values["ruleset"], values["side"])).winning(position(values))


class BruteForce:
    """All that was played out of one game."""

    def __init__(self, game: Oracle) -> None:
        self.game = game
        self._known: dict[object, int] = {}

    def winning(self, state: State) -> list[Turn]:
        return [turn for turn in self._turns(state) if self._worth(state, turn) == 1]

    def _worth(self, state: State, turn: Turn, *, passed: bool = False) -> int:
        if turn.passing and passed:
            return 0
        return -self._value(self.game.after(state, turn), passed=turn.passing)

    def _value(self, state: State, *, passed: bool) -> int:
        """What a position is worth to the player to move."""
        if self.game.is_over(state):
            winner = self.game.winner(state)
            return 0 if winner is None else 1 if winner == state.to_move else -1
        allowed = self.game.allowance(state)
        stones = frozenset(state.stones.items())
        key = (stones, state.to_move, state.button, state.claimed, allowed, passed)
        if key not in self._known:
            best = -1
            for turn in self._turns(state):
                best = max(best, self._worth(state, turn, passed=passed))
                if best == 1:
                    break
            self._known[key] = best
        return self._known[key]

    def _turns(self, state: State) -> Iterator[Turn]:
        allowed = self.game.allowance(state)
        both = _COLOURS if allowed.either_colour else (state.to_move,)
        turns = [
            Turn(tuple(zip(chosen, colours, strict=True)))
            for count in range(max(1, allowed.fewest), allowed.most + 1)
            for chosen in combinations(sorted(state.empty), count)
            for colours in product(both, repeat=count)
        ]
        turns += [Turn(passing=True), Turn(button=True)]
        return (turn for turn in turns if self.game.legal(state, turn))


def _stones(named_stones: list[str]) -> dict[Any, Any]:
    both = zip(_COLOURS, named_stones, strict=True)
    return {named(word): colour for colour, words in both for word in words.split()}


def open_cells(values: Values) -> int:
    """On how many cells a stone may still lie: all empty ones, in Catena by its law."""
    state, game = position(values), make(values["ruleset"], values["side"])
    if values["ruleset"] != "catena":
        return len(cells(values["side"]) - state.stones.keys())
    single = (Turn(((cell, state.to_move),)) for cell in state.empty)
    return sum(game.legal(state, turn) for turn in single)
