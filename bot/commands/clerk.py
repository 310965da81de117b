"""The clerk carries out commands, the same for every venue.

"status" is answered from the match; "host pause" becomes an act, which the desk rules on. Each
command has exactly one handler, here or in one of the other files of this package.
"""

import logging
from collections.abc import Awaitable
from dataclasses import replace

from bot.commands.acts import READERS, act_of, match_named
from bot.commands.appointments import AppointmentCommands
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import Command
from bot.commands.cups import CupCommands
from bot.commands.history import HistoryCommands, RecordsCommands
from bot.commands.mine import MyCommands
from bot.commands.parsing import Order
from bot.commands.puzzles import PuzzleCommands
from bot.commands.request import (
    Asker,
    Confirmations,
    Handler,
    Handlers,
    Reply,
    is_confirmed,
    to_confirm,
)
from bot.commands.setup import SetupCommand
from bot.commands.show import ShowCommands, within_reach
from bot.commands.sparring import FittingLevels, check_partner, read_level, seated_as, with_partner
from bot.commands.start import FormOffer, StartCommand, barred
from bot.desk.desk import Answer, Desk
from bot.desk.rulings import is_flag
from bot.desk.venue import Venue, VenueError
from bot.referee import submission as acts
from bot.referee.arbiter import hosts, rule
from bot.referee.events import is_told
from bot.referee.match import Match, Room, Status
from bot.referee.partner import partner
from bot.referee.problems import OrderError, Simple
from bot.referee.ruling import Accepted, Ignored
from bot.storage.archive import Archive
from bot.storage.failures import DamagedMatchError, RoomTakenError, StoreError
from bot.storage.people import People
from bot.storage.records import Records
from bot.storage.store import Servers, Store
from bot.views.film import history
from bot.wording import clerk
from bot.wording.appointments import appointed_text
from bot.wording.clerk import help_text
from bot.wording.confirming import Confirmable, confirm_text, moved_on_text
from bot.wording.forms import spectator_text, unclear_text
from bot.wording.problems import order_problem_text, problem_text
from bot.wording.show import no_such_match_text
from bot.wording.status import matches_text
from bot.wording.troubles import busy_question_text, busy_text, damaged_text

log = logging.getLogger(__name__)

COSTLY = frozenset(
    (
        *(Name.BOARD, Name.RECORD, Name.REPLAY),
        *(Name.MATCHES, Name.MY_MATCHES, Name.HISTORY, Name.PLAYER, Name.LEADERBOARD),
        *(Name.GAMES, Name.OPENINGS, Name.PUZZLE),
        *(Name.CUP_STATUS, Name.CUP_STANDINGS, Name.CUP_BRACKET),
    )
)
"""The questions that draw, look at all matches or read the archive: refused while turns wait for
too long.

Any other is answered at no more cost than a refusal, or rules a match. A review is refused where it
would be made (`bot.desk.reviews`).
"""


