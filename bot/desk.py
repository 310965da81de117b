"""The one async centre: load, lock, rule, save, tell.

One lock per match orders its rulings; another orders its announcements, so that telling never
holds up ruling. Live matches stay in memory. Nothing is announced that has not been stored.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.referee.arbiter import accept, rule, rule_on_time
from bot.referee.events import (
    Event,
    FlagFell,
    MatchOpened,
    RefereeAway,
    RefereeBack,
    RulingKept,
    Shown,
)
from bot.referee.match import Match, Status, fold, opened
from bot.referee.ruling import Accepted, Ignored, Refused, Ruling
from bot.referee.submission import Submission
from bot.referee.timekeeping import next_call
from bot.storage.failures import StaleError
from bot.storage.store import Outgoing, Room, Store, StoredMatch
from bot.teller import Teller
from bot.venue import Venue
from bot.wording.announcements import is_told
from bot.wording.refusals import refusal_text

log = logging.getLogger(__name__)

WORTH_TELLING = timedelta(seconds=5)
"""An absence shorter than this costs nobody anything and is not spoken of."""


Watcher = Callable[[Room, int, Match], None]
"""Somebody who shows a match live: its room, its number and how it stands now."""


@dataclass(slots=True)
class Live:
    """A match at the desk, with the lock that orders its rulings."""

    id: int
    room: Room
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a submission: the ruling, and the reply where it was refused."""

    match: int
    ruling: Ruling
    text: str = ""


