"""What was sent to the referee: what somebody did, who it was, and when.

Whether words are a turn, `bot.engine.chat` says.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.referee.events import Appointment, Player, Request


@dataclass(frozen=True, slots=True)
class Said:
    """Words in the room: perhaps a turn.

    A program thinks out a turn: `handed_over` is the number of the event that handed that turn
    over, and its words are dropped if turns were taken back meanwhile.
    """

    text: str
    handed_over: int | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """The Ready button."""


@dataclass(frozen=True, slots=True)
class StartNow:
    """The host starts without waiting for both players."""


@dataclass(frozen=True, slots=True)
class Choose:
    """A player, or the host in their place, says what is theirs to choose before the start.

    `what` is who starts (`me`, `opponent`, a colour, or the venue's id of a player, as in a
    mention), the komi, or the colour that is taken.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives up; a program only in the turn that it thought about, as in `Said`."""

    handed_over: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """The host stops the clock."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The host lets the match go on."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host ends the match without a result."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """The host takes turns back."""

    turns: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """The host decides the match: a colour's name, or None for a tie."""

    winner: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The host takes the match from a player, named by colour."""

    colour: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangeTime:
    """The host gives a player time in the bank, or takes some (below zero)."""

    colour: str
    amount: timedelta
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """The host puts another player in a seat."""

    colour: str
    player: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MoveMatch:
    """The host moves the match to another room of the venue; `left` is the one it leaves."""

    room: str
    left: str = ""
    public: bool | None = None
    """Whether everybody on the server can read the room that it moves to."""


@dataclass(frozen=True, slots=True)
class ChoosePages:
    """The host has the match on the server's pages, or takes it off them; also once it is over."""

    shown: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reopen:
    """The host takes the end of the match back."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A player asks the opponent for an undo, a pause, or to abandon the match."""

    request: Request


@dataclass(frozen=True, slots=True)
class Appoint:
    """The host settles when the match is to begin, or a player proposes it to the opponent.

    A player may propose several hours, of which the opponent takes one.
    """

    appointment: Appointment
    alternatives: tuple[Appointment, ...] = ()

    @property
    def appointments(self) -> tuple[Appointment, ...]:
        """The hours that are named, in order."""
        return self.appointment, *self.alternatives


@dataclass(frozen=True, slots=True)
class Respond:
    """A player accepts or declines a request; None answers a request of any kind.

    `read` is up to when they had read: no later request is answered.
    `which` is the number of the hour that they accept, where several are proposed.
    """

    accept: bool
    request: Request | None = None
    read: datetime | None = None
    which: int | None = None


@dataclass(frozen=True, slots=True)
class RuleMessage:
    """The host has a message counted that was talk: `said` is the turn it is taken for, by the
    message's own author and stamp.
    """

    said: "Submission"
    reason: str


@dataclass(frozen=True, slots=True)
class TakeHint:
    """The player to move is given a hint: the `cell` was worked out for that `turn`."""

    turn: int
    cell: str


HostAct = (
    StartNow
    | Pause
    | Resume
    | Cancel
    | Undo
    | Adjudicate
    | Forfeit
    | ChangeTime
    | ReplacePlayer
    | MoveMatch
    | ChoosePages
    | Reopen
)
Act = Said | Ready | Choose | Resign | Ask | Appoint | Respond | RuleMessage | TakeHint | HostAct


@dataclass(frozen=True, slots=True)
class Submission:
    """An act by somebody at a moment of the venue's time.

    `message` is the venue's id of the message, None for acts without one. `may_host` says that
    the venue lets the author act as host (they may manage the server). `written_at` is when a
    message was first written that has been edited since; its `sent_at` is the last edit.
    """

    author: Player
    act: Act
    sent_at: datetime
    message: str | None = None
    may_host: bool = False
    written_at: datetime | None = None
