"""The services of the room that every connection works with."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.storage.room import RoomStore
from bot.timing import Timepiece, VenueClock
from bot.venues.room.acts import Acts
from bot.venues.room.arrivals import Arrivals
from bot.venues.room.downloads import Downloads
from bot.venues.room.message_log import MessageLog
from bot.venues.room.open_pages import OpenPages
from bot.venues.room.orders import Orders
from bot.venues.room.presses import Presses
from bot.venues.room.reach import Reach


@dataclass(frozen=True, slots=True)
class Services:
    """What a connection is given beside its socket."""

    store: RoomStore
    log: MessageLog
    pages: OpenPages
    acts: Acts
    presses: Presses
    orders: Orders
    downloads: Downloads
    clock: VenueClock
    arrivals: Arrivals
    timepiece: Timepiece
    reach: Callable[[], Reach]
    """The address under which others reach the room."""
    ready: Callable[[], Awaitable[None]]
    """Returns when the room is on duty; nothing is ruled before."""
