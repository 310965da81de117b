"""Carries out the commands of cups.

Ann writes `cup join` in the channel of a cup, or presses Join under its card, and is told alone
that she is in. What a host does is told in the room. Which cup is meant, its number says; else it
is the room's, or the one that the room's match is a game of.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

from bot.commands.acts import PLAYER
from bot.commands.appointments import AT, AppointmentCommands
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.confirming import Confirmations, is_confirmed
from bot.commands.cup_opening import cup_name, read_plan
from bot.commands.cup_options import AGAIN, BOTH, WITH
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.setup import SetupCommand, with_rules
from bot.commands.start import barred
from bot.cups import acts
from bot.cups.acts import By, CupError, NotNow
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened, is_told
from bot.cups.state import CupState, CupStatus
from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.desk.venue import HERE, THREAD, Venue
from bot.referee.events import Player
from bot.referee.problems import BadName, Missing, NoNumber, NotOneOf, OrderError, Unfit
from bot.servers.settings import USUAL, Look
from bot.storage.archive import Archive
from bot.views.cup_files import bracket_pictures, table_pictures
from bot.wording import cup_answers
from bot.wording.cup_pages import watch_text
from renderers.scene import DrawnPicture

Draw = Callable[[CupState, Look], list[DrawnPicture]]
Act = Callable[[CupState, By], CupEvent]


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
        self._confirmations = confirmations
        self._appointments = appointments

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
            Name.CUP_AWARD: self._award,
            Name.CUP_DROP: self._drop,
            Name.CUP_SWAP: self._swap,
            Name.CUP_DEADLINE: self._deadline,
            Name.CUP_PAUSE: self._pause,
            Name.CUP_RESUME: self._resume,
            Name.CUP_CANCEL: self._cancel,
        }

    async def _open(self, order: Order, asker: Asker) -> Reply:
        rules = await self._setup.rules(asker)
        usual = rules.where if rules.where != HERE else THREAD
        usual = usual if self._venue.places.makes_rooms else HERE
        name = cup_name(order.options)
        plan = read_plan(with_rules(order.options, rules), usual)
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
            return self._refused(NotNow.UNFIT_PLAYER)
        return await self._do(order, asker, acts.enter)

    async def _leave(self, order: Order, asker: Asker) -> Reply:
        held = await self._meant(order, asker)
        is_on = held is not None and held.state.status is not CupStatus.OPEN
        if held is None or not is_on or is_confirmed(order):
            return await self._do(order, asker, acts.leave)
        return await self._ask(asker, held, acts.leave, cup_answers.LEAVE_QUESTION)

    async def _start(self, order: Order, asker: Asker) -> Reply:
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
        word = order.options.get("seeding", "").strip().casefold() or Seeding.RATING
        if word not in tuple(Seeding):
            raise OrderError(NotOneOf("seeding", word, tuple(Seeding)))
        why = await barred(self._venue, asker, held.room, held.state.opened.plan.rooms, free=True)
        if why:
            return Reply(why, private=True)
        ratings = await self._ratings(asker) if word == Seeding.RATING else {}
        lot = secrets.token_hex(8)

        apart = await self._apart(order.options.get("apart", ""), held, asker)

        def started(state: CupState, by: By) -> CupEvent:
            return acts.start(state, by, Seeding(word), ratings, lot, apart)

        return await self._do(order, asker, started)

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

    async def _ratings(self, asker: Asker) -> Mapping[str, float]:
        standings = await self._archive.standings(asker.room.venue, asker.room.server)
        return {one.player.id: one.rating for one in standings}

    async def _status(self, order: Order, asker: Asker) -> Reply:
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
        voice = self._venue.voice
        text = cup_answers.status_text(held.id, held.state, voice)
        pages = self._desk.page_links
        if pages is not None and await pages.may_watch(self._venue, held.room):
            text += f"\n{watch_text(await pages.watch_cup(held.id))}"
        return Reply(text)

    async def _standings(self, order: Order, asker: Asker) -> Reply:
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
        text = cup_answers.standings_text(held.state, self._venue.voice)
        return await self._shown(held, asker, text, table_pictures)

    async def _bracket(self, order: Order, asker: Asker) -> Reply:
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
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
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
        meeting = held.state.meeting_of(asker.player.id)
        if meeting is None or meeting.game is None:
            return self._refused(NotNow.NOTHING_TO_PLAY)
        options = {key: value for key, value in order.options.items() if key != "cup"}
        named = Order(Name.WHEN, {**options, "match": str(meeting.game.match)})
        return await self._appointments.when(named, asker)

    async def _award(self, order: Order, asker: Asker) -> Reply:
        player, result = self._person(order, asker, PLAYER), _needed(order, "result").casefold()
        reason = order.options.get("reason", "")
        match result:
            case "wins":
                return await self._do(
                    order,
                    asker,
                    lambda state, by: acts.award(state, by, (player.id,), player.id, reason),
                )
            case "both-lose":
                return await self._do(
                    order,
                    asker,
                    lambda state, by: acts.award(state, by, (player.id,), None, reason),
                )
            case "again":
                return await self._do(
                    order, asker, lambda state, by: acts.play_again(state, by, (player.id,), reason)
                )
        raise OrderError(NotOneOf("result", result, ("wins", BOTH, AGAIN)))

    async def _drop(self, order: Order, asker: Asker) -> Reply:
        player, reason = self._person(order, asker, PLAYER), order.options.get("reason", "")

        def dropped(state: CupState, by: By) -> CupEvent:
            return acts.drop(state, by, player.id, reason)

        held = await self._meant(order, asker)
        if held is None or is_confirmed(order) or held.state.status is CupStatus.OPEN:
            return await self._do(order, asker, dropped)
        question = cup_answers.drop_question(player, self._venue.voice)
        return await self._ask(asker, held, dropped, question)

    async def _swap(self, order: Order, asker: Asker) -> Reply:
        one, other = (self._person(order, asker, option) for option in (PLAYER, WITH))
        reason = order.options.get("reason", "")
        held = await self._meant(order, asker)
        if held is None:
            return self._no_cup(order)
        facts = held.facts
        return await self._do(
            order, asker, lambda state, by: acts.swap(state, by, (one.id, other.id), facts, reason)
        )

    async def _deadline(self, order: Order, asker: Asker) -> Reply:
        _needed(order, AT)
        moment = await self._appointments.moment(order.options[AT], asker)
        reason = order.options.get("reason", "")
        return await self._do(
            order, asker, lambda state, by: acts.move_deadline(state, by, moment, reason)
        )

    async def _pause(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")
        return await self._do(order, asker, lambda state, by: acts.pause(state, by, reason))

    async def _resume(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")
        return await self._do(order, asker, lambda state, by: acts.resume(state, by, reason))

    async def _cancel(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")

        def cancelled(state: CupState, by: By) -> CupEvent:
            return acts.cancel(state, by, reason)

        held = await self._meant(order, asker)
        if held is None or is_confirmed(order):
            return await self._do(order, asker, cancelled)
        question = cup_answers.cancel_question(held.state, self._venue.voice)
        return await self._ask(asker, held, cancelled, question)

    async def _do(self, order: Order, asker: Asker, act: Act) -> Reply:
        """Has somebody act in the cup that they mean; what is in the way is told to them alone."""
        held = await self._meant(order, asker)
        return self._no_cup(order) if held is None else await self._done(held, asker, act)

    async def _done(self, held: HeldCup, asker: Asker, act: Act) -> Reply:
        by = await self._by(asker)
        done: list[CupEvent] = []

        def decide(state: CupState) -> CupEvent:
            done[:] = [act(state, by)]
            return done[0]

        try:
            state = await self._desk.cups.act(held, decide)
        except CupError as error:
            return self._refused(error.problem, held.state)
        announced = is_told(done[0]) and held.room == asker.room
        text = cup_answers.done_text(done[0], state, self._venue.voice)
        return Reply(text, private=True, announced=announced, done=True)

    async def _ask(self, asker: Asker, held: HeldCup, act: Act, question: str) -> Reply:
        """Asks before what can't be taken back; what would be refused is refused at once."""
        try:
            act(held.state, await self._by(asker))
        except CupError as error:
            return self._refused(error.problem, held.state)

        async def do(now: Asker) -> Reply:
            return await self._done(held, now, act)

        return self._confirmations.ask(asker, question, 0, do)

    async def _by(self, asker: Asker) -> By:
        return By(asker.player, asker.at, await self._setup.may_host(asker))

    async def _meant(self, order: Order, asker: Asker) -> HeldCup | None:
        """The cup that an order is about, on the asker's server."""
        table = self._desk.cups.table
        text = order.options.get("cup", "").strip().removeprefix("#")
        if text:
            if not (text.isascii() and text.isdigit() and len(text) < 10):
                raise OrderError(NoNumber("cup", text, f"{order.command} cup:1"))
            held = await table.find(int(text))
            here = (asker.room.venue, asker.room.server)
            if held is None or (held.room.venue, held.room.server) != here:
                return None
            return held if not asker.only_here or held.room == asker.room else None
        held = await table.latest_in(asker.room)
        if held is not None and held.state.is_open:
            return held
        latest = await self._desk.latest(asker.room)
        number = None if latest is None else await table.cups.of_match(latest[0])
        return held if number is None else await table.find(number)

    def _person(self, order: Order, asker: Asker, option: str) -> Player:
        player = asker.seats.get(option)
        if player is None:
            raise _missing(order, option)
        return player

    def _no_cup(self, order: Order) -> Reply:
        named = order.options.get("cup", "")
        return Reply(cup_answers.no_cup_text(named, self._venue.voice), private=True)

    def _refused(self, problem: acts.CupProblem, state: CupState | None = None) -> Reply:
        return Reply(cup_answers.problem_text(problem, state, self._venue.voice), private=True)


def _needed(order: Order, option: str) -> str:
    value = order.options.get(option, "").strip()
    if not value:
        raise _missing(order, option)
    return value


def _missing(order: Order, option: str) -> OrderError:
    command = COMMANDS[order.command]
    return OrderError(Missing(order.command, option, command.options[option].help, command.example))
