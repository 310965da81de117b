"""The port to a venue: what every one must do, and what it may offer.

`Venue` is what a match cannot do without: a clock, announcements, answers, reading a room. `Places`
is what some venues have besides (new rooms, permissions, links, words to one person, buttons), or
do otherwise (a room that has to be read every now and then); every default of it says "nothing", so
that a venue without them has nothing to write.

The port lies here and not in `venues/`, since the one who asks owns the question: the desk knows no
venue, every venue knows the desk. `tests/venues/conformance` says what a venue must hold to.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.parts import Part
from bot.referee.absence import WORTH_TELLING
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.referee.submission import Submission
from bot.servers.settings import Look, ServerSettings
from bot.wording.clerk import no_new_rooms_text
from bot.wording.voice import Voice
from renderers.scene import DrawnPicture, Scene

log = logging.getLogger(__name__)


class VenueError(Exception):
    """The venue could not do what was asked; worth another try unless `lasting`."""

    def __init__(self, text: str, *, lasting: bool = False) -> None:
        super().__init__(text)
        self.lasting = lasting


class TooFewPartsError(VenueError):
    """The venue has to be served in more parts; `wanted` is how many it asks for."""

    def __init__(self, text: str, wanted: int) -> None:
        super().__init__(text, lasting=True)
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Button:
    """A button under an announcement; `action` is what a press asks for.

    With a `url` a press opens that address, and asks for nothing. `asked` marks the request that a
    press answers.
    """

    action: str
    label: str
    important: bool = False
    url: str = ""
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """One message to a room. `nonce` makes a repeat harmless; `ping` are the ids to notify.

    `again` says that it may have been made before: the venue looks for it first, among what is no
    older than `since`, the stamp of the announcement before it. `made` are the ids of the match's
    announcements so far: the one that is looked for is none of these, though it may read the same.
    """

    match: int
    nonce: str
    text: str
    scene: Scene | None = None
    ping: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    reply_to: str | None = None
    again: bool = False
    since: datetime | None = None
    made: frozenset[str] = frozenset()
    picture: DrawnPicture | None = None
    """A picture that is drawn already, where there is no scene."""
    cup: int = 0
    """The cup that is told of, if it is no match: then `match` is 0, and buttons are about it."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that is visible: its id and the venue's stamp of it."""

    message: str
    at: datetime


HERE, THREAD, POST = "here", "thread", "post"
"""Where a match may be held: in this room, in a new thread of it, or in a new forum post."""


