"""Who has a page open, and what differs between the pages of different matches.

Ann's page of a match on Discord and Bob's in the local room are the same page with the same
connection. Which match it shows, whose clock stamps what it sends, and who may come in, its kind
says: the local room has one (`bot/venues/room/kind.py`), all other venues share one
(`elsewhere.py`).

Ann's link names her match, and her by the venue's id; what she may do on her page follows from who
sits in the match now. With Cid in her place she watches.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.commands.catalogue import Name
from bot.commands.clerk import Clerk
from bot.commands.parsing import Order
from bot.desk.rulings import Answer
from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.referee.submission import Submission
from bot.servers.settings import Look
from bot.storage.links import Link
from bot.web.page_writer import Whisper
from bot.web.view import Json
from bot.wording.room import HELP, NO_SEAT, OVER


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a page open, by the links that they hold.

    `subject` is what the page is about: the id of a local room, or `match/7`. `room` is where its
    match is held now, `log` where the messages of this page are kept. `guest` is who they are
    without a seat, `zone` the time zone of their browser, by its name.
    """

    subject: str
    room: Room
    log: str
    guest: Player
    persons: frozenset[str] = frozenset()
    zone: str = ""

    def hosts(self, match: Match) -> bool:
        """Whether they may do what only the host may do."""
        return match.host.id in self.persons

    def seats(self, match: Match) -> tuple[Colour, ...]:
        """The colours they play; nobody plays from the sparring partner's seat."""
        players = ((colour, match.players[colour]) for colour in Colour)
        return tuple(
            colour for colour, player in players if not player.level and player.id in self.persons
        )

    def seat(self, match: Match) -> Colour | None:
        """The colour they speak for now: where they hold both, the one that is waited for."""
        held = self.seats(match)
        awaited = match.to_move if match.chooser is None else match.chooser
        return awaited if awaited in held else held[0] if held else None

    def speaker(self, match: Match) -> Player:
        """The player as whom they speak."""
        colour = self.seat(match)
        if colour is not None:
            return match.players[colour]
        return match.host if self.hosts(match) else self.guest

    def as_host(self, match: Match) -> Player:
        """The player as whom they do what only a host may do."""
        return match.host if self.hosts(match) else self.speaker(match)


@dataclass(frozen=True, slots=True)
class Held:
    """The match that pages show, as it stands, and where it is held."""

    number: int
    match: Match
    room: Room


@dataclass(frozen=True, slots=True)
class Around:
    """What pages show beside their match.

    `series` is the score of several matches in words; `wish` says who asks for a rematch. `names`
    are what the two seats are called in addresses. `partner` is the form that opens the same match
    against the sparring partner, where a page can open one; `plays_on` says whether it can open one
    from a position of this match.
    """

    series: str = ""
    wish: str = ""
    names: tuple[str, str] = ("one", "two")
    partner: Json | None = None
    plays_on: bool = False


class PageCups(Protocol):
    """The cups whose pages these are."""

    async def draw(self, subject: str) -> None:
        """Draws the cup of a room, if it has one and that has changed."""

    def shown(self, who: Participant) -> tuple[Json, tuple[str, ...]] | None:
        """The cup as a page is told of it, and its pictures; None where there is none."""

    def links(self, token: str) -> dict[str, str]:
        """The links that the holder of a host's token may hand out."""

    async def typed(self, who: Participant, order: Order, at: datetime) -> Whisper | None:
        """A typed command."""

    async def take(
        self, who: Participant, act: str, fields: object, at: datetime
    ) -> Whisper | None:
        """What somebody settled in a dialog."""


