"""The one async centre: load, lock, rule, save, tell.

"E5" arrives from a room: the match is at hand in memory, its lock is taken, the turn is ruled,
stored together with the announcement to be made, and then announced. One lock per match orders its
rulings; another orders its announcements, so that telling never holds up ruling. Nothing is
announced that has not been stored, and nothing is ruled that can't be: while the store or the venue
fails, a match is out of sync, its clock stands, and what is said meanwhile is read when `recovery`
takes it up again.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from functools import partial

from bot.desk.act_gate import Gate
from bot.desk.cup_runner import CupRunner
from bot.desk.hearing import ACT_TIMEOUT, Hearing
from bot.desk.hints import Endings, Hints
from bot.desk.ledger import Ledger, WriteMatch
from bot.desk.observing import Observers
from bot.desk.outbox import Outbox
from bot.desk.overload import Overload
from bot.desk.pages import PageLinks, PageTurns
from bot.desk.presence import Away
from bot.desk.recovery import Recovery
from bot.desk.reminding import Reminding
from bot.desk.reviews import Likeness, Reviews
from bot.desk.rulings import Answer, is_flag
from bot.desk.tables import OpenMatch, Stalled, Unreachable
from bot.desk.thinking import Thinking
from bot.desk.time_calls import TimeCalls
from bot.desk.venue import Venue, VenueError
from bot.desk.venue_status import Handover, loads, standings, stands_since
from bot.logs.lines import about
from bot.referee.arbiter import rule
from bot.referee.clock import ZERO
from bot.referee.events import Event, MatchOpened, RulingKept
from bot.referee.match import Match, Room
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Cancel, Said, Submission
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.store import Store
from bot.timing import wait_for
from bot.wording.clerk import moved_away_text
from bot.wording.troubles import busy_text, closed_text

__all__ = ["Answer", "Desk"]

log = logging.getLogger(__name__)


class Desk:
    """Where submissions of all venues become rulings.

    Its `calls`, `recovery`, `overload`, `cups` and `reminding` are to be run beside the venues.
    """

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        thinking: Thinking | None = None,
        page_links: PageLinks | None = None,
    ) -> None:
        self._store = store
        self.page_links = page_links
        """Where matches can be watched in a browser; None where no such pages are served."""
        self.thinking = thinking
        """What thinks for the sparring partner and reviews; None where that is turned off."""
        ledger = self._ledger = Ledger(store, outbox)
        self.backlog, self.alarm = ledger.backlog, ledger.alarm
        self.serving, self.presence = ledger.venues.serving, ledger.presence
        self.expecting, self.close = ledger.tables.expecting, ledger.close
        self.can_store, self.loudness = ledger.writable.is_set, ledger.loudness
        self.standings, self.loads = partial(standings, ledger), partial(loads, ledger)
        self.stands_since = partial(stands_since, ledger)
        self.watchers = ledger.watchers
        """Told of every change of a match, once it is stored."""
        self.rewritten = Observers[Collection[int]]()
        """Told which matches that are over are stored otherwise now, as after `my forget`."""
        self.observers = ledger.observers
        """Told what is done, and how long that took."""
        self.likeness = Likeness(store)
        self.reviews = Reviews(lambda: self.thinking, self.likeness, self.backlog)
        self.endings = Endings(lambda: self.thinking)
        self.page_turns = PageTurns(store)
        self._hearing = Hearing(ledger, self.page_turns)
        # What was refused just before an absence may lack its answer.
        read_up = partial(self._hearing.read_up, answer_again=True)
        self.calls = TimeCalls(ledger, self._hearing.read_up)
        self.recovery, self.overload = Recovery(ledger, read_up), Overload(ledger)
        self.duty = self.recovery.returns
        """Departures and returns of the venues: a venue's matches are ruled while it is here."""
        self.gate, self.handover = Gate(ledger, self.duty), Handover(ledger)
        self.forget = self.handover.forget
        self.cups = CupRunner(ledger, self.submit_to, partial(self.recovery.look_at, ask=True))
        self.hints = Hints(lambda: self.thinking, self.likeness, self._of_cup, self.submit_to)
        self.reminding = Reminding(ledger)
        self.duty.before_arrival.append(self.cups.before_arrival)

    def serve(self, venue: Venue) -> None:
        """Takes a venue on; its matches are ruled from `duty.come_back` on."""
        self._ledger.venues[venue.part] = venue

    async def let_go(self, venue: Venue) -> None:
        """Rules nothing more at a venue, and tells what was ruled; its shard is given up."""
        self.duty.leave(venue)
        await self._ledger.let_go(venue)

    async def take_over(self, venue: Venue) -> None:
        """At the start: takes the last heartbeat of the process before as the end of its duty."""
        self.presence(venue).begin(await self._store.last_on_duty(venue.part))

    def start_over(self, venue: Venue, since: datetime | None) -> None:
        """Nobody was on duty since a moment, but nobody noticed: leaves now, and returns.

        A return that is under way begins anew: what it has read by now may not be the present.
        Where the stall was for a moment and no clock runs, it changes nothing for anybody.
        """
        presence = self.presence(venue)
        long = since is None or venue.now() - since >= venue.places.worth_telling
        # A turn that is told and not yet known to be has no deadline, but a clock to come.
        timed = any(live.glance.timed for live in self._ledger.of(venue))
        if not isinstance(presence.state, Away) and (long or timed):
            self.duty.leave(venue, since)
            self._ledger.troubles.put_nowait(Stalled(venue, presence.epoch))

    async def open(self, room: Room, event: MatchOpened, write: WriteMatch | None = None) -> int:
        """Opens a match in a room; RoomTakenError if it has one.

        `write` stores it, and gives its number, where more is to be stored together with it.
        """
        return (await self._ledger.open(room, event, write)).id

    async def submit(self, room: Room, submission: Submission) -> Answer | None:
        """Rules on an act in a room; None if the room has no open match."""
        with about(match=None, venue=room.venue, room=room.id, message=submission.message):
            venue = self.serving(room)
            if venue is None:
                return None
            loaded = self.presence(venue).loaded
            if not loaded.is_set():
                await self.duty.fetch(room)
                if self._ledger.tables.in_room(room) is None:
                    await wait_for(loaded, self._ledger.timepiece, ACT_TIMEOUT)
            live = self._ledger.tables.in_room(room)
            if live is not None:
                self.duty.hurry(live)
                return await self._hearing.hear(live, submission)
            if not isinstance(submission.act, Said) and (damaged := await self._damaged_in(room)):
                return await self._on_damaged(*damaged, submission)
            return self._moved_away(room, submission)

    async def submit_to(self, number: int, submission: Submission) -> Answer | None:
        """Rules on an act in a match, such as a press on one of its buttons."""
        with about(match=number, message=submission.message):
            try:
                live = await self._ledger.find(number)
            except DamagedMatchError as error:
                return await self._on_damaged(number, error, submission)
            except StoreError as error:
                log.warning("match %s: %s", number, error)
                return Answer(number, Ignored(), busy_text())
            if live is None or self.serving(live.room) is None:
                # What another process referees is not ruled here.
                return None
            self.duty.hurry(live)
            return await self._hearing.hear(live, submission)

    async def read(self, room: Room, acts: Sequence[Submission]) -> list[tuple[Submission, Answer]]:
        """Rules what a complete read of a room brought; what is not answered is to come again."""
        live = self._ledger.tables.in_room(room)
        return [] if live is None else await self._hearing.hear_read(live, acts)

    async def too_late(self, number: int, submission: Submission) -> bool:
        """A turn came to light when others had been ruled after it: the host is called, once.

        A match that runs pauses. False if the host was called before, or can't be now.
        """
        live = await self._ledger.find(number)
        return live is not None and await self._hearing.rulings.call_host(live, submission)

    async def has_ruled(self, number: int, message: str) -> bool:
        live = await self._ledger.find(number)
        return live is not None and message in live.known.ruled

    def dealt_with(self, room: Room) -> frozenset[str]:
        """The messages in a room that were ruled, refused or no turn, as far as that is known."""
        live = self._ledger.tables.in_room(room)
        return frozenset(() if live is None else (*live.known.ruled, *live.known.talk))

    async def latest(self, room: Room) -> tuple[int, Match] | None:
        """The open match of a room, or else its last one."""
        live = self._ledger.tables.in_room(room)
        if live is not None:
            return live.id, live.match
        number = await self._store.latest_in(room)
        held = None if number is None else await self.match(number)
        return None if number is None or held is None else (number, held[1])

    async def match(self, number: int) -> tuple[Room, Match] | None:
        """A match by its number, and where it is held; one that is damaged as far as it is read."""
        try:
            live = await self._ledger.find(number)
        except DamagedMatchError as error:
            if error.room is None or error.so_far is None:
                raise
            return error.room, error.so_far
        return None if live is None else (live.room, live.match)

    async def look(self, number: int) -> tuple[Room, Match] | None:
        """The same as `match`, and one at rest stays so."""
        live = self._ledger.tables.get(number)
        return await self.match(number) if live is None else (live.room, live.look())

    def open_matches(self, venue: str, server: str) -> list[tuple[int, Room, Match]]:
        """The open matches of a server, oldest first."""
        return [
            (live.id, live.room, live.look())
            for live in self._ledger.tables.of_server(venue, server)
            if not live.glance.over
        ]

    def newest_open(
        self, venue: str, server: str
    ) -> Iterator[tuple[int, Room, Callable[[], Match]]]:
        """The open matches of a server, the newest first, each to be looked at by a call."""
        for live in reversed(self._ledger.tables.of_server(venue, server)):
            if not live.glance.over:
                yield live.id, live.room, live.look

    def held(self, venue: str, server: str) -> list[tuple[int, Room]]:
        """The matches of a server that are open, or whose end has not been told yet."""
        return [(live.id, live.room) for live in self._ledger.tables.of_server(venue, server)]

    async def messages_changed(self, room: Room, *messages: str, deleted: bool) -> None:
        """Tells the room, once, that the edit or deletion of ruled messages changes nothing."""
        live = self._ledger.tables.in_room(room)
        if live is None:
            return
        at = self._ledger.venue(live).now()
        await self._once_heard(live)

        def kept(match: Match) -> tuple[Event, ...]:
            return tuple(
                RulingKept(at, turn.message, deleted, turn.colour)
                for turn in match.turns
                if turn.message in messages and turn.message not in match.kept
            )

        async with live.lock:
            try:
                await self._ledger.note(live, kept)
            except StoreError as error:
                self._ledger.lose(live, error)

    async def reads_as_turn(self, room: Room, words: Submission) -> bool:
        """Whether the words of a message that was dealt with, and was no turn, are one by now."""
        live = self._ledger.tables.in_room(room)
        if live is None:
            return False
        await self._once_heard(live)
        async with live.lock:
            # Whatever came before has been ruled.
            match = live.match
        # What is still to be read with the room counts as it stands then.
        if not live.in_sync.is_set() or any(turn.message == words.message for turn in match.turns):
            return False
        ruling = rule(match, words)
        if isinstance(ruling, Refused):
            return ruling.reason is Reason.ILLEGAL
        return isinstance(ruling, Accepted) and not is_flag(ruling)

    def out_of_reach(self, number: int, error: VenueError) -> None:
        """A match can't go on in its room: it pauses soon, and the host is told."""
        live = self._ledger.tables.get(number)
        if live is not None:
            self._ledger.troubles.put_nowait(Unreachable(live, error))

    def read_again(self, number: int, why: str) -> None:
        """A match's room was not heard: it is read as soon as it can be, and no clock runs."""
        live = self._ledger.tables.get(number)
        if live is not None:
            live.unheard += 1
            self._ledger.lose(live, VenueError(why), ZERO)

    def trouble(self) -> str:
        """Why nothing can be stored now; "" while that can be done."""
        return self._ledger.trouble

    async def _once_heard(self, live: OpenMatch) -> None:
        """What was heard before is ruled first, where only the store keeps it waiting."""
        if live.standing.was_heard and self._ledger.venue(live).places.tells_unstored:
            await live.in_sync.wait()

    def _of_cup(self, number: int) -> bool:
        return self.cups.table.of_match(number) is not None

    def _moved_away(self, room: Room, submission: Submission) -> Answer | None:
        """Says where a match is now to a player who types a turn in the room that it has left."""
        for live in self._ledger.tables.moved_from(room):
            if isinstance(rule(live.match, submission), Ignored):
                # Talk, or somebody who does not play.
                continue
            place = self._ledger.venue(live).voice.room(live.room.id)
            return Answer(live.id, Ignored(), moved_away_text(live.id, place))
        return None

    async def _damaged_in(self, room: Room) -> tuple[int, DamagedMatchError] | None:
        """A room's match whose record can't be read, and why."""
        number = await self._store.latest_in(room)
        if number is not None:
            try:
                await self._ledger.find(number)
            except DamagedMatchError as error:
                return number, error
        return None

    async def _on_damaged(
        self, number: int, error: DamagedMatchError, submission: Submission
    ) -> Answer:
        """Nothing is ruled in a match that can't be read, and its host may be unknown: a manager
        may close it.
        """
        if error.room is None or not (isinstance(submission.act, Cancel) and submission.may_host):
            raise error
        await self._store.close_damaged(error.room)
        return Answer(number, Ignored(), closed_text(number))
