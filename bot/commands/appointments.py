"""Carries out `match when` and `my timezone`, and reads the appointment of `match start`.

Ann's time zone is Europe/Paris, and she types `match when at:sat 20:00`: eight in the evening in
Paris is proposed to Bob, and shown to each by their own clock. With `at:sat 20:00 or sun 15:00` Bob
takes one of two. Who has said no time zone, and writes an hour without one, is asked.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.commands.acts import match_named
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import OFF, ON
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.show import within_reach
from bot.cups.running import limit_of
from bot.cups.state import CupStatus
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.appointments import MOST_PROPOSED
from bot.referee.clock import ClockError, read_length
from bot.referee.events import Appointment
from bot.referee.match import Match, Status
from bot.referee.moments import Moment, apart, read_moment, zone_named, zones_like
from bot.referee.problems import (
    AfterRound,
    Missing,
    NoLengthOfTime,
    NotAZone,
    NotOneOf,
    OrderError,
    SameMoment,
)
from bot.referee.submission import Act, Appoint
from bot.storage.people import People
from bot.wording.appointments import when_text, zone_forgotten_text, zone_text
from bot.wording.clerk import no_match_text
from bot.wording.problems import problem_text
from bot.wording.show import no_such_match_text
from bot.wording.writing import moments_text

AT = "at"
_NONE = ("none", "nowhere", "off")
_NEAR = 3
Do = Callable[[Act, Asker, int | None], Awaitable[Reply]]
"""Has an act ruled in the asker's match, or in the one of a number."""


class AppointmentCommands:
    """Knows the time zones of the people of one venue."""

    def __init__(self, desk: Desk, venue: Venue, people: People, do: Do) -> None:
        self._desk = desk
        self._venue = venue
        self._people = people
        self._do = do

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {Name.WHEN: self.when, Name.TIMEZONE: self._timezone}

    async def read(self, order: Order, asker: Asker) -> Appointment | None:
        """The one appointment that a command names; None for none.

        OrderError if it can't be read, or is past.
        """
        named = await self._read(order, asker, None, most=1)
        return named[0] if named else None

    async def _read(
        self, order: Order, asker: Asker, before: Appointment | None, most: int
    ) -> list[Appointment]:
        """The appointments that a command names, the rest of each as `before`."""
        options = order.options
        if not any(option in options for option in (AT, "remind", "grace")):
            return []
        named = [] if before is None else [before]
        if AT in options:
            moments = _moments(options[AT], await self._zone(asker), asker.at, most)
            named = [
                replace(before or Appointment(one.at), hour=one.at, zone=one.zone)
                for one in moments
            ]
        if not named:
            command = COMMANDS[order.command]
            example = COMMANDS[Name.WHEN].example
            raise OrderError(Missing(command.name, AT, command.options[AT].help, example))
        remind, grace = options.get("remind", ""), options.get("grace", "")
        return [_as_told(one, remind, grace) for one in named]

    async def moment(self, typed: str, asker: Asker) -> datetime:
        """The moment that words name, in the asker's time zone; OrderError if it is past."""
        return read_moment(AT, typed, await self._zone(asker), asker.at).at

    async def understood(self, typed: str, asker: Asker) -> str:
        """How the words for moments are understood so far, or what is wrong with them.

        "" while turns wait for too long: what is suggested while somebody types is the first to go.
        """
        if self._desk.backlog.behind:
            return ""
        try:
            moments = _moments(typed, await self._zone(asker), asker.at, MOST_PROPOSED)
        except OrderError as error:
            return problem_text(error.problem)
        return moments_text([(one.at, one.zone) for one in moments])

    async def _zone(self, asker: Asker) -> str:
        room = asker.room
        return asker.zone or await self._people.zone(room.venue, room.server, asker.player.id)

    async def when(self, order: Order, asker: Asker) -> Reply:
        """Says when a match is to be played, or moves that; players may propose several hours."""
        meant = match_named(order)
        held = await self._found(asker, meant)
        if held is None:
            text = no_match_text() if meant is None else no_such_match_text(str(meant))
            return Reply(text, private=True, no_match=meant is None)
        number, match = held
        named = await self._read(order, asker, match.appointment, MOST_PROPOSED)
        if not named:
            return Reply(when_text(number, match, self._venue.voice))
        if AT in order.options and match.status is Status.WAITING:
            self._check_round(number, named)
        return await self._do(Appoint(named[0], tuple(named[1:])), asker, number)

    def _check_round(self, number: int, named: Sequence[Appointment]) -> None:
        """OrderError if an hour lies after the end of a cup's round, which its host alone moves."""
        found = self._desk.cups.table.of_match(number)
        if found is None:
            return
        state, game = found[0].state, found[1].game
        # In a pause the deadline waits, and nobody knows for how long.
        limit = limit_of(state, game) if game and state.status is CupStatus.RUNNING else None
        late = [one for one in named if limit is not None and one.hour > limit]
        if limit is not None and late:
            raise OrderError(AfterRound(AT, limit, late[0].zone))

    async def _found(self, asker: Asker, number: int | None) -> tuple[int, Match] | None:
        if number is None:
            return await self._desk.latest(asker.room)
        return await within_reach(self._desk, number, asker)

    async def _timezone(self, order: Order, asker: Asker) -> Reply:
        room, player = asker.room, asker.player.id
        typed = order.options.get("zone", "").strip()
        if not typed:
            return Reply(zone_text(await self._zone(asker), asker.at))
        zone = "" if typed.casefold() in _NONE else zone_named(typed)
        if zone is None:
            raise OrderError(NotAZone(typed, tuple(zones_like(typed, _NEAR))))
        await self._people.settle_zone(room.venue, room.server, player, zone)
        return Reply(zone_text(zone, asker.at) if zone else zone_forgotten_text())


def _moments(typed: str, zone: str, now: datetime, most: int) -> list[Moment]:
    """The moments that words name, each once; OrderError if one can't be read."""
    moments: list[Moment] = []
    for words in apart(AT, typed, most):
        moment = read_moment(AT, words, zone, now)
        if any(moment.at == one.at for one in moments):
            raise OrderError(SameMoment(AT, words))
        moments.append(moment)
    return moments


def _as_told(appointment: Appointment, remind: str, grace: str) -> Appointment:
    """An appointment with what is said of reminders and of its grace."""
    if remind:
        if remind.casefold() not in (*ON, *OFF):
            raise OrderError(NotOneOf("remind", remind, (ON[0], OFF[0])))
        appointment = replace(appointment, remind=remind.casefold() in ON)
    if grace:
        try:
            appointment = replace(appointment, grace=read_length(grace))
        except ClockError as error:
            raise OrderError(NoLengthOfTime("grace", grace, error.problem)) from None
    return appointment
