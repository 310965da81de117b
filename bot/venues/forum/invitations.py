"""The links to pages that a forum's posts and private messages carry.

It is Ann's turn: the post that says so has the link to watch the match, if the forum's managers
have turned that on, and Ann is sent the link to her own board, once and in private. Where the forum
refuses the message, it is sent again with her next turns, a few times.
"""

import logging

from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.venue import Announcement, Venue
from bot.referee.room import Room
from bot.storage.failures import StoreError
from bot.wording.forum import own_board_text, watch_line

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""How often a private message that is refused is sent."""
_MOST_KEPT = 1000
"""Players of matches of whom a refusal is remembered."""


class Invitations:
    """Links to the pages that this referee serves; nothing where it serves none."""

    def __init__(self, venue: Venue, desk: Desk) -> None:
        self._venue = venue
        self._desk = desk
        self._refused: LRUCache[tuple[int, str], int] = LRUCache(_MOST_KEPT)

    async def watch(self, room: Room, number: int) -> str:
        """The line with the link to watch a match; "" where that is off, or can't be made now."""
        pages = self._desk.page_links
        try:
            if pages is None or not await pages.may_watch(self._venue, room):
                return ""
            return watch_line(await pages.watch(number))
        except StoreError as error:
            log.warning("match %s: no link to watch it: %s", number, error)
            return ""

    async def invite(self, room: Room, announcement: Announcement) -> None:
        """Sends players whose turn it is the link to their own page, if they have none yet."""
        pages = self._desk.page_links
        if pages is None or not announcement.ping:
            return
        try:
            found = await self._desk.match(announcement.match)
            if found is None or not await pages.may_play(self._venue, room):
                return
            for player in found[1].players:
                # The partner that thinks for itself has no use for a page.
                if player.id not in announcement.ping or player.level:
                    continue
                key = announcement.match, player.id
                refused = self._refused.get(key, 0)
                again = 0 < refused < MOST_TRIES
                if again or not await pages.invited(announcement.match, player):
                    text = own_board_text(
                        announcement.match, await pages.own(announcement.match, player)
                    )
                    taken = await self._venue.places.whisper(room, player, text)
                    self._refused.pop(key, None)
                    if not taken and refused + 1 < MOST_TRIES:
                        self._refused[key] = refused + 1
        except StoreError as error:
            log.warning("match %s: no link to a page: %s", announcement.match, error)
