"""The cups of the local rooms: who is who in them, by their links, and what a page may do.

Eve opens the room's link for spectators and presses *Join*. Her browser makes a token, keeps it,
and sends it with her name: from then on whoever has it is Eve, in the cup and in all its matches.
So an answer that is lost costs her no seat, and pressed twice she is in once.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from weakref import WeakValueDictionary

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.clerk import Clerk
from bot.commands.command import CONFIRM, ON, Takes
from bot.commands.cup_options import REFEREE
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply, is_confirmed
from bot.commands.sparring import LEVEL
from bot.cups.state import CupState, CupStatus
from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.referee.events import Player
from bot.storage.failures import StoreError
from bot.storage.links import TOKEN, Link, Links, Role
from bot.venues.room.seats import (
    VENUE,
    RoomRole,
    all_tokens,
    key_from,
    main_room,
    place,
    player_id,
    role_of,
)
from bot.web.cup_view import (
    CHECK_IN,
    COMMANDS_OF,
    JOIN,
    LEAVE,
    OPEN,
    START,
    CupDrawings,
    CupView,
    not_here,
    offer,
    offers,
)
from bot.web.kinds import Participant
from bot.web.order_forms import LONGEST_FIELD
from bot.web.page_writer import Whisper
from bot.web.pieces import harmless
from bot.web.view import Json
from bot.wording import cup_pages as words
from bot.wording.room import HOST, NOT_HOST
from bot.wording.voice import LONGEST_NAME

log = logging.getLogger(__name__)

_ACT_OF = {name: act for act, name in COMMANDS_OF.items()} | {
    Name.CUP_JOIN: JOIN,
    Name.CUP_LEAVE: LEAVE,
}
_ASKED = (Name.CUP_DROP, Name.CUP_CANCEL)
"""What a typed command is asked back by its dialog, as it can't be taken back."""


