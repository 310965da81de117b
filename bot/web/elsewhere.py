"""The pages of players and hosts whose matches are held elsewhere: on Discord, or on a forum.

Ann taps E5 on her phone while Bob types in the channel. Her turn is stamped with the present of the
channel's venue, kept, and ruled as if she had typed it: one order by the stamps, however it came.
What a page may do follows from its link, which names a match and a person, and from who that person
is in the match now.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any, cast

from aiohttp import web

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.clerk import Clerk
from bot.commands.parsing import Order
from bot.desk.desk import Desk
from bot.desk.pages import PageLinks, message_of, subject_of
from bot.desk.rulings import Answer
from bot.desk.venue import Venue
from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.referee.submission import Submission
from bot.servers.settings import Look
from bot.storage.links import Link, Role
from bot.storage.room import RoomStore, page_log
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.web.dispatch import Services
from bot.web.kinds import Held, PageKind, Participant
from bot.web.message_log import MessageLog
from bot.web.page_socket import PageSocket
from bot.web.passing import HeldElsewhereError
from bot.web.pieces import PageVoice
from bot.web.reviews import PageReviews
from bot.web.server import WebServer
from bot.wording.room import (
    DONE_THERE,
    HELP_THERE,
    LINK_ENDED,
    OVER_THERE,
    REPLACE_THERE,
    SPECTATOR,
    TOPIC_READ_FIRST,
)

_NOT_HERE = {
    Name.START: DONE_THERE,
    Name.MOVE: DONE_THERE,
    Name.REPLACE: REPLACE_THERE,
}


class SeatPages:
    """The routes of these pages."""

    def __init__(
        self,
        server: WebServer,
        desk: Desk,
        store: Store,
        links: PageLinks,
        timepiece: Timepiece,
    ) -> None:
        self._server = server
        self._desk = desk
        kind = self._kind = MatchKind(desk, store, links)
        messages = MessageLog(RoomStore(store), timepiece)
        self._services = Services.of(kind, desk, store, messages, server.drawings, timepiece)
        self._socket = PageSocket(server, self._services)
        self._reviews = PageReviews(desk, self._services.entrance)
        desk.page_turns.keep = messages.add
        pages = self._services.pages
        desk.handover.closing.append(self._leave)
        desk.page_turns.is_open = lambda number: pages.is_open(subject_of(number))
        server.add(
            [
                web.get("/match/{number:[0-9]{1,9}}", self._page),
                web.get("/match/{number:[0-9]{1,9}}/socket", self._connect),
                web.get("/match/{number:[0-9]{1,9}}/review/{match:[0-9]{1,9}}", self._review),
            ]
        )

    async def run(self) -> None:
        """Shows what has changed, until cancelled."""
        try:
            await self._services.pages.run()
        finally:
            self._services.pages.close()

    async def _page(self, _: web.Request) -> web.Response:
        return self._server.page("page")

    async def _review(self, request: web.Request) -> web.Response:
        return await self._reviews.answer(request, await self._subject(request))

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        return await self._socket.serve(request, await self._subject(request))

    async def _subject(self, request: web.Request) -> str:
        """What is asked for; HeldElsewhereError where that is another process's match."""
        number = int(request.match_info["number"])
        away = await self._desk.handover.room_elsewhere(number)
        if away is not None:
            raise HeldElsewhereError(away)
        return subject_of(number)

    async def _leave(self, venue: Venue) -> None:
        """A venue is given up: its pages are let go, and what was known of it is forgotten."""
        await self._socket.let_go(venue)
        self._kind.forget(venue)


