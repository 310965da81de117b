"""Makes the announcements that wait in the outbox, in order and once.

An announcement is written anew from the stored events each time it is tried, and sent with a
nonce derived from the match and the event, so that a repeat after a crash is no second message.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from tenacity import AsyncRetrying, retry_if_exception, stop_after_delay, wait_random_exponential

from bot.picture import match_scene
from bot.referee.events import Event, Shown
from bot.referee.match import Match, fold
from bot.storage.store import Outgoing, Room, Store
from bot.venue import Announcement, Button, Posted, Timepiece, Venue, VenueError
from bot.wording.announcements import announce
from bot.wording.buttons import LABELS

log = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=10)
"""How long one announcement is tried before it waits for the venue to come back."""


class Teller:
    """Tells rooms what was ruled."""

    def __init__(self, store: Store, timepiece: Timepiece) -> None:
        self._store = store
        self._timepiece = timepiece
        self._order: dict[int, asyncio.Lock] = {}

    async def tell(
        self,
        venue: Venue,
        number: int,
        room: Room,
        now: Callable[[], Match],
        shown: Callable[[Shown], Awaitable[None]],
    ) -> None:
        """Makes all waiting announcements of a match; `shown` stores that one became visible."""
        async with self._order.setdefault(number, asyncio.Lock()):
            for outgoing in await self._store.waiting(number):
                announcement = await self._write(venue, outgoing, now())
                try:
                    posted = await self._post(venue, room, announcement)
                except VenueError as error:
                    log.warning("match %s: event %s waits: %s", number, outgoing.through, error)
                    return
                board = announcement.scene is not None
                await shown(Shown(posted.at, posted.message, outgoing.through, board))
        if now().over:
            self._order.pop(number, None)

    async def _write(self, venue: Venue, outgoing: Outgoing, live: Match) -> Announcement:
        stored = await self._store.load(outgoing.match)
        assert stored is not None  # noqa: S101
        told = stored.events[outgoing.first : outgoing.through + 1]
        # Mostly the announcement is of the match as it stands; after a crash it may lag behind.
        current = live.seen == outgoing.through + 1
        match = live if current else fold(stored.events[: outgoing.through + 1])
        return compose(venue, match, outgoing, told)

    async def _post(self, venue: Venue, room: Room, announcement: Announcement) -> Posted:
        async def sleep(seconds: float) -> None:
            await self._timepiece.sleep(timedelta(seconds=seconds))

        attempts = AsyncRetrying(
            retry=retry_if_exception(_worth_another_try),
            wait=wait_random_exponential(multiplier=0.5, max=20),
            stop=stop_after_delay(PATIENCE),
            sleep=sleep,
            reraise=True,
        )
        return await attempts(venue.announce, room, announcement)


def compose(
    venue: Venue, match: Match, outgoing: Outgoing, told: tuple[Event, ...]
) -> Announcement:
    """The announcement of some events of a match, for its venue."""
    now = venue.now()
    words = announce(match, told, venue.voice, now)
    # The start of the match is in the nonce: a new database counts its matches from one again.
    opened = int(match.opened_at.timestamp()) % 36**5
    return Announcement(
        match=outgoing.match,
        nonce=f"{outgoing.match}.{outgoing.through}.{opened}",
        text=words.text,
        scene=match_scene(match, now, outgoing.match) if words.board else None,
        ping=words.ping,
        buttons=tuple(Button(action, LABELS[action]) for action in words.buttons),
        reply_to=outgoing.reply_to,
    )


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, VenueError) and not error.lasting
