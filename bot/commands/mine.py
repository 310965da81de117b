"""Carries out `my matches` and `my remind`: what somebody plays, and when they are told of it.

Ann plays on two servers of Discord. `my matches`, given on either, lists all her open matches, for
her eyes alone: first those in which it is her turn, the one with the least time before the others.
`my remind 12h` has her told privately of each turn that waits for so long.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.commands.catalogue import Name
from bot.commands.command import OFF
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.clock import ClockError, read_length
from bot.referee.match import Match, Room, Status
from bot.referee.problems import LengthOutside, NoLengthOfTime, NoQuietHours, OrderError
from bot.referee.timekeeping import NEVER
from bot.servers.reminders import LONGEST, SHORTEST, Reminders, read_quiet
from bot.storage.failures import DamagedMatchError
from bot.storage.people import People
from bot.storage.store import Store
from bot.wording.status import my_matches_text, no_reminders_text, remind_off_text, remind_text

AFTER, QUIET = "after", "quiet"
_NOTHING = (*OFF, "none", "never")
Held = tuple[int, Room, Match]


class MyCommands:
    """Knows the seats and the reminders of the people of one venue."""

    def __init__(self, desk: Desk, venue: Venue, store: Store) -> None:
        self._desk = desk
        self._venue = venue
        self._people = People(store)

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {Name.MY_MATCHES: self._matches, Name.REMIND: self._remind}

    async def _matches(self, _: Order, asker: Asker) -> Reply:
        """What everybody sees tells of no other server: some of its rooms are not for everybody."""
        everywhere = self._venue.places.one_id_everywhere
        held = await self._open_matches(asker, everywhere=everywhere and asker.alone)
        held.sort(key=lambda one: _urgency(one[2], asker.player.id, one[0]))
        waiting = sum(_waits_for(match, asker.player.id) for _, _, match in held)
        entries = [(number, match, self._place(room, match)) for number, room, match in held]
        text = my_matches_text(
            entries,
            waiting,
            asker.player,
            self._venue.now(),
            self._venue.voice,
            only_here=everywhere and not asker.alone,
        )
        return Reply(text)

    async def _open_matches(self, asker: Asker, *, everywhere: bool) -> list[Held]:
        server, player = None if everywhere else asker.room.server, asker.player.id
        held: list[Held] = []
        for number in await self._people.open_matches(self._venue.name, server, player):
            try:
                found = await self._desk.look(number)
            except DamagedMatchError:
                # Nothing of it can be read; its room was told.
                continue
            if found is not None and not found[1].over:
                held.append((number, *found))
            # Each that is at rest is unpacked: others have their turn in between.
            await asyncio.sleep(0)
        return held

    def _place(self, room: Room, match: Match) -> str:
        """Where a match is: its last board, or else its room."""
        board = match.telling.board_message
        link = self._venue.places.link(room, board) if board else ""
        return link or self._venue.voice.room(room.id)

    async def _remind(self, order: Order, asker: Asker) -> Reply:
        reminding, places = self._desk.reminding, self._venue.places
        person = reminding.person(asker.room, asker.player)
        if person is None or not places.whispers:
            return Reply(no_reminders_text())
        before = await reminding.of(person)
        if not any(order.options.get(option, "").strip() for option in (AFTER, QUIET)):
            text = remind_text(before, everywhere=places.one_id_everywhere)
            return Reply(text)
        settled = _settled(before or Reminders(), order.options)
        if not settled.after and (settled.quiet is None or AFTER in order.options):
            await reminding.settle(person, None)
            return Reply(remind_off_text())
        room = asker.room
        zone = asker.zone or await self._people.zone(room.venue, room.server, asker.player.id)
        settled = replace(settled, zone=zone or settled.zone, failed=0)
        await reminding.settle(person, settled)
        return Reply(remind_text(settled, everywhere=places.one_id_everywhere))


def _settled(before: Reminders, options: Mapping[str, str]) -> Reminders:
    """The reminders with what the options change; OrderError says what is allowed."""
    after, quiet = (options.get(option, "").strip() for option in (AFTER, QUIET))
    if after.casefold() in _NOTHING:
        before = replace(before, after=Reminders().after)
    elif after:
        try:
            length = read_length(after)
        except ClockError as error:
            raise OrderError(NoLengthOfTime(AFTER, after, error.problem)) from None
        if not SHORTEST <= length <= LONGEST:
            raise OrderError(LengthOutside(AFTER, after, SHORTEST, LONGEST))
        before = replace(before, after=length)
    if quiet.casefold() in _NOTHING:
        return replace(before, quiet=None)
    if quiet:
        hours = read_quiet(quiet)
        if hours is None:
            raise OrderError(NoQuietHours(QUIET, quiet))
        return replace(before, quiet=hours)
    return before


def _waits_for(match: Match, player: str) -> bool:
    return match.status is Status.RUNNING and match.to_move in match.seat(player)


def _urgency(match: Match, player: str, number: int) -> tuple[int, datetime, int]:
    """What comes first: their turn, then what they have to be ready for, then all else."""
    deadline = match.deadline() if match.status is Status.RUNNING else None
    if _waits_for(match, player):
        return 0, deadline or NEVER, number
    seats = match.seat(player)
    asked = match.chooser in seats or any(colour not in match.start.ready for colour in seats)
    order = 1 if match.status is Status.WAITING and asked else 2
    return order, deadline or NEVER, number
