"""The end of a game by trying everything: slow, and sharing nothing with the program.

A turn or a position is worth 1 to whoever is to move if they win, 0 for a tie, -1 if they lose.
Where both pass one after the other the game would never end, which counts as a tie.
"""

from collections.abc import Iterator
from itertools import combinations, product

from .oracle import Oracle, State, Turn


class BruteForce:
    """All that was played out of one game."""

    def __init__(self, game: Oracle) -> None:
        self.game = game
        self._known: dict[object, int] = {}

    def winning(self, state: State) -> list[Turn]:
        return [turn for turn in self._turns(state) if self._worth(state, turn) == 1]

    def value(self, state: State, *, passed: bool = False) -> int:
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

    def _worth(self, state: State, turn: Turn, *, passed: bool = False) -> int:
        if turn.passing and passed:
            return 0
        return -self.value(self.game.after(state, turn), passed=turn.passing)

    def _turns(self, state: State) -> Iterator[Turn]:
        """Every legal turn; such as differ in the order of their stones only are one."""
        allowed = self.game.allowance(state)
        both = ("first", "second") if allowed.either_colour else (state.to_move,)
        turns = [
            Turn(tuple(zip(chosen, colours, strict=True)))
            for count in range(max(1, allowed.fewest), allowed.most + 1)
            for chosen in combinations(sorted(state.empty), count)
            for colours in product(both, repeat=count)
        ]
        turns += [Turn(passing=True), Turn(button=True)]
        return (turn for turn in turns if self.game.legal(state, turn))
