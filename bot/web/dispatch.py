"""What a page's message asks for: something said, a button pressed, or a file; and when it arrived.

Red's turn arrives 0.1 s before the deadline, and the machine is busy with something else for 0.4 s:
the process reads it 0.3 s after the deadline. Nobody can tell when it arrived, only that it had not
when the process was last certainly reading: its stamp is no later than that, so that a short stall
costs no player anything. (A longer one than the grace is an absence: `bot.desk.presence`.)

Blue's page sent something in the same stall. What is read first has the earlier stamp: the order in
which a room's messages are handled and the order of their stamps are one.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.desk.desk import Desk
from bot.logs.lines import about
from bot.referee.events import RefereeBack
from bot.referee.match import Match, Room
from bot.storage.links import Links
from bot.storage.room import RoomStore
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.web.acts import Acts
from bot.web.drawing import Drawings
from bot.web.hello import Entrance
from bot.web.kinds import PageKind, Participant
from bot.web.message_log import MessageLog
from bot.web.messages_in import name_in
from bot.web.open_pages import OpenPages
from bot.web.orders import Downloads, Orders, Presses
from bot.web.page_writer import Whisper
from bot.wording.room import BROKEN, NO_MATCH, UNREADABLE

log = logging.getLogger(__name__)


class Arrivals:
    """Stamps what arrives; `certain_until` is when the process was last certainly reading."""

    def __init__(self, certain_until: Callable[[Room], datetime]) -> None:
        self._certain_until = certain_until
        self._latest: dict[str, datetime] = {}

    def stamp(self, who: Participant, match: Match | None, welcomed: datetime) -> datetime:
        """A stamp later than the last one, and than all that everybody has seen of the match.

        Nor is it before the page was welcomed: it sends nothing sooner, however long ago the
        process was last certainly reading.
        """
        earlier = [
            welcomed,
            self._latest.get(who.subject),
            *([] if match is None else _seen(match)),
        ]
        after = [moment + datetime.resolution for moment in earlier if moment is not None]
        at = self._latest[who.subject] = max([self._certain_until(who.room), *after])
        return at

    def forget(self, subject: str) -> None:
        """Forgets what no page is about any more; the next one is welcomed later than that."""
        self._latest.pop(subject, None)


def _seen(match: Match) -> list[datetime]:
    """When the turn began, and when anything else was done since, but by the referee itself."""
    done = [event.at for _, event in match.log[-1:] if not isinstance(event, RefereeBack)]
    return [match.turn_open_at, *done]


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


async def dispatch(
    services: Services,
    participant: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    """Deals with a message of a page; whatever goes wrong, the page is told so.

    `tell` tells the page something meanwhile, such as that a line can't be stored at once.
    """
    room = participant.room
    with about(venue=room.venue, room=room.id):
        try:
            return await _dispatch(services, participant, message, at, tell)
        except Exception:
            log.exception("%s: a message could not be dealt with", participant.subject)
            return Whisper(BROKEN)


async def _dispatch(
    services: Services,
    participant: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    await services.kind.ready(participant.room)
    subject = participant.subject
    # The page may be gone by now, and with the last one what was known of its match.
    held = services.pages.match(subject) or await services.kind.latest(subject)
    match message:
        case {"type": "order", "act": str(act)} if act.startswith("cup-"):
            cups = services.kind.cups
            options = message.get("options")
            return None if cups is None else await cups.take(participant, act, options, at)
    if held is None:
        return await _without_match(services, participant, message, at, tell)
    who = replace(participant, room=held.room)
    match message:
        case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
            name = name_in(message) or who.guest.name
            speaker = replace(who, guest=replace(who.guest, name=name))
            return await services.acts.say(speaker, held, text, key, at, tell)
        case {"type": "save", "what": str(what)}:
            return await services.downloads.take(who, held, what, message.get("turn"), at)
        case {"type": "order", "act": str(act)}:
            async with services.kind.once_ruled(held, at):
                return await services.orders.take(who, held, act, message.get("options"), at)
        case {"type": "act", "act": str(act)}:
            async with services.kind.once_ruled(held, at):
                return await services.presses.press(who, held, act, at, message.get("asked"))
        case _:
            return Whisper(UNREADABLE)


async def _without_match(
    services: Services,
    who: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    """In the room of a cup people talk before there is any match."""
    if services.kind.cups is None:
        return Whisper(BROKEN)
    match message:
        case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
            name = name_in(message)
            if name and not who.persons:
                who = replace(who, guest=replace(who.guest, name=name))
            return await services.acts.say_without_match(who, text, key, at, tell)
        case _:
            return Whisper(NO_MATCH)