class Desk:
    """Where submissions of all venues become rulings."""

    def __init__(self, store: Store, teller: Teller) -> None:
        self.store = store
        self.teller = teller
        self.changed = asyncio.Event()
        """Set whenever the nearest deadline may have changed."""
        self.watchers: list[Watcher] = []
        """Told of every change of a match, once it is stored."""
        self._venues: dict[str, Venue] = {}
        self._live: dict[int, Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def serve(self, venue: Venue) -> None:
        """Takes a venue on; its matches are ruled from `return_to_duty` on."""
        self._venues[venue.name] = venue

    async def open(self, room: Room, event: MatchOpened) -> int:
        """Opens a match in a room; RoomTakenError if it has one."""
        number = await self.store.open_match(room, event)
        live = Live(number, room, opened(event))
        self._live[number] = live
        self._show(live)
        self._tell_soon(live)
        return number

    async def submit(self, room: Room, submission: Submission) -> Answer | None:
        """Rules on an act in a room; None if the room has no open match."""
        live = await self._open_in(room)
        return None if live is None else await self.submit_to(live.id, submission)

    async def submit_to(self, number: int, submission: Submission) -> Answer | None:
        """Rules on an act in a match, such as a press on one of its buttons."""
        live = await self._find(number)
        if live is None:
            return None
        async with live.lock:
            return await self._rule(live, submission)

    async def latest(self, room: Room) -> tuple[int, Match] | None:
        """The open match of a room, or else its last one."""
        number = await self.store.latest_in(room)
        return None if number is None else await self.match(number)

    async def match(self, number: int) -> tuple[int, Match] | None:
        """A match by its number."""
        live = await self._find(number)
        return None if live is None else (live.id, live.match)

    async def room_of(self, number: int) -> Room | None:
        """Where a match is held."""
        live = await self._find(number)
        return None if live is None else live.room

    def open_matches(self, venue: str, server: str) -> list[tuple[int, Room, Match]]:
        """The open matches of a server, oldest first."""
        return [
            (live.id, live.room, live.match)
            for live in sorted(self._live.values(), key=lambda live: live.id)
            if (live.room.venue, live.room.server) == (venue, server) and not live.match.over
        ]

    async def message_changed(self, room: Room, message: str, *, deleted: bool) -> None:
        """Tells the room, once, that an edit or deletion of a ruled message changes nothing."""
        live = await self._open_in(room)
        if live is None:
            return
        async with live.lock:
            turn = next((turn for turn in live.match.turns if turn.message == message), None)
            if turn is None or message in live.match.kept:
                return
            at = self._venues[room.venue].now()
            await self._store(live, (RulingKept(at, message, deleted, turn.colour),))

    def next_call(self) -> tuple[timedelta, int] | None:
        """How long until time next brings something about, and in which match."""
        waits = [
            (at + venue.grace - venue.now(), live.id)
            for live in self._live.values()
            if (venue := self._venues.get(live.room.venue)) is not None
            and venue.on_duty()
            and (at := next_call(live.match)) is not None
        ]
        return min(waits, default=None)

    async def call_time(self, number: int) -> None:
        """Rules what the passing of time brings, after reading the room up to the present."""
        live = self._live[number]
        async with live.lock:
            await self._read_up(live)
            venue = self._venues[live.room.venue]
            ruling = rule_on_time(live.match, venue.now() - venue.grace)
            if isinstance(ruling, Accepted) and venue.on_duty():
                await self._store(live, ruling.events)

    async def return_to_duty(self, venue: Venue, away_since: datetime | None) -> None:
        """Takes up a venue's open matches again after an absence, or at the start."""
        known = {live.id for live in self._live.values()}
        for stored in await self.store.open_matches(venue.name):
            if stored.id not in known:
                self._keep(stored)
        for live in [one for one in self._live.values() if one.room.venue == venue.name]:
            try:
                await self._catch_up(live, venue, away_since)
            except Exception:
                log.exception("match %s could not be taken up again", live.id)
        for number in await self.store.unannounced(venue.name):
            found = await self._find(number)
            if found is not None:
                self._tell_soon(found)
        self.changed.set()

    async def close(self) -> None:
        """Finishes what is being said and stops."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Returns when every announcement under way has been made or put off."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _catch_up(self, live: Live, venue: Venue, away_since: datetime | None) -> None:
        async with live.lock:
            match = live.match
            runs = match.status is Status.RUNNING and match.clock is not None
            if runs and away_since is not None and match.off_duty_since is None:
                left = max(away_since, match.turn_open_at)
                await self._store(live, (RefereeAway(left),))
            await self._read_up(live)
            left_at = live.match.off_duty_since
            if left_at is not None and not live.match.over:
                now = max(venue.now(), left_at)
                told = now - left_at >= WORTH_TELLING
                await self._store(live, (RefereeBack(now, left_at, told),))

    async def _read_up(self, live: Live) -> None:
        """Rules what was said in the room and has not been heard, in the order of the stamps."""
        venue = self._venues[live.room.venue]
        missed = await venue.read_since(live.room, live.match.turn_open_at)
        for submission in sorted(missed, key=lambda one: one.sent_at):
            answer = await self._rule(live, submission, room_is_read=True)
            if isinstance(answer.ruling, Refused) and submission.message is not None:
                await venue.reply(live.room, submission.message, answer.text)

    async def _rule(
        self, live: Live, submission: Submission, *, room_is_read: bool = False
    ) -> Answer:
        ruling = rule(live.match, submission)
        if isinstance(ruling, Ignored):
            return Answer(live.id, ruling)
        message = submission.message
        if message is not None and await self.store.ruled(live.id, message) is not None:
            return Answer(live.id, Ignored())
        if _is_flag(ruling) and not room_is_read:
            # A move stamped in time may not have arrived yet: read the room before calling time.
            await self._read_up(live)
            return await self._rule(live, submission, room_is_read=True)
        if isinstance(ruling, Refused):
            if message is not None:
                await self.store.refuse(live.id, message)
            return Answer(live.id, ruling, refusal_text(live.match, ruling))
        try:
            # A fallen flag answers the clock, not the message that showed it.
            ruled = None if _is_flag(ruling) else message
            await self._store(live, ruling.events, ruled=ruled, reply_to=message)
        except StaleError:
            return await self._rule_again(live, submission)
        return Answer(live.id, ruling)

    async def _rule_again(self, live: Live, submission: Submission) -> Answer:
        """Somebody else ruled first: takes the match as it is stored now."""
        stored = await self.store.load(live.id)
        if stored is None:
            return Answer(live.id, Ignored())
        live.match = fold(stored.events)
        return await self._rule(live, submission)

    async def _store(
        self,
        live: Live,
        events: tuple[Event, ...],
        *,
        ruled: str | None = None,
        reply_to: str | None = None,
    ) -> None:
        seen = live.match.seen
        told = any(is_told(event) for event in events)
        outgoing = Outgoing(live.id, seen, seen + len(events) - 1, reply_to) if told else None
        accepted = accept(live.match, *events)
        await self.store.append(live.id, seen, events, ruled=ruled, outgoing=outgoing)
        live.match = accepted.match
        self.changed.set()
        self._show(live)
        if told:
            self._tell_soon(live)

    def _show(self, live: Live) -> None:
        for watcher in self.watchers:
            watcher(live.room, live.id, live.match)

    def _tell_soon(self, live: Live) -> None:
        self._spawn(self._tell(live))

    async def _tell(self, live: Live) -> None:
        venue = self._venues[live.room.venue]

        async def shown(event: Shown) -> None:
            async with live.lock:
                await self._store(live, (event,))

        await self.teller.tell(venue, live.id, live.room, lambda: live.match, shown)
        if live.match.over and not await self.store.waiting(live.id):
            self._live.pop(live.id, None)

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an announcement failed", exc_info=error)

    async def _open_in(self, room: Room) -> Live | None:
        for live in self._live.values():
            if live.room == room and not live.match.over:
                return live
        return None

    async def _find(self, number: int) -> Live | None:
        live = self._live.get(number)
        if live is not None:
            return live
        stored = await self.store.load(number)
        if stored is None:
            return None
        return self._keep(stored) if stored.open else _as_live(stored)

    def _keep(self, stored: StoredMatch) -> Live:
        return self._live.setdefault(stored.id, _as_live(stored))


def _as_live(stored: StoredMatch) -> Live:
    return Live(stored.id, stored.room, fold(stored.events))


def _is_flag(ruling: Ruling) -> bool:
    return isinstance(ruling, Accepted) and any(isinstance(one, FlagFell) for one in ruling.events)
