"""The pages of the local room, as its matches and its links have them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime

from bot.commands.catalogue import Name
from bot.commands.clerk import Clerk
from bot.desk.desk import Desk
from bot.desk.presence import StallWatch
from bot.desk.rulings import Answer
from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.referee.submission import Submission
from bot.storage.links import Link, Links, Role
from bot.timing import VenueClock
from bot.venues.room.cups import RoomCups
from bot.venues.room.opening_form import against_partner
from bot.venues.room.reach import Reach
from bot.venues.room.rematches import Rematches, Series, may_begin
from bot.venues.room.seats import (
    SEATS,
    VENUE,
    RoomRole,
    all_tokens,
    in_cup,
    key_of,
    links_of,
    main_room,
    next_key,
    place,
    player_id,
    role_of,
    seat_keys,
)
from bot.web.cup_view import opening_offer
from bot.web.kinds import Around, Held, PageKind, Participant
from bot.web.page_writer import Whisper
from bot.web.view import Json
from bot.wording.room import HOST, SEATS_BY_LINK, SPECTATOR, USE_THE_FORM, rematch_wish_text


class RoomKind(PageKind):
    """A room is what its pages are about: its open match, or else its last one."""

    not_here: Mapping[Name, str] = {
        Name.START: USE_THE_FORM,
        Name.REPLACE: SEATS_BY_LINK,
        Name.MOVE: SEATS_BY_LINK,
    }

    def __init__(
        self,
        desk: Desk,
        clerk: Clerk,
        links: Links,
        clock: VenueClock,
        stall: StallWatch,
        series: Series,
        rematches: Rematches,
        reach: Callable[[], Reach],
        ready: Callable[[], Awaitable[None]],
        cups: RoomCups,
    ) -> None:
        self._desk = desk
        self._clerk = clerk
        self._links = links
        self._clock = clock
        self._stall = stall
        self._series = series
        self._rematches = rematches
        self._reach = reach
        self._ready = ready
        self.cups = self._cups = cups
        self.is_open: Callable[[str], bool] = lambda _: False
        """Whether pages of a room, or of any room of its cup, are open."""
        self.host_tokens: Callable[[str], frozenset[str]] = lambda _: frozenset()
        """The tokens of the hosts who have pages of a room open."""

    def subject(self, room: Room, number: int) -> str:  # noqa: ARG002
        return room.id if room.venue == VENUE else ""

    async def latest(self, subject: str) -> Held | None:
        """The room's open match, or else its last one."""
        found = await self._desk.latest(place(subject))
        return None if found is None else Held(*found, place(subject))

    async def place(self, subject: str) -> Room | None:
        """The room itself: whoever has a link to it comes in."""
        return place(subject)

    def opens(self, link: Link, subject: str) -> bool:
        """Whether a link is to the room, or to that of the cup whose pairing plays there."""
        return bool(link.room) and link.room in (subject, main_room(subject))

    def participant(
        self, subject: str, room: Room, links: dict[str, Link], name: str
    ) -> Participant:
        """Somebody with a link to watch has a name and nothing more."""
        persons = {link.person for link in links.values() if link.role is not Role.WATCH}
        guest = Player(player_id(subject, RoomRole.WATCH), name or SPECTATOR)
        for link in links.values():
            # Where no match is theirs, people talk as who they are in the cup.
            if link.role is Role.HOST:
                guest = Player(link.person, name or HOST)
            if link.name:
                guest = Player(link.person, link.name)
                break
        return Participant(subject, room, subject, guest, frozenset(persons))

    async def seats_of(self, participant: Participant) -> frozenset[str]:
        """Whoever was refused by a cup, or has left it, watches."""
        await self._cups.read(participant.subject)
        return self._cups.with_seats(participant.subject, participant.persons)

    def now(self, room: Room) -> datetime:  # noqa: ARG002
        return self._clock.now()

    def certain_until(self, room: Room) -> datetime:  # noqa: ARG002
        """The last moment by which all that had arrived has been handled."""
        return self._stall.certain_until()

    async def ready(self, room: Room) -> None:  # noqa: ARG002
        """Returns when the room is on duty."""
        await self._ready()

    @asynccontextmanager
    async def once_ruled(self, held: Held, at: datetime) -> AsyncIterator[None]:  # noqa: ARG002
        """The room is on duty by the time that a message is dealt with."""
        yield

    def clerk(self, room: Room) -> Clerk:  # noqa: ARG002
        return self._clerk

    def talks(self) -> bool:
        """What is said on a page is said in the room."""
        return True

    def message(self, serial: int) -> str:
        return str(serial)

    async def submit(self, held: Held, submission: Submission) -> Answer | None:
        """Whatever match is open in the room is meant."""
        return await self._desk.submit(held.room, submission)

    def waits(self, held: Held, submission: Submission) -> str:  # noqa: ARG002
        """Nothing waits: the room's own lines are all there is to read."""
        return ""

    def role_of(self, player: str) -> str:
        """What the key is for that opens a player's seat."""
        return role_of(player)

    async def entered(self, subject: str, held: Held | None) -> None:
        """Reads what was played and asked before."""
        await self._series.read(subject)
        await self._cups.draw(subject)
        if held is not None:
            await self._rematches.read(subject, held.number)

    def changed(self, subject: str, held: Held) -> None:
        self._series.take(subject, held.number, held.match)

    def left(self, subject: str) -> None:
        """Forgets the room."""
        self._series.forget(subject)
        self._rematches.forget(subject)
        self._cups.forget(subject, is_open=self.is_open)

    def around(self, subject: str, held: Held) -> Around:
        """The score of the room's matches, and who asks for another one."""
        # Who plays in a cup has no seat in the room: there the places have the names.
        cup = in_cup(held.match)
        roles = SEATS if cup else tuple(role_of(player.id) for player in held.match.players)
        first, second = map(str, roles)
        asks = self._rematches.asked_by(subject, held.number)
        name = next((p.name for p in held.match.players if asks and key_of(p.id) == asks), "")
        return Around(
            self._series.text(subject, held.number, held.match),
            rematch_wish_text(name) if name else "",
            (first, second),
            against_partner(held.match) if held.match.over and not cup else None,
            plays_on=held.match.over,
        )

    def acts(self, who: Participant, held: Held) -> list[str]:
        """After the end: the host starts a rematch, players ask for one."""
        if not held.match.over or held.match.damaged or in_cup(held.match):
            return []
        asks = self._rematches.asked_by(who.subject, held.number)
        own = bool(asks) and player_id(who.subject, asks) in who.persons
        if may_begin(who, held.match):
            return ["rematch"] if not asks or own else ["accept-rematch", "decline-rematch"]
        if not asks:
            return ["ask-rematch"] * bool(who.seats(held.match))
        return ["no-rematch"] * own

    def beside(self, who: Participant, held: Held) -> list[Json]:
        """The host opens a cup, where there is none."""
        opens = who.hosts(held.match) and not in_cup(held.match)
        return [opening_offer()] if opens and not self._cups.is_on(who.subject) else []

    async def press(self, who: Participant, held: Held, act: str, at: datetime) -> Whisper | None:
        return await self._rematches.press(self._desk, who, held, act, at)

    async def newcomer(
        self, who: Participant, colour: Colour, name: str, match: Match
    ) -> Player | None:
        """A player with a new id, and so with a new link.

        The link is stored before anybody sits there; until then it opens no seat.
        """
        if in_cup(match):
            return None
        key = next_key(match.players[colour].id)
        for host in self.host_tokens(who.subject) if who.hosts(match) else ():
            await self._links.add(links_of(who.subject, host, [key]))
        return Player(player_id(who.subject, key), name)

    def tokens(self, token: str, match: Match) -> dict[str, str]:
        """The links that go with the host's."""
        keys = () if in_cup(match) else seat_keys(match)
        return {str(role): text for role, text in all_tokens(token, keys).items()}

    def reach(self, remote: str) -> Json:
        """The address under which others reach the room."""
        return self._reach().shown(remote)
