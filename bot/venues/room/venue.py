"""The local room as a venue: what the desk may ask, and its pages on the web server.

Time in the room is this machine's: its wall clock at the start and the monotonic clock from
there, never before the last stored stamp. So a clock that is set back wrongs nobody. One that was
set ahead since the last start, without a reboot and by nobody who knows, is not believed: no hour
comes early, and nobody was away for so long.
"""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from bot.commands.clerk import Clerk
from bot.commands.sparring import FittingLevels
from bot.desk.desk import Desk
from bot.desk.presence import StallWatch
from bot.desk.venue import Announcement, Places, Posted, VenueError
from bot.parts import Part
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.submission import Said, Submission
from bot.serving.hosts import is_loopback
from bot.settings import Settings
from bot.storage.archive import Archive
from bot.storage.connect import sqlite_file
from bot.storage.failures import FileLostError, StoreError
from bot.storage.links import Halls, Links
from bot.storage.process import boot
from bot.storage.room import REFUSAL, TOLD, NewLine, RoomStore
from bot.storage.store import Store
from bot.timing import LEAP, Timepiece, VenueClock, is_wall_clock_sure
from bot.venues.room.boards import TalkPictures
from bot.venues.room.cups import RoomCups
from bot.venues.room.kind import RoomKind
from bot.venues.room.match_list import new_key
from bot.venues.room.pages import RoomPages
from bot.venues.room.reach import EVERYWHERE, Reach, reach
from bot.venues.room.rematches import Rematches, Series
from bot.venues.room.seats import (
    PARTNER,
    SEATS,
    VENUE,
    RoomRole,
    RoomVoice,
    main_room,
    place,
    player_id,
    role_of,
    side_room,
)
from bot.web.dispatch import Services
from bot.web.message_log import MessageLog
from bot.web.messages_in import is_command
from bot.web.server import WebServer
from bot.wording import room as words
from bot.wording.hall import LOCAL_ROOM
from renderers.png import png

log = logging.getLogger(__name__)


class RoomPlaces(Places):
    """One room, whose messages lie in the referee's own database."""

    tells_unstored = False
    has_servers = False
    makes_rooms = True

    def server_name(self, room: Room) -> str:  # noqa: ARG002
        """All rooms are of one server, that of whoever runs the referee."""
        return LOCAL_ROOM

    async def is_public(self, room: Room) -> bool:  # noqa: ARG002
        """To whoever runs the referee, whose pages they are."""
        return True

    async def make_room(self, near: Room, where: str, title: str) -> Room:  # noqa: ARG002
        """A room of a pairing: it has no links of its own, and is there with its first match."""
        return place(side_room(near.id))

    def partner(self, room: Room) -> Player | None:
        """A seat in the cup for which no link is ever made."""
        return Player(player_id(main_room(room.id), PARTNER), words.REFEREE)