class PageKind(ABC):
    """Pages of one kind; `subject` names what a page is about."""

    no_seat, help, over = NO_SEAT, HELP, OVER
    """What somebody is told whose links open nothing here, who asks for help, and who types a turn
    after the end."""
    not_here: Mapping[Name, str]
    """The commands that these pages do without, and what there is instead."""
    cups: PageCups | None = None
    """The cups that are held where these pages are; None where they are told of elsewhere."""

    @abstractmethod
    def subject(self, room: Room, number: int) -> str:
        """What the pages of a match are about; "" where it has none of this kind."""

    @abstractmethod
    async def latest(self, subject: str) -> Held | None:
        """The match that pages show."""

    @abstractmethod
    async def place(self, subject: str) -> Room | None:
        """Where the match of some pages is held; None where there are no such pages just now."""

    def is_elsewhere(self, room: Room) -> bool:  # noqa: ARG002
        """Whether pages of a room are another process's to serve, or are about to be."""
        return False

    @abstractmethod
    def opens(self, link: Link, subject: str) -> bool:
        """Whether a link opens a page."""

    @abstractmethod
    def participant(
        self, subject: str, room: Room, links: dict[str, Link], name: str
    ) -> Participant:
        """Whoever holds some links, by their tokens, and calls themselves by a name."""

    async def seats_of(self, participant: Participant) -> frozenset[str]:
        """The persons with a seat, for whom places are kept; others share the watchers' places."""
        return participant.persons

    @abstractmethod
    def now(self, room: Room) -> datetime:
        """The present of a room's venue."""

    @abstractmethod
    def certain_until(self, room: Room) -> datetime:
        """The last moment by which all that had arrived has been handled: see `StallWatch`."""

    @abstractmethod
    async def ready(self, room: Room) -> None:
        """Returns when a page can be stamped and ruled; nothing that it sends is read before."""

    @abstractmethod
    def once_ruled(self, held: Held, at: datetime) -> AbstractAsyncContextManager[None]:
        """Within it, an act from a moment is ruled."""

    @abstractmethod
    def clerk(self, room: Room) -> Clerk:
        """Who carries out commands about a match that is held there."""

    @abstractmethod
    def talks(self) -> bool:
        """Whether what is said on a page is said in the room of the match."""

    @abstractmethod
    def message(self, serial: int) -> str:
        """The id of a message that a page has sent."""

    @abstractmethod
    async def submit(self, held: Held, submission: Submission) -> Answer | None:
        """Has the desk rule on what was said in a match; None if it is not open."""

    @abstractmethod
    def waits(self, held: Held, submission: Submission) -> str:
        """What a page is told whose words can't be ruled yet; "" where they are at once."""

    def order(self, order: Order, held: Held) -> Order:  # noqa: ARG002
        """A command as it is meant on a page, where it names no match itself."""
        return order

    def role_of(self, player: str) -> str:  # noqa: ARG002
        """What somebody who said something on a page is there: a seat, or `host` or `watch`."""
        return "one"

    async def look(self, room: Room) -> Look:  # noqa: ARG002
        """How matches of a room are drawn."""
        return Look()

    async def entered(self, subject: str, held: Held | None) -> None:  # noqa: B027
        """The first page has been opened."""

    def changed(self, subject: str, held: Held) -> None:  # noqa: B027
        """The match of open pages has changed."""

    def left(self, subject: str) -> None:  # noqa: B027
        """The last page has been closed."""

    def around(self, subject: str, held: Held) -> Around:  # noqa: ARG002
        """What is shown beside a match."""
        return Around()

    def acts(self, who: Participant, held: Held) -> list[str]:  # noqa: ARG002
        """What a page offers besides, by the names of buttons."""
        return []

    def beside(self, who: Participant, held: Held) -> list[Json]:  # noqa: ARG002
        """What a page offers that is not about the match, each with its dialog."""
        return []

    async def press(
        self,
        who: Participant,  # noqa: ARG002
        held: Held,  # noqa: ARG002
        act: str,  # noqa: ARG002
        at: datetime,  # noqa: ARG002
    ) -> Whisper | None:
        """A press on one of those."""
        return None

    async def newcomer(
        self,
        who: Participant,  # noqa: ARG002
        colour: Colour,  # noqa: ARG002
        name: str,  # noqa: ARG002
        match: Match,  # noqa: ARG002
    ) -> Player | None:
        """The player for somebody whom the host names for a seat; None where that can't be done."""
        return None

    def tokens(self, token: str, match: Match) -> dict[str, str]:  # noqa: ARG002
        """The links that the holder of a host's token may hand out, by seat."""
        return {}

    def reach(self, remote: str) -> Json:  # noqa: ARG002
        """The address under which others reach these pages, for whoever hands out links."""
        return {}
