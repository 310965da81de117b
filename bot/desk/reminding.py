"""Reminds players of turns that wait: each of a turn once, in a private message.

Bob plays on Monday evening; Ann has asked to be told after twelve hours. On Tuesday morning her
turn still waits: that she is told is stored, then she is told. A turn that she makes meanwhile, or
that is just being ruled, keeps the message back. A process that is killed in between may leave one
out; none comes twice.

The moments are the venue's, and wait in an alarm of their own beside that of the clocks. Nothing
here holds the lock of a match; while other turns wait for too long, reminders do as well.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.desk.alarm import Alarm
from bot.desk.keyed import Keyed
from bot.desk.ledger import Ledger
from bot.desk.precedence import present
from bot.desk.tables import OpenMatch, about
from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.servers.reminders import Cause, Reminders, due, next_moment, turn_of
from bot.storage.failures import StoreError
from bot.storage.people import Person, ReminderBook, TurnTold
from bot.wording.status import reminder_text

log = logging.getLogger(__name__)

LOOK_INTERVAL = timedelta(minutes=1)
"""How often all settings are read: another process may have changed some."""
AT_ONCE = 3
"""How many private messages are sent at once: at eight in the morning there may be hundreds."""
_SLICE = 16
"""After so many matches that are looked at, others have their turn."""


class Reminding:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._book = ReminderBook(ledger.store)
        self.of = self._book.of
        self._settled: dict[Person, Reminders] = {}
        self._told: dict[int, TurnTold] = {}
        self._alarm = Alarm(ledger.venues, ledger.timepiece, self._moment)
        self._read_at: timedelta | None = None
        self._put_off: set[int] = set()
        self._reminders = Keyed("match", self.remind, "nobody could be reminded")
        self._sending = asyncio.Semaphore(AT_ONCE)
        ledger.watchers.append(self._on_change)

    def person(self, room: Room, player: Player) -> Person | None:
        """Who somebody is, as far as their reminders go; None where no venue is served there."""
        venue = self._ledger.venues.serving(room)
        if venue is None:
            return None
        everywhere = venue.places.one_id_everywhere
        return Person(room.venue, "" if everywhere else room.server, player.id)

    async def settle(self, person: Person, settled: Reminders | None) -> None:
        """Keeps what somebody has settled, from now on; None forgets it."""
        await self._book.settle(person, settled)
        self._read_at = None
        self._alarm.rings.set()

    async def run(self) -> None:
        """Reminds until cancelled; no message holds up another."""
        async with asyncio.TaskGroup() as work:
            work.create_task(self._reminders.run())
            while True:
                for number in await self.due():
                    self._reminders.wake(number)
                await self._alarm.sleep()

    async def due(self) -> list[int]:
        """The matches in which somebody is to be told something now; each is taken once."""
        await self._catch_up()
        return self._alarm.take_due()

    async def remind(self, number: int) -> None:
        """Tells the player to move of a match what is due; what fails is tried a minute later."""
        live = self._ledger.tables.get(number)
        try:
            if live is not None:
                with about(live):
                    async with self._sending:
                        await self._remind(live)
        except StoreError as error:
            self._put_off.add(number)
            level = self._ledger.loudness(error)
            log.log(level, "match %s: nobody is reminded now: %s", number, error)
        except Exception:
            self._put_off.add(number)
            log.exception("match %s: nobody could be reminded", number)
        finally:
            if live is not None and number not in self._put_off:
                self._alarm.look_again(live)
                self._alarm.check()

    def _on_change(self, live: OpenMatch) -> None:
        if live.glance.over:
            self._told.pop(live.id, None)
        # One at rest is as it was when this was asked last.
        if self._settled and not live.at_rest:
            self._alarm.look_again(live)
            self._alarm.check()

    def _moment(self, live: OpenMatch) -> datetime | None:
        venue = self._ledger.venues.serving(live.room)
        if venue is None or not venue.places.whispers:
            return None
        try:
            match = live.look()
        except StoreError:
            # It is taken from the store again, and is looked at then.
            return None
        settled = self._settled_by(live.room, match)
        if settled is None:
            return None
        told = self._told.get(live.id, TurnTold()).of(turn_of(match))
        return next_moment(match, settled, told, venue.now())

    def _settled_by(self, room: Room, match: Match) -> Reminders | None:
        person = self.person(room, match.players[match.to_move])
        return None if person is None else self._settled.get(person)

    async def _catch_up(self) -> None:
        """Looks again at what was put off, and, every minute, at who wants to be reminded."""
        present = self._ledger.timepiece.monotonic()
        if self._read_at is not None and present - self._read_at < LOOK_INTERVAL:
            return
        put_off, self._put_off = self._put_off, set()
        # Of those that another process has by now nothing is heard here.
        tables = self._ledger.tables
        self._told = {key: told for key, told in self._told.items() if tables.get(key)}
        await self._look_at(put_off)
        try:
            settled = await self._book.all()
            changed = {
                person
                for person in settled.keys() | self._settled.keys()
                if settled.get(person) != self._settled.get(person)
            }
            seats = await self._book.matches() if changed else []
        except StoreError as error:
            level = self._ledger.loudness(error)
            log.log(level, "who wants to be reminded can't be read: %s", error)
            return
        finally:
            self._read_at = present
        self._settled = settled
        await self._look_at(number for person, number in seats if person in changed)

    async def _look_at(self, numbers: Iterable[int]) -> None:
        """Looks again at matches, some at a time: each that is at rest has to be unpacked."""
        for count, number in enumerate(numbers, 1):
            live = self._ledger.tables.get(number)
            if live is not None:
                self._alarm.look_again(live)
            if count % _SLICE == 0:
                self._alarm.wait()
                await asyncio.sleep(0)

    async def _remind(self, live: OpenMatch) -> None:
        """Tells the player to move what is due, if it still is once that was stored."""
        match, venue = live.look(), self._ledger.venues.serving(live.room)
        player, turn = match.players[match.to_move], turn_of(match)
        person = self.person(live.room, player)
        if venue is None or person is None:
            return
        settled = await self._book.of(person)
        told = self._told[live.id] = await self._book.told(live.id)
        if settled is None:
            self._settled.pop(person, None)
            return
        self._settled[person] = settled
        causes = due(match, settled, told.of(turn), present(self._ledger, live))
        if not causes or not self._may_tell(live, venue):
            self._put_off.add(live.id)
            return
        told = TurnTold(turn, told.of(turn) | frozenset(causes))
        await self._book.note_told(live.id, told)
        self._told[live.id] = told
        if not live.glance.over and turn_of(live.look()) == turn:
            await self._tell(live, person, settled, causes)

    def _may_tell(self, live: OpenMatch, venue: Venue) -> bool:
        """Whether the referee knows how a match stands, and has nothing more urgent to do."""
        waits = live.standing.runs and venue.hears() and not live.expects_before(venue.now())
        return waits and not self._ledger.backlog.behind

    async def _tell(
        self, live: OpenMatch, person: Person, settled: Reminders, causes: tuple[Cause, ...]
    ) -> None:
        match, venue = live.look(), self._ledger.venue(live)
        board = match.telling.board_message
        link = venue.places.link(live.room, board) if board else ""
        text = reminder_text(
            live.id, match, causes, settled, link or venue.voice.room(live.room.id), venue.voice
        )
        sent = await venue.places.whisper(live.room, match.players[match.to_move], text)
        if not sent or settled.failed:
            await self._book.note_sent(person, sent=sent)
            # Read anew with all others, and so looked at in all their matches.
            self._read_at = None
