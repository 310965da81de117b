"""What a cup hears of its matches, up to when that is all, and what it tells its room.

Bob presses Ready a second before the round is over, and his press waits for a ruling in his match:
until that is made nothing is known of this match, and he is no no-show.

Nobody loses a round for what the referee could not hear. It is down from 21:40 to 22:30, and the
round had until 22:00: before the venue counts as heard again, the deadline is moved to 22:50, and
stored. Killed right after that, the next process finds a note of duty from before 21:40 still, and
makes up for what has passed since 22:30. While the database can't be written nobody can press Ready
either.

The room of a cup is told one message an event, each once. A round is paired and stored, and the
process is killed while its message is under way. The next one finds that the event has not been
shown, looks whether there is such a message, and else makes it.
"""

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.cups.events import CupShown, DeadlineMoved, RoundChanged, RoundPaired
from bot.cups.running import Facts, MatchFacts, facts_of, limit_of, to_seat
from bot.cups.state import CupState, CupStatus
from bot.desk.composing import Visible, made_or, nonce_of, send, until_made
from bot.desk.cup_table import GOING_ON, CupTable, HeldCup
from bot.desk.ledger import Ledger
from bot.desk.venue import HERE, Announcement, Button, Posted, Venue, VenueError
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.store import Servers
from bot.views.cup_pictures import main_picture
from bot.wording.cup_telling import CupWords, cup_words
from bot.wording.forms import LABELS
from bot.wording.troubles import speechless_text
from renderers.scene import DrawnPicture

log = logging.getLogger(__name__)

WORTH_MOVING = timedelta(minutes=1)
"""A shorter absence moves no deadline that is further away than this, and is not told of."""
_UNREADABLE = MatchFacts(begun=True, over=True)
"""A match whose record is damaged, or gone: the host says what becomes of its pairing."""


class CupHearing:
    def __init__(self, ledger: Ledger, table: CupTable) -> None:
        self._ledger = ledger
        self._table = table
        self._unstored_since: timedelta | None = None
        self._making_up = 0
        ledger.store.watch(self)

    async def learn(self, held: HeldCup) -> None:
        """Looks at the matches of which nothing is known, or not the latest."""
        for meeting in held.state.meetings:
            for game in meeting.games:
                if game.match not in held.facts:
                    facts = await self._look_up(game.match, meeting.entrants)
                    # If it has changed meanwhile, that is known already.
                    held.facts.setdefault(game.match, facts)

    async def _look_up(self, match: int, entrants: tuple[str, str]) -> MatchFacts:
        try:
            live = await self._ledger.find(match)
        except DamagedMatchError:
            log.warning("match %s of a cup can't be read", match)
            return _UNREADABLE
        return _UNREADABLE if live is None else facts_of(live.match, entrants)

    def known(self, held: HeldCup) -> Facts:
        """What is known of matches, without those where somebody may be ready by now.

        Such a press is on its way, or nothing is ruled there: nobody is a no-show before it is.
        """
        held.unheard = {
            match
            for match, known in held.facts.items()
            if not known.over and (self.is_behind or self._may_be_ready(match, known))
        }
        return {match: known for match, known in held.facts.items() if match not in held.unheard}

    def _may_be_ready(self, match: int, known: MatchFacts) -> bool:
        live = self._ledger.tables.get(match)
        if live is None or not live.in_sync.is_set():
            return True
        # In a room that can't be used nobody presses Ready; where somebody has, it could be.
        return bool(live.expected or (live.obstacle and not known.ready))

    @property
    def is_behind(self) -> bool:
        """Whether there is an absence that is still to be made up for."""
        return self._unstored_since is not None or self._making_up > 0

    async def make_up(self, venue: Venue, since: datetime | None) -> None:
        """A venue that was away `since` a moment is about to be here: deadlines move; StoreError.

        Done again after a crash, it makes up for what has passed since it was done.
        """
        for number, room in (await self._table.cups.open_cups()).items():
            if self._ledger.venues.serving(room) is not venue:
                continue
            try:
                held = await self._table.find(number)
            except DamagedMatchError:
                # It runs no more, and is logged where cups are found.
                continue
            if held is not None and since is not None:
                async with held.lock:
                    await self._table.append(held, partial(_moved, now=venue.now(), since=since))

    def stored(self) -> None:
        """The database can be written again: what nobody could do meanwhile is made up for."""
        since, self._unstored_since = self._unstored_since, None
        if since is not None:
            self._making_up += 1
            self._ledger.spawn(self._make_up_for(since))

    def unusable(self, error: StoreError) -> None:  # noqa: ARG002
        """The database can't be used: nobody can press Ready, and nobody is a no-show."""
        if self._unstored_since is None:
            self._unstored_since = self._ledger.timepiece.monotonic()

    async def _make_up_for(self, began: timedelta) -> None:
        try:
            for venue in list(self._ledger.venues.values()):
                if self._ledger.presence(venue).here:
                    gone = self._ledger.timepiece.monotonic() - began
                    await self.make_up(venue, venue.now() - gone)
        except StoreError:
            # It goes on, since the same moment.
            self._unstored_since = began
        finally:
            self._making_up -= 1