class Places:
    """What a venue may offer beyond the room that it was asked in: here, nothing.

    A venue overrides what it has. Whoever asks need not know which venues can do what.
    """

    worth_telling = WORTH_TELLING
    """An absence shorter than this is not spoken of."""
    has_servers = True
    """Whether its rooms belong to servers, whose managers settle what is usual there."""
    buttons = False
    """Whether announcements can carry buttons; where they can't, none are handed over."""
    makes_rooms = False
    """Whether matches can be held in new rooms, made for them."""
    names_cells = False
    """Whether pictures name the cells in every format, unless that is settled otherwise."""
    opens_with_board = True
    """Whether an empty board is shown before the first turn can be made, and not only then."""
    links_pairings = False
    """Whether a cup's round is told once its rooms are there, with the address of each."""
    usual_clock = ""
    """The clock of a match where nobody says, instead of its format's; "" for the format's."""
    listens_at = ""
    """Where pages of its own are served, such as `127.0.0.1:8080`; "" where it has none."""
    boards_later = False
    """Whether a board can be put on an announcement that was made without it: then it may be."""
    whispers = False
    """Whether people can be told something outside of any room; some may not let themselves be."""
    one_id_everywhere = False
    """Whether people have the same id on all its servers."""
    tells_unstored = True
    """Whether the room can be told something while the referee's own database can't be written."""

    def look(self, rules: ServerSettings) -> Look:
        """How pictures look here, on a server that has settled some of it."""
        return Look(rules.theme, rules.coordinates, self.names_cells)

    def account(self) -> Player | None:
        """The referee itself, as people name it; None where it has no account of its own."""
        return None

    def partner(self, room: Room) -> Player | None:
        """The sparring partner in the cups of a room: the account, where there is one."""
        return self.account()

    def server_name(self, room: Room) -> str:
        """What people call the server of a room, "" where that is not known."""
        return ""

    async def is_public(self, room: Room) -> bool | None:
        """Whether everybody on the room's server can read it; None where that is not known.

        It is asked when a match is opened there or moves there, and holds nothing up for long.
        """
        return None

    def link(self, room: Room, message: str) -> str:
        """An address of a message in the room, "" where there is none."""
        return ""

    def read_until(self, room: Room) -> datetime | None:
        """The moment up to which a room has been read, where it is only read every now and then.

        None says that the venue tells of everything by itself.
        """
        return None

    async def add_board(self, room: Room, message: str, name: str, scene: Scene) -> None:
        """Puts a board on an announcement, with its nonce as its name; VenueError if it can't be.

        Idempotent.
        """
        raise NotImplementedError

    async def barriers(self, room: Room, where: str = HERE) -> tuple[str, ...]:
        """The permissions that the referee lacks in a room, by the names people know.

        With `where` it is about a new thread or post near the room; VenueError if there can't be
        one.
        """
        return ()

    async def lacks(
        self, player: Player, at: datetime, room: Room, where: str = HERE
    ) -> tuple[str, ...]:
        """The permissions that somebody lacks for writing there themselves, as of a moment."""
        return ()

    async def check(self, room: Room, match: Match, *, ask: bool) -> None:
        """Whether a match can be held in a room, by the rights of the referee and of its players.

        VenueError if not, which says who lacks what. `ask` has players asked for anew; else what
        is known of them will do.
        """

    async def make_room(self, near: Room, where: str, title: str) -> Room:
        """A new `thread` or forum `post` near a room; VenueError says why not."""
        raise VenueError(no_new_rooms_text(), lasting=True)

    async def find_room(self, near: Room, where: str, title: str) -> Room | None:
        """A room that the referee made there before, under that title; None if it sees none."""
        return None

    async def find_person(self, room: Room, name: str) -> Player | None:
        """The one person whom people at a room's server call by a name; None if it is not one."""
        return None

    async def whisper(self, room: Room, player: Player, text: str) -> bool:
        """Tells one person outside the room: whether that was taken; a failure is logged here.

        Where nobody can be reached outside the room, a line in the log is all there is.
        """
        log.warning("room %s: %s", room.id, text)
        return False


class Venue(Protocol):
    """What every place where matches are held must do.

    A large venue is served in parts, perhaps by several processes: each part is a `Venue` by
    itself, with a connection, a presence and a clock of its own.
    """

    name: str
    part: Part
    """All of the venue, or the shard of it that is served here; the lease and the notes of duty
    are of this part."""
    grace: timedelta
    """How long after a deadline a message stamped in time may still be under way."""
    haze: timedelta
    """How far behind the venue's true present `now` may be; it is never ahead."""

    @property
    def voice(self) -> Voice:
        """How players, moments and emphasis are written here."""

    @property
    def places(self) -> Places:
        """What this venue offers beyond one room where people write."""

    def holds(self, room: Room) -> bool:
        """Whether a room of this venue belongs to this part; what does not is left alone here."""

    def on_duty(self) -> bool:
        """Whether the venue is heard, and all that was missed in its rooms has been read."""

    def hears(self) -> bool:
        """Whether rooms that have been read are heard, even if others are still to be read.

        Where nothing is heard during a return, it is the same as `on_duty`.
        """

    def now(self) -> datetime:
        """The venue's present: its last stamp plus the time that has passed since."""

    def heard_at(self) -> datetime | None:
        """When the venue was last certainly heard, in its time; None before the first time."""

    def certain_until(self) -> datetime:
        """The last moment, in the venue's time, by which all that had arrived has been handled.

        It stamps what a page sends: a process that stood still reads late what arrived in time.
        """

    async def run(self) -> None:
        """Serves the venue until cancelled; calls `Desk.duty.come_back` whenever it is back."""

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Makes the message visible, once per nonce; VenueError if it could not be."""

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a message in one short line, and only once however often it is asked to.

        A failure is the venue's to log.
        """

    async def withdraw(self, room: Room, message: str) -> None:
        """Takes back a reminder of the referee's own; a failure is the venue's to log."""

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """What was said in the room after a moment, in the order of the stamps, up to now.

        A message that was edited is handed over with the stamp of its last edit: its words are no
        older than that. `written_at` says when it was first written (`bot/referee/late_turns.py`).
        """


class Venues(dict[Part, Venue]):
    def serving(self, room: Room) -> Venue | None:
        """The venue that a room is of; None where none is served that holds it."""
        for venue in self.values():
            if venue.name == room.venue and venue.holds(room):
                return venue
        return None
