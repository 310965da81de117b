"""The one async centre: load, lock, rule, save, tell.

One lock per match orders its rulings; another orders its announcements, so that telling never
holds up ruling. Live matches stay in memory. Nothing is announced that has not been stored, and
nothing is ruled that can't be: while the store or the venue fails, a match has fallen behind, its
clock stands, and what is said meanwhile is read when it is taken up again.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from bot.desk.hearing import PATIENCE, Answer, Hearing, is_flag
from bot.desk.ledger import Keeper, Watcher
from bot.desk.outbox import Teller
from bot.desk.recovery import Absences
from bot.desk.tables import Live
from bot.desk.venue import Venue, VenueError
from bot.referee.arbiter import rule_on_time
from bot.referee.clock import ZERO
from bot.referee.events import Event, FlagFell, MatchOpened, RulingKept
from bot.referee.fold import opened
from bot.referee.match import Match
from bot.referee.room import Room
from bot.referee.ruling import Accepted, Ignored
from bot.referee.submission import Cancel, Submission
from bot.referee.timekeeping import next_call
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.store import Store
from bot.wording.troubles import busy_text, closed_text

__all__ = ["Answer", "Desk"]

log = logging.getLogger(__name__)


class Desk:
    """Where submissions of all venues become rulings."""

    def __init__(self, store: Store, teller: Teller) -> None:
        self._store = store
        self.teller = teller
        self._keeper = Keeper(store, teller)
        self._hearing = Hearing(self._keeper)
        # What was refused just before an absence may lack its answer.
        read_up = partial(self._hearing.read_up, answer_again=True)
        self._absences = Absences(self._keeper, read_up)

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
        number = await self._store.open_match(room, event)
        fresh = Live(number, room, opened(event))
        fresh.caught_up()
        live = self._keeper.tables.add(fresh)
        self._keeper.show(live)
        self._keeper.tell_soon(live)
        return number

    async def submit(self, room: Room, submission: Submission) -> Answer | None:
        """Rules on an act in a room; None if the room has no open match."""
        await self._absences.wait_for_matches(room.venue, PATIENCE)
        live = self._keeper.tables.in_room(room)
        if live is not None:
            return await self._hearing.hear(live, submission)
        if isinstance(submission.act, Cancel):
            return await self._close_damaged(room, may_host=submission.may_host)
        return None

    async def submit_to(self, number: int, submission: Submission) -> Answer | None:
        """Rules on an act in a match, such as a press on one of its buttons."""
        try:
            live = await self._keeper.find(number)
        except StoreError as error:
            log.warning("match %s: %s", number, error)
            return Answer(number, Ignored(), busy_text())
        return None if live is None else await self._hearing.hear(live, submission)

    async def latest(self, room: Room) -> tuple[int, Match] | None:
        """The open match of a room, or else its last one."""
        live = self._keeper.tables.in_room(room)
        if live is not None:
            return live.id, live.match
        number = await self._store.latest_in(room)
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

    def held(self, venue: str, server: str) -> list[tuple[int, Room]]:
        """The matches of a server that are open, or whose end has not been told yet."""
        here = (live for live in self._keeper.tables.of(venue) if live.room.server == server)
        return [(live.id, live.room) for live in here]

    async def messages_changed(self, room: Room, *messages: str, deleted: bool) -> None:
        """Tells the room, once, that the edit or deletion of ruled messages changes nothing."""
        live = self._keeper.tables.in_room(room)
        if live is None:
            return
        at = self._keeper.venue(live).now()

        def kept(match: Match) -> tuple[Event, ...]:
            return tuple(
                RulingKept(at, turn.message, deleted, turn.colour)
                for turn in match.turns
                if turn.message in messages and turn.message not in match.kept
            )

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
            if not isinstance(ruling, Accepted) or not venue.on_duty():
                return ()
            return () if is_flag(ruling) and live.expects_in_time() else ruling.events

        async with live.lock:
            if not live.abreast.is_set():
                return
            try:
                if any(isinstance(event, FlagFell) for event in brought(live.match)):
                    await self._hearing.read_up(live)
                await self._keeper.note(live, brought)
            except (StoreError, VenueError) as error:
                self._absences.fell_behind(live, error)

    @contextmanager
    def expecting(self, number: int, at: datetime) -> Iterator[None]:
        """While an act has arrived and not been ruled, no time is called before it.

        Reading a room finds messages, but neither forms nor presses.
        """
        live = self._keeper.tables.get(number)
        if live is None:
            yield
            return
        live.expected.append(at)
        try:
            yield
        finally:
            live.expected.remove(at)

    def behind_since(self, venue: Venue) -> datetime | None:
        """Since when some match of a venue has not been heard, though the venue is."""
        return self._absences.behind_since(venue)

    async def settled(self) -> None:
        """Returns when every announcement under way has been made or put off."""
        await self._keeper.settled()

    async def close(self) -> None:
        """Finishes what is being said and stops."""
        await self._absences.close()
        await self._keeper.close()

    async def _close_damaged(self, room: Room, *, may_host: bool) -> Answer | None:
        """The way out where a record can't be read: nobody is its host, so who manages may."""
        number = await self._store.latest_in(room)
        if number is None:
            return None
        try:
            await self._keeper.find(number)
        except DamagedMatchError:
            if not may_host:
                raise
            await self._store.close_damaged(room)
            return Answer(number, Ignored(), closed_text(number))
        return None
