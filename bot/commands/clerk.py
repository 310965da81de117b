"""Carries out commands, the same for every venue: questions are answered, acts go to the desk."""

import logging
from collections.abc import Awaitable
from dataclasses import replace

from bot.commands.acts import act_of
from bot.commands.catalogue import COMMANDS
from bot.commands.history import QUESTIONS as RECALLED
from bot.commands.history import Recall
from bot.commands.opening import settle_terms
from bot.commands.parsing import Order, OrderError
from bot.commands.request import Asker, Reply
from bot.commands.setup import Housekeeping, with_rules
from bot.commands.show import Looking
from bot.desk.desk import Answer, Desk
from bot.desk.venue import HERE, POST, THREAD, Button, Venue, VenueError
from bot.engine.rulesets import OptionError
from bot.referee.events import MatchOpened
from bot.referee.match import Match
from bot.referee.room import Room
from bot.referee.ruling import Accepted, Ignored
from bot.referee.submission import Act, MoveMatch, Resign, Said, Submission
from bot.servers.settings import USUAL
from bot.storage.archive import Archive
from bot.storage.failures import DamagedMatchError, RoomTakenError, StoreError
from bot.storage.servers import Servers
from bot.storage.store import Store
from bot.wording.buttons import LABELS
from bot.wording.clerk import (
    ask_back_text,
    dealt_with_text,
    done_text,
    may_not_text,
    missing_text,
    moved_text,
    no_match_text,
    only_here_text,
    opened_text,
    taken_text,
    title_text,
)
from bot.wording.forms import spectator_text, unclear_text
from bot.wording.help import help_text
from bot.wording.status import matches_text
from bot.wording.troubles import busy_text, damaged_text

log = logging.getLogger(__name__)


