"""Whether an open match stands, or may soon stand, at a position that somebody asks about.

Ann and Bob play. Cat replays their game against herself with the stones of turns 1 and 3 exchanged,
resigns, and asks for a review: she would learn what Ann should play. So whatever computes (reviews,
hints, puzzles of matches, playing on, a partner put into a seat) asks here first.

Boards are compared turned, mirrored and with colours exchanged, whoever is to move and whichever
ruleset says what wins: rather too cautious than too late.
"""

import asyncio
from collections.abc import Iterable
from functools import cache, partial

from bot.engine.position import Position
from bot.engine.symmetry import Stones, images
from bot.storage.rows import open_boards
from bot.storage.store import Store

MOST_AHEAD = 6
"""A position with so many more stones may still be what an open match comes to: two full turns."""
_AT_ONCE = 500
"""Between so many boards others have their turn."""


class Likeness:
    """Compares positions with all open matches, whichever process referees them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_played_now(
        self, positions: Iterable[Position], besides: int | None = None
    ) -> bool:
        """Whether a position, of some of a match, may help in an open match other than `besides`.

        One against the partner needs no protection, unless a cup counts it.
        """
        asked = list(positions)
        side = asked[0].board.side

        @cache
        def near(count: int) -> list[Stones]:
            return [
                image
                for position in asked
                if count <= position.occupied.bit_count() <= count + MOST_AHEAD
                for image in images(side, position.stones)
            ]

        boards = await self._store.read(partial(open_boards, side=side, besides=besides))
        for looked_at, (first, second) in enumerate(boards):
            stones = first | second
            for one, two in near(stones.bit_count()):
                if not stones & ~(one | two) and (
                    not (first & two or second & one) or not (first & one or second & two)
                ):
                    return True
            if looked_at % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return False
