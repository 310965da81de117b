"""The one async centre: load, lock, rule, save, tell.

One lock per match orders its rulings; another orders its announcements, so that telling never
holds up ruling. Live matches stay in memory. Nothing is announced that has not been stored, and
nothing is ruled that can't be: while the store or the venue fails, a match has fallen behind, its
clock stands, and what is said meanwhile is read when it is taken up again.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.absence import Absences
from bot.keeper import TRIES, Keeper, Watcher
from bot.live import Live
from bot.referee.arbiter import rule, rule_on_time
from bot.referee.clock import ZERO
from bot.referee.events import Event, FlagFell, MatchOpened, RulingKept
from bot.referee.fold import opened
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.submission import Said, Submission
from bot.referee.timekeeping import next_call
from bot.storage.failures import StaleError, StoreError
from bot.storage.store import Room, Store
from bot.teller import Teller
from bot.venue import Venue, VenueError, wait_for
from bot.wording.refusals import refusal_text
from bot.wording.troubles import busy_text

log = logging.getLogger(__name__)

ANSWERED_AGAIN = timedelta(minutes=1)
"""How old a refused message may be whose answer is repeated after a crash."""
PATIENCE = timedelta(seconds=2.5)
"""How long an act waits for a match that has fallen behind; Discord gives up after three."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a submission: the ruling, and the reply where it was refused or not ruled."""

    match: int
    ruling: Ruling
    text: str = ""


