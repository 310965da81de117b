"""Carries out what a host does in a cup, with a reason, told in its room.

Bob had to go in the middle of round 2, and Ann's host writes `cup award player:@Ann result:wins
reason:Bob had to go`.
"""

from bot.commands.acts import PLAYER
from bot.commands.appointments import AT, AppointmentCommands
from bot.commands.catalogue import Name
from bot.commands.confirming import is_confirmed
from bot.commands.cup_acting import CupActing, needed, person
from bot.commands.cup_options import AGAIN, BOTH, WITH
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.cups import acts
from bot.cups.acts import By
from bot.cups.events import CupEvent
from bot.cups.state import CupState
from bot.referee.problems import NotOneOf, OrderError
from bot.wording import cup_answers
from bot.wording.voice import Voice


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
