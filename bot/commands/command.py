"""What a command is: its name, its options, and what has to be known of it to carry it out.

The table of all commands is `catalogue.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

CONFIRM = "confirm"
AS_WORDS = ("text", "groups")
"""How a board may be asked for besides its picture."""
TIE = ("tie", "none", "draw")
ON, OFF = ("on", "yes", "true"), ("off", "no", "false")
NAMED = ("player-1", "player-2")
"""Under these names go the two players of `match start` whose colours were not said."""


class Kind(Enum):
    """What a command is."""

    ACT = auto()
    """It does something in one match: a player's act, or the host's."""
    MATCH = auto()
    """A question about one match; anybody on the server may ask."""
    SERVER = auto()
    """A question about all matches of a server, or about what is remembered of them."""
    SETUP = auto()
    """It opens a match, settles something, or says how things are done."""


class Late(Enum):
    """What becomes of a command that was typed while the referee was away.

    One that comes to light when others have been ruled after it is too late for its place in the
    order, and changes nothing, whatever stands here: its author is asked to type it again.
    """

    IN_ORDER = auto()
    """It is ruled with the turns of that time, in the order of the timestamps."""
    NOW = auto()
    """It is carried out as if it had been typed just now."""
    NEVER = auto()
    """Whoever typed it may have done without it since: they are asked to type it again."""


class Takes(Enum):
    """What an option's value is: how a word without the option's name finds its option."""

    TEXT = auto()
    NUMBER = auto()
    LENGTH = auto()
    """A length of time, perhaps with a sign: `1m`, `-30s`."""
    MOMENT = auto()
    """A moment in words, such as `sat 20:00`: all that follows, up to the next option."""
    TURN = auto()
    """A turn, such as `D7 F8` or `red:D7 blue:F8`: all words that are no other option."""
    CELL = auto()
    PERSON = auto()
    ROOM = auto()
    """Where a match can be held."""
    PARENT = auto()
    """Where a thread or a post can be opened, for a match to be held in it."""
    ROLE = auto()


class Suggests(Enum):
    """What is suggested while somebody types an option, where a venue can do that."""

    MATCHES = auto()
    CLOCKS = auto()
    STARTERS = auto()
    OPPONENTS = auto()
    GAME_OPTIONS = auto()
    MOMENTS = auto()
    ZONES = auto()


class Who(Enum):
    """Who may give a command; the match, or the server's settings, say who that is."""

    ANYBODY = auto()
    PLAYER = auto()
    HOST = auto()
    CUP_HOST = auto()
    """Who opened the cup, or may act as host in matches that others started."""
    MANAGER = auto()


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a line on it, what it takes, and how a venue helps to give it."""

    help: str
    takes: Takes = Takes.TEXT
    choices: tuple[str, ...] = ()
    """The words it knows, where these are all."""
    also: tuple[str, ...] = ()
    """Other words for the same, which are understood and not offered."""
    meanings: tuple[str, ...] = ()
    """What each choice means, where the word doesn't say it."""
    required: bool = False
    least: int | None = None
    most: int | None = None
    """The bounds of a number, or of a text's length."""
    suggests: Suggests | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does in a line, one full example, its options, and what it is."""

    name: str
    help: str
    example: str
    kind: Kind
    late: Late
    who: Who = Who.ANYBODY
    options: Mapping[str, Option] = field(default_factory=dict)
    public: bool = False
    """Whether the answer is for everybody; a refusal is for the asker alone all the same."""
    free: str = ""
    """The option that takes all words that are no other option's, such as a reason."""
    lone: tuple[str, ...] = ()
    """The options that a word without a name may be of, the first that it fits."""
    of_server: bool = False
    """Whether it is of no use in a room that keeps to itself."""

    @property
    def of_cup(self) -> bool:
        """Whether it is about a cup, whose players may have left the server."""
        return self.name.startswith("cup ")

    @property
    def takes_more(self) -> bool:
        """Whether options are taken that are not listed here: those of a game."""
        return "options" in self.options