class Desk:
    """Where submissions of all venues become rulings."""

    def __init__(self, store: Store, teller: Teller) -> None:
        self.store = store
        self.teller = teller
        self._keeper = Keeper(store, teller)
        self._absences = Absences(self._keeper, self._take_up)

    @property
    def changed(self) -> asyncio.Event:
        """Set whenever the nearest deadline may have changed."""
        return self._keeper.changed

    @property
    def watchers(self) -> list[Watcher]:
        """Told of every change of a match, once it is stored."""
        return self._keeper.watchers

    def serve(self, venue: Venue) -> None:
        """Takes a venue on; its matches are ruled from `return_to_duty` on."""
        self._keeper.venues[venue.name] = venue

    def leave_duty(self, venue: Venue) -> None:
        """The venue can't be heard: nothing is ruled in its matches until `return_to_duty`."""
        self._absences.leave(venue)

    async def return_to_duty(self, venue: Venue, away_since: datetime | None) -> None:
        """Takes up a venue's open matches again after an absence, or at the start.

        `away_since` None says that it was not away, or at the start that this is not known.
        """
        await self._absences.end(venue, away_since)

    async def open(self, room: Room, event: MatchOpened) -> int:
        """Opens a match in a room; RoomTakenError if it has one."""
        number = await self.store.open_match(room, event)
        fresh = Live(number, room, opened(event))
        fresh.abreast.set()
        live = self._keeper.tables.add(fresh)
        self._keeper.show(live)
        self._keeper.tell_soon(live)
        return number

    async def submit(self, room: Room, submission: Submission) -> Answer | None:
        """Rules on an act in a room; None if the room has no open match."""
        await self._absences.wait_for_matches(room.venue, PATIENCE)
        live = self._keeper.tables.in_room(room)
        return None if live is None else await self._submit(live, submission)

    async def submit_to(self, number: int, submission: Submission) -> Answer | None:
        """Rules on an act in a match, such as a press on one of its buttons."""
        try:
            live = await self._keeper.find(number)
        except StoreError as error:
            log.warning("match %s: %s", number, error)
            return Answer(number, Ignored(), busy_text())
        return None if live is None else await self._submit(live, submission)

    async def latest(self, room: Room) -> tuple[int, Match] | None:
        """The open match of a room, or else its last one."""
        live = self._keeper.tables.in_room(room)
        if live is not None:
            return live.id, live.match
        number = await self.store.latest_in(room)
        return None if number is None else await self.match(number)

    async def match(self, number: int) -> tuple[int, Match] | None:
        """A match by its number."""
        live = await self._keeper.find(number)
        return None if live is None else (live.id, live.match)

    async def room_of(self, number: int) -> Room | None:
        """Where a match is held."""
        live = await self._keeper.find(number)
        return None if live is None else live.room

    def open_matches(self, venue: str, server: str) -> list[tuple[int, Room, Match]]:
        """The open matches of a server, oldest first."""
        return [
            (live.id, live.room, live.match)
            for live in sorted(self._keeper.tables.of(venue), key=lambda live: live.id)
            if live.room.server == server and not live.match.over
        ]

    async def message_changed(self, room: Room, message: str, *, deleted: bool) -> None:
        """Tells the room, once, that an edit or deletion of a ruled message changes nothing."""
        live = self._keeper.tables.in_room(room)
        if live is None:
            return
        at = self._keeper.venue(live).now()

        def kept(match: Match) -> tuple[Event, ...]:
            turn = next((turn for turn in match.turns if turn.message == message), None)
            if turn is None or message in match.kept:
                return ()
            return (RulingKept(at, message, deleted, turn.colour),)

        async with live.lock:
            try:
                await self._keeper.note(live, kept)
            except StoreError as error:
                self._absences.fell_behind(live, error)

    async def out_of_reach(self, number: int, error: VenueError) -> None:
        """A match can't go on in its room: it pauses, and the host is told."""
        live = self._keeper.tables.get(number)
        if live is not None:
            await self._absences.unheard(live, error)

    def read_again(self, number: int, why: str) -> None:
        """A match's room was not heard: it is read as soon as it can be, and no clock runs."""
        live = self._keeper.tables.get(number)
        if live is not None:
            self._absences.fell_behind(live, VenueError(why), ZERO)

    def calls(self) -> list[tuple[timedelta, int]]:
        """How long until time next brings something about, and in which matches; nearest first."""
        return sorted(
            (at + venue.grace + timedelta.resolution - venue.now(), live.id)
            for live in self._keeper.tables
            if live.abreast.is_set()
            and (venue := self._keeper.venue(live)).on_duty()
            and (at := next_call(live.match)) is not None
        )

    def call_of(self, number: int) -> datetime | None:
        """When time next brings something about in a match, by the venue's clock."""
        live = self._keeper.tables.get(number)
        return None if live is None else next_call(live.match)

    async def call_time(self, number: int) -> None:
        """Rules what the passing of time brings; a flag only after reading the room."""
        live = self._keeper.tables.get(number)
        if live is None:
            return
        venue = self._keeper.venue(live)

        def brought(match: Match) -> tuple[Event, ...]:
            ruling = rule_on_time(match, venue.now() - venue.grace)
            on_time = isinstance(ruling, Accepted) and venue.on_duty()
            return ruling.events if isinstance(ruling, Accepted) and on_time else ()

        async with live.lock:
            if not live.abreast.is_set():
                return
            try:
                if any(isinstance(event, FlagFell) for event in brought(live.match)):
                    await self._read_up(live)
                await self._keeper.note(live, brought)
            except (StoreError, VenueError) as error:
                self._absences.fell_behind(live, error)

    async def settled(self) -> None:
        """Returns when every announcement under way has been made or put off."""
        await self._keeper.settled()

    async def close(self) -> None:
        """Finishes what is being said and stops."""
        await self._absences.close()
        await self._keeper.close()

    async def _submit(self, live: Live, submission: Submission) -> Answer:
        timepiece = self.teller.timepiece
        until = timepiece.monotonic() + PATIENCE
        in_room = isinstance(submission.act, Said) and submission.message is not None
        while True:
            # Talk waits for nobody: most of what is said in a room is talk.
            ruling = rule(live.match, submission)
            if isinstance(ruling, Ignored):
                live.heard(submission)
                return Answer(live.id, ruling)
            if in_room:
                # What was said is ruled in the end: nobody would say it again.
                await live.abreast.wait()
            left = until - timepiece.monotonic()
            if not await wait_for(live.abreast, timepiece, max(ZERO, left)) and left <= ZERO:
                return Answer(live.id, Ignored(), busy_text())
            async with live.lock:
                answer = await self._try_to_rule(live, submission)
            if answer is not None:
                return answer
            grace = self._grace_left(live)
            if live.abreast.is_set() and grace > ZERO:
                await timepiece.sleep(grace)
                until += grace

    async def _try_to_rule(self, live: Live, submission: Submission) -> Answer | None:
        """The answer, None if there can't be one now."""
        if not live.abreast.is_set():
            return None
        try:
            return await self._rule(live, submission)
        except (StoreError, VenueError) as error:
            self._absences.fell_behind(live, error)
            return None

    async def _rule(
        self, live: Live, submission: Submission, *, room_is_read: bool = False
    ) -> Answer | None:
        """The answer to an act, None while time seems to be up but can't be called yet."""
        message = submission.message
        for _ in range(TRIES):
            ruling = rule(live.match, submission)
            if isinstance(ruling, Ignored):
                live.heard(submission)
                return Answer(live.id, ruling)
            if message is not None and (
                message in live.talk or await self.store.ruled(live.id, message) is not None
            ):
                return Answer(live.id, Ignored())
            if _is_flag(ruling):
                # A move stamped in time may not have arrived yet: read the room first.
                if self._grace_left(live) > ZERO:
                    return None
                if not room_is_read:
                    await self._read_up(live)
                    room_is_read = True
                    continue
            if not room_is_read and _is_out_of_turn(ruling) and live.doubts(submission):
                # The turn before it may have been overtaken on its way.
                await self._read_up(live)
                room_is_read = True
                continue
            try:
                return await self._keep(live, submission, ruling)
            except StaleError:
                await self._keeper.reload(live)
        raise StoreError(f"match {live.id} is ruled elsewhere at the same time")

    async def _keep(self, live: Live, submission: Submission, ruling: Accepted | Refused) -> Answer:
        message = submission.message
        if isinstance(ruling, Refused):
            if message is not None:
                await self.store.refuse(live.id, message, seen=live.match.seen)
            return Answer(live.id, ruling, refusal_text(live.match, ruling))
        # A fallen flag answers the clock, not the message that showed it.
        ruled = None if _is_flag(ruling) else message
        reply_to = message if isinstance(submission.act, Said) else None
        await self._keeper.keep(live, ruling.events, ruled=ruled, reply_to=reply_to)
        return Answer(live.id, ruling)

    async def _take_up(self, live: Live) -> None:
        """Reads the room after an absence: what was refused just before may lack its answer."""
        await self._read_up(live, answer_again=True)

    async def _read_up(self, live: Live, *, answer_again: bool = False) -> None:
        """Rules what was said in the room and has not been heard, in the order of the stamps."""
        venue = self._keeper.venue(live)
        missed = await venue.read_since(live.room, live.match.turn_open_at)
        for submission in sorted(missed, key=lambda one: one.sent_at):
            try:
                answer = await self._rule(live, submission, room_is_read=True)
            except (StoreError, VenueError):
                raise
            except Exception:
                log.exception("match %s: message %s", live.id, submission.message)
                continue
            text = answer.text if answer and isinstance(answer.ruling, Refused) else ""
            if answer_again and not text:
                text = await self._refused_just_before(live, submission)
            if text and submission.message is not None:
                await venue.reply(live.room, submission.message, text)

    async def _refused_just_before(self, live: Live, submission: Submission) -> str:
        """What to answer to a message that was refused, where the answer may have been lost.

        A repeated answer is harmless while the venue remembers the first: for some minutes.
        """
        age = self._keeper.venue(live).now() - submission.sent_at
        if submission.message is None or age > ANSWERED_AGAIN:
            return ""
        if await self.store.ruled(live.id, submission.message) is not False:
            return ""
        ruling = rule(live.match, submission)
        return refusal_text(live.match, ruling) if isinstance(ruling, Refused) else ""

    def _grace_left(self, live: Live) -> timedelta:
        """How long a move stamped in time may still be under way, once the deadline is past."""
        deadline, venue = live.match.deadline(), self._keeper.venue(live)
        if deadline is None:
            return ZERO
        return deadline + venue.grace + timedelta.resolution - venue.now()


def _is_out_of_turn(ruling: Ruling) -> bool:
    return isinstance(ruling, Refused) and ruling.reason in (
        Reason.NOT_YOUR_TURN,
        Reason.SENT_TOO_EARLY,
    )


def _is_flag(ruling: Ruling) -> bool:
    return isinstance(ruling, Accepted) and any(isinstance(one, FlagFell) for one in ruling.events)
