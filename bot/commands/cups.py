"""Carries out the commands of cups.

Ann writes `cup join` in the channel of a cup, or presses Join under its card, and is told alone
that she is in.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from bot.commands.appointments import AppointmentCommands
from bot.commands.catalogue import Name
from bot.commands.cup_hosting import CupActing, CupHosting
from bot.commands.cup_options import REFEREE
from bot.commands.opening import cup_name, read_plan
from bot.commands.parsing import Order
from bot.commands.request import Asker, Confirmations, Handlers, Reply, is_confirmed
from bot.commands.setup import SetupCommand, with_rules
from bot.commands.sparring import LEVEL, check_partner, partner_of, read_level
from bot.commands.start import barred
from bot.cups import acts
from bot.cups.acts import By, CupError, NotNow
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened
from bot.cups.state import CupState, CupStatus
from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.desk.venue import HERE, THREAD, Venue
from bot.referee.events import Player
from bot.referee.problems import BadName, NotOneOf, OrderError, Simple, Unfit
from bot.servers.settings import USUAL, Look
from bot.storage.archive import Archive
from bot.views.cup_pictures import bracket_pictures, table_pictures
from bot.wording import cup_answers
from bot.wording.cup_pages import watch_text
from renderers.scene import DrawnPicture

Draw = Callable[[CupState, Look], list[DrawnPicture]]


class CupCommands:
    """The cups of one venue."""

    def __init__(
        self,
        desk: Desk,
        venue: Venue,
        archive: Archive,
        setup: SetupCommand,
        confirmations: Confirmations,
        appointments: AppointmentCommands,
    ) -> None:
        self._desk = desk
        self._venue = venue
        self._archive = archive
        self._setup = setup
        self._appointments = appointments
        self._cups = CupActing(desk, venue, setup, confirmations)
        self._hosting = CupHosting(self._cups, appointments, venue.voice)

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            Name.CUP_OPEN: self._open,
            Name.CUP_JOIN: self._join,
            Name.CUP_LEAVE: self._leave,
            Name.CUP_START: self._start,
            Name.CUP_WHEN: self._when,
            Name.CUP_STATUS: self._status,
            Name.CUP_STANDINGS: self._standings,
            Name.CUP_BRACKET: self._bracket,
            **self._hosting.handlers(),
        }

    async def _open(self, order: Order, asker: Asker) -> Reply:
        rules = await self._setup.rules(asker)
        usual = rules.where if rules.where != HERE else THREAD
        usual = usual if self._venue.places.makes_rooms else HERE
        name = cup_name(order.options)
        options = with_rules(order.options, rules, self._venue.places.usual_clock)
        plan = read_plan(options, usual)
        if rules.warnings != USUAL.warnings:
            plan = replace(plan, terms=replace(plan.terms, warnings=rules.warnings))
        if plan.rooms != HERE and not self._venue.places.makes_rooms:
            raise OrderError(NotOneOf("rooms", plan.rooms, (HERE,)))
        why = await barred(
            self._venue, asker, asker.room, plan.rooms, free=plan.rooms == rules.where
        )
        why = why or await barred(self._venue, asker, asker.room, HERE, free=True)
        if why:
            return Reply(why, private=True)
        held = await self._desk.cups.table.latest_in(asker.room)
        if held is not None and held.state.is_open:
            return Reply(
                cup_answers.taken_text(held.id, held.state, self._venue.voice), private=True
            )
        opened = CupOpened(asker.at, asker.player, name, plan)
        number = await self._desk.cups.open(asker.room, opened)
        if number is None:
            # Somebody else was faster.
            return await self._open(order, asker)
        return Reply(cup_answers.opened_text(number), private=True, announced=True)

    async def _join(self, order: Order, asker: Asker) -> Reply:
        account = self._venue.places.account()
        if account is not None and account.id == asker.player.id:
            return self._cups.refused(NotNow.UNFIT_PLAYER)
        return await self._cups.do(order, asker, acts.enter)

    async def _leave(self, order: Order, asker: Asker) -> Reply:
        held = await self._cups.meant(order, asker)
        is_on = held is not None and held.state.started is not None
        if held is None or not is_on or is_confirmed(order):
            return await self._cups.do(order, asker, acts.leave)
        return await self._cups.ask(asker, held, acts.leave, cup_answers.LEAVE_QUESTION)

    async def _start(self, order: Order, asker: Asker) -> Reply:
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        if held.state.status is CupStatus.CHECK_IN:
            return await self._begin(order, held, asker)
        word = order.options.get("seeding", "").strip().casefold() or Seeding.RATING
        if word not in tuple(Seeding):
            raise OrderError(NotOneOf("seeding", word, tuple(Seeding)))
        why = await barred(self._venue, asker, held.room, held.state.opened.plan.rooms, free=True)
        if why:
            return Reply(why, private=True)
        ratings: dict[str, float] = {}
        if word == Seeding.RATING:
            ratings = await self._archive.ratings(asker.room.venue, asker.room.server)
        lot = secrets.token_hex(8)
        filled = await self._filled(order, held, asker)
        apart = await self._apart(order.options.get("apart", ""), held, asker)

        def started(state: CupState, by: By) -> CupEvent:
            if state.status is CupStatus.CHECK_IN:
                # Another host was faster, a moment ago: that is not to end the check-in.
                raise CupError(NotNow.CHECKING_IN)
            return acts.start(state, by, Seeding(word), ratings, lot, apart, filled)

        return await self._cups.do(order, asker, started)

    async def _begin(self, order: Order, held: HeldCup, asker: Asker) -> Reply:
        """The check-in is on: the host begins at once, with those who are there."""
        said = ("seeding", "apart", "fill", LEVEL)
        says_more = any(order.options.get(name, "").strip() for name in said)
        ratings = await self._archive.ratings(asker.room.venue, asker.room.server)

        def begun(state: CupState, by: By) -> CupEvent:
            event = acts.begin(state, by, ratings)
            if says_more:
                raise CupError(NotNow.SAID_BEFORE)
            return event

        return await self._cups.done(held, asker, begun)

    async def _filled(self, order: Order, held: HeldCup, asker: Asker) -> Player | None:
        """The sparring partner if it is to fill up; OrderError where it can't, or is not to."""
        word, level = (order.options.get(name, "").strip() for name in ("fill", LEVEL))
        if not word:
            if level:
                raise OrderError(Simple.NOT_FILLED)
            return None
        if word.casefold() != REFEREE:
            raise OrderError(NotOneOf("fill", word, (REFEREE,)))
        account = self._venue.places.partner(held.room)
        if account is None:
            raise OrderError(Simple.NO_ACCOUNT)
        partner = partner_of(account, read_level(level))
        rules = await self._setup.rules(asker)
        check_partner((partner,), rules, thinks=self._desk.thinking is not None)
        return partner

    async def _apart(self, words: str, held: HeldCup, asker: Asker) -> list[tuple[str, str]]:
        """Those who are to be kept apart, each from each other; OrderError for somebody unknown.

        People are written as the venue mentions them, or by name.
        """
        called = {player.name.casefold(): player for player in held.state.players.values()}
        ids = list[str]()
        for word in words.replace(",", " ").split():
            player = called.get(word.removeprefix("@").casefold())
            player = player or await self._venue.places.find_person(asker.room, word)
            if player is None:
                raise OrderError(BadName(Unfit.NO_MEMBER, "apart"))
            ids.append(player.id)
        return list(combinations(dict.fromkeys(ids), 2))

    async def _status(self, order: Order, asker: Asker) -> Reply:
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        voice = self._venue.voice
        text = cup_answers.status_text(held.id, held.state, voice)
        pages = self._desk.page_links
        if pages is not None and await pages.may_watch(self._venue, held.room):
            text += f"\n{watch_text(await pages.watch_cup(held.id))}"
        return Reply(text)

    async def _standings(self, order: Order, asker: Asker) -> Reply:
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        # Of a large round robin it takes longer than turns may wait.
        text = await asyncio.to_thread(cup_answers.standings_text, held.state, self._venue.voice)
        return await self._shown(held, asker, text, table_pictures)

    async def _bracket(self, order: Order, asker: Asker) -> Reply:
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        if held.state.started is None:
            return Reply(cup_answers.standings_text(held.state, self._venue.voice))
        text = cup_answers.bracket_text(held.state, self._venue.voice)
        return await self._shown(held, asker, text, bracket_pictures)

    async def _shown(self, held: HeldCup, asker: Asker, text: str, draw: Draw) -> Reply:
        look = await self._setup.look(asker)
        pictures = await asyncio.to_thread(draw, held.state, look)
        files = {f"cup-{held.id}-{page}.png": one for page, one in enumerate(pictures, 1)}
        return Reply(
            text,
            files=tuple((name, one.png) for name, one in files.items()),
            alts={name: one.alt for name, one in files.items()},
        )

    async def _when(self, order: Order, asker: Asker) -> Reply:
        """The appointment of the match that the asker has to play in the cup."""
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        meeting = held.state.meeting_of(asker.player.id)
        if meeting is None or meeting.game is None:
            return self._cups.refused(NotNow.NOTHING_TO_PLAY)
        options = {key: value for key, value in order.options.items() if key != "cup"}
        named = Order(Name.WHEN, {**options, "match": str(meeting.game.match)})
        return await self._appointments.when(named, asker)
