"""What can be wrong with a command or with what its options ask for, as values.

`bot.wording.problems` says them. A value carries what was typed, what is allowed, and where a
command is at hand one full example of it.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto

from bot.engine.rulesets import BadValue, Clash, NoOption, NoRuleset
from bot.referee.clock import ClockProblem
from bot.referee.formats import NoFormat


@dataclass(frozen=True, slots=True)
class NoCommand:
    """Words that are no command; `near` is the command most like them, with an example of it."""

    typed: str
    near: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A word behind a command that is none of its options."""

    command: str
    word: str
    options: tuple[str, ...]
    example: str


@dataclass(frozen=True, slots=True)
class Missing:
    """An option that a command can't do without."""

    command: str
    option: str
    help: str
    example: str


@dataclass(frozen=True, slots=True)
class NotOneOf:
    """An option that takes one of a few words."""

    option: str
    given: str
    allowed: tuple[str, ...]
    near: str = ""
    """The one that is likely meant, where that is known; else one that is written alike."""


@dataclass(frozen=True, slots=True)
class NoNumber:
    """An option that takes a whole number, such as `example`."""

    option: str
    given: str
    example: str


@dataclass(frozen=True, slots=True)
class NoLengthOfTime:
    """An option that takes a clock or a length of time, and what is wrong with it."""

    option: str
    given: str
    problem: ClockProblem


@dataclass(frozen=True, slots=True)
class LengthOutside:
    """A length of time that is shorter than an option takes, or longer."""

    option: str
    given: str
    least: timedelta
    most: timedelta


@dataclass(frozen=True, slots=True)
class NoQuietHours:
    """Words for the hours of the day in which nobody is reminded, that are none."""

    option: str
    given: str


@dataclass(frozen=True, slots=True)
class NoMoment:
    """An option that takes a moment, and words that are none."""

    option: str
    given: str


@dataclass(frozen=True, slots=True)
class TooManyMoments:
    """An option that takes one moment, or a few, and more of them."""

    option: str
    most: int


@dataclass(frozen=True, slots=True)
class SameMoment:
    """Words for a moment that others named already."""

    option: str
    given: str


@dataclass(frozen=True, slots=True)
class AfterRound:
    """A moment for a match of a cup that comes after the end of its round."""

    option: str
    until: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class NoClockNorHour:
    """Words for a clock, or for the hour of a match, or for both, that are neither."""

    given: str


@dataclass(frozen=True, slots=True)
class NoHour:
    """Words that name a day and no hour."""

    option: str
    given: str


@dataclass(frozen=True, slots=True)
class WrongDay:
    """A date with the name of another day of the week than its own."""

    option: str
    given: str
    day: date


@dataclass(frozen=True, slots=True)
class TwoMoments:
    """Words that fit two moments; both by the clocks of whoever wrote them."""

    option: str
    given: str
    first: datetime
    second: datetime


@dataclass(frozen=True, slots=True)
class SkippedMoment:
    """An hour that no clock of a zone shows, since they go forward over it."""

    option: str
    given: str
    zone: str


@dataclass(frozen=True, slots=True)
class Untimely:
    """A moment that is past, or too far off; by the clocks of whoever wrote it."""

    option: str
    given: str
    at: datetime
    past: bool


@dataclass(frozen=True, slots=True)
class NoZone:
    """An hour by the clocks of somebody whose time zone is not known."""

    option: str
    given: str


@dataclass(frozen=True, slots=True)
class NotAZone:
    """A name of no time zone; `near` are some that are like it."""

    given: str
    near: tuple[str, ...]


class Unfit(Enum):
    """Why what is named at the venue is not what an option takes."""

    NO_PERSON = auto()
    """A person is wanted, who has to be mentioned."""
    NO_MEMBER = auto()
    """It is somebody who is not on the server."""
    UNSHOWN = auto()
    """The venue does not show the referee who it is."""
    IS_BOT = auto()
    """It is a bot, where a player is needed."""
    NO_ROLE = auto()
    """A role of the server is wanted."""
    NO_ROOM = auto()
    """A room of the venue is wanted."""


