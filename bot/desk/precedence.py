"""What comes before a ruling: nothing that was done earlier by the timestamps may be missing.

Blue writes "C3 F3" a second after Red wrote "E5", and Blue's message arrives first. Refusing it
("It is Red's turn") would be wrong by the timestamps, so the room is read first: Red's turn is
found there and ruled, then Blue's; but once a second at the most, however often Blue writes. In the
same way no flag is called on words before the venue's grace is over, in which a turn that Red made
in time may still arrive, and the room has been read.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.desk.ledger import TRIES, Ledger
from bot.desk.pages import PageTurns, is_from_page
from bot.desk.rulings import Answer, Rulings, is_flag, is_out_of_turn
from bot.desk.tables import OpenMatch, Unreachable
from bot.desk.venue import VenueError
from bot.referee.absence import standing_since
from bot.referee.arbiter import accept
from bot.referee.clock import ZERO
from bot.referee.events import Event, MatchResumed, MatchStarted
from bot.referee.late_turns import answers_to, pause_for
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.submission import MoveMatch, Resume, Said, Submission
from bot.storage.failures import StaleError, StoreError
from bot.wording.troubles import counts_later_text, held_back_text
from bot.wording.venues import OUT_OF_SYNC

READ_INTERVAL = timedelta(seconds=1)
"""Between two readings of a room in search of an overtaken turn, and between two looks whether a
flag must still wait."""


def present(ledger: Ledger, live: OpenMatch) -> datetime:
    """The present as far as the room is known: a room may have been read a while ago."""
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    return venue.now() if until is None else min(until, venue.now())


def until_reading(ledger: Ledger, live: OpenMatch, arrived: timedelta) -> timedelta:
    """How long the room is not read again, so that chatter can't have it read all the time."""
    if live.read_at is None or live.was_read_since(arrived):
        return ZERO
    return live.read_at + READ_INTERVAL - ledger.timepiece.monotonic()


def grace_left(ledger: Ledger, live: OpenMatch) -> timedelta:
    """How long a move stamped in time may still be under way, once the deadline is past."""
    deadline, venue = live.match.deadline(), ledger.venue(live)
    if deadline is None:
        return ZERO
    return deadline + venue.grace + timedelta.resolution - present(ledger, live)


def until_settled(
    ledger: Ledger, live: OpenMatch, submission: Submission, ruling: Ruling
) -> timedelta:
    """How long a turn that seems out of turn may yet prove to be in turn.

    Where a room is only read every now and then, the turn before it may not be visible yet.
    """
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    if until is None or not is_out_of_turn(ruling):
        return ZERO
    return submission.sent_at + venue.grace - until


def until_readable(ledger: Ledger, live: OpenMatch, submission: Submission) -> timedelta:
    """How long until a reading of the room finds all that was written before a page's turn.

    ZERO where the room need not be read for it, or has been.
    """
    if not is_unread(ledger, live, submission):
        return ZERO
    venue = ledger.venue(live)
    return submission.sent_at + venue.grace - venue.now()


def is_unread(ledger: Ledger, live: OpenMatch, submission: Submission) -> bool:
    """Whether a room that is only read every now and then was not read up to a page's turn."""
    venue = ledger.venue(live)
    until = venue.places.read_until(live.room)
    return until is not None and until < submission.sent_at + venue.grace


def may_be_stopped(ledger: Ledger, live: OpenMatch) -> bool:
    """Whether a room is still to be read in which an act of a match may have been written.

    After an absence "host pause match:7" counts from every room of the match's server.
    """
    presence = ledger.presence(ledger.venue(live))
    if presence.here:
        return False
    if not presence.loaded.is_set():
        return True
    there = ledger.tables.of_server(live.room.venue, live.room.server)
    return any(not held.in_sync.is_set() and not held.glance.over for held in there)


EXPECTED_INTERVAL = timedelta(seconds=0.1)
"""Between two looks whether what was done before has been ruled."""