class MatchKind(PageKind):
    """A match is what its pages are about, by its number, wherever it is held now."""

    no_seat, help, over = LINK_ENDED, HELP_THERE, OVER_THERE
    not_here: Mapping[Name, str] = MappingProxyType(_NOT_HERE)

    def __init__(self, desk: Desk, store: Store, links: PageLinks) -> None:
        self._desk = desk
        self._store = store
        self._links = links
        self._heard: set[Part] = set()
        self._clerks: dict[Part, Clerk] = {}

    def subject(self, room: Room, number: int) -> str:  # noqa: ARG002
        return subject_of(number)

    async def latest(self, subject: str) -> Held | None:
        """The match of the number."""
        number = int(subject.rpartition("/")[2])
        found = await self._desk.match(number)
        return None if found is None else Held(number, found[1], found[0])

    def opens(self, link: Link, subject: str) -> bool:
        """Whether a link is somebody's own, and to this match."""
        return link.role is Role.SEAT and subject_of(link.match) == subject

    def participant(
        self,
        subject: str,
        room: Room,
        links: dict[str, Link],
        name: str,  # noqa: ARG002
    ) -> Participant:
        """The person whose link it is; of several the first, as one page speaks for one person."""
        link = next(iter(links.values()))
        guest = Player(link.person, link.name or SPECTATOR)
        return Participant(
            subject, room, page_log(link.match, link.person), guest, frozenset({link.person})
        )

    def now(self, room: Room) -> datetime:
        return self._venue(room).now()

    def certain_until(self, room: Room) -> datetime:
        """The last moment by which all that had arrived has been handled."""
        return self._venue(room).certain_until()

    async def ready(self, room: Room) -> None:
        """Returns once the venue was here since the start: before that, nobody knows its time."""
        venue = self._venue(room)
        if venue.part not in self._heard:
            await self._desk.presence(venue).ready(None)
            self._heard.add(venue.part)

    @asynccontextmanager
    async def once_ruled(self, held: Held, at: datetime) -> AsyncIterator[None]:
        """Within it, the match can be ruled, or a timeout is over."""
        venue = self._venue(held.room)
        async with self._desk.gate.once_back(venue, held.room, at, held.number):
            yield

    def clerk(self, room: Room) -> Clerk:
        """The venue's clerk, who writes as pages show it."""
        venue = self._venue(room)
        if venue.part not in self._clerks:
            self._clerks[venue.part] = Clerk(self._desk, self._store, _on_pages(venue))
        return self._clerks[venue.part]

    def talks(self) -> bool:
        """What people tell each other, they tell each other in the match's own room."""
        return False

    def message(self, serial: int) -> str:
        """Told apart from the venue's own messages."""
        return message_of(serial)

    async def submit(self, held: Held, submission: Submission) -> Answer | None:
        """The match of this page is meant, whatever else is held in its room."""
        return await self._desk.submit_to(held.number, submission)

    def order(self, order: Order, held: Held) -> Order:
        """The match of this page is meant, though another one may be held in its room by now."""
        names_one = "match" in order.options or "match" not in COMMANDS[order.command].options
        match = {} if names_one else {"match": str(held.number)}
        return Order(order.command, {**order.options, **match})

    def waits(self, held: Held, submission: Submission) -> str:
        """A topic that is read every now and then is read up to the turn first."""
        venue = self._venue(held.room)
        until = venue.places.read_until(held.room)
        if until is None or until >= submission.sent_at + venue.grace:
            return ""
        return TOPIC_READ_FIRST.format(seconds=round(venue.grace.total_seconds()))

    async def look(self, room: Room) -> Look:
        """As the match's server has settled it."""
        return await self._links.look(self._venue(room), room)

    async def newcomer(
        self,
        who: Participant,
        colour: Colour,  # noqa: ARG002
        name: str,
        match: Match,
    ) -> Player | None:
        """Somebody whom people call so there; nobody but the host has anybody looked for."""
        if not who.hosts(match):
            return who.guest
        return await self._venue(who.room).places.find_person(who.room, name)

    async def place(self, subject: str) -> Room | None:
        """The room of the match, if it is served here, on a server that lets people play so."""
        held = await self.latest(subject)
        venue = None if held is None else self._desk.serving(held.room)
        if held is not None and self.is_elsewhere(held.room):
            return held.room
        if held is None or venue is None or not await self._links.may_play(venue, held.room):
            return None
        return held.room

    def is_elsewhere(self, room: Room) -> bool:
        """Whether another process of the fleet holds the match, or is about to."""
        return self._desk.handover.is_elsewhere(room)

    def forget(self, venue: Venue) -> None:
        """A venue is given up; one that is served here again is heard anew."""
        self._heard.discard(venue.part)
        self._clerks.pop(venue.part, None)

    def _venue(self, room: Room) -> Venue:
        venue = self._desk.serving(room)
        assert venue is not None  # noqa: S101
        return venue


class _VoiceOnPages(PageVoice):
    """How the referee writes on a page of what happens at a venue."""

    def __init__(self, venue: Venue) -> None:
        self._venue = venue

    def sees_mended(self, why: str) -> bool:
        """As at the venue, whose rooms it is about."""
        return self._venue.voice.sees_mended(why)


class _OnPages:
    """A venue as it is, but for how the referee writes: for pages instead of for its rooms."""

    def __init__(self, venue: Venue) -> None:
        self._venue = venue
        self.voice = _VoiceOnPages(venue)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._venue, name)


def _on_pages(venue: Venue) -> Venue:
    return cast("Venue", _OnPages(venue))
