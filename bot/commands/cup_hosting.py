"""Who acts in which cup, and what a host does there: with a reason, told in its room.

Which cup is meant, its number says; else it is the room's, or the one that the room's match is a
game of. Bob had to go in the middle of round 2, and Ann's host writes `cup award player:@Ann
result:wins reason:Bob had to go`.
"""

from collections.abc import Callable

from bot.commands.acts import PLAYER, missing, needed
from bot.commands.appointments import AT, AppointmentCommands
from bot.commands.catalogue import Name
from bot.commands.cup_options import AGAIN, BOTH, WITH
from bot.commands.parsing import Order
from bot.commands.request import Asker, Confirmations, Handlers, Reply, is_confirmed
from bot.commands.setup import SetupCommand
from bot.cups import acts
from bot.cups.acts import By, CupError, CupProblem
from bot.cups.events import CupEvent, is_told
from bot.cups.state import CupState
from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.problems import NoNumber, NotOneOf, OrderError
from bot.wording import cup_answers
from bot.wording.voice import Voice

CupAct = Callable[[CupState, By], CupEvent]


class CupActing:
    """What people do in the cups of one venue."""

    def __init__(
        self, desk: Desk, venue: Venue, setup: SetupCommand, confirmations: Confirmations
    ) -> None:
        self._desk = desk
        self._venue = venue
        self._setup = setup
        self._confirmations = confirmations

    async def do(self, order: Order, asker: Asker, act: CupAct) -> Reply:
        """Has somebody act in the cup that they mean; what is in the way is told to them alone."""
        held = await self.meant(order, asker)
        return self.no_cup(order) if held is None else await self.done(held, asker, act)

    async def done(self, held: HeldCup, asker: Asker, act: CupAct) -> Reply:
        """Has somebody act in a cup."""
        by = await self._by(asker)
        done: list[CupEvent] = []

        def decide(state: CupState) -> CupEvent:
            done[:] = [act(state, by)]
            return done[0]

        try:
            state = await self._desk.cups.act(held, decide)
        except CupError as error:
            return self.refused(error.problem, held.state)
        announced = is_told(done[0]) and held.room == asker.room
        text = cup_answers.done_text(done[0], state, self._venue.voice)
        return Reply(text, private=True, announced=announced, done=True)

    async def ask(self, asker: Asker, held: HeldCup, act: CupAct, question: str) -> Reply:
        """Asks before what can't be taken back; what would be refused is refused at once."""
        try:
            act(held.state, await self._by(asker))
        except CupError as error:
            return self.refused(error.problem, held.state)

        async def sure(now: Asker) -> Reply:
            return await self.done(held, now, act)

        return self._confirmations.ask(asker, question, 0, sure)

    async def _by(self, asker: Asker) -> By:
        # What was typed in an absence is done now: a deadline that is past by now is past.
        at = max(asker.at, self._venue.now())
        return By(asker.player, at, await self._setup.may_host(asker))

    async def meant(self, order: Order, asker: Asker) -> HeldCup | None:
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

    def no_cup(self, order: Order) -> Reply:
        """There is no such cup, or none here."""
        named = order.options.get("cup", "")
        return Reply(cup_answers.no_cup_text(named, self._venue.voice), private=True)

    def refused(self, problem: CupProblem, state: CupState | None = None) -> Reply:
        """What is in the way, for the asker alone."""
        return Reply(cup_answers.problem_text(problem, state, self._venue.voice), private=True)


def person(order: Order, asker: Asker, option: str) -> Player:
    """Whom an option names; OrderError if nobody."""
    player = asker.seats.get(option)
    if player is None:
        raise missing(order, option)
    return player


class CupHosting:
    """The host's hand in the cups of one venue."""

    def __init__(self, cups: CupActing, appointments: AppointmentCommands, voice: Voice) -> None:
        self._cups = cups
        self._appointments = appointments
        self._voice = voice

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            Name.CUP_AWARD: self._award,
            Name.CUP_DROP: self._drop,
            Name.CUP_SWAP: self._swap,
            Name.CUP_DEADLINE: self._deadline,
            Name.CUP_PAUSE: self._pause,
            Name.CUP_RESUME: self._resume,
            Name.CUP_CANCEL: self._cancel,
        }

    async def _award(self, order: Order, asker: Asker) -> Reply:
        player, result = person(order, asker, PLAYER), needed(order, "result").casefold()
        reason = order.options.get("reason", "")
        match result:
            case "wins":
                return await self._cups.do(
                    order,
                    asker,
                    lambda state, by: acts.award(state, by, (player.id,), player.id, reason),
                )
            case "both-lose":
                return await self._cups.do(
                    order,
                    asker,
                    lambda state, by: acts.award(state, by, (player.id,), None, reason),
                )
            case "again":
                return await self._cups.do(
                    order, asker, lambda state, by: acts.play_again(state, by, (player.id,), reason)
                )
        raise OrderError(NotOneOf("result", result, ("wins", BOTH, AGAIN)))

    async def _drop(self, order: Order, asker: Asker) -> Reply:
        player, reason = person(order, asker, PLAYER), order.options.get("reason", "")

        def dropped(state: CupState, by: By) -> CupEvent:
            return acts.drop(state, by, player.id, reason)

        held = await self._cups.meant(order, asker)
        if held is None or is_confirmed(order) or held.state.started is None:
            return await self._cups.do(order, asker, dropped)
        question = cup_answers.drop_question(player, self._voice)
        return await self._cups.ask(asker, held, dropped, question)

    async def _swap(self, order: Order, asker: Asker) -> Reply:
        one, other = (person(order, asker, option) for option in (PLAYER, WITH))
        reason = order.options.get("reason", "")
        held = await self._cups.meant(order, asker)
        if held is None:
            return self._cups.no_cup(order)
        facts = held.facts
        return await self._cups.do(
            order, asker, lambda state, by: acts.swap(state, by, (one.id, other.id), facts, reason)
        )

    async def _deadline(self, order: Order, asker: Asker) -> Reply:
        needed(order, AT)
        moment = await self._appointments.moment(order.options[AT], asker)
        reason = order.options.get("reason", "")
        return await self._cups.do(
            order, asker, lambda state, by: acts.move_deadline(state, by, moment, reason)
        )

    async def _pause(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")
        return await self._cups.do(order, asker, lambda state, by: acts.pause(state, by, reason))

    async def _resume(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")
        return await self._cups.do(order, asker, lambda state, by: acts.resume(state, by, reason))

    async def _cancel(self, order: Order, asker: Asker) -> Reply:
        reason = order.options.get("reason", "")

        def cancelled(state: CupState, by: By) -> CupEvent:
            return acts.cancel(state, by, reason)

        held = await self._cups.meant(order, asker)
        if held is None or is_confirmed(order):
            return await self._cups.do(order, asker, cancelled)
        question = cup_answers.cancel_question(held.state, self._voice)
        return await self._cups.ask(asker, held, cancelled, question)
