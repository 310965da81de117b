"""What the referee answers: a ruling is a value that carries data, never a sentence."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.engine.notation import Misread
from bot.engine.ruleset import Breach
from bot.engine.turn import Talk
from bot.referee.events import Event
from bot.referee.match import Match


class Reason(Enum):
    """Why an act was refused; `ILLEGAL` comes with the law in `Refused.fault`."""

    ILLEGAL = auto()
    NOT_YOUR_TURN = auto()
    SENT_TOO_EARLY = auto()
    NOT_STARTED = auto()
    PAUSED = auto()
    OVER = auto()
    NOT_OVER = auto()
    NOT_A_PLAYER = auto()
    NOT_HOST = auto()
    ALREADY_READY = auto()
    ALREADY_STARTED = auto()
    NOT_PAUSED = auto()
    NO_SUCH_COLOUR = auto()
    NOTHING_TO_UNDO = auto()
    NOTHING_OF_YOURS = auto()
    NO_CLOCK = auto()
    ALREADY_SEATED = auto()
    ALREADY_HERE = auto()
    ALREADY_ASKED = auto()
    NOT_ASKED = auto()
    NOT_YOURS_TO_ACCEPT = auto()
    NO_SUCH_KOMI = auto()
    NOT_YOURS_TO_CHOOSE = auto()
    FIRST_OPEN = auto()
    FIRST_SETTLED = auto()
    MOVED_ON = auto()
    BEFORE_THE_HOUR = auto()
    HOUR_PAST = auto()
    ONE_HOUR = auto()
    WHICH_HOUR = auto()
    NO_SUCH_HOUR = auto()
    NO_HINTS = auto()
    HINT_NOT_YOURS = auto()


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing to rule; `unclear` where the player to move should see that it was not taken.

    `plea` is what deserves a sentence: they asked for what no turn of the game has (to pass, resign
    or swap), or what they wrote has more than one reading; then `likely` are the words of one.
    """

    unclear: bool = False
    plea: Talk | None = None
    likely: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that changes nothing, and why; `words` are the words of the turn tried."""

    reason: Reason
    fault: Breach | Misread | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The match after an act, and the events that led there."""

    match: Match
    events: tuple[Event, ...]


Ruling = Ignored | Refused | Accepted
