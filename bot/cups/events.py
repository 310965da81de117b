"""What can happen in a cup: the stored truth. A cup is a fold over these values.

`at` is always the venue's time. Entrants are told apart by the ids of their players, pairings by
their number in the cup, which counts from 1 through all rounds, and games by theirs in the pairing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.cups.cup import Entrant, Pairing, PairingResult
from bot.cups.entry import Seeding
from bot.referee.events import Player, Terms

MOST_CALLED = 50
"""So many are called to check in by one message."""


class DecidedBy(StrEnum):
    """What decided a pairing."""

    GAMES = "games"
    LEFT = "left"
    """Somebody has left the cup, or both have."""
    NO_SHOW = "no-show"
    """Somebody was not ready when the round's time was over, or neither was."""
    HOST = "host"


@dataclass(frozen=True, slots=True)
class CupPlan:
    """What a host chose when the cup was opened; games have the `terms` of ordinary matches.

    `rounds` is of a swiss, `groups` and `through` are of a cup in groups. `rooms` says where games
    are held: in a thread or post for each pairing, or one after the other in the cup's own room.
    `round_time` is how long a round has, None for as long as it takes; `check_in` how long before
    the start those who signed up have to say that they are there, None if they need not.
    `lower_seed_is_dmo` names the worse seed of two the Death Match Opponent.
    """

    system: str
    terms: Terms
    best_of: int = 1
    rounds: int | None = None
    groups: int = 4
    through: int = 2
    rooms: str = "thread"
    most: int = 256
    round_time: timedelta | None = None
    check_in: timedelta | None = None
    lower_seed_is_dmo: bool = False


@dataclass(frozen=True, slots=True)
class CupOpened:
    """A host opened the sign-up."""

    at: datetime
    host: Player
    name: str
    plan: CupPlan


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """Somebody signed up."""

    at: datetime
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Somebody left, or the host (`by`) took them out.

    Before the start they are as if they had never signed up. Later what they played stands, and
    `since` is the first round that they no longer play.
    """

    at: datetime
    player: Player
    since: int = 0
    by: Player | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupDraw:
    """How a cup is to be drawn, as its host has said.

    `lot` is the seed of all lots, `apart` are pairs that are not to meet early, and `filled` is the
    sparring partner, if it is to make an odd number even.
    """

    seeding: Seeding
    lot: str
    apart: tuple[tuple[str, str], ...] = ()
    filled: Player | None = None


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """The host starts the cup: until a moment those who signed up say that they are there."""

    at: datetime
    by: Player
    until: datetime
    draw: CupDraw


@dataclass(frozen=True, slots=True)
class PlayersCalled:
    """More of those who have signed up are called to check in."""

    at: datetime
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """Somebody who has signed up is there."""

    at: datetime
    player: Player


@dataclass(frozen=True, slots=True)
class CheckInFailed:
    """Too few were there, `count` where `least` are needed: the sign-up is open again."""

    at: datetime
    count: int
    least: int


@dataclass(frozen=True, slots=True)
class CupStarted:
    """The sign-up is closed: the entrants, the best seed first, and the seed of all lots.

    `filled` is the sparring partner, where it makes an odd number even. Those who are `absent` had
    signed up and did not check in.
    """

    at: datetime
    by: Player
    seeds: tuple[Entrant, ...]
    lot: str
    apart: tuple[tuple[str, str], ...] = ()
    filled: Player | None = None
    absent: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """What is to be played next, and what is settled without a game; `until` is its deadline.

    Tied games of a knockout are played again in the same round, so a number may come twice.
    """

    at: datetime
    number: int
    pairings: tuple[Pairing, ...]
    settled: tuple[PairingResult, ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameSeated:
    """A match was opened for a game of a pairing; `first` moves first in it."""

    at: datetime
    pairing: int
    game: int
    first: str
    match: int
    room: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game's match is over: half points and losses on time of the pairing's first and second.

    `halves` is None where the match has no result, as when it was called off: the host decides.
    """

    at: datetime
    pairing: int
    game: int
    halves: tuple[int, int] | None
    late: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class GameReopened:
    """The host took the end of a game's match back before the next round was paired."""

    at: datetime
    pairing: int
    game: int


@dataclass(frozen=True, slots=True)
class ResultDoubted:
    """A match was reopened, or ended otherwise, when its result had brought about later pairings.

    Nothing is changed: the host is told.
    """

    at: datetime
    pairing: int
    game: int


@dataclass(frozen=True, slots=True)
class PairingDecided:
    """A pairing has its result, and why; `by` is the host who decided it."""

    at: datetime
    pairing: int
    result: PairingResult
    why: DecidedBy
    by: Player | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairingReplayed:
    """The host has some games of a pairing played again: they count no more."""

    at: datetime
    pairing: int
    games: tuple[int, ...]
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundChanged:
    """The host exchanged two entrants before a round's first turn: its pairings as they are now.

    `seeds` are the entrants in their new order, where the system pairs by seeds.
    """

    at: datetime
    by: Player
    one: str
    other: str
    pairings: tuple[Pairing, ...]
    settled: tuple[PairingResult, ...] = ()
    seeds: tuple[Entrant, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayersReminded:
    """Those `absent` from a game of a pairing were told how much `left` there is of the round."""

    at: datetime
    pairing: int
    game: int
    left: timedelta
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """A round, or the check-in, has until another moment.

    The host (`by`) said so; or, with None, the referee was away for as long as it was moved. That
    is `told` where it was long enough for anybody to care.
    """

    at: datetime
    until: datetime
    by: Player | None = None
    reason: str = ""
    told: bool = True


@dataclass(frozen=True, slots=True)
class CupPaused:
    """The host lets nothing new begin; games that are under way go on."""

    at: datetime
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupResumed:
    """The cup goes on; its deadline moved by as long as it stood."""

    at: datetime
    by: Player
    until: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupEnded:
    """All is played: the champion, if there is one, and the place of each entrant."""

    at: datetime
    champion: str | None
    places: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class CupCancelled:
    """The host called the cup off."""

    at: datetime
    by: Player
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupShown:
    """The announcement of event number `through` became visible in the cup's room."""

    at: datetime
    message: str
    through: int


CupEvent = (
    CupOpened
    | PlayerEntered
    | PlayerLeft
    | CheckInOpened
    | PlayersCalled
    | PlayerCheckedIn
    | CheckInFailed
    | CupStarted
    | RoundPaired
    | GameSeated
    | GameEnded
    | GameReopened
    | ResultDoubted
    | PairingDecided
    | PairingReplayed
    | RoundChanged
    | PlayersReminded
    | DeadlineMoved
    | CupPaused
    | CupResumed
    | CupEnded
    | CupCancelled
    | CupShown
)
"""All that can happen in a cup."""

_SILENT = (PlayerEntered, PlayerCheckedIn, GameSeated, GameReopened, CupShown)


def is_told(event: CupEvent) -> bool:
    """Whether the room is told of an event; its author alone hears of a sign-up or check-in.

    A game that ended is told with the pairing that it decides, unless it has no result.
    """
    if isinstance(event, GameEnded):
        return event.halves is None
    if isinstance(event, PlayerLeft):
        return event.since > 0 or event.by is not None
    if isinstance(event, DeadlineMoved):
        return event.told
    return not isinstance(event, _SILENT)