class RoomVenue:
    """Matches on web pages of this machine."""

    name = VENUE
    part = Part(VENUE)
    grace = timedelta(milliseconds=500)
    haze = timedelta(0)
    voice = RoomVoice()

    def __init__(
        self,
        settings: Settings,
        desk: Desk,
        store: Store,
        timepiece: Timepiece,
        wall_clock: Callable[[], datetime],
        web: WebServer,
        is_sure: Callable[[], bool] = is_wall_clock_sure,
    ) -> None:
        self.places = RoomPlaces()
        self._timepiece, self._is_sure = timepiece, is_sure
        self._settings = settings
        self._web = web
        self._desk = desk
        self._matches = store
        self._clock = VenueClock(timepiece, wall_clock())
        self._store = RoomStore(store)
        self._log = MessageLog(self._store, timepiece)
        levels = FittingLevels(Archive(store))
        rematches = Rematches(self._log, self._store, levels, self.now)
        self._presence = desk.presence(self)
        self._stall = StallWatch(self, timepiece, partial(desk.start_over, self))
        links = self._links = Links(store)
        clerk = Clerk(desk, store, self)
        cups = RoomCups(desk, clerk, links)
        kind = RoomKind(
            desk, clerk, links, self._clock, self._stall,
            Series(Archive(store)), rematches, self._reach, self._ready, cups,
        )  # fmt: skip
        services = Services.of(kind, desk, store, self._log, web.drawings, timepiece)
        self._pages = services.pages
        rematches.watchers.append(self._pages.show)
        kind.host_tokens = self._pages.host_tokens
        kind.is_open = lambda room: self._pages.any_open(partial(_is_of, room))
        cups.watchers.append(lambda room: self._pages.cup_changed(partial(_is_of, room)))
        pictures = TalkPictures(self._store, store)
        RoomPages(
            web, desk, self._store, links, Halls(store), services, pictures, cups, levels,
            host_only=settings.room_opened_by == "host",
        )  # fmt: skip
        self._file_lost = False
        store.watch(self)
        self.address = ""
        """Where the room is open: `http://127.0.0.1:8080`."""

    def holds(self, room: Room) -> bool:
        """True: the local room is not served in parts."""
        return room.venue == self.name

    def on_duty(self) -> bool:
        """Whether the room is open, and the machine awake."""
        return self._presence.here and not self._stall.stalled()

    def hears(self) -> bool:
        """Whether the room is on duty: until then, whatever a page asks for waits."""
        return self.on_duty()

    def now(self) -> datetime:
        return self._clock.now()

    def heard_at(self) -> datetime | None:
        """The present, while the room is on duty."""
        return self.now() if self.on_duty() else None

    def certain_until(self) -> datetime:
        """The last moment by which all that had arrived in this process has been handled."""
        return self._stall.certain_until()

    async def run(self) -> None:
        """Serves the room until cancelled."""
        self._say(words.opening_text())
        await self._take_up_time()
        # The port first: nothing is taken up that could not be served.
        self.address = self._address_at(*await self._web.opened())
        try:
            await self._serve()
        finally:
            if not self._file_lost:
                self._say(words.STOPPED)

    async def _serve(self) -> None:
        try:
            await self._desk.take_over(self)
            await self._desk.duty.come_back(self)
            await self._tell()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._pages.run())
                tasks.create_task(self._stall.run())
        finally:
            self._desk.duty.leave(self, self.heard_at())
            self._pages.close()

    def stored(self) -> None:
        """The database can be used: whatever was wrong with it is over."""
        self._file_lost = False

    def unusable(self, error: StoreError) -> None:
        """Without the database's file no line can be added to any room: each page is told."""
        if isinstance(error, FileLostError) and not self._file_lost:
            self._file_lost = True
            self._pages.tell(words.FILE_LOST)

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Makes the message visible to all pages; it is stored first."""
        scene, reply_to = announcement.scene, announcement.reply_to
        try:
            ready = announcement.picture
            picture = None if ready is None else ready.png
            if scene is not None:
                picture = await asyncio.to_thread(png, scene)
            new = NewLine(
                room=room.id,
                at=self.now(),
                kind=TOLD,
                text=announcement.text,
                nonce=announcement.nonce,
                reply_to=None if reply_to is None else int(reply_to),
                alt=getattr(scene or ready, "alt", ""),
            )
            line, _ = await self._log.add(new, picture)
        except StoreError as error:
            raise VenueError(str(error)) from error
        return Posted(str(line.serial), line.at)

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a message, once."""
        new = NewLine(
            room=room.id,
            at=self.now(),
            kind=REFUSAL,
            text=text,
            nonce=f"reply/{message}",
            reply_to=int(message),
        )
        try:
            await self._log.add(new)
        except StoreError as error:
            log.warning("room %s: no reply to message %s: %s", room.id, message, error)

    async def withdraw(self, room: Room, message: str) -> None:
        """Takes a message of the referee's back."""
        try:
            await self._log.withdraw(room.id, int(message))
        except StoreError as error:
            log.warning("room %s: message %s stays: %s", room.id, message, error)

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """What the players typed after a moment, but for commands."""
        try:
            lines = await self._store.said_since(after, room.id)
        except StoreError as error:
            raise VenueError(str(error)) from error
        return [
            Submission(Player(line.speaker, line.name), Said(line.text), line.at, str(line.serial))
            for line in lines
            if line.speaker is not None
            and role_of(line.speaker) in (*SEATS, RoomRole.PLAYER)
            and not is_command(line.text)
        ]

    def _reach(self) -> Reach:
        port = int(self.places.listens_at.rpartition(":")[2])
        return reach(self._settings.web_host, port, self._settings.web_url)

    async def _ready(self) -> None:
        """Waits until a page's request can be ruled: a sleep of the machine is noticed first."""
        self._stall.check()
        await self._presence.ready(None)

    async def _take_up_time(self) -> None:
        up, since_boot = self._timepiece.monotonic(), Part(boot().replace("-", ""))
        began = await self._matches.last_on_duty(since_boot) if since_boot.venue else None
        if began is not None and self._clock.now() > began + up + LEAP and not self._is_sure():
            log.warning("%s", words.clock_ahead_text(self._clock.now() - began - up))
            self._clock.begin(began + up)
        last = await self._store.last_stamp()
        duty = await self._matches.last_on_duty(self.part)
        for stamp in (last, duty):
            if stamp is not None and stamp > self._clock.now():
                self._clock.observe(stamp)
        if since_boot.venue:
            await self._matches.on_duty(since_boot, self._clock.now() - up)
        await self._store.expire_rooms()

    def _address_at(self, bound: str, port: int) -> str:
        self.places.listens_at = f"{f'[{bound}]' if ':' in bound else bound}:{port}"
        if self._settings.web_url:
            return self._settings.web_url
        host = self._settings.web_host
        name = socket.gethostname() if host in EVERYWHERE else host
        return f"http://{f'[{name}]' if ':' in name else name}:{port}"

    def _say(self, text: str) -> None:
        """Tells the person who started the room, whatever the log level; a program by the log."""
        if self._settings.log_format == "json":
            log.info("%s", text)
        else:
            print(text, flush=True)  # noqa: T201

    async def _tell(self) -> None:
        file = sqlite_file(self._settings.database_url)
        # What is printed elsewhere than on a screen is kept in somebody's log.
        is_read = sys.stdout.isatty() and self._settings.log_format == "text"
        key = await new_key(self._links) if is_read else ""
        self._say(words.open_text(self.address, "" if file is None else str(file.absolute()), key))
        if self._settings.web_url and self._settings.room_opened_by == "anyone":
            log.warning("%s", words.OPEN_TO_ALL)
        elif not is_loopback(self._settings.web_host):
            log.warning("%s", words.network_text())


def _is_of(room: str, subject: str) -> bool:
    """Whether a room is that one, or of a pairing of its cup."""
    return main_room(subject) == room
