"""A hearing: what somebody did in a match becomes a ruling, once its match is in sync.

Red writes "E5" while the database is locked: nothing is ruled while a match is out of sync. What
was said in the room waits for as long as that takes, a press or a command for `ACT_TIMEOUT`. What
was not heard at all is found by reading the room. Either is ruled in its order (`precedence.py`).

A turn is ruled before the lock, since talk must wait for nobody, and under it once more where it
had to wait for that.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.desk.ledger import Ledger
from bot.desk.pages import PageTurns, is_from_page
from bot.desk.precedence import Precedence
from bot.desk.rulings import Answer, Rulings, comes_after_the_end, is_flag, is_out_of_turn
from bot.desk.tables import MOST_WAITING, OpenMatch, about
from bot.desk.venue import VenueError
from bot.referee.arbiter import rule
from bot.referee.clock import ZERO
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ignored, Refused
from bot.referee.submission import MoveMatch, ReplacePlayer, Said, Submission
from bot.storage.failures import StoreError
from bot.timing import wait_for
from bot.wording.troubles import busy_text
from bot.wording.venues import OUT_OF_SYNC

log = logging.getLogger(__name__)

END_TIMEOUT = timedelta(seconds=30)
"""How long an act after the end waits for its answer, so that the room reads of the end first."""
ACT_TIMEOUT = timedelta(seconds=2.5)
"""How long an act waits for a match that is out of sync; Discord gives up after three seconds."""


class Hearing:
    def __init__(self, ledger: Ledger, page_turns: PageTurns) -> None:
        self._ledger = ledger
        self._timepiece = ledger.timepiece
        self.rulings = Rulings(ledger)
        self._precedence = Precedence(ledger, self.rulings, page_turns, self.read_up)
        self._page_turns = page_turns

    async def hear(self, live: OpenMatch, submission: Submission) -> Answer:
        """Rules on an act in a match; waits while it is out of sync."""
        in_room = isinstance(submission.act, Said) and submission.message is not None
        with about(live, submission.message), live.hearing(submission):
            timepiece = self._timepiece
            arrived = timepiece.monotonic()
            until = arrived + ACT_TIMEOUT
            while True:
                # Talk waits for nobody: most of what is said in a room is talk.
                ruling = self.rulings.of(live, submission)
                if isinstance(ruling, Ignored):
                    return self.rulings.on_talk(live, submission, ruling)
                if len(live.waiting) > MOST_WAITING:
                    return Answer(live.id, Ignored(), busy_text())
                if in_room:
                    # What was said is ruled in the end: nobody would say it again.
                    await live.in_sync.wait()
                left = until - timepiece.monotonic()
                if not await wait_for(live.in_sync, timepiece, max(ZERO, left)) and left <= ZERO:
                    return Answer(live.id, Ignored(), busy_text())
                with self._ledger.backlog.act(live.id):
                    async with live.lock:
                        answer = await self._try_to_rule(live, submission, arrived)
                if isinstance(answer, Answer):
                    if comes_after_the_end(live, answer):
                        await wait_for(live.end_told, timepiece, END_TIMEOUT)
                    return answer
                if answer > ZERO:
                    await timepiece.sleep(answer)
                    until += answer

    async def _try_to_rule(
        self, live: OpenMatch, submission: Submission, arrived: timedelta
    ) -> Answer | timedelta:
        """The answer, or how long to wait where there can't be one now."""
        if not live.in_sync.is_set():
            return ZERO
        try:
            if _moves_people(live.match, submission):
                await self._read_up_before(live, submission)
            return await self._precedence.rule(live, submission, arrived)
        except (StoreError, VenueError) as error:
            self._ledger.lose(live, error, tries_again=True)
            return ZERO

    async def hear_read(
        self, live: OpenMatch, acts: Sequence[Submission]
    ) -> list[tuple[Submission, Answer]]:
        """Rules what a complete read of the room brought, in the order of the stamps.

        What has no answer can't be ruled yet: it is to be handed over again.
        """
        answers: list[tuple[Submission, Answer]] = []
        async with live.lock:
            for submission in sorted(acts, key=lambda act: act.sent_at):
                if not live.in_sync.is_set():
                    break
                try:
                    answer = await self._rule_read(live, submission, acts)
                except (StoreError, VenueError) as error:
                    self._ledger.lose(live, error, tries_again=True)
                    break
                if isinstance(answer, Answer):
                    answers.append((submission, answer))
        return answers

    async def read_up(
        self, live: OpenMatch, *, answer_again: bool = False, until: datetime | None = None
    ) -> None:
        """Rules what was said in the room and has not been heard, in the order of the stamps.

        Given `until`, only what was said before. VenueError where the room can't be read, or was
        not heard any more by the time that it had been: the clock may have to be set back first.
        """
        venue, begun = self._ledger.venue(live), self._timepiece.monotonic()
        was_in_sync = live.in_sync.is_set()
        # Pages first: what was typed before their turns is then found in the room.
        missed = await self._page_turns.since(live.id, live.match)
        by_ear = live.standing.was_heard and venue.places.tells_unstored
        if by_ear:
            missed += live.typed_since(live.match.turn_open_at)
        else:
            missed += await venue.read_since(live.room, live.match.turn_open_at)
        self._ensure_in_sync(live, was_in_sync)
        acts = [act for act in missed if until is None or act.sent_at < until]
        for submission in sorted(acts, key=lambda act: act.sent_at):
            if by_ear and self._hangs_on_others(live, submission):
                # It waits until the match is in sync, and then has the room read first.
                continue
            answer = await self._rule_read(live, submission, missed)
            if answer is None:
                continue
            polled = venue.places.read_until(live.room) is not None
            if isinstance(answer, timedelta) and (is_from_page(submission.message) or not polled):
                # Nobody hands it over again, as topics are that are read every now and then.
                self._ledger.spawn(self._hear_by_itself(live, submission))
            spoken = isinstance(answer, Answer) and isinstance(answer.ruling, Refused | Ignored)
            text = answer.text if isinstance(answer, Answer) and spoken else ""
            if answer_again and not text:
                text = self.rulings.refused_before(live, submission)
            if not text or submission.message is None:
                continue
            if isinstance(answer, Answer) and comes_after_the_end(live, answer):
                self._ledger.spawn(self._reply_after_the_end(live, submission, text))
            else:
                await self._reply(live, submission, text)
        self._ensure_in_sync(live, was_in_sync)
        if until is None and not live.standing.was_heard:
            live.read_at = begun

    def _hangs_on_others(self, live: OpenMatch, submission: Submission) -> bool:
        """Whether something that was said before, and is still to arrive, might change a ruling."""
        ruling = self.rulings.of(live, submission)
        doubtful = is_flag(ruling) or is_out_of_turn(ruling)
        return doubtful and not self.rulings.is_dealt_with(live, submission)

    def _ensure_in_sync(self, live: OpenMatch, was_in_sync: bool) -> None:
        if was_in_sync and not live.in_sync.is_set():
            raise VenueError(OUT_OF_SYNC)

    async def _rule_read(
        self, live: OpenMatch, submission: Submission, acts: Sequence[Submission]
    ) -> Answer | timedelta | None:
        """The answer to what was read with the room, or how long to wait for it.

        None if the ruling breaks down: one message holds up no other.
        """
        with about(live, submission.message):
            try:
                heard = self._timepiece.monotonic()
                return await self._precedence.rule(live, submission, heard, acts)
            except (StoreError, VenueError):
                raise
            except Exception:
                log.exception("match %s: message %s", live.id, submission.message)
                return None

    async def _reply_after_the_end(
        self, live: OpenMatch, submission: Submission, text: str
    ) -> None:
        await wait_for(live.end_told, self._timepiece, END_TIMEOUT)
        await self._reply(live, submission, text)

    async def _hear_by_itself(self, live: OpenMatch, submission: Submission) -> None:
        answer = await self.hear(live, submission)
        if answer.text and isinstance(answer.ruling, Refused):
            await self._reply(live, submission, answer.text)

    async def _reply(self, live: OpenMatch, submission: Submission, text: str) -> None:
        venue = self._ledger.venue(live)
        if is_from_page(submission.message):
            await self._page_turns.reply(live.id, submission, text, venue.now())
        elif submission.message is not None:
            await venue.reply(live.room, submission.message, text)

    async def _read_up_before(self, live: OpenMatch, submission: Submission) -> None:
        """Rules first what was said before somebody, or the match, goes elsewhere.

        A room that is gone for good is a reason to go, and holds nobody back.
        """
        try:
            await self.read_up(live, until=submission.sent_at)
        except VenueError as error:
            if not error.lasting:
                raise


def _moves_people(match: Match, submission: Submission) -> bool:
    """Whether all that was said before an act has to be ruled before it."""
    if not isinstance(submission.act, MoveMatch | ReplacePlayer):
        return False
    return isinstance(rule(match, submission), Accepted)