@dataclass(frozen=True, slots=True)
class BadName:
    """An option names nobody and nothing that fits; `option` "" if it is not known which."""

    why: Unfit
    option: str = ""


@dataclass(frozen=True, slots=True)
class NotTwoPlayers:
    """Fewer or more than two players are named; `colours` are those of the format."""

    colours: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NoDmo:
    """The DMO (the Death Match Opponent) is no player; `colours` are the players' colours."""

    colours: tuple[str, str]


@dataclass(frozen=True, slots=True)
class DmoInBothSeats:
    """The DMO is named by mention, and plays both colours; `colour` is one of the two."""

    colour: str


@dataclass(frozen=True, slots=True)
class NotNameAndValue:
    """A word among a game's options that is not written `name=value`."""

    word: str


@dataclass(frozen=True, slots=True)
class NoSide:
    """A board of a size that there is not."""

    given: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class NoWarnings:
    """The lengths of bank at which to warn are none, too many, or too short."""

    most: int


@dataclass(frozen=True, slots=True)
class NotAmongColours:
    """A colour that there is not."""

    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldTooLong:
    """A form's field with more letters than it takes, or with no text at all."""

    field: str
    most: int


@dataclass(frozen=True, slots=True)
class SettledThere:
    """An option of a match that plays another one on, which settles that itself."""

    option: str
    match: int


class Simple(Enum):
    """Problems without any detail to tell."""

    PARTNER_TWICE = auto()
    """The sparring partner is named for both seats."""
    STANDS_ALIKE = auto()
    """The sparring partner is to take a seat where another open match stands alike."""
    NO_PARTNER = auto()
    """A level is asked for, and the sparring partner has no seat."""
    NOBODY_RESIGNS = auto()
    """The partner is to resign once it has lost, and has no seat."""
    PLAYED_ON_ALONE = auto()
    """A match is to be played on from a position, and the partner has no seat."""
    AUTO_NOT_HERE = auto()
    """A level that suits the opponent is asked for where there is none yet, or many."""
    NOT_FILLED = auto()
    """A level is asked for in a cup, and the sparring partner does not play in it."""
    NO_ACCOUNT = auto()
    """The referee has no account that could take a seat."""
    SPARRING_OFF = auto()
    """The server has settled that the sparring partner does not play."""
    THINKING_OFF = auto()
    """Whoever runs the referee has turned off sparring and reviews."""
    HINTS_IN_CUP = auto()
    HERE_AND_THERE = auto()
    """A match is to be held here, and in another channel."""
    INDEX_OF_CLOSED_PAGES = auto()
    """Search engines are let in to pages that not everybody may read."""
    SAME_COLOURS = auto()
    """Both players were given one colour."""
    NO_STARTER = auto()
    """The word for who starts is not one of the form's."""
    NO_DMO_SEAT = auto()
    """The word for the DMO is not one of the form's."""


CommandProblem = NoCommand | NotUnderstood | Missing
"""About a command as a whole."""
PersonProblem = BadName | NotTwoPlayers
"""About who or what of the venue is named."""
MomentProblem = (
    NoMoment
    | TooManyMoments
    | SameMoment
    | AfterRound
    | NoClockNorHour
    | NoHour
    | WrongDay
    | TwoMoments
    | SkippedMoment
    | Untimely
    | NoZone
    | NotAZone
)
"""What can be wrong with a moment that somebody names, or with their time zone."""
GameProblem = NoRuleset | NoOption | BadValue | Clash | NoFormat
"""What can be wrong with the game that is asked for, and its options."""
Problem = (
    CommandProblem
    | PersonProblem
    | MomentProblem
    | GameProblem
    | Simple
    | NotOneOf
    | NoNumber
    | NoLengthOfTime
    | LengthOutside
    | NoQuietHours
    | NoDmo
    | DmoInBothSeats
    | NotNameAndValue
    | NoSide
    | NoWarnings
    | NotAmongColours
    | SettledThere
    | FieldTooLong
)


class OrderError(ValueError):
    """A command, or what it asks for, that can't be carried out as it stands."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
