"""Reviews of matches that are over, and what no help is given about: how open matches stand.

Ann and Bob play. Cat replays their game against herself with the stones of turns 1 and 3 exchanged,
resigns, and asks for a review: she would learn what Ann should play. So whatever computes (reviews,
hints, puzzles of matches, playing on, a partner put into a seat) asks here first.

Boards are compared turned, mirrored and with colours exchanged, whoever is to move and whichever
ruleset says what wins: rather too cautious than too late.

Nothing about an open match is computed or shown, to nobody. And where an open match stands as an
ended one once did, the review has to wait (`Likeness`).

A review takes some seconds of a process of its own. Ann asks in the channel, Bob on his page, and
forty spectators press the same button: all are given the one that is under way, or was made. Where
hundreds are asked for, each has a place in the queue; whoever is far behind is told theirs.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

from bot.desk.backlog import Backlog
from bot.desk.keyed import Once
from bot.desk.thinker import ThinkingError
from bot.desk.thinking import Thinking
from bot.engine.board import Stones, images
from bot.engine.position import Position
from bot.engine.turn import Turn
from bot.players.game import game_at
from bot.players.review import Review
from bot.referee.match import Match
from bot.referee.problems import Simple
from bot.storage.rows import open_boards
from bot.storage.store import Store
from bot.views.film import history
from bot.wording import review
from bot.wording.problems import problem_text
from bot.wording.troubles import busy_question_text

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


log = logging.getLogger(__name__)

MOST_WAITING = 600
"""How many reviews may be under way or waiting."""
WAITED_FOR = 5
"""Whoever has a later place in the queue is told it, and asks again."""
MOST_KEPT = MOST_WAITING + 50
REVIEW = "match review"
"""What a refused one is counted as, whether it was ordered or asked for by a button of a page."""
Key = tuple[int, tuple[Turn, ...]]
"""Which review: the match's number and its turns."""


@dataclass(frozen=True, slots=True)
class Queued:
    """A review that will be made, and its place among those that wait."""

    place: int


class Reviews:
    """Makes reviews; `thinking` is None where that is turned off."""

    def __init__(
        self,
        thinking: Callable[[], Thinking | None],
        likeness: Likeness,
        backlog: Backlog,
    ) -> None:
        self._thinking = thinking
        self._likeness = likeness
        self._backlog = backlog
        self._reviews = Once[Key, Review](MOST_KEPT)
        self._queue: list[asyncio.Task[Review]] = []

    async def made(
        self, number: int, match: Match, most: int = MOST_WAITING
    ) -> "Review | Queued | str":
        """The review of a match, its place where many are before it, or why there is none.

        None is begun where `most` are under way or waiting.
        """
        if not match.over:
            return review.not_over_text()
        if (thinking := self._thinking()) is None:
            return problem_text(Simple.THINKING_OFF)
        key = number, _turns(match)
        task = self._reviews.known(key)
        if task is None or task.done():
            if barred := await self._barred(match):
                return barred
            task = self._reviews.known(key) or self._begin(thinking, key, match, most)
        if task is None:
            return review.many_reviews_text()
        place = self._place(task)
        if place > WAITED_FOR:
            return Queued(place)
        try:
            # Whoever asked may go away: others wait for the same review.
            return await asyncio.shield(task)
        except ThinkingError as error:
            log.warning("match %s could not be reviewed: %s", number, error)
            return review.review_failed_text()

    async def _barred(self, match: Match) -> str:
        """Why a match that is over is not reviewed now, "" if it is."""
        # Looking at all open matches is costly, for a review that was made already too.
        if (again := self._backlog.refusal(REVIEW)) is not None:
            return busy_question_text(again)
        if await self._likeness.is_played_now(history(match.position)):
            return review.stands_alike_text()
        return ""

    def _begin(
        self, thinking: Thinking, key: Key, match: Match, most: int
    ) -> asyncio.Task[Review] | None:
        """Begins a review; None where too many are under way."""
        self._queue = [task for task in self._queue if not task.done()]
        if len(self._queue) >= most:
            return None
        number, turns = key
        start = game_at(match.ruleset, Position(match.position.board))
        task = self._reviews.begin(key, thinking.review(start, turns, number))
        self._queue.append(task)
        return task

    def _place(self, task: asyncio.Task[Review]) -> int:
        """The place of a review among those not made yet, from 1; 0 for one that was made."""
        waiting = [one for one in self._queue if not one.done()]
        return 0 if task.done() else waiting.index(task) + 1


def _turns(match: Match) -> tuple[Turn, ...]:
    return tuple(position.turn for position in history(match.position) if position.turn is not None)
