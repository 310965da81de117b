"""What is thought out once for whoever asks: ends of matches as puzzles, by proof, and hints.

Ann asks for `puzzle from:9@12`: up to sixteen cells are open there, and searching them all takes
seconds. It is done in the process that reviews, before the reviews that wait; whoever asks for the
same position meanwhile, or later, is given what was found.

A hint is one good cell and why, for whoever is to move. Ann asks in the channel, and again on her
page: the position is thought about once, both answers are the same, and the record counts one hint.
It is thought out behind the partner's turns and before reviews, and the clock runs on. Where the
match has gone on meanwhile she is told nothing about a position that is not hers any more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.desk.keyed import Once
from bot.desk.reviews import Likeness
from bot.desk.rulings import Answer, is_flag
from bot.desk.thinker import ThinkingError
from bot.desk.thinking import Thinking, seed_of
from bot.desk.venue import Venue
from bot.engine.position import Position
from bot.engine.turn import Turn
from bot.players.game import Game, game_at
from bot.players.hint import Hint
from bot.puzzles.judging import Proof, Refutation
from bot.puzzles.puzzle import Puzzle
from bot.referee import partner
from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.problems import Simple
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Submission, TakeHint
from bot.wording import review as words
from bot.wording.clerk import no_match_text, too_late_text
from bot.wording.problems import problem_text
from bot.wording.puzzles import MANY_PROOFS, PROOF_FAILED
from bot.wording.refusals import refusal_text

log = logging.getLogger(__name__)

MOST_ENDINGS, MOST_PROOFS = 500, 20
"""How many positions are remembered, and how many proofs may be under way or waiting."""


class ProofRefusedError(Exception):
    """There is no proof now; its text says why."""


class Endings:
    """Searches ends of matches; `thinking` is None where that is turned off."""

    def __init__(self, thinking: Callable[[], Thinking | None]) -> None:
        self._thinking = thinking
        self._found = Once[Game, list[Turn]](MOST_ENDINGS)
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


MOST_KEPT = 1_000
"""How many hints are remembered; any other is thought out anew, and comes out the same."""
Key = tuple[int, Position]
Submit = Callable[[int, Submission], Awaitable[Answer | None]]


class Hints:
    """Gives hints; `thinking` is None where that is turned off.

    `of_cup` says whether a match is a game of a cup, `submit` has an act in a match ruled.
    """

    def __init__(
        self,
        thinking: Callable[[], Thinking | None],
        likeness: Likeness,
        of_cup: Callable[[int], bool],
        submit: Submit,
    ) -> None:
        self._thinking = thinking
        self._likeness = likeness
        self._of_cup = of_cup
        self._submit = submit
        self._hints = Once[Key, Hint](MOST_KEPT)

    async def given(
        self, number: int, match: Match, player: Player, at: datetime, venue: Venue
    ) -> str:
        """The hint for a player who asked at a moment, or why there is none."""
        refused = self._refused(number, match, player, at)
        thinking = self._thinking()
        if refused or thinking is None:
            return refused
        if await self._likeness.is_played_now([match.position], besides=number):
            return words.no_hint_now_text()
        game, seed = game_at(match.ruleset, match.position), seed_of(number, match)
        try:
            found = await self._hints.value(
                (number, match.position), lambda: thinking.hint(game, seed)
            )
        except ThinkingError as error:
            log.warning("match %s: no hint: %s", number, error)
            return words.hint_failed_text()
        text = words.hint_text(found, match.to_move, match.ruleset, match.spelling)
        act = TakeHint(match.position.number + 1, words.cell_text(found, match.spelling))
        answer = await self._submit(
            number, Submission(player, act, max(venue.now(), match.turn_open_at))
        )
        return no_match_text() if answer is None else _answered(answer, text)

    def _refused(self, number: int, match: Match, player: Player, at: datetime) -> str:
        reason = partner.barred(match, player.id, at)
        # Whoever has no seat, or comes after the end, hears that first.
        if reason in (Reason.OVER, Reason.NOT_A_PLAYER):
            return refusal_text(match, Refused(reason))
        if self._of_cup(number):
            return words.no_hints_in_cup_text()
        if reason is not None:
            return refusal_text(match, Refused(reason))
        return problem_text(Simple.THINKING_OFF) if self._thinking() is None else ""


def _answered(answer: Answer, text: str) -> str:
    """The hint, or why the position it is for has gone meanwhile."""
    if is_flag(answer.ruling):
        return too_late_text()
    given_before = isinstance(answer.ruling, Ignored) and not answer.text
    return text if given_before or isinstance(answer.ruling, Accepted) else answer.text
