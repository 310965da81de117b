"""Has the sparring partner's turns and the reviews thought out, in a process each.

Two matches wait for a turn of the partner while somebody's review is under way: the turns are
thought out at once, the one that is due first before the other. Where time is nearly out a turn is
played at a glance, here: a partner never loses on time because a process was slow.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from bot.desk import thinking_process
from bot.desk.thinker import Thinker, Urgency, cost_of
from bot.engine.turn import Turn
from bot.players.game import Game
from bot.players.hint import Hint, hint
from bot.players.levels import Level, choose
from bot.players.review import Review, review
from bot.puzzles.judging import Proof, Refutation, judge
from bot.puzzles.puzzle import Puzzle
from bot.referee.match import Match
from bot.referee.partner import Pace
from bot.timing import Timepiece, break_off

log = logging.getLogger(__name__)

SEEDS_A_MATCH = 1_000
"""More than the turns of any match: every turn has a seed of its own."""


def seed_of(number: int, match: Match) -> int:
    return number * SEEDS_A_MATCH + match.position.number


class Thinking:
    """The processes that think: one for turns, and one for reviews."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self.for_turns, self.for_reviews = Thinker(timepiece), Thinker(timepiece)

    async def turn(
        self,
        game: Game,
        level: Level,
        seed: int,
        pace: Pace | None = None,
        *,
        resigns: bool = False,
    ) -> Turn | None:
        """The turn that the partner makes in a position, at a pace; ThinkingError.

        At the latest moment of the pace it is made at a glance. None where it `resigns` once it has
        proof that the game is lost, and has found it.
        """
        question = partial(thinking_process.turn, game, level, seed, resigns=resigns)
        cost = cost_of(game, level)
        if pace is None:
            return await self.for_turns.ask(Urgency.TURN, question, cost=cost)
        asked = asyncio.create_task(self.for_turns.ask(Urgency.TURN, question, pace.wanted, cost))
        late = asyncio.create_task(self._timepiece.sleep(pace.latest))
        try:
            await asyncio.wait((asked, late), return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
        finally:
            await break_off(asked, late)
        log.info("a turn of the sparring partner is played at a glance")
        return await asyncio.to_thread(choose, game, level, seed, 0.0)

    async def hint(self, game: Game, seed: int) -> Hint:
        """One cell for the player to move, and why; behind the partner's turns. ThinkingError."""
        return await self.for_turns.ask(Urgency.HINT, partial(hint, game, seed))

    async def review(self, start: Game, turns: Sequence[Turn], seed: int) -> Review:
        """What is to be said about a game that is over; ThinkingError."""
        question = partial(review, start, tuple(turns), seed)
        return await self.for_reviews.ask(Urgency.REVIEW, question)

    async def winning(self, game: Game) -> list[Turn]:
        """The turns that win the end of a game, two at the most; before reviews. ThinkingError."""
        question = partial(thinking_process.winning, game)
        return await self.for_reviews.ask(Urgency.HINT, question)

    async def verdict(self, puzzle: Puzzle, turn: Turn) -> Proof | Refutation:
        """What an answer to a puzzle is worth, with its proof; before reviews. ThinkingError."""
        return await self.for_reviews.ask(Urgency.HINT, partial(judge, puzzle, turn))

    async def run(self) -> None:
        async with asyncio.TaskGroup() as work:
            work.create_task(self.for_turns.run())
            work.create_task(self.for_reviews.run())
