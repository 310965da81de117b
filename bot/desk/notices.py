"""What is said of trouble outside the rulings: to the room, or to the host alone; once each.

A channel is deleted in the middle of a match. Nobody can be told there, so the match pauses and its
host gets a message of their own. Where the database fails, nothing can be stored and so nothing
goes through the outbox: the room is told directly that no clock runs. A venue that keeps its own
messages in that database shows it instead, while it is so.
"""

import logging

from bot.desk.ledger import Ledger
from bot.desk.standing import Notice
from bot.desk.tables import OpenMatch
from bot.desk.venue import Announcement, Button, VenueError
from bot.referee.absence import WORTH_TELLING, pausing
from bot.referee.appointments import too_early
from bot.referee.events import Event
from bot.referee.match import Match, Room, Status
from bot.storage.failures import StoreError
from bot.wording.forms import LABELS
from bot.wording.troubles import damaged_text, invited_text, out_of_reach_text, trouble_text

log = logging.getLogger(__name__)


class Notices:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._damage_told: set[int] = set()

    async def out_of_reach(self, live: OpenMatch, error: VenueError) -> None:
        """Pauses a running match whose room is lost, and tells its host, once; StoreError."""
        venue, before = self._ledger.venue(live), live.match.status
        host_knows = live.host_told or live.match.pauses.for_room

        def paused(match: Match) -> tuple[Event, ...]:
            since, room_knows = live.standing.since, live.standing.notice is Notice.TOLD
            return pausing(match, venue.now(), since, str(error), told=room_knows)

        await self._ledger.note(live, paused)
        live.obstacle, live.host_told = str(error), True
        if before is Status.RUNNING or not host_knows:
            text = out_of_reach_text(
                live.id,
                venue.voice.room(live.room.id),
                venue.voice.plain(str(error)),
                before,
                venue.voice,
                by_itself=venue.voice.sees_mended(str(error)),
            )
            self._ledger.spawn(venue.places.whisper(live.room, live.match.host, text))

    def reached(self, live: OpenMatch) -> None:
        """A match can go on in its room: who is yet to get ready there is asked again."""
        if live.obstacle and live.match.status is Status.WAITING:
            self._ledger.spawn(self._invite(live))
        live.obstacle, live.host_told = "", False

    async def trouble(self, live: OpenMatch) -> None:
        """Tells the room that nothing can be ruled for a while."""
        standing = live.standing
        since = standing.keeps_up().since
        if since is None or standing.notice is Notice.TOLD or live.match.over:
            return
        venue = self._ledger.venue(live)
        if not (venue.places.tells_unstored or self._ledger.writable.is_set()):
            return
        worth = venue.places.worth_telling
        if worth > WORTH_TELLING and venue.now() - since < worth:
            # Nobody waits there for every minute.
            return
        nonce = f"{live.id}.t{int(since.timestamp())}"
        again = standing.notice is Notice.TRIED
        live.become(standing.noticed(Notice.TRIED))
        notice = Announcement(live.id, nonce, trouble_text(), again=again)
        if await self._made(live.room, notice):
            live.become(live.standing.noticed(Notice.TOLD))

    async def damaged(self, number: int) -> None:
        if number in self._damage_told:
            return
        self._damage_told.add(number)
        try:
            room = await self._ledger.store.room_of(number)
        except StoreError as error:
            log.warning("match %s: the room could not be told: %s", number, error)
            return
        venue = None if room is None else self._ledger.venues.serving(room)
        if room is not None and venue is not None:
            text = damaged_text(venue.voice)
            await self._made(room, Announcement(number, f"{number}.damaged", text, again=True))

    async def _invite(self, live: OpenMatch) -> None:
        """Asks who is not ready once more: who could not see the room has not seen that either.

        Long before the hour of an appointment nobody is asked to be.
        """
        venue, match = self._ledger.venue(live), live.match
        early = too_early(match, venue.now())
        late = [match.players[colour] for colour in match.start.late if not early]
        text = invited_text([venue.voice.mention(player) for player in late])
        ping = tuple(player.id for player in late)
        actions = () if early else ("ready", "start")
        buttons = tuple(Button(action, LABELS[action]) for action in actions)
        nonce = f"{live.id}.i{int(venue.now().timestamp())}"
        await self._made(live.room, Announcement(live.id, nonce, text, None, ping, buttons))

    async def _made(self, room: Room, notice: Announcement) -> bool:
        """Makes an announcement that is not stored; whether that could be done."""
        venue = self._ledger.venues.serving(room)
        try:
            if venue is not None:
                await venue.announce(room, notice)
        except Exception as error:
            log.warning("match %s: the room could not be told: %r", notice.match, error)
            return False
        return True
