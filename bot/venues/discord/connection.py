"""Whether the referee is on duty on Discord, when it went off duty, and how it comes back to duty.

The gateway breaks off at 18:30:05 and is resumed at 18:30:40. From the last sign of life before
the break on the referee was off duty: nothing is ruled until the rooms have been read, and no
player is charged for that time. The same happens when the machine slept through it without the
connection noticing.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime

from bot.commands.acts import match_meant
from bot.commands.catalogue import COMMANDS
from bot.commands.command import Kind
from bot.commands.parsing import Order
from bot.desk.desk import Desk
from bot.desk.presence import StallWatch
from bot.desk.venue import Venue
from bot.referee.match import Room
from bot.timing import RealTime, VenueClock
from bot.venues.discord.gateway import Liveness

log = logging.getLogger(__name__)


class Connection:
    """What one client's connection says about the venue's presence; the client reports to it."""

    def __init__(self, desk: Desk, venue: Venue, clock: VenueClock) -> None:
        self._desk = desk
        self._venue = venue
        self._presence = desk.presence(venue)
        self._liveness = Liveness(clock)
        self._in_touch = self._in_session = False
        self.stall = StallWatch(venue, RealTime(), self._stalled)
        self.was_on_duty = False

    def on_duty(self) -> bool:
        """Whether the gateway is heard and what was missed has been read."""
        return self._presence.here and self.hears()

    def hears(self) -> bool:
        """Whether the gateway is heard, and with it every room that has been read."""
        heard = not self._liveness.broken() and not self.stall.stalled()
        return heard and not self._presence.away

    def in_touch(self) -> bool:
        """Whether the gateway is heard, even if rooms are still to be read."""
        return self._in_touch and not self._liveness.broken()

    def is_back(self) -> bool:
        """Whether what was missed has been read since the last break."""
        return self._presence.here

    def heard_at(self) -> datetime | None:
        """When the gateway last gave a sign of life: an event, or an answer to a heartbeat."""
        return self._liveness.heard_at()

    def heard(self) -> None:
        """A frame came through the gateway."""
        if self._liveness.broken():
            # Nothing came through for a while; the connection may have survived it.
            self._desk.start_over(self._venue, self.heard_at())
        self.stall.check()
        self._liveness.heard()
        self._in_touch = True

    def begun(self) -> None:
        """A session begins, or goes on: READY or RESUMED has come."""
        self._in_session = True

    def lost(self) -> None:
        """The gateway is disconnected."""
        self._in_touch = self._in_session = False
        self.leave_duty()

    def leave_duty(self) -> None:
        """The connection is gone: off duty from the last sign of life on."""
        self._desk.duty.leave(self._venue, self.heard_at())

    def stood_still(self, since: datetime) -> None:
        """The machine stood still without its clocks knowing: nobody was on duty meanwhile."""
        log.warning("the machine stood still since %s", since)
        self._desk.start_over(self._venue, since)

    async def return_to_duty(self) -> None:
        """Takes the matches up again, however often that has to be tried.

        discord.py says "ready" up to half a second after READY, even where the connection has
        broken in between: then nothing is heard, and this is no return.
        """
        if not self._in_session:
            return
        await self._desk.duty.come_back(self._venue)
        self.was_on_duty = self.was_on_duty or self._presence.here

    async def wait_until_back(self) -> None:
        """Returns when the referee is back on duty, or after a timeout."""
        await self._presence.ready()

    @asynccontextmanager
    async def once_back(self, order: Order, room: Room, at: datetime) -> AsyncIterator[None]:
        """Within it, a command is carried out: an act waits for its match, others for the venue."""
        if COMMANDS[order.command].kind is Kind.ACT:
            async with self.once_ruled(room, at, match_meant(order)):
                yield
        else:
            await self.wait_until_back()
            yield

    def once_ruled(
        self, room: Room, at: datetime, match: int | None
    ) -> AbstractAsyncContextManager[None]:
        """Within it, an act that was done at a moment is ruled: see `Gate.once_back`."""
        return self._desk.gate.once_back(self._venue, room, at, match)

    def _stalled(self, since: datetime) -> None:
        # After a longer silence nobody knows whether anything comes through: the next frame shows
        # that.
        if not self._liveness.broken():
            self._desk.start_over(self._venue, since)
