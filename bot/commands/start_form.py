"""What the form of `match start` asks, and which command a form that was filled in stands for.

A host on a phone sends `match start` with nothing after it. They choose Ann and Bob, leave the game
and the clock as they are usual on the server, and say that Bob starts: that is `match start @Ann
@Bob first:blue`. What can't go together is an OrderError, as for the command.

Discord's forms have five fields: one is for the clock, for the hour of an appointment, or for both,
the clock first. "1m+5m, sat 20:00" is `clock:1m+5m at:"sat 20:00"`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.commands.catalogue import Name
from bot.commands.command import CONFIRM, NAMED
from bot.commands.options import START
from bot.commands.parsing import Order
from bot.referee.clock import ClockError, read_control
from bot.referee.events import Player
from bot.referee.formats import COLOURS, DEFAULT, FormatError, find
from bot.referee.moments import read_moment
from bot.referee.problems import NoClockNorHour, NoMoment, OrderError, Simple
from bot.servers.settings import ServerSettings


class Starts(StrEnum):
    """Who starts, as the form has it; a DMO says so themselves, and a tie is theirs."""

    FIRST = "player-1"
    SECOND = "player-2"
    RANDOM = "random"
    FIRST_IS_DMO = "dmo-1"
    SECOND_IS_DMO = "dmo-2"


_SEATS = {
    Starts.FIRST: ("first", 0),
    Starts.SECOND: ("first", 1),
    Starts.FIRST_IS_DMO: ("dmo", 0),
    Starts.SECOND_IS_DMO: ("dmo", 1),
}
"""The option that says it in the command, and the player whose colour it names."""

_ASKED = ("first", "format", "clock", "at")
_OF_AT = ("remind", "grace")
NOT_ASKED = tuple(option for option in START if option not in (*COLOURS, *_ASKED, *_OF_AT, CONFIRM))
"""The options of the command that the form has no field for, but for what goes with `at:`.

Who plays is asked, if not with which colour: that is the format's.
"""


@dataclass(frozen=True, slots=True)
class FormOffer:
    """What the form has to know of a server, and why no match can be set up there, "" if one can.

    `sparring` says whether the referee itself may have a seat.
    """

    rules: ServerSettings
    sparring: bool
    refused: str


@dataclass(frozen=True, slots=True)
class StartForm:
    """The form as far as it is filled in: the players' ids and texts, "" where nothing is.

    `clock` is a clock, an hour, or both.
    """

    player_1: str = ""
    player_2: str = ""
    format: str = DEFAULT
    first: str = Starts.FIRST
    clock: str = ""

    @property
    def players(self) -> dict[str, str]:
        """The ids of the two players by the names under which the command takes them."""
        return dict(zip(NAMED, (self.player_1, self.player_2), strict=True))

    def order(self, now: datetime) -> Order:
        """The command that says the same; OrderError if there is none."""
        times = _clock_and_hour(self.clock, now)
        options = {**self.players, "format": self.format, **times, **self._starter()}
        return Order(Name.START, {key: text for key, text in options.items() if text})

    def _starter(self) -> Mapping[str, str]:
        try:
            chosen = find(self.format)
        except FormatError as error:
            raise OrderError(error.problem) from None
        if self.first == Starts.RANDOM:
            return {"first": Starts.RANDOM}
        option, seat = _SEATS[Starts(self.first)]
        if option == "dmo" and not chosen.dmo_chooses:
            raise OrderError(Simple.NO_STARTER)
        return {option: chosen.colours[seat]}


def read_start_form(fields: Mapping[str, str]) -> StartForm:
    """The form from its fields; a word for who starts that there is not is as good as none."""
    first = fields.get("first", "")
    player_1, player_2 = (fields.get(name, "") for name in NAMED)
    return StartForm(
        player_1,
        player_2,
        fields.get("format", "") or DEFAULT,
        first if first in tuple(Starts) else Starts.FIRST,
        " ".join(fields.get("clock", "").split()),
    )


def _clock_and_hour(text: str, now: datetime) -> dict[str, str]:
    """What the one field for both says of the clock, and of the hour."""
    # "5m + 2m" is all clock, and a clock may be parted from the hour by no more than a space.
    for clock, _, hour in ((text, "", ""), text.partition(","), text.partition(" ")):
        if _is_clock(clock):
            return {"clock": clock, "at": hour.strip(" ,")}
    try:
        read_moment("at", text, "UTC", now)
    except OrderError as error:
        if text and isinstance(error.problem, NoMoment):
            raise OrderError(NoClockNorHour(text)) from None
    return {"at": text}


def _is_clock(text: str) -> bool:
    try:
        read_control(text)
    except ClockError:
        return False
    return True


def is_bare_start(order: Order, seats: Mapping[str, Player]) -> bool:
    """Whether a command says of a match that it shall be one, and nothing else."""
    return order.command is Name.START and not order.options and not seats
