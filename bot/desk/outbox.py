"""Makes the announcements that wait in the outbox, in order and once.

An announcement is written anew from the stored events each time it is tried, and sent with a
nonce derived from the match and the event, so that a repeat is no second message. Where a try may
have been made before, by this process or one that crashed, the venue is asked to look first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from weakref import WeakValueDictionary

from tenacity import AsyncRetrying, retry_if_exception, wait_random_exponential

from bot.desk.venue import Announcement, Button, Posted, Venue, VenueError
from bot.referee.events import Event, Shown
from bot.referee.fold import fold
from bot.referee.match import Match
from bot.referee.room import Room
from bot.servers.settings import USUAL, HouseRules
from bot.storage.failures import StoreError
from bot.storage.servers import Servers
from bot.storage.store import Outgoing, Store
from bot.timing import Timepiece
from bot.views.scenes import match_scene
from bot.wording.announcements import Words, announce
from bot.wording.buttons import LABELS
from bot.wording.troubles import speechless_text
from renderers.scene import Scene

log = logging.getLogger(__name__)

LONGEST_PAUSE = timedelta(seconds=30)
"""Between two tries of one announcement, at most; it is tried until it is made."""

Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Made:
    posted: Posted
    board: bool


class Teller:
    """Tells rooms what was ruled."""

    def __init__(self, store: Store, timepiece: Timepiece) -> None:
        self._store = store
        self._servers = Servers(store)
        self.timepiece = timepiece
        self._order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._untried: set[Key] = set()
        self._made: dict[Key, _Made] = {}

    def expect(self, outgoing: Outgoing) -> None:
        """Takes note that an announcement was stored just now, and never tried before."""
        self._untried.add(_key(outgoing))

    async def tell(
        self,
        venue: Venue,
        number: int,
        room: Callable[[], Room],
        now: Callable[[], Match],
        shown: Callable[[Shown], Awaitable[None]],
    ) -> None:
        """Makes all waiting announcements of a match; `shown` stores that one became visible.

        The match may go to another `room` while one of them fails.

        VenueError if the venue will not have one: it is tried again the next time.
        """
        order = self._order.setdefault(number, asyncio.Lock())
        async with order:
            for outgoing in await self._store.waiting(number):
                key = _key(outgoing)
                if key not in self._made:
                    self._made[key] = await self._make(venue, room, outgoing, now)
                made = self._made[key]
                await shown(
                    Shown(made.posted.at, made.posted.message, outgoing.through, made.board)
                )
                del self._made[key]

    async def _make(
        self, venue: Venue, room: Callable[[], Room], outgoing: Outgoing, now: Callable[[], Match]
    ) -> _Made:
        async def sleep(seconds: float) -> None:
            await self.timepiece.sleep(timedelta(seconds=seconds))

        async def attempt() -> _Made:
            again = _key(outgoing) not in self._untried
            self._untried.discard(_key(outgoing))
            announcement = await self._write(venue, outgoing, now(), again=again)
            return await _send(venue, room(), announcement)

        attempts = AsyncRetrying(
            retry=retry_if_exception(_worth_another_try),
            wait=wait_random_exponential(multiplier=0.5, max=LONGEST_PAUSE.total_seconds()),
            before_sleep=lambda state: log.warning(
                "match %s: event %s waits: %s",
                outgoing.match,
                outgoing.through,
                state.outcome and state.outcome.exception(),
            ),
            sleep=sleep,
            reraise=True,
        )
        return await attempts(attempt)

    async def _write(
        self, venue: Venue, outgoing: Outgoing, live: Match, *, again: bool
    ) -> Announcement:
        stored = await self._store.load(outgoing.match)
        if stored is None:
            raise StoreError(f"match {outgoing.match} is gone")
        told = stored.events[outgoing.first : outgoing.through + 1]
        # Mostly the announcement is of the match as it stands; after a crash it may lag behind.
        current = live.seen == outgoing.through + 1
        match = live if current else fold(stored.events[: outgoing.through + 1])
        shown = [event for event in stored.events if isinstance(event, Shown)]
        since = max((event.at for event in shown), default=match.opened_at)
        made = frozenset(event.message for event in shown)
        rules = await self._servers.rules(stored.room.venue, stored.room.server)
        written = compose(venue, match, outgoing, told, rules)
        return replace(written, again=again, since=since, made=made)


def compose(
    venue: Venue,
    match: Match,
    outgoing: Outgoing,
    told: tuple[Event, ...],
    rules: HouseRules = USUAL,
) -> Announcement:
    """The announcement of some events of a match, for its venue; `rules` are its server's."""
    words = _words(venue, match, outgoing, told)
    # The start of the match is in the nonce: a new database counts its matches from one again.
    opened = int(match.opened_at.timestamp()) % 36**5
    return Announcement(
        match=outgoing.match,
        nonce=f"{outgoing.match}.{outgoing.through}.{opened}",
        text=words.text,
        scene=_scene(venue, match, outgoing, rules) if words.board else None,
        ping=words.ping,
        buttons=_buttons(venue, words),
        reply_to=outgoing.reply_to,
    )


def _buttons(venue: Venue, words: Words) -> tuple[Button, ...]:
    if not venue.places.buttons:
        return ()
    return tuple(Button(action, LABELS[action]) for action in words.buttons)


def _words(venue: Venue, match: Match, outgoing: Outgoing, told: tuple[Event, ...]) -> Words:
    """What is said; a sentence that fails must not hold up the match, whose clock waits for it."""
    try:
        return announce(match, told, venue.voice, venue.now())
    except Exception:
        log.exception("match %s: event %s has no words", outgoing.match, outgoing.through)
        return Words(speechless_text())


def _scene(venue: Venue, match: Match, outgoing: Outgoing, rules: HouseRules) -> Scene | None:
    try:
        return match_scene(match, venue.now(), outgoing.match, rules.look)
    except Exception:
        log.exception("match %s: event %s has no picture", outgoing.match, outgoing.through)
        return None


async def _send(venue: Venue, room: Room, announcement: Announcement) -> _Made:
    """Drawing is the venue's: a picture that fails must not keep the words back."""
    failed: Exception | None = None
    for sent in (announcement, replace(announcement, scene=None, again=True)):
        try:
            return _Made(await venue.announce(room, sent), sent.scene is not None)
        except (VenueError, StoreError):
            raise
        except Exception as error:
            log.exception("match %s: %s could not be sent", sent.match, sent.nonce)
            failed = error
    raise VenueError(f"it could not be sent: {failed!r}")


def _key(outgoing: Outgoing) -> Key:
    return outgoing.match, outgoing.through


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, VenueError) and not error.lasting
