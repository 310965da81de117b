"""A hearing: what somebody did in a match becomes a ruling, in the order of the timestamps.

Blue writes "C3 F3" a second after Red wrote "E5", and Blue's message arrives first. Refusing it
("It is Red's turn") would be wrong by the timestamps, so the room is read first: Red's turn is
found there and ruled, then Blue's. In the same way no flag is called on words before the grace is
over and the room has been read. Nothing is ruled while a match is out of sync; what was said in the
room waits for as long as that takes, a press or a command for `ACT_TIMEOUT`.

A turn is ruled before the lock, since talk must wait for nobody, and under it once more where it
had to wait for that.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.desk.answers import Answer, comes_after_the_end, is_flag, is_out_of_turn
from bot.desk.at_rest import NotReadableError
from bot.desk.ledger import TRIES, Ledger
from bot.desk.open_match import OpenMatch, about
from bot.desk.page_turns import PageTurns, is_from_page
from bot.desk.rulings import Rulings
from bot.desk.troubles import Unreachable
from bot.desk.venue import VenueError
from bot.desk.waits import READ_INTERVAL, Waits
from bot.referee.absence import standing_since
from bot.referee.arbiter import accept, rule
from bot.referee.clock import ZERO
from bot.referee.edits import pause_for
from bot.referee.events import Event, MatchResumed, MatchStarted
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.submission import MoveMatch, ReplacePlayer, Resume, Said, Submission
from bot.storage.failures import StaleError, StoreError
from bot.timing import wait_for
from bot.wording.troubles import busy_text, held_back_text
from bot.wording.venues import OUT_OF_SYNC

log = logging.getLogger(__name__)

END_TIMEOUT = timedelta(seconds=30)
"""How long an act after the end waits for its answer, so that the room reads of the end first."""
ACT_TIMEOUT = timedelta(seconds=2.5)
"""How long an act waits for a match that is out of sync; Discord gives up after three seconds."""

EXPECTED_INTERVAL = timedelta(seconds=0.1)
"""Between two looks whether what was done before has been ruled."""


@dataclass(frozen=True, slots=True)
class Wait:
    """An act can't be ruled yet: it is to be tried again after so long."""

    length: timedelta