class Clerk:
    """Answers commands of one venue."""

    def __init__(self, desk: Desk, store: Store, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue
        self._house = Housekeeping(Servers(store), venue.voice)
        self._looking = Looking(desk, venue, self._house)
        self._recall = Recall(desk, Archive(store), venue)

    async def carry_out(self, order: Order, asker: Asker) -> Reply:
        """Does what a command says."""
        return await _or_busy(self._carry_out(order, asker))

    async def _carry_out(self, order: Order, asker: Asker) -> Reply:
        if order.command == "match start":
            return await self._start(order, asker)
        if order.command == "matches":
            return self._matches(asker)
        if asker.only_here and COMMANDS[order.command].of_server:
            return Reply(only_here_text(), private=True)
        if order.command == "setup":
            return await self._house.set_up(order, asker)
        if order.command == "help":
            return Reply(help_text(self._venue.voice), private=True)
        if order.command in RECALLED:
            return await self._recall.answer(order, asker)
        try:
            act = act_of(order, asker.seats)
        except OrderError as error:
            return Reply(self._venue.voice.plain(str(error)), private=True)
        if isinstance(act, Resign) and asker.asks_back:
            return await self._ask_back(asker)
        if isinstance(act, MoveMatch):
            return await self._move(act, asker, order.options.get("match", ""))
        if act is not None:
            return await self.act(act, asker)
        return await self._looking.answer(order, asker)

    async def act(self, act: Act, asker: Asker, number: int | None = None) -> Reply:
        """Does something in the asker's match, or in the match of a button's number."""
        return await _or_busy(self._act(act, asker, number))

    async def submission(self, act: Act, asker: Asker) -> Submission:
        """What somebody does, and whether they may do it as host; StoreError if not known."""
        may_host = await self._house.may_host(asker)
        return Submission(asker.player, act, asker.at, asker.message, may_host)

    async def _act(self, act: Act, asker: Asker, number: int | None) -> Reply:
        submission = await self.submission(act, asker)
        if number is None:
            answer = await self._desk.submit(asker.room, submission)
        elif await self._is_elsewhere(number, asker.room):
            answer = None
        else:
            answer = await self._desk.submit_to(number, submission)
        ignored = answer is not None and isinstance(answer.ruling, Ignored) and not answer.text
        if answer is not None and ignored and isinstance(act, Said):
            return Reply(await self._no_turn_text(answer.match, asker), private=True)
        return _as_reply(answer, act)

    async def _no_turn_text(self, number: int, asker: Asker) -> str:
        """Why what somebody wrote in the form is no turn."""
        found = await self._desk.match(number)
        if found is None:
            return no_match_text()
        match = found[1]
        return unclear_text(match) if match.seat(asker.player.id) else spectator_text()

    async def known_matches(self, asker: Asker) -> dict[int, str]:
        """The matches that the asker may want to name, by number, in a few words each."""
        return await self._recall.known_matches(asker)

    async def _ask_back(self, asker: Asker) -> Reply:
        """A resignation is asked about once."""
        found = await self._desk.latest(asker.room)
        if found is None or found[1].over or not found[1].seat(asker.player.id):
            return await self.act(Resign(), asker)
        button = Button("resign", LABELS["resign"], important=True)
        return Reply(ask_back_text(), private=True, buttons=(button,), match=found[0])

    async def _move(self, act: MoveMatch, asker: Asker, named: str) -> Reply:
        """The new room must be one where a match can be held; the old one may be gone."""
        number = named.strip().removeprefix("#")
        if number and not (number.isascii() and number.isdigit() and len(number) < 10):
            return Reply("match: is a match's number.", private=True)
        room = replace(asker.room, id=act.room)
        barred = await self._barred(asker, room)
        if barred:
            return Reply(barred, private=True)
        try:
            reply = await self.act(act, asker, int(number) if number else None)
        except RoomTakenError:
            return Reply(taken_text(), private=True)
        found = await self._desk.latest(room)
        if found is None or found[1].over:
            return reply
        return Reply(moved_text(self._venue.voice.room(room.id)))

    async def _is_elsewhere(self, number: int, room: Room) -> bool:
        """Whether a match is another server's, out of the asker's reach."""
        held = await self._desk.room_of(number)
        return held is None or (held.venue, held.server) != (room.venue, room.server)

    async def _start(self, order: Order, asker: Asker) -> Reply:
        rules = await self._house.rules(asker)
        try:
            options = with_rules(order.options, rules)
            where = options["where"].casefold()
            if where not in (HERE, THREAD, POST):
                raise OptionError(f"where:{where}: it is {HERE}, {THREAD} or {POST}")
            terms, players = settle_terms(options, asker.seats)
        except OptionError as error:
            return Reply(self._venue.voice.plain(f"{error}."), private=True)
        if rules.warnings != USUAL.warnings:
            terms = replace(terms, warnings=rules.warnings)
        opened = MatchOpened(asker.at, asker.player, players, terms)
        channel = options.get("channel", "").strip("<#>") if where != HERE else ""
        room = replace(asker.room, id=channel) if channel else asker.room
        # Whoever keeps to what the server settled goes where its managers sent them.
        free = where in (HERE, rules.where) and not channel
        barred = await self._barred(asker, room, where, free=free)
        if barred:
            return Reply(barred, private=True)
        try:
            if where != HERE:
                room = await self._venue.places.make_room(room, where, title_text(opened))
            number = await self._desk.open(room, opened)
        except RoomTakenError:
            return Reply(taken_text(), private=True)
        elsewhere = self._venue.voice.room(room.id) if where != HERE else ""
        return Reply(opened_text(number, elsewhere), private=True)

    async def _barred(
        self, asker: Asker, room: Room, where: str = HERE, *, free: bool = False
    ) -> str:
        """Why a match can't be held in a room, or near it, "" if it can.

        What is `free` for everybody needs no right of the asker's; the referee needs its own.
        """
        places = self._venue.places
        lacks = () if free else await places.lacks(asker.player, asker.at, room, where)
        if lacks:
            return may_not_text(lacks)
        missing = await places.barriers(room, where)
        return missing_text(missing, elsewhere=room != asker.room) if missing else ""

    def _matches(self, asker: Asker) -> Reply:
        entries = [
            (number, match, self._link(room, match))
            for number, room, match in self._desk.open_matches(self._venue.name, asker.room.server)
            # A link to one room opens none of the others.
            if not asker.only_here or room == asker.room
        ]
        return Reply(matches_text(entries, self._venue.voice))

    def _link(self, room: Room, match: Match) -> str:
        return self._venue.places.link(room, match.board_message) if match.board_message else ""


async def _or_busy(work: Awaitable[Reply]) -> Reply:
    """The answer, or a word of regret where store or venue can't do their part."""
    try:
        return await work
    except VenueError as error:
        return Reply(str(error), private=True)
    except DamagedMatchError as error:
        log.warning("a command could not be carried out: %s", error)
        return Reply(damaged_text(), private=True)
    except StoreError as error:
        log.warning("a command could not be carried out: %s", error)
        return Reply(busy_text(), private=True)


def _as_reply(answer: Answer | None, act: Act) -> Reply:
    if answer is None:
        return Reply(no_match_text(), private=True)
    if isinstance(answer.ruling, Accepted):
        return Reply(done_text(act, answer.ruling.match), private=True)
    return Reply(answer.text or dealt_with_text(), private=True)