class Precedence:
    """Rules acts in their order; `read_up` rules what was said in a room and has not been heard."""

    def __init__(
        self,
        ledger: Ledger,
        rulings: Rulings,
        page_turns: PageTurns,
        read_up: Callable[[OpenMatch], Awaitable[None]],
    ) -> None:
        self._ledger = ledger
        self._rulings = rulings
        self._page_turns = page_turns
        self._read_up = read_up

    async def rule(
        self,
        live: OpenMatch,
        submission: Submission,
        heard: timedelta,
        read_with: Sequence[Submission] | None = None,
    ) -> Answer | timedelta:
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
            if live.match.pauses.for_room and _waits_for_room(submission, ruling):
                return Answer(live.id, Ignored(), counts_later_text())
            # What was edited since is ruled after them: perhaps they met what it said before.
            acts = (submission, *answers_to(submission, read_with or ()))
            wait = await self._wait_for_posts(live, acts, room_is_read=room_is_read)
            if wait is not None:
                return wait
            before = None if room_is_read else heard
            edited = self._rulings.edited_since(live, submission, ruling, read_with or ())
            if edited is not None:
                ruling = accept(live.match, pause_for(edited, submission))
            elif (left := self._wait_before(live, submission, ruling, before)) > ZERO:
                return left
            elif not room_is_read and (is_flag(ruling) or is_out_of_turn(ruling)):
                # What was said before it may have been overtaken: with that it is ruled anew.
                if is_flag(ruling) or not live.was_read_since(heard):
                    await self._read_up(live)
                room_is_read = True
                continue
            stood = live.match.pauses.for_room
            if is_flag(ruling):
                # A player who could not enter the room never loses on time.
                await self._ledger.venue(live).places.check(live.room, live.match, ask=True)
                if await self._stood_still(live):
                    # No flag falls while the referee is behind, as it may be by now.
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
        self, live: OpenMatch, acts: Sequence[Submission], *, room_is_read: bool
    ) -> timedelta | None:
        """How long to wait as what was posted before `acts` may not be visible yet; None if it is.

        For a page's turn the room is read once all that is before it can be seen.
        """
        left, submission = ZERO, acts[0]
        if room_is_read:
            ruled = ((act, self._rulings.of(live, act)) for act in acts)
            left = max(until_settled(self._ledger, live, *act) for act in ruled)
        elif is_from_page(submission.message):
            left = until_readable(self._ledger, live, submission)
            if left <= ZERO and is_unread(self._ledger, live, submission):
                await self._read_up(live)
                return ZERO
        return left if left > ZERO else None

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
        if is_flag(ruling):
            # A move stamped in time may not have arrived yet.
            if (grace := grace_left(self._ledger, live)) > ZERO:
                return grace
            # Nor does reading find a form that has arrived and waits, or what was written in
            # another room of the server.
            waiting = live.expects_in_time() or may_be_stopped(self._ledger, live)
            return READ_INTERVAL if waiting else ZERO
        is_order = not isinstance(submission.act, Said)
        if not is_order and not is_out_of_turn(ruling):
            return ZERO
        if live.expects_before(submission.sent_at):
            # The turn before it has arrived, and is about to be ruled: a host's undo is of that.
            return EXPECTED_INTERVAL
        # A press has no message. It may come from a page, and waits for no other one.
        is_typed = submission.message is not None and not is_from_page(submission.message)
        beside_page = is_typed and self._page_turns.is_open(live.id)
        if beside_page and self._ledger.venue(live).certain_until() <= submission.sent_at:
            # What a page sent before it may be read in a moment, with an earlier stamp.
            return EXPECTED_INTERVAL
        if heard is None or is_order:
            return ZERO
        return until_reading(self._ledger, live, heard)


def _brings(ruling: Ruling, kind: type[Event]) -> bool:
    events = ruling.events if isinstance(ruling, Accepted) else ()
    return any(isinstance(event, kind) for event in events)


def _waits_for_room(submission: Submission, ruling: Ruling) -> bool:
    """Whether words are read once their match goes on, that were written while it stood for its
    room; reading finds messages, and not what was written in a form.
    """
    paused = isinstance(ruling, Refused) and ruling.reason is Reason.PAUSED
    found = is_from_page(submission.message) or (submission.message or "").isdecimal()
    return paused and isinstance(submission.act, Said) and found