def heard_until(held: HeldCup, venue: Venue) -> datetime:
    """Up to which moment all is known that people did in the rooms of a cup's games."""
    games = (meeting.game for meeting in held.state.playing)
    rooms = (replace(held.room, id=game.room) for game in games if game is not None)
    read = (venue.places.read_until(room) for room in rooms)
    heard = venue.heard_at() or held.state.opened.at
    moments = [venue.certain_until(), venue.now(), heard, *(at for at in read if at is not None)]
    return min(moments) - venue.grace


def _moved(state: CupState, now: datetime, since: datetime) -> DeadlineMoved | None:
    """The deadline moves by an absence, or by what has passed of it since it was settled last."""
    if state.until is None or state.status not in (CupStatus.RUNNING, CupStatus.CHECK_IN):
        return None
    gone = now - max(since, state.until_set_at or since)
    games = (meeting.game for meeting in state.playing)
    limits = [limit_of(state, game) or state.until for game in games if game is not None]
    is_near = min(limits, default=state.until) <= now + WORTH_MOVING
    if gone >= WORTH_MOVING or (is_near and gone > timedelta(0)):
        return DeadlineMoved(now, state.until + gone, told=gone >= WORTH_MOVING)
    return None


class CupTelling:
    """Makes the announcements of cups."""

    def __init__(self, ledger: Ledger, table: CupTable) -> None:
        self._ledger = ledger
        self._table = table
        self._servers = Servers(ledger.store)

    async def tell(self, held: HeldCup, venue: Venue) -> bool:
        """Makes all announcements of a cup that wait to be made; VenueError if one can't be.

        Whether there was any.
        """
        told = False
        async with held.telling:
            while (number := held.untold) is not None and not _waits(held, number, venue):
                posted = await self._made(held, number, venue)
                await self._note(held, CupShown(posted.at, posted.message, number))
                told = True
        return told

    async def _note(self, held: HeldCup, shown: CupShown) -> None:
        async with held.lock:
            await self._table.append(
                held, lambda state: shown if state.told < shown.through else None
            )

    async def _made(self, held: HeldCup, number: int, venue: Venue) -> Posted:
        async def attempt() -> Visible:
            again = number not in held.fresh
            held.fresh.discard(number)
            words = _words(held, number, venue)
            room = replace(held.room, id=words.room) if words.room else held.room
            announcement = self._announcement(held, number, words, again=again)
            if words.picture:
                picture = await self._picture(held, number, venue)
                announcement = replace(announcement, picture=picture)
            try:
                return await send(venue, room, announcement)
            except VenueError as error:
                if room == held.room or not error.lasting:
                    raise
            # The room of a pairing is gone: that is to hold up nothing else.
            return await send(venue, held.room, announcement)

        about = f"cup {held.id}: event {number}"
        failures = (VenueError, StoreError)
        made = await until_made(self._ledger.timepiece, about, attempt, failures=failures)
        return made.posted

    async def _picture(self, held: HeldCup, number: int, venue: Venue) -> DrawnPicture | None:
        """The bracket or the table after an event; one that can't be drawn costs no more."""
        rules = await self._servers.rules(held.room.venue, held.room.server)
        state, look = held.as_of(number), venue.places.look(rules)
        picture = partial(main_picture, state, look)
        failure = f"cup {held.id}: event {number} has no picture"
        return await asyncio.to_thread(made_or, None, picture, failure)

    def _announcement(
        self, held: HeldCup, number: int, words: CupWords, *, again: bool
    ) -> Announcement:
        buttons = tuple(Button(action, LABELS[action]) for action in words.buttons)
        return Announcement(
            match=0,
            cup=held.id,
            nonce=nonce_of(f"c{held.id}", number, held.events[number]),
            text=words.text,
            ping=words.ping,
            buttons=buttons,
            again=again,
            since=max((shown.at for shown in held.state.shown), default=held.state.opened.at),
            made=frozenset(shown.message for shown in held.state.shown),
        )


def _words(held: HeldCup, number: int, venue: Venue) -> CupWords:
    """What is said of an event; a sentence that fails costs the room that and no more."""

    def words() -> CupWords:
        state, event = held.as_of(number), held.events[number]
        return cup_words(held.id, state, event, venue.voice, _rooms(held, venue))

    failure = f"cup {held.id}: event {number} has no words"
    return made_or(CupWords(speechless_text()), words, failure)


def _waits(held: HeldCup, number: int, venue: Venue) -> bool:
    """Whether a round is told later: its rooms, which it links, are about to be opened."""
    state, event = held.state, held.events[number]
    if not (venue.places.links_pairings and isinstance(event, RoundPaired | RoundChanged)):
        return False
    due = state.opened.plan.rooms != HERE and any(not game.room for game in to_seat(state))
    return due and GOING_ON not in held.obstacles


def _rooms(held: HeldCup, venue: Venue) -> dict[int, str]:
    """The rooms of pairings that are to be linked, by the pairings' numbers."""
    if not venue.places.links_pairings or held.state.opened.plan.rooms == HERE:
        return {}
    return {one.number: one.games[-1].room for one in held.state.meetings if one.games}