class RoomCups:
    """The cups of the rooms in which pages are open."""

    def __init__(self, desk: Desk, clerk: Clerk, links: Links) -> None:
        self._desk = desk
        self._table = table = desk.cups.table
        self._clerk = clerk
        self._links = links
        self._held: dict[str, HeldCup] = {}
        self._drawings = CupDrawings()
        self._views: dict[str, CupView] = {}
        self._joining: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.watchers: list[Callable[[str], None]] = []
        """Each is called with the main room of a cup that has changed."""
        table.watchers.append(self._changed)

    async def read(self, subject: str) -> None:
        """Takes up the cup of a room with open pages."""
        room = main_room(subject)
        if room in self._held:
            return
        try:
            held = await self._table.latest_in(place(room))
        except StoreError as error:
            log.warning("room %s: its cup can't be read: %s", room, error)
            return
        if held is not None:
            self._held.setdefault(room, held)

    async def draw(self, subject: str) -> None:
        """Draws the cup of a room, if it has one and that has changed."""
        await self.read(subject)
        room = main_room(subject)
        held = self._held.get(room)
        if held is not None:
            self._views[room] = await self._drawings.of(held)

    def forget(self, subject: str, *, is_open: Callable[[str], bool]) -> None:
        """Forgets the cup of a room that nobody looks at any more."""
        room = main_room(subject)
        if not is_open(room):
            self._held.pop(room, None)
            self._views.pop(room, None)

    def with_seats(self, subject: str, persons: Collection[str]) -> frozenset[str]:
        """Those of some persons who have a seat: in a cup, whoever is in it and has not left."""
        held = self._held.get(main_room(subject))
        state = None if held is None else held.state
        playing = frozenset[str]() if state is None else state.players.keys() - state.left
        return frozenset(
            one for one in persons if role_of(one) is not RoomRole.PLAYER or one in playing
        )

    def is_on(self, subject: str) -> bool:
        """Whether a room has a cup that is not over."""
        held = self._held.get(main_room(subject))
        return held is not None and held.state.is_open

    def shown(self, who: Participant) -> tuple[Json, tuple[str, ...]] | None:
        """The cup as a page is told of it, and its pictures; None where the room has none."""
        room = main_room(who.subject)
        held, view = self._held.get(room), self._views.get(room)
        if held is None or view is None:
            return None
        state = held.state
        acts = offers(state, who.persons, hosts=_hosts(who, state), fills=self._fills())
        own = [one for one in state.players if one in who.persons]
        about = {"acts": acts, "mine": [_mine(state, one) for one in own], "main": room}
        return view.shown | about, view.pictures

    def links(self, token: str) -> dict[str, str]:
        """The links that go with the host's: whoever has the one to watch can join."""
        return {str(role): text for role, text in all_tokens(token, ()).items()}

    async def open(self, room: str, name: str, options: Mapping[str, str], at: datetime) -> str:
        """Opens the cup of a new room; what is in its way, in words, "" if nothing."""
        host = Player(player_id(room, RoomRole.HOST), harmless(name, LONGEST_NAME) or HOST)
        asker = Asker(host, place(room), at, may_host=True)
        reply = await self._clerk.carry_out(Order(Name.CUP_OPEN, options), asker)
        return "" if await self._table.latest_in(place(room)) is not None else reply.text

    async def typed(self, who: Participant, order: Order, at: datetime) -> Whisper | None:
        """A typed command; what needs more words, or a second thought, has its dialog."""
        held = await self._cup(who)
        act = _ACT_OF.get(order.command)
        if order.command is Name.CUP_OPEN:
            return await self._opened(who, order, at)
        if held is None:
            return Whisper(words.NO_CUP)
        state, here = held.state, self._here(who, held.state)
        if act == JOIN and state.status is CupStatus.CHECK_IN and not_here(state, here):
            return Whisper(ask=offer(CHECK_IN, state, here))
        if act == JOIN and state.status in (CupStatus.OPEN, CupStatus.CHECK_IN):
            return Whisper(ask=offer(JOIN, state, here))
        if act == LEAVE:
            if not here:
                return Whisper(words.NOT_JOINED)
            return Whisper(ask=offer(LEAVE, state, here))
        if act is not None and order.command in _ASKED and not is_confirmed(order):
            if not _hosts(who, state):
                return await self._ordered(who, held, order, at)
            return Whisper(ask=offer(act, state, here))
        return await self._ordered(who, held, order, at)

    async def take(
        self, who: Participant, act: str, fields: object, at: datetime
    ) -> Whisper | None:
        """What somebody settled in a dialog; what is in the way is told in it."""
        held = await self._cup(who)
        given = fields if isinstance(fields, dict) else {}
        options = {
            key: text
            for key, value in given.items()
            if isinstance(value, str) and (text := harmless(value, LONGEST_FIELD))
        }
        if act == OPEN:
            told = await self._opened(who, Order(Name.CUP_OPEN, options), at)
            return Whisper() if told is None else replace(told, refused=True)
        if held is None:
            return Whisper(words.NO_CUP, refused=True)
        if act == JOIN:
            # One after the other: two who take one name at once, or one person twice, are seen.
            room = main_room(who.subject)
            lock = self._joining.setdefault(room, asyncio.Lock())
            async with lock:
                return await self._join(who, self._held.get(room, held), options, at)
        if act == CHECK_IN:
            return await self._check_in(who, held, options.get("player", ""), at)
        if act == LEAVE:
            return await self._leave(who, held, options.get("player", ""), at)
        name = COMMANDS_OF.get(act)
        if name is None:
            return None
        allowed = COMMANDS[name].options
        confirmed = {CONFIRM: ON[0]} if CONFIRM in allowed else {}
        if act == START and LEVEL in options:
            # In the dialog the level says both.
            options |= {"fill": REFEREE}
        order = Order(name, {key: options[key] for key in options if key in allowed} | confirmed)
        return await self._ordered(who, held, order, at, dialog=True)

    async def _opened(self, who: Participant, order: Order, at: datetime) -> Whisper | None:
        room = main_room(who.subject)
        host = player_id(room, RoomRole.HOST)
        if host not in who.persons:
            return Whisper(NOT_HOST)
        asker = Asker(Player(host, who.guest.name), place(room), at, may_host=True)
        reply = await self._clerk.carry_out(order, asker)
        return None if reply.announced and who.subject == room else Whisper(reply.text)

    async def _join(
        self, who: Participant, held: HeldCup, options: Mapping[str, str], at: datetime
    ) -> Whisper:
        room, state = main_room(who.subject), held.state
        name, token = harmless(options.get("name", ""), LONGEST_NAME), options.get("token", "")
        if not name:
            return Whisper(words.NO_NAME, refused=True, field="name")
        if not TOKEN.fullmatch(token):
            return Whisper(words.NO_SEAT_GIVEN, refused=True)
        known = (await self._links.find([token])).get(token)
        if known is not None and (known.room != room or known.role is not Role.SEAT):
            return Whisper(words.NO_SEAT_GIVEN, refused=True)
        person = known.person if known is not None else player_id(room, key_from(token))
        names = {one.name.casefold() for key, one in state.players.items() if key != person}
        if name.casefold() in names:
            return Whisper(words.name_taken_text(name), refused=True, field="name")
        done = await self._done(held, Order(Name.CUP_JOIN), Player(person, name), who, at)
        is_in = person in self._held.get(room, held).state.players
        if known is None and is_in:
            await self._links.add({token: Link(Role.SEAT, room, person=person, name=name)})
        return replace(done, enters=True) if not done.refused else done

    async def _check_in(
        self, who: Participant, held: HeldCup, player: str, at: datetime
    ) -> Whisper | None:
        if player not in self._here(who, held.state):
            return Whisper(words.NOT_JOINED, refused=True, field="player")
        author = held.state.players[player]
        return await self._done(held, Order(Name.CUP_JOIN), author, who, at)

    async def _leave(
        self, who: Participant, held: HeldCup, player: str, at: datetime
    ) -> Whisper | None:
        here = self._here(who, held.state)
        if player not in here:
            return Whisper(words.NOT_JOINED, refused=True, field="player")
        order = Order(Name.CUP_LEAVE, {CONFIRM: ON[0]})
        return await self._done(held, order, held.state.players[player], who, at)

    async def _ordered(
        self,
        who: Participant,
        held: HeldCup,
        order: Order,
        at: datetime,
        *,
        dialog: bool = False,
    ) -> Whisper | None:
        """Carries out a command, as the host for whoever has the host's link."""
        state = held.state
        author = state.host if _hosts(who, state) else who.guest
        if order.command is Name.CUP_WHEN:
            # Asked by whoever plays here now, also where they host.
            here = self._here(who, state)
            author = next((state.players[one] for one in here if state.meeting_of(one)), author)
        seats, command = dict[str, Player](), COMMANDS[order.command]
        for option, about in command.options.items():
            text = order.options.get(option, "")
            if about.takes is Takes.PERSON and text:
                player = _named(text, state)
                if player is None:
                    return Whisper(words.UNKNOWN_PLAYER, refused=dialog, field=option)
                seats[option] = player
        done = await self._done(held, order, author, who, at, seats)
        return done if dialog else replace(done, refused=False) if done.text else None

    async def _done(
        self,
        held: HeldCup,
        order: Order,
        author: Player,
        who: Participant,
        at: datetime,
        seats: Mapping[str, Player] | None = None,
    ) -> Whisper:
        """What came of a command: nothing is said where the page's own room is told of it."""
        room = main_room(who.subject)
        asker = Asker(
            author, place(room), at, _hosts(who, held.state), seats=seats or {}, zone=who.zone,
            # The match that it is about is played in another room of the cup.
            only_here=order.command is not Name.CUP_WHEN,
        )  # fmt: skip
        reply: Reply = await self._clerk.carry_out(order, asker)
        if reply.announced and who.subject == room:
            return Whisper()
        told = Whisper(reply.text, reply.files, refused=not reply.done)
        if not reply.files:
            return told
        (name, data), *more = reply.files
        return replace(told, files=tuple(more), picture=data, alt=reply.alts.get(name, ""))

    async def _cup(self, who: Participant) -> HeldCup | None:
        await self.read(who.subject)
        return self._held.get(main_room(who.subject))

    def _fills(self) -> bool:
        """Whether the sparring partner can play in a cup."""
        return self._desk.thinking is not None

    def _here(self, who: Participant, state: CupState) -> list[str]:
        """Those in the cup who play at a page."""
        return [one for one in state.players if one in who.persons and one not in state.left]

    def _changed(self, held: HeldCup) -> None:
        if held.room.venue == VENUE:
            latest = self._held.get(held.room.id)
            if latest is not None and latest.id <= held.id:
                self._held[held.room.id] = held
            for watcher in self.watchers:
                watcher(held.room.id)


def _hosts(who: Participant, state: CupState) -> bool:
    host = player_id(main_room(who.subject), RoomRole.HOST)
    return host in who.persons or state.host.id in who.persons


def _mine(state: CupState, player: str) -> Json:
    """Somebody who plays at a page, and the room of their match; "" while they have none."""
    meeting = state.meeting_of(player)
    game = None if meeting is None else meeting.game
    return {
        "name": state.name(player),
        "out": player in state.left,
        "room": "" if game is None else game.room,
        "waits": meeting is not None,
    }


def _named(text: str, state: CupState) -> Player | None:
    """Whoever has an id or a name; None if that is nobody, or several."""
    if text in state.players:
        return state.players[text]
    plain = text.removeprefix("@").casefold()
    found = [one for one in state.players.values() if one.name.casefold() == plain]
    return found[0] if len(found) == 1 else None
