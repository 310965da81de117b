"""What can happen in a match: the stored truth. A match is a fold over these values.

`at` is always the venue's time. Colours are the engine's: the starting player is `FIRST`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.engine.turn import Colour
from bot.referee.clock import TimeControl
from bot.referee.formats import OnFlag


class Termination(StrEnum):
    """Why a match ended."""

    GAME_OVER = "game-over"
    TIE_TO_DMO = "tie-to-dmo"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    ADJUDICATION = "adjudication"
    ABANDONMENT = "abandonment"
    CANCELLED = "cancelled"


class Request(StrEnum):
    """What a player may ask the opponent for."""

    UNDO = "undo"
    PAUSE = "pause"
    ABANDON = "abandon"
    APPOINTMENT = "appointment"
    """To play at another hour; it is asked by proposing one, with `match when`."""


ASKABLE = (Request.UNDO, Request.PAUSE, Request.ABANDON)
"""What is asked for in a word."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """The hour at which a match is to begin, and what comes of that.

    `zone` is the time zone in which whoever named the hour reads it. `remind` says whether the
    players are told beforehand, and `grace` how long they are waited for.
    """

    hour: datetime
    zone: str = "UTC"
    remind: bool = True
    grace: timedelta = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: the format's key, and everything else as the host settled it."""

    format: str
    ruleset: str
    side: int
    colours: tuple[str, str]
    control: TimeControl | None
    options: tuple[tuple[str, str], ...] = ()
    on_flag: OnFlag = OnFlag.FORFEIT
    warnings: tuple[timedelta, ...] = (timedelta(seconds=60), timedelta(seconds=10))
    """How much of the bank is left when the player to move is warned, longest first."""
    dmo: str = ""
    """The colour of the Death Match Opponent, the player who wins a tie; "" without one."""
    dmo_chooses: bool = False
    """Whether the DMO says who starts; until then the players stand in the usual order."""
    hints: bool = False
    """Whether whoever is to move may ask for a hint; against the partner they always may."""
    resigns: bool = False
    """Whether the sparring partner resigns once it has proof that it has lost."""
    auto_level: bool = False
    """Whether the partner's level is the one that suits its opponent, also in a rematch."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table: the venue's id for them, and the name to show.

    `level` is how well the sparring partner plays, the referee's own program; "" for a person.
    """

    id: str
    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The turns of another match, in house notation, with which a match begins.

    Ann has lost match 9 and plays on from its twelfth turn, against the sparring partner.
    """

    match: int
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """The host set up a match; `players` by colour, the starting one first."""

    at: datetime
    host: Player
    players: tuple[Player, Player]
    terms: Terms
    appointment: Appointment | None = None
    """When they are to play; None where they get ready at once."""
    public: bool | None = None
    """Whether everybody on the server could read the room; None where that was not asked."""
    pages: bool | None = None
    """Whether the host has the match on the server's pages, or not; None is as the room is."""
    beginning: Beginning | None = None
    """What was played before its first turn; None where it begins with the empty board."""


@dataclass(frozen=True, slots=True)
class PlayerReady:
    """A player pressed Ready."""

    at: datetime
    colour: Colour


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """The DMO, or the host in their place, said who starts.

    `colour` is the seat as it was before: if it is `SECOND`, the seats change places, since the
    starting player is always `FIRST`. Where a colour was `taken`, once the komi was named, the
    starting colour stays: the players change places, and not their colours.
    """

    at: datetime
    colour: Colour
    by: Player
    taken: bool = False


@dataclass(frozen=True, slots=True)
class KomiNamed:
    """The second player, or the host in their place, named the komi; the first takes a colour."""

    at: datetime
    komi: int
    by: Player


@dataclass(frozen=True, slots=True)
class StartOrdered:
    """The host waits for nobody's Ready: the match starts as soon as it is said who does."""

    at: datetime
    by: Player


@dataclass(frozen=True, slots=True)
class AppointmentSet:
    """The host (`by`), or (None) both players by agreement, settled the hour of a match."""

    at: datetime
    appointment: Appointment
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class AppointmentNear:
    """The hour of a match is `left` away: who plays is told."""

    at: datetime
    left: timedelta


@dataclass(frozen=True, slots=True)
class AppointmentCame:
    """The hour of a match has come: who is not ready is called."""

    at: datetime


