"""Who acts in which cup: the one that is meant is found, and what is in the way is said.

Which cup is meant, its number says; else it is the room's, or the one that the room's match is a
game of.
"""

from collections.abc import Callable

from bot.commands.catalogue import COMMANDS
from bot.commands.confirming import Confirmations
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.commands.setup import SetupCommand
from bot.cups.acts import By, CupError, CupProblem
from bot.cups.events import CupEvent, is_told
from bot.cups.state import CupState
from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.problems import Missing, NoNumber, OrderError
from bot.wording import cup_answers

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
        raise _missing(order, option)
    return player


def needed(order: Order, option: str) -> str:
    """The value of an option; OrderError if it has none."""
    value = order.options.get(option, "").strip()
    if not value:
        raise _missing(order, option)
    return value


def _missing(order: Order, option: str) -> OrderError:
    command = COMMANDS[order.command]
    return OrderError(Missing(order.command, option, command.options[option].help, command.example))
