"""What Catchup knows of itself, for a search: a fast board, what a lead costs, games tried."""

from collections.abc import Callable, Sequence

from bot.players.place import Place
from bot.players.playouts import fill
from bot.players.prior import promises


class CatchupPlace(Place):
    """A board of Catchup in the middle of a turn or between two."""

    __slots__ = ()

    @property
    def reach(self) -> int:
        """How many stones there can be: one on each cell."""
        return self.grid.size

    @property
    def marks(self) -> int:
        """The stones that may come to lie here: one on each empty cell."""
        return self.empty

    @property
    def over(self) -> bool:
        """Whether the board is full."""
        return not self.empty

    def copy(self) -> "CatchupPlace":
        """Another of the same, which changes by itself."""
        return CatchupPlace(self)

    def take_button(self) -> None:
        """There is none."""
        raise ValueError("there is no button")

    def looks(self, marks: Sequence[int]) -> dict[int, float]:
        """How good each legal step looks, by its place in `marks`."""
        return promises(self, marks)

    def finish(self, rest: list[int], random: Callable[[], float], *, picks: bool) -> float:
        """Plays to the end at random; 1 if the first player has won, else 0."""
        return 1.0 - fill(self, rest, random, picks=picks)

    def gained(self, colour: int) -> int:
        """A player's own stones."""
        return self.stones[colour]
