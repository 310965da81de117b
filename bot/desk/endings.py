"""Ends of matches as puzzles: which turns win there, and what an answer is worth, by proof.

Ann asks for `puzzle from:9@12`: up to sixteen cells are open there, and searching them all takes
seconds. It is done in the process that reviews, before the reviews that wait; whoever asks for the
same position meanwhile, or later, is given what was found.
"""

import asyncio
import logging
from collections.abc import Callable

from bot.desk.once import Once
from bot.desk.thinker import ThinkingError
from bot.desk.thinking import Thinking
from bot.engine.turn import Turn
from bot.players.game import Game
from bot.puzzles.judging import Proof, Refutation
from bot.puzzles.puzzle import Puzzle
from bot.referee.problems import Simple
from bot.wording.problems import problem_text
from bot.wording.puzzles import MANY_PROOFS, PROOF_FAILED

log = logging.getLogger(__name__)

MOST_KEPT, MOST_PROOFS = 500, 20
"""How many positions are remembered, and how many proofs may be under way or waiting."""


class ProofRefusedError(Exception):
    """There is no proof now; its text says why."""


class Endings:
    """Searches ends of matches; `thinking` is None where that is turned off."""

    def __init__(self, thinking: Callable[[], Thinking | None]) -> None:
        self._thinking = thinking
        self._found = Once[Game, list[Turn]](MOST_KEPT)
        self._judging: set[asyncio.Task[Proof | Refutation]] = set()

    async def winning(self, game: Game) -> list[Turn]:
        """The turns that win, two at the most; ProofRefusedError."""
        try:
            return await self._found.value(game, lambda: self._ready().winning(game))
        except ThinkingError as error:
            raise _failed(error) from error

    async def verdict(self, puzzle: Puzzle, turn: Turn) -> Proof | Refutation:
        """What a legal answer is worth; ProofRefusedError."""
        task = asyncio.create_task(self._ready().verdict(puzzle, turn))
        self._judging.add(task)
        task.add_done_callback(self._judging.discard)
        try:
            return await task
        except ThinkingError as error:
            raise _failed(error) from error

    def _ready(self) -> Thinking:
        thinking = self._thinking()
        if thinking is None:
            raise ProofRefusedError(problem_text(Simple.THINKING_OFF))
        if self._found.under_way + len(self._judging) >= MOST_PROOFS:
            raise ProofRefusedError(MANY_PROOFS)
        return thinking


def _failed(error: ThinkingError) -> ProofRefusedError:
    log.warning("a puzzle could not be proved: %s", error)
    return ProofRefusedError(PROOF_FAILED)
