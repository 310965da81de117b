"""Carries out `match start`: reads what the match is to be, or asks by a form, and opens it.

A host orders a match in a new thread: its terms are read, the sparring partner is seated where it
was named, the rights of host and referee are asked for, and the match is opened there.

A host on a phone sends `match start` with nothing after it. They choose Ann and Bob, leave the game
and the clock as they are usual on the server, and say that Bob starts: that is `match start @Ann
@Bob first:blue`. What can't go together is an OrderError, as for the command.

Discord's forms have five fields: one is for the clock, for the hour of an appointment, or for both,
the clock first. "1m+5m, sat 20:00" is `clock:1m+5m at:"sat 20:00"`.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.commands.appointments import AppointmentCommands
from bot.commands.catalogue import Name
from bot.commands.command import CONFIRM, NAMED
from bot.commands.opening import settle_terms
from bot.commands.options import START
from bot.commands.parsing import Order
from bot.commands.past import (
    EXAMPLE,
    FROM,
    Past,
    PastRefusedError,
    beginning_of,
    options_from,
    pages_of,
    past_named,
    seats_from,
)
from bot.commands.request import Asker, Confirmations, Handlers, Reply, is_confirmed
from bot.commands.setup import SetupCommand, is_on, with_rules
from bot.commands.sparring import LEVEL, FittingLevels, check_partner, with_partner
from bot.desk.desk import Desk
from bot.desk.venue import HERE, POST, THREAD, Venue, VenueError
from bot.referee.clock import ClockError, read_control
from bot.referee.events import MatchOpened, Player
from bot.referee.formats import COLOURS, DEFAULT, FormatError, find
from bot.referee.match import Room
from bot.referee.moments import read_moment
from bot.referee.problems import NoClockNorHour, NoMoment, NotOneOf, OrderError, Simple
from bot.servers.settings import USUAL, ServerSettings
from bot.storage.failures import RoomTakenError, StoreError
from bot.wording.clerk import (
    may_not_text,
    missing_text,
    opened_text,
    taken_text,
    title_text,
    unable_text,
)
from bot.wording.confirming import both_seats_text

log = logging.getLogger(__name__)


class Starts(StrEnum):
    """Who starts, as the form has it; a DMO says so themselves, and a tie is theirs."""

    FIRST = "player-1"
    SECOND = "player-2"
    RANDOM = "random"
    FIRST_IS_DMO = "dmo-1"
    SECOND_IS_DMO = "dmo-2"


_SEATS = {
    Starts.FIRST: ("first", 0),
    Starts.SECOND: ("first", 1),
    Starts.FIRST_IS_DMO: ("dmo", 0),
    Starts.SECOND_IS_DMO: ("dmo", 1),
}
"""The option that says it in the command, and the player whose colour it names."""

_ASKED = ("first", "format", "clock", "at")
_OF_AT = ("remind", "grace")
NOT_ASKED = tuple(option for option in START if option not in (*COLOURS, *_ASKED, *_OF_AT, CONFIRM))
"""The options of the command that the form has no field for, but for what goes with `at:`.

