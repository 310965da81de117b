"""What every connection of the pages of one kind works with."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from bot.desk.desk import Desk
from bot.storage.links import Links
from bot.storage.room import RoomStore
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.web.acts import Acts
from bot.web.arrivals import Arrivals
from bot.web.downloads import Downloads
from bot.web.drawing import Drawings
from bot.web.hello import Entrance
from bot.web.kinds import PageKind
from bot.web.message_log import MessageLog
from bot.web.open_pages import OpenPages
from bot.web.orders import Orders
from bot.web.presses import Presses


@dataclass(frozen=True, slots=True)
class Services:
    """What a connection is given beside its socket."""

    kind: PageKind
    entrance: Entrance
    log: MessageLog
    pages: OpenPages
    acts: Acts
    presses: Presses
    orders: Orders
    downloads: Downloads
    arrivals: Arrivals
    timepiece: Timepiece
    expecting: Callable[..., AbstractContextManager[None]]
    """Within it, no time is called: an act has arrived in a match and has not been ruled."""
    thinks: Callable[[], bool]
    """Whether the sparring partner can play and review."""

    @classmethod
    def of(
        cls,
        kind: PageKind,
        desk: Desk,
        store: Store,
        messages: MessageLog,
        drawings: Drawings,
        timepiece: Timepiece,
    ) -> "Services":
        """The services for pages of a kind, whose `messages` are kept in a store."""
        presses = Presses(kind)
        return cls(
            kind, Entrance(kind, Links(store), RoomStore(store)), messages,
            OpenPages(desk, drawings, kind), Acts(kind, presses, messages), presses,
            Orders(kind), Downloads(kind), Arrivals(kind.certain_until), timepiece,
            desk.expecting, lambda: desk.thinking is not None,
        )  # fmt: skip