class Clerk:
    """Answers commands of one venue."""

    def __init__(self, desk: Desk, store: Store, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue
        self._setup = SetupCommand(Servers(store), venue, desk.page_links)
        self._confirmations = Confirmations()
        self._history = HistoryCommands(desk, Archive(store), venue)
        show = ShowCommands(desk, venue, self._setup)
        self._appointments = appointments = AppointmentCommands(
            desk, venue, People(store), self._act
        )
        levels = FittingLevels(Archive(store))
        self._start = StartCommand(
            desk, venue, self._setup, self._confirmations, appointments, levels
        )
        mine = MyCommands(desk, venue, store)
        cups = CupCommands(
            desk, venue, Archive(store), self._setup, self._confirmations, appointments
        )
        own: Handlers = {
            Name.MATCHES: self._matches,
            Name.HELP: self._help,
            **dict.fromkeys(READERS, self._do),
        }
        self.handlers = _only_once(
            own,
            self._start.handlers(),
            appointments.handlers(),
            show.handlers(),
            self._history.handlers(),
            RecordsCommands(Records(store), venue, desk.page_links).handlers(),
            mine.handlers(),
            PuzzleCommands(desk, store, venue, self._setup).handlers(),
            self._setup.handlers(),
            cups.handlers(),
        )
        """Who carries out which command; there is exactly one for each."""

    async def carry_out(self, order: Order, asker: Asker) -> Reply:
        """Does what a command says."""
        command = COMMANDS[order.command]
        if asker.only_here and command.of_server:
            return Reply(clerk.only_here_text(), private=True)
        if order.command not in COSTLY:
            return await self._carried_out(order, asker, command)
        with self._desk.backlog.question(order.command) as again:
            if again is not None:
                return Reply(busy_question_text(again), private=True)
            return await self._carried_out(order, asker, command)

    async def _carried_out(self, order: Order, asker: Asker, command: Command) -> Reply:
        reply = await self._or_refusal(self.handlers[order.command](order, asker), command)
        return reply if command.public else replace(reply, private=True)

    def refusal(self, error: OrderError, command: Command | None = None) -> Reply:
        """What is answered to a command that can't be carried out as it stands."""
        problem = error.problem
        text = order_problem_text(problem, command.example) if command else problem_text(problem)
        voice = self._venue.voice
        return Reply(voice.plain(voice.own(text)), private=True)

    async def offer_form(self, asker: Asker) -> FormOffer:
        """The form of `match start`, where a venue has forms."""
        return await self._start.offer(asker)

    async def _help(self, _: Order, __: Asker) -> Reply:
        return Reply(help_text(self._venue.voice))

    async def _do(self, order: Order, asker: Asker) -> Reply:
        act, number = act_of(order, asker.seats), match_named(order)
        if act is None:
            return await self._resume_all(asker)
        if isinstance(act, acts.MoveMatch):
            return await self._move(act, asker, number)
        question = await self.question(order, asker)
        return await self._act(act, asker, number) if question is None else question

    async def question(self, order: Order, asker: Asker) -> Reply | None:
        """What is asked before a command is carried out; None for one that can be at once.

        One that the match would refuse is not asked about either.
        """
        act = act_of(order, asker.seats)
        if act is None or not to_confirm(act) or is_confirmed(order):
            return None
        return await self._question(act, asker, match_named(order))

    async def confirm(self, action: str, asker: Asker) -> Reply:
        """Does what somebody was asked about, once they press the button."""
        return await self._or_refusal(self._confirmations.confirmed(action, asker))

    async def act(self, act: acts.Act, asker: Asker, number: int | None = None) -> Reply:
        """Does something in the asker's match, or in the match of a button's number."""
        return await self._or_refusal(self._act(act, asker, number))

    async def submission(
        self, act: acts.Act, asker: Asker, number: int | None = None
    ) -> acts.Submission:
        """What somebody does, and whether they may do it as host; StoreError if not known.

        OrderError where it gives the sparring partner a seat that it may not have.
        """
        may_host = await self._setup.may_host(asker)
        if isinstance(act, acts.ReplacePlayer):
            await self._check_seat(act, asker, number)
            act = replace(act, player=seated_as(act.player, self._venue.places.account()))
        return acts.Submission(asker.player, act, asker.at, asker.message, may_host)

    async def _check_seat(self, act: acts.ReplacePlayer, asker: Asker, number: int | None) -> None:
        """OrderError where the sparring partner is to take a seat and can't play, or is not to."""
        person = replace(act.player, level="")
        (player,) = with_partner((person,), self._venue.places.account(), act.player.level)
        held = await self._found(asker, number)
        if held is None or not player.level or asker.message in self._desk.dealt_with(asker.room):
            return
        # That of `AUTO` is known at the start alone.
        read_level(act.player.level)
        (number, match), rules = held, await self._setup.rules(asker)
        if partner(match) is not None:
            raise OrderError(Simple.PARTNER_TWICE)
        check_partner((player,), rules, thinks=self._desk.thinking is not None)
        # The host may take back turns that are there now.
        positions = history(match.position)
        if await self._desk.likeness.is_played_now(positions, besides=number):
            raise OrderError(Simple.STANDS_ALIKE)

    async def _act(self, act: acts.Act, asker: Asker, number: int | None) -> Reply:
        submission = await self.submission(act, asker, number)
        if number is None:
            if isinstance(act, acts.Reopen | acts.ChoosePages):
                return await self._do_in_latest(submission, asker)
            answer = await self._desk.submit(asker.room, submission)
        elif await within_reach(self._desk, number, asker) is None:
            return Reply(no_such_match_text(str(number)), private=True)
        else:
            answer = await self._desk.submit_to(number, submission)
        ignored = answer is not None and isinstance(answer.ruling, Ignored) and not answer.text
        if answer is not None and ignored and isinstance(act, acts.Said):
            return Reply(await self._no_turn_text(answer.match, asker), private=True)
        return self._as_reply(answer, act)

    async def _do_in_latest(self, submission: acts.Submission, asker: Asker) -> Reply:
        """Something is done in the last match of the room, which may be over."""
        last = await self._desk.latest(asker.room)
        if last is None:
            return self._as_reply(None, submission.act)
        return self._as_reply(await self._desk.submit_to(last[0], submission), submission.act)

    async def _no_turn_text(self, number: int, asker: Asker) -> str:
        """Why what somebody wrote in the form is no turn."""
        held = await self._desk.match(number)
        if held is None:
            return clerk.no_match_text()
        match = held[1]
        return unclear_text(match) if match.seat(asker.player.id) else spectator_text()

    async def known_matches(self, asker: Asker) -> dict[int, str]:
        """The matches that the asker may want to name, by number, in a few words each."""
        return await self._history.known_matches(asker)

    async def understood(self, moment: str, asker: Asker) -> str:
        """How words for a moment are understood, while somebody types them."""
        return await self._appointments.understood(moment, asker)

    async def _question(self, act: Confirmable, asker: Asker, number: int | None) -> Reply | None:
        """What is asked before an act that the match would take; None for any other."""
        try:
            held = await self._found(asker, number)
        except DamagedMatchError:
            # Nothing can be asked about it; to close it is the way out.
            return None
        if held is None:
            return None
        key, match = held
        ruling = rule(match, await self.submission(act, asker))
        if not isinstance(ruling, Accepted) or is_flag(ruling):
            return None
        text = confirm_text(key, match, act, asker.player.id, self._venue.voice)
        if isinstance(act, acts.Resign):
            return self._confirmations.ask_to_resign(asker, text, key)

        async def do(now: Asker) -> Reply:
            moved_on = await self._desk.match(key)
            if moved_on is None or _differs(moved_on[1], match):
                return Reply(moved_on_text(), private=True)
            return await self._act(act, now, key)

        return self._confirmations.ask(asker, text, key, do)

    async def _found(self, asker: Asker, number: int | None) -> tuple[int, Match] | None:
        if number is None:
            return await self._desk.latest(asker.room)
        return await within_reach(self._desk, number, asker)

    async def _move(self, act: acts.MoveMatch, asker: Asker, number: int | None) -> Reply:
        """The new room must be one where a match can be held; the old one may be gone."""
        room = replace(asker.room, id=act.room)
        why = await barred(self._venue, asker, room)
        if why:
            return Reply(why, private=True)
        act = replace(act, public=await self._venue.places.is_public(room))
        try:
            reply = await self._act(act, asker, number)
        except RoomTakenError:
            return Reply(clerk.taken_text(self._venue.voice), private=True)
        there = await self._desk.latest(room)
        if there is None or there[1].over:
            return reply
        return Reply(clerk.moved_text(self._venue.voice.room(room.id)))

    async def _resume_all(self, asker: Asker) -> Reply:
        """Resumes what stands still on a server, but for what has to be decided first."""
        submission = await self.submission(acts.Resume(), asker)
        resumed: list[int] = []
        undecided: list[int] = []
        kept_out: list[int] = []
        for number, _, match in self._open_matches(asker):
            if match.status is not Status.PAUSED or not hosts(match, submission):
                continue
            if not match.pauses.may_go_on:
                undecided.append(number)
                continue
            answer = await self._desk.submit_to(number, submission)
            if answer is not None and isinstance(answer.ruling, Accepted):
                resumed.append(number)
            elif match.pauses.for_room:
                kept_out.append(number)
        return Reply(clerk.resumed_text(resumed, undecided, kept_out))

    def _open_matches(self, asker: Asker) -> list[tuple[int, Room, Match]]:
        """The open matches of the asker's server; a link to one room opens none of the others."""
        matches = self._desk.open_matches(self._venue.name, asker.room.server)
        return [held for held in matches if not asker.only_here or held[1] == asker.room]

    async def _matches(self, _: Order, asker: Asker) -> Reply:
        entries = [
            (number, match, self._link(room, match))
            for number, room, match in self._open_matches(asker)
        ]
        return Reply(matches_text(entries, self._venue.voice), no_match=not entries)

    async def _or_refusal(self, work: Awaitable[Reply], command: Command | None = None) -> Reply:
        """The answer, or why there is none: the asker's slip, or a word of regret for our own."""
        try:
            return await work
        except OrderError as error:
            return self.refusal(error, command)
        except RoomTakenError:
            return Reply(clerk.taken_text(self._venue.voice), private=True)
        except VenueError as error:
            return Reply(clerk.unable_text(str(error)), private=True)
        except DamagedMatchError as error:
            log.warning("a command could not be carried out: %s", error)
            return Reply(damaged_text(self._venue.voice), private=True)
        except StoreError as error:
            log.warning("a command could not be carried out: %s", error)
            return Reply(busy_text(), private=True)

    def _link(self, room: Room, match: Match) -> str:
        board = match.telling.board_message
        return self._venue.places.link(room, board) if board else ""

    def _as_reply(self, answer: Answer | None, act: acts.Act) -> Reply:
        if answer is None:
            return Reply(clerk.no_match_text(), private=True, no_match=True)
        if is_flag(answer.ruling):
            return Reply(clerk.too_late_text(), private=True)
        if isinstance(answer.ruling, Accepted):
            announced = any(is_told(event) for event in answer.ruling.events)
            match = answer.ruling.match
            text = (
                appointed_text(act.appointments, match, self._venue.voice)
                if isinstance(act, acts.Appoint)
                else clerk.done_text(act, match)
            )
            return Reply(text, private=True, announced=announced)
        return Reply(answer.text or clerk.dealt_with_text(), private=True)


def _differs(now: Match, then: Match) -> bool:
    """Whether a question was asked about other turns, or about somebody else in a seat."""
    return (now.turns, now.players) != (then.turns, then.players)


def _only_once(*parts: Handlers) -> dict[Name, Handler]:
    """All handlers together; ValueError if a command has two."""
    joined: dict[Name, Handler] = {}
    for part in parts:
        twice = joined.keys() & part.keys()
        if twice:
            raise ValueError(f"two handlers: {', '.join(twice)}")
        joined |= part
    return joined