@dataclass(frozen=True, slots=True)
class PlayersMissing:
    """The grace of an appointment is over, and these are not ready: the host decides."""

    at: datetime
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Both players are ready, or the host (`by`) started the match."""

    at: datetime
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An announcement became visible in the room; a clock that waited for it starts here.

    `through` is the number of the last event the announcement told of; `board` says whether the
    position was shown with it.
    """

    at: datetime
    message: str
    through: int
    board: bool = False


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn was made, in house notation; `used` is the time it took, `bank` what was left.

    `by` is the host who had a message counted that was talk, and `reason` why.
    """

    at: datetime
    colour: Colour
    turn: str
    used: timedelta | None = None
    bank: timedelta | None = None
    message: str | None = None
    by: Player | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BankOpened:
    """The turn time of the player to move is used up; the bank runs."""

    at: datetime
    colour: Colour


@dataclass(frozen=True, slots=True)
class BankLow:
    """No more than `left` of the bank is left to the player to move."""

    at: datetime
    colour: Colour
    left: timedelta


@dataclass(frozen=True, slots=True)
class FlagFell:
    """A player's time is gone; `at` is the deadline, not the moment it was noticed."""

    at: datetime
    colour: Colour


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """The clock stands and no turn is taken.

    `by` None is the referee's own doing, or, where it was `agreed`, both players'. `edited` are a
    message of the mover's that was changed after the opponent had answered it, and the answer:
    nobody can know what it said, and the host has to ask. `late` is the timestamp of a turn of a
    `colour` that came to light when others had been ruled after it.
    """

    at: datetime
    by: Player | None = None
    reason: str = ""
    agreed: bool = False
    edited: tuple[str, str] | None = None
    late: datetime | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The match goes on."""

    at: datetime
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RequestMade:
    """A player asks the opponent for something; an undo says how many turns it takes back.

    Who asks for another hour says which, or has the opponent take one of several.
    """

    at: datetime
    colour: Colour
    request: Request
    turns: int = 0
    appointment: Appointment | None = None
    alternatives: tuple[Appointment, ...] = ()

    @property
    def appointments(self) -> tuple[Appointment, ...]:
        """The hours that are proposed, in the order of their numbers."""
        return () if self.appointment is None else (self.appointment, *self.alternatives)


@dataclass(frozen=True, slots=True)
class RequestDeclined:
    """A request is off: `colour` declined it, or (`withdrawn`) took their own back."""

    at: datetime
    colour: Colour
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class TurnsUndone:
    """The last turns are taken back, by the host, or (`by` None) by agreement of the players."""

    at: datetime
    turns: int
    by: Player | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TimeChanged:
    """The host gave a player time in the bank, or (below zero) took some."""

    at: datetime
    colour: Colour
    amount: timedelta
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReplaced:
    """The host put another player in a seat."""

    at: datetime
    colour: Colour
    player: Player
    by: Player
    fresh: bool = False
    """Whether a turn under way begins anew for the new player; False in older programs."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchMoved:
    """The host moved the match to another room of the venue; `left` is the one before, if known."""

    at: datetime
    room: str
    by: Player
    left: str = ""
    public: bool | None = None
    """Whether everybody on the server could read the room that it moved to."""


@dataclass(frozen=True, slots=True)
class PagesChosen:
    """The host has the match on the server's pages, or takes it off them."""

    at: datetime
    shown: bool
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The player to move was told a cell of a good turn; `cell` as it is written in a turn.

    `turn` is the number of the turn that it was for.
    """

    at: datetime
    colour: Colour
    turn: int
    cell: str


@dataclass(frozen=True, slots=True)
class RefereeAway:
    """The referee was off duty from here on; the clock stands.

    `told` says that the room will be told: whose move it is then waits for that announcement.
    """

    at: datetime
    told: bool = False


@dataclass(frozen=True, slots=True)
class RefereeBack:
    """The referee has read what it missed and is on duty again.

    `told` says that the room is told, and that a clock that was running goes on from then.
    """

    at: datetime
    away_since: datetime
    told: bool


@dataclass(frozen=True, slots=True)
class RulingKept:
    """A ruled message was edited or deleted afterwards; what was ruled stands."""

    at: datetime
    message: str
    deleted: bool
    colour: Colour


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The result; `winner` None is a tie, or no result when cancelled."""

    at: datetime
    winner: Colour | None
    termination: Termination
    by: Player | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """The host took the end back: the match stands as it was before it, paused.

    `turns` is 1 where a turn had ended the game, which is taken back with it.
    """

    at: datetime
    by: Player
    reason: str = ""
    turns: int = 0


Event = (
    MatchOpened
    | PlayerReady
    | FirstChosen
    | KomiNamed
    | StartOrdered
    | AppointmentSet
    | AppointmentNear
    | AppointmentCame
    | PlayersMissing
    | MatchStarted
    | Shown
    | TurnPlayed
    | BankOpened
    | BankLow
    | FlagFell
    | MatchPaused
    | MatchResumed
    | RequestMade
    | RequestDeclined
    | TurnsUndone
    | TimeChanged
    | PlayerReplaced
    | MatchMoved
    | RefereeAway
    | RefereeBack
    | RulingKept
    | MatchEnded
    | MatchReopened
    | PagesChosen
    | HintGiven
)


def is_told(event: Event) -> bool:
    """Whether the room hears of an event."""
    match event:
        case Shown() | PlayerReady() | RefereeAway() | HintGiven():
            return False
        case RefereeBack():
            return event.told
        case _:
            return True


def is_own(event: MatchPaused) -> bool:
    """Whether the referee paused the match by itself."""
    return event.by is None and not event.agreed