Who plays is asked, if not with which colour: that is the format's.
"""


@dataclass(frozen=True, slots=True)
class FormOffer:
    """What the form has to know of a server, and why no match can be set up there, "" if one can.

    `sparring` says whether the referee itself may have a seat.
    """

    rules: ServerSettings
    sparring: bool
    refused: str


@dataclass(frozen=True, slots=True)
class StartForm:
    """The form as far as it is filled in: the players' ids and texts, "" where nothing is.

    `clock` is a clock, an hour, or both.
    """

    player_1: str = ""
    player_2: str = ""
    format: str = DEFAULT
    first: str = Starts.FIRST
    clock: str = ""

    @property
    def players(self) -> dict[str, str]:
        """The ids of the two players by the names under which the command takes them."""
        return dict(zip(NAMED, (self.player_1, self.player_2), strict=True))

    def order(self, now: datetime) -> Order:
        """The command that says the same; OrderError if there is none."""
        times = _clock_and_hour(self.clock, now)
        options = {**self.players, "format": self.format, **times, **self._starter()}
        return Order(Name.START, {key: text for key, text in options.items() if text})

    def _starter(self) -> Mapping[str, str]:
        try:
            chosen = find(self.format)
        except FormatError as error:
            raise OrderError(error.problem) from None
        if self.first == Starts.RANDOM:
            return {"first": Starts.RANDOM}
        option, seat = _SEATS[Starts(self.first)]
        if option == "dmo" and not chosen.dmo_chooses:
            raise OrderError(Simple.NO_STARTER)
        return {option: chosen.colours[seat]}


def read_start_form(fields: Mapping[str, str]) -> StartForm:
    """The form from its fields; a word for who starts that there is not is as good as none."""
    first = fields.get("first", "")
    player_1, player_2 = (fields.get(name, "") for name in NAMED)
    return StartForm(
        player_1,
        player_2,
        fields.get("format", "") or DEFAULT,
        first if first in tuple(Starts) else Starts.FIRST,
        " ".join(fields.get("clock", "").split()),
    )


def _clock_and_hour(text: str, now: datetime) -> dict[str, str]:
    """What the one field for both says of the clock, and of the hour."""
    # "5m + 2m" is all clock, and a clock may be parted from the hour by no more than a space.
    for clock, _, hour in ((text, "", ""), text.partition(","), text.partition(" ")):
        if _is_clock(clock):
            return {"clock": clock, "at": hour.strip(" ,")}
    try:
        read_moment("at", text, "UTC", now)
    except OrderError as error:
        if text and isinstance(error.problem, NoMoment):
            raise OrderError(NoClockNorHour(text)) from None
    return {"at": text}


def _is_clock(text: str) -> bool:
    try:
        read_control(text)
    except ClockError:
        return False
    return True


def is_bare_start(order: Order, seats: Mapping[str, Player]) -> bool:
    """Whether a command says of a match that it shall be one, and nothing else."""
    return order.command is Name.START and not order.options and not seats


class StartCommand:
    """Opens the matches of one venue."""

    def __init__(
        self,
        desk: Desk,
        venue: Venue,
        setup: SetupCommand,
        confirmations: Confirmations,
        appointments: AppointmentCommands,
        levels: FittingLevels,
    ) -> None:
        self._levels = levels
        self._desk = desk
        self._venue = venue
        self._setup = setup
        self._confirmations = confirmations
        self._appointments = appointments

    def handlers(self) -> Handlers:
        """The command that is carried out here."""
        return {Name.START: self._start}

    async def offer(self, asker: Asker) -> FormOffer:
        """The form of this command for the asker's server, or why it would be filled in in vain."""
        rules, refused = USUAL, ""
        try:
            rules = await self._setup.rules(asker)
            refused = await self._refused_ahead(asker, rules.where)
        except VenueError as error:
            refused = unable_text(str(error))
        except StoreError as error:
            log.warning("the form is offered as it usually is: %s", error)
        return FormOffer(rules, rules.sparring and self._desk.thinking is not None, refused)

    async def _refused_ahead(self, asker: Asker, where: str) -> str:
        """Why no match can be held where the server has them, whichever it is; "" if one can."""
        held = self._desk.open_matches(self._venue.name, asker.room.server)
        if where == HERE and any(room == asker.room for _, room, _ in held):
            return taken_text(self._venue.voice)
        return await barred(self._venue, asker, asker.room, where, free=True)

    async def _start(self, order: Order, asker: Asker) -> Reply:
        rules, account = await self._setup.rules(asker), self._venue.places.account()
        try:
            past = await self._past(order, asker)
        except PastRefusedError as error:
            return Reply(self._venue.voice.plain(str(error)), private=True)
        options, seats = order.options, asker.seats
        beginning = pages = None
        if past is not None:
            options, seats = (
                options_from(past, options),
                seats_from(past, seats, asker.player, account),
            )
            beginning, pages = beginning_of(past), pages_of(past)
        options = with_rules(options, rules, self._venue.places.usual_clock)
        where = options["where"].casefold()
        if where not in (HERE, THREAD, POST):
            raise OrderError(NotOneOf("where", where, (HERE, THREAD, POST)))
        terms, players = settle_terms(options, seats)
        one, other = with_partner(players, account, options.get(LEVEL, ""))
        players = one, other
        thinks = self._desk.thinking is not None
        check_partner(players, rules, thinks=thinks, resigns=terms.resigns)
        if players[0].id == players[1].id and not is_confirmed(order):
            return self._ask_both_seats(order, asker, players[0], terms.colours)
        if rules.warnings != USUAL.warnings:
            terms = replace(terms, warnings=rules.warnings)
        meets = await self._appointments.read(order, asker)
        pages = is_on("pages", options["pages"]) if "pages" in options else pages
        opened = MatchOpened(
            asker.at, asker.player, players, terms, meets, pages=pages, beginning=beginning
        )
        opened = await self._levels.settle(opened, asker.room)
        channel = options.get("channel", "")
        room = replace(asker.room, id=channel) if channel else asker.room
        if where == HERE and "where" in order.options and room != asker.room:
            raise OrderError(Simple.HERE_AND_THERE)
        # Whoever keeps to what the server settled goes where its managers sent them.
        free = where in (HERE, rules.where) and not channel
        why = await barred(self._venue, asker, room, where, free=free)
        if why:
            return Reply(why, private=True)
        try:
            if where != HERE:
                room = await self._venue.places.make_room(room, where, title_text(opened))
            number = await self._desk.open(room, opened)
        except RoomTakenError:
            return Reply(taken_text(self._venue.voice), private=True)
        await self._desk.recovery.look_at(number, ask=True)
        elsewhere = self._venue.voice.room(room.id) if room != asker.room else ""
        hour = self._venue.voice.moment(meets.hour, meets.zone) if meets else ""
        text = opened_text(
            number, elsewhere, "" if where == HERE else self._venue.voice.place, hour=hour
        )
        return Reply(text, private=True, match=number, announced=room == asker.room)

    async def _past(self, order: Order, asker: Asker) -> Past | None:
        """The position to play on from, None for the empty board; PastRefusedError."""
        named = order.options.get(FROM)
        if named is None:
            return None
        return await past_named(self._desk, named, asker, example=EXAMPLE)

    def _ask_both_seats(
        self, order: Order, asker: Asker, player: Player, colours: tuple[str, str]
    ) -> Reply:
        """Somebody trying things out alone, or a slip: the host says which."""
        voice = self._venue.voice
        sure = replace(order, options={**order.options, CONFIRM: "yes"})

        async def do(now: Asker) -> Reply:
            return await self._start(sure, replace(now, seats=asker.seats))

        text = both_seats_text(voice.name(player), colours, voice)
        return self._confirmations.ask(asker, text, 0, do)


async def barred(
    venue: Venue, asker: Asker, room: Room, where: str = HERE, *, free: bool = False
) -> str:
    """Why a match can't be held in a room, or near it, "" if it can.

    What is `free` for everybody needs no right of the asker's; the referee needs its own.
    """
    places = venue.places
    lacks = () if free else await places.lacks(asker.player, asker.at, room, where)
    if lacks:
        return may_not_text(lacks)
    missing = await places.barriers(room, where)
    return missing_text(missing, elsewhere=room != asker.room) if missing else ""
