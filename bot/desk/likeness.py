"""Whether an open match stands, or may soon stand, at a position that somebody asks about.

Ann and Bob play. Cat replays their game against herself with the stones of turns 1 and 3 exchanged,
resigns, and asks for a review: she would learn what Ann should play. So whatever computes (reviews,
hints, puzzles of matches, playing on, a partner put into a seat) asks here first.

Boards are compared turned, mirrored and with colours exchanged, whoever is to move and whichever
ruleset says what wins: rather too cautious than too late.
"""

from collections.abc import AsyncIterator, Callable, Iterable

from bot.desk.at_rest import Glance
from bot.desk.venue import Venue
from bot.engine.position import Position
from bot.engine.symmetry import Stones, images

FIRST_TURN = 3
"""An open match counts from this turn on: before, nearly all games are alike."""
MOST_AHEAD = 6
"""A position with so many more stones may still be what an open match comes to: two full turns."""
OpenGames = Callable[[Venue], AsyncIterator[tuple[int, Glance]]]


class Likeness:
    """Compares positions with all open matches; `of_cup` says whether a match belongs to a cup."""

    def __init__(self, open_games: OpenGames, of_cup: Callable[[int], bool]) -> None:
        self._open_games = open_games
        self._of_cup = of_cup

    async def is_played_now(
        self, positions: Iterable[Position], venue: Venue, besides: int | None = None
    ) -> bool:
        """Whether a position, of some of a match, may help in an open match other than `besides`.

        One against the partner needs no protection, unless a cup counts it: there are hints in it.
        """
        asked = list(positions)
        side = asked[0].board.side
        looks = [
            (position.occupied.bit_count(), images(side, position.stones)) for position in asked
        ]
        async for number, glance in self._open_games(venue):
            if glance.side != side or glance.turns < FIRST_TURN:
                continue
            if number == besides or (glance.spars and not self._of_cup(number)):
                continue
            count = sum(stones.bit_count() for stones in glance.stones)
            near = (look for many, look in looks if count <= many <= count + MOST_AHEAD)
            if any(_holds(image, glance.stones) for look in near for image in look):
                return True
        return False


def _holds(stones: Stones, others: Stones) -> bool:
    """Whether all the others' stones lie on a board, whichever of them is first."""
    (one, two), (first, second) = stones, others
    return not (first & ~one or second & ~two) or not (first & ~two or second & ~one)