class Hearing:
    """Hears what is done in the matches at the desk."""

    def __init__(self, ledger: Ledger, page_turns: PageTurns) -> None:
        self._ledger = ledger
        self._waits = Waits(ledger)
        self._timepiece = ledger.timepiece
        self._rulings = Rulings(ledger)
        self._page_turns = page_turns

    async def hear(self, live: OpenMatch, submission: Submission) -> Answer:
        """Rules on an act in a match; waits while it is out of sync."""
        with about(live, submission.message):
            return await self._hear(live, submission)

    async def _hear(self, live: OpenMatch, submission: Submission) -> Answer:
        timepiece = self._timepiece
        arrived = timepiece.monotonic()
        until = arrived + ACT_TIMEOUT
        in_room = isinstance(submission.act, Said) and submission.message is not None
        while True:
            # Talk waits for nobody: most of what is said in a room is talk.
            ruling: Ruling | None = None
            try:
                ruling = self._rulings.of(live, submission)
            except NotReadableError as error:
                # It is taken from the store again, and waited for like any other out of sync.
                self._ledger.lose(live, error, ZERO)
            if isinstance(ruling, Ignored):
                return self._rulings.on_talk(live, submission, ruling)
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
            if answer.length > ZERO:
                await timepiece.sleep(answer.length)
                until += answer.length

    async def _try_to_rule(
        self, live: OpenMatch, submission: Submission, arrived: timedelta
    ) -> Answer | Wait:
        """The answer, or how long to wait where there can't be one now."""
        if not live.in_sync.is_set():
            return Wait(ZERO)
        try:
            if _moves_people(live.match, submission):
                await self._read_up_before(live, submission)
            return await self._rule(live, submission, arrived)
        except (StoreError, VenueError) as error:
            self._ledger.lose(live, error)
            return Wait(ZERO)

    async def _rule(
        self,
        live: OpenMatch,
        submission: Submission,
        heard: timedelta,
        read_with: Sequence[Submission] | None = None,
    ) -> Answer | Wait:
        """The answer to an act, or how long to wait for it.

        `heard` is when it arrived, by the timepiece; `read_with` is all that a reading of the room
        brought, where it was read with the room and not heard by itself.
        """
        room_is_read = read_with is not None
        if isinstance(submission.act, MoveMatch):
            act = replace(submission.act, left=live.room.id)
            submission = replace(submission, act=act)
        for _ in range(TRIES):
            ruling = self._rulings.of(live, submission)
            if isinstance(ruling, Ignored):
                return self._rulings.on_talk(live, submission, ruling)
            if self._rulings.is_dealt_with(live, submission):
                return Answer(live.id, Ignored())
            if await self._stood_still(live):
                continue
            if live.match.paused_for_room and _waits_for_room(submission, ruling):
                return Answer(live.id, Ignored())
            wait = await self._wait_for_posts(live, submission, ruling, room_is_read=room_is_read)
            if wait is not None:
                return wait
            before = None if room_is_read else heard
            edited = self._rulings.edited_since(live, submission, ruling, read_with or ())
            if edited is not None:
                ruling = accept(live.match, pause_for(edited, submission))
            elif (left := self._wait_before(live, submission, ruling, before)) > ZERO:
                return Wait(left)
            elif not room_is_read and (is_flag(ruling) or is_out_of_turn(ruling)):
                # What was said before it may have been overtaken: with that it is ruled anew.
                if is_flag(ruling) or not live.was_read_since(heard):
                    await self.read_up(live)
                room_is_read = True
                continue
            stood = live.match.paused_for_room
            if is_flag(ruling):
                # None falls on somebody who was shut out of the room.
                await self._ledger.venue(live).places.check(live.room, live.match, ask=True)
                if await self._stood_still(live):
                    # Nor while the referee is behind, as it may be by now.
                    continue
            goes_on = _brings(ruling, MatchStarted) or (stood and _brings(ruling, MatchResumed))
            if goes_on and (barrier := await self._barrier(live)):
                return Answer(live.id, Ignored(), held_back_text(barrier, starts=not stood))
            try:
                answer = await self._rulings.keep(live, submission, ruling, heard)
            except StaleError:
                await self._ledger.reload(live)
                continue
            if stood and isinstance(submission.act, Resume | MoveMatch):
                # The room is looked at, and what was written there meanwhile is read.
                self._ledger.lose(live, VenueError(OUT_OF_SYNC), ZERO)
            return answer
        raise StoreError(f"match {live.id} is ruled elsewhere at the same time")

    async def _stood_still(self, live: OpenMatch) -> bool:
        """Notes that the clock stands, as the referee does not keep up, before anything is ruled.

        Whether that had to be noted: then the ruling may be another one.
        """
        since, before = live.behind_since, live.match
        if since is not None:
            now = self._ledger.venue(live).now()
            await self._ledger.note(live, lambda match: standing_since(match, now, since))
        return live.match is not before

    async def _wait_for_posts(
        self, live: OpenMatch, submission: Submission, ruling: Ruling, *, room_is_read: bool
    ) -> Wait | None:
        """How long to wait as what was posted before may not be visible yet; None if it is.

        For a page's turn the room is read once all that is before it can be seen.
        """
        left = ZERO
        if room_is_read:
            left = self._waits.until_settled(live, submission, ruling)
        elif is_from_page(submission.message):
            left = self._waits.until_readable(live, submission)
            if left <= ZERO and self._waits.is_unread(live, submission):
                await self.read_up(live)
                return Wait(ZERO)
        return Wait(left) if left > ZERO else None

    async def _barrier(self, live: OpenMatch) -> str:
        """Who can't be in the room of a match that is about to run, "" if both players can."""
        try:
            await self._ledger.venue(live).places.check(live.room, live.match, ask=True)
        except VenueError as error:
            if not error.lasting:
                raise
            self._ledger.troubles.put_nowait(Unreachable(live, error))
            return str(error)
        return ""

    def _wait_before(
        self, live: OpenMatch, submission: Submission, ruling: Ruling, heard: timedelta | None
    ) -> timedelta:
        """How long to wait for an earlier act: it may be under way, or no reading may find it.

        `heard` is when the act arrived; None if the room has been read since.
        """
        waits = self._waits
        if is_flag(ruling):
            # A move stamped in time may not have arrived yet.
            if (grace := waits.grace_left(live)) > ZERO:
                return grace
            # Nor does reading find a form that has arrived and waits, or what was written in
            # another room of the server.
            waiting = live.expects_in_time() or waits.may_be_stopped(live)
            return READ_INTERVAL if waiting else ZERO
        is_order = not isinstance(submission.act, Said)
        if not is_order and not is_out_of_turn(ruling):
            return ZERO
        if live.expects_before(submission.sent_at):
            # The turn before it has arrived, and is about to be ruled: a host's undo is of that.
            return EXPECTED_INTERVAL
        # A press has no message, and may be a page's own, which waits for no other page.
        is_typed = submission.message is not None and not is_from_page(submission.message)
        beside_page = is_typed and self._page_turns.is_open(live.id)
        if beside_page and self._ledger.venue(live).certain_until() <= submission.sent_at:
            # What a page sent before it may be read in a moment, with an earlier stamp.
            return EXPECTED_INTERVAL
        if heard is None or is_order:
            return ZERO
        return waits.until_reading(live, heard)

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
                    self._ledger.lose(live, error)
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
        missed += await venue.read_since(live.room, live.match.turn_open_at)
        self._ensure_in_sync(live, was_in_sync)
        acts = [act for act in missed if until is None or act.sent_at < until]
        for submission in sorted(acts, key=lambda act: act.sent_at):
            answer = await self._rule_read(live, submission, missed)
            if answer is None:
                continue
            polled = venue.places.read_until(live.room) is not None
            if isinstance(answer, Wait) and (is_from_page(submission.message) or not polled):
                # Nobody hands it over again, as topics are that are read every now and then.
                self._ledger.spawn(self._hear_by_itself(live, submission))
            spoken = isinstance(answer, Answer) and isinstance(answer.ruling, Refused | Ignored)
            text = answer.text if isinstance(answer, Answer) and spoken else ""
            if answer_again and not text:
                text = self._rulings.refused_before(live, submission)
            if not text or submission.message is None:
                continue
            if isinstance(answer, Answer) and comes_after_the_end(live, answer):
                self._ledger.spawn(self._reply_after_the_end(live, submission, text))
            else:
                await self._reply(live, submission, text)
        self._ensure_in_sync(live, was_in_sync)
        if until is None:
            live.read_at = begun

    def _ensure_in_sync(self, live: OpenMatch, was_in_sync: bool) -> None:
        if was_in_sync and not live.in_sync.is_set():
            raise VenueError(OUT_OF_SYNC)

    async def _rule_read(
        self, live: OpenMatch, submission: Submission, acts: Sequence[Submission]
    ) -> Answer | Wait | None:
        """The answer to what was read with the room, or how long to wait for it.

        None if the ruling breaks down: one message holds up no other.
        """
        with about(live, submission.message):
            try:
                heard = self._timepiece.monotonic()
                return await self._rule(live, submission, heard, read_with=acts)
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
        """Answers a message where it was written."""
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


def _brings(ruling: Ruling, kind: type[Event]) -> bool:
    """Whether a ruling brings an event of a kind."""
    events = ruling.events if isinstance(ruling, Accepted) else ()
    return any(isinstance(event, kind) for event in events)


def _waits_for_room(submission: Submission, ruling: Ruling) -> bool:
    """Whether words are read once their match goes on, that were written while it stood for its
    room; reading finds messages, and not what was written in a form.
    """
    paused = isinstance(ruling, Refused) and ruling.reason is Reason.PAUSED
    found = is_from_page(submission.message) or (submission.message or "").isdecimal()
    return paused and isinstance(submission.act, Said) and found
