"""Whom an announcement calls, and which buttons it has: those who are to act now can, by a press.

Red's turn is told: Blue is pinged, and finds the button to play. Long before the hour of an
appointment nobody is asked to get ready.
"""

from collections.abc import Sequence
from datetime import datetime

from bot.referee import events
from bot.referee.appointments import EARLY, too_early
from bot.referee.match import Match, Status
from bot.referee.partner import allowed
from bot.wording.opening import choices

_BEFORE_THE_START = (
    events.MatchOpened,
    events.PlayerReplaced,
    events.MatchMoved,
    events.FirstChosen,
    events.KomiNamed,
    events.StartOrdered,
    events.MatchReopened,
    events.AppointmentSet,
    events.AppointmentNear,
    events.AppointmentCame,
)
"""Events that are told with the buttons that a match needs to start."""
_FOR_BOTH = (events.MatchOpened, events.AppointmentSet, events.AppointmentNear)
"""Events of which both players are told."""
_HANDING_OVER = (
    events.MatchStarted,
    events.TurnPlayed,
    events.MatchResumed,
    events.RefereeBack,
    events.TurnsUndone,
    events.TimeChanged,
    events.PlayerReplaced,
    events.MatchMoved,
)
"""Events after which somebody is to move, where the match goes on."""


def hands_over(match: Match, told: Sequence[events.Event]) -> bool:
    """Whether somebody is to move from now on."""
    return _goes_on(match) and _has(told, *_HANDING_OVER)


def ping_of(match: Match, told: Sequence[events.Event]) -> tuple[str, ...]:
    """The people who have to act now; the referee does not call itself."""
    programs = {player.id for player in match.players if player.level}
    called = dict.fromkeys(called for called in _called(match, told) if called not in programs)
    return tuple(called)


def buttons_of(match: Match, told: Sequence[events.Event], now: datetime) -> tuple[str, ...]:
    """What can be pressed below, by its action."""
    if match.request is not None and _has(told, events.RequestMade):
        asked, hours = match.request.request.value, len(match.request.appointments)
        which = [f"-{number}" for number in range(1, hours + 1)] if hours > 1 else [""]
        return *(f"accept-{asked}{one}" for one in which), f"decline-{asked}"
    if match.status is Status.WAITING and _has(told, *_BEFORE_THE_START):
        start = match.start.ordered is None and _may_get_ready(match, told, now)
        return *("ready", "start") * start, *choices(match)
    if not hands_over(match, told):
        return ()
    hinted = allowed(match) and not match.players[match.to_move].level
    return ("play", "hint") if hinted else ("play",)


def _called(match: Match, told: Sequence[events.Event]) -> list[str]:
    mover = [match.players[match.to_move].id]
    chooser = [] if match.chooser is None else [match.players[match.chooser].id]
    if _has(told, *_FOR_BOTH):
        return [player.id for player in match.players]
    if _has(told, events.PlayersMissing):
        return [match.host.id]
    if _has(told, events.AppointmentCame):
        late = [match.players[colour].id for colour in match.start.late]
        return late or chooser
    if any(isinstance(event, events.MatchPaused) and events.is_own(event) for event in told):
        return [match.host.id]
    asked = next((event for event in told if isinstance(event, events.RequestMade)), None)
    if asked is not None:
        return [match.players[asked.colour.other].id]
    if chooser and _has(told, events.StartOrdered, events.KomiNamed):
        return chooser
    seated = [event.player.id for event in told if isinstance(event, events.PlayerReplaced)]
    calls = _goes_on(match) and _has(told, *_HANDING_OVER, events.BankOpened, events.BankLow)
    return seated + mover * calls


def _goes_on(match: Match) -> bool:
    """Whether somebody is to move now; in an absence, only the sentence at its end says so."""
    away = match.duty.off_since is not None and match.duty.told
    return match.status is Status.RUNNING and not away


def _may_get_ready(match: Match, told: Sequence[events.Event], now: datetime) -> bool:
    """Whether the buttons to get ready are shown: not long before the hour of an appointment."""
    near = (event.left <= EARLY for event in told if isinstance(event, events.AppointmentNear))
    return any(near) or not too_early(match, now)


def _has(told: Sequence[events.Event], *kinds: type[events.Event]) -> bool:
    return any(isinstance(event, kinds) for event in told)
