"""Carries out `match start`: reads what the match is to be, and opens it where it can be held.

A host orders a match in a new thread: its terms are read, the sparring partner is seated where it
was named, the rights of host and referee are asked for, and the match is opened there.
"""

import logging
from dataclasses import replace

from bot.commands.appointments import AppointmentCommands
from bot.commands.catalogue import Name
from bot.commands.command import CONFIRM
from bot.commands.confirming import Confirmations, is_confirmed
from bot.commands.levels import FittingLevels
from bot.commands.opening import settle_terms
from bot.commands.parsing import Order
from bot.commands.past import Past, PastRefusedError, past_named
from bot.commands.playing_on import EXAMPLE, FROM, beginning_of, options_from, pages_of, seats_from
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.setup import SetupCommand, is_on, with_rules
from bot.commands.sparring import LEVEL, check_partner, with_partner
from bot.commands.start_form import FormOffer
from bot.desk.desk import Desk
from bot.desk.venue import HERE, POST, THREAD, Venue, VenueError
from bot.referee.events import MatchOpened, Player
from bot.referee.problems import NotOneOf, OrderError, Simple
from bot.referee.room import Room
from bot.servers.settings import USUAL
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
