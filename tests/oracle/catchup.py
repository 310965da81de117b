"""Catchup under its three laws, and its elder relatives Ketchup and Sauce."""

from .flood import Colour, longer_list, more, other
from .oracle import Oracle, State, Turn


class Catchup(Oracle):
    """What the Catchup variants share: one stone, then one or two, and lists compared."""

    def demand(self, state: State) -> tuple[int, int, bool]:
        if state.turns == 0:
            return 1, 1, False
        return 1, 3 if self.leading(state) else 2, False

    def winner(self, state: State) -> Colour | None:
        return longer_list(*self.groups(state))


class Genius(Catchup):
    """A third stone after a score rose and is now at least the opponent's."""

    key = "genius"

    def leading(self, state: State) -> bool:
        if state.before is None:
            return False
        mover = state.before.to_move
        score = self.score(state, mover)
        rose = score > self.score(state.before, mover)
        return rose and score >= self.score(state, other(mover))

    def score(self, state: State, colour: Colour) -> int:
        """The largest group; 1 before there is any."""
        return max(1, state.largest(colour))

    def figures(self, state: State) -> tuple[float, float]:
        return self.score(state, "first"), self.score(state, "second")


class GroupsOfTwo(Catchup):
    """Where a lone stone is no group, so that the figures start at 0."""

    def figures(self, state: State) -> tuple[float, float]:
        """The largest groups; a lone stone is none."""
        first, second = state.largest("first"), state.largest("second")
        return first if first >= 2 else 0, second if second >= 2 else 0


class MindSports(GroupsOfTwo):
    """A third stone after a turn made a group larger than any at its beginning."""

    key = "mindsports"

    def leading(self, state: State) -> bool:
        if state.before is None:
            return False
        made = state.largest(state.before.to_move)
        return made >= 2 and made > state.before.tallest


class Mures(GroupsOfTwo):
    """Never a third stone; two only where the largest group on the board keeps its size."""

    key = "mures"

    def law(self, state: State, turn: Turn) -> bool:
        if len(turn.drops) == 1:
            return True
        return self.territory(self.after(state, turn)) == self.territory(state)

    def territory(self, state: State) -> int:
        """The largest group of either colour, where a lone stone is no group."""
        return state.tallest if state.tallest >= 2 else 0


class Ketchup(Oracle):
    """Exactly two stones for the owner of the largest group, three or a pass for the other."""

    key = "ketchup"

    def demand(self, state: State) -> tuple[int, int, bool]:
        if state.turns == 0:
            return 1, 1, False
        if state.tallest < 2 or state.largest(state.to_move) == state.tallest:
            return 2, 2, False
        return 3, 3, True

    def law(self, state: State, turn: Turn) -> bool:
        after = self.after(state, turn)
        # Lone stones on both sides are equal too: the law can only begin with the first pair.
        return after.tallest < 2 or after.largest("first") != after.largest("second")

    def is_over(self, state: State) -> bool:
        # "Not enough room" is read of the stones asked for; a pass is a permission, not the move
        # required. Only the owner could still place then, so the winner can no longer change.
        # The law itself never ends a game: the owner's two stones cannot make them equal, and
        # the other may pass where every three would.
        return len(state.empty) < self.demand(state)[0]

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state))


class Sauce(Oracle):
    """Any number up to two stones, up to three from behind; never equal largest groups."""

    key = "sauce"

    def demand(self, state: State) -> tuple[int, int, bool]:
        if state.turns == 0:
            return 1, 1, False
        if state.tallest < 2:
            return 2, 2, False
        behind = state.largest(state.to_move) < state.largest(other(state.to_move))
        return 0, 3 if behind else 2, True

    def law(self, state: State, turn: Turn) -> bool:
        after = self.after(state, turn)
        return after.tallest < 2 or after.largest("first") != after.largest("second")

    def winner(self, state: State) -> Colour | None:
        return longer_list(*self.groups(state))
