"""The check-in of a cup, and with whom it begins. Pure.

The host writes `cup start` at 20:00 in a cup with `check-in:30m`. Ann and Bob say that they are
there, Cid does not. At 20:30 the cup begins with Ann and Bob, drawn as the host has said; had Cid
been there too, it had begun at once. Where too few are there the sign-up is open again.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from bot.cups.cup import Entrant, Lots
from bot.cups.entry import EntryProblem, TooFewEntrants, entry_problem, seeded
from bot.cups.events import MOST_CALLED, CheckInFailed, CupDraw, CupStarted, PlayersCalled
from bot.cups.state import CupState, CupStatus
from bot.referee.events import Player


def beginning(
    state: CupState,
    at: datetime,
    by: Player,
    draw: CupDraw,
    ratings: Mapping[str, float],
    here: Collection[str],
) -> CupStarted | EntryProblem:
    """The cup begins with those who are here, or what is in the way.

    The sparring partner plays where the host wants it to and an odd number is here.
    """
    people = [player for key, player in state.players.items() if key in here]
    absent = tuple(player for key, player in state.players.items() if key not in here)
    entrants = [Entrant(one.id, one.name, ratings.get(one.id)) for one in people]
    filled = draw.filled if len(entrants) % 2 else None
    fill = () if filled is None else (Entrant(filled.id, filled.name),)
    plan = state.opened.plan
    # It takes no place from those who sign up.
    most = plan.most + len(fill)
    problem = entry_problem(plan.system, [*entrants, *fill], state.cup().rules, most)
    if problem is not None:
        return problem
    apart = tuple(pair for pair in draw.apart if set(pair) <= {one.id for one in people})
    seeds = (*seeded(entrants, draw.seeding, Lots(draw.lot)), *fill)
    return CupStarted(at, by, seeds, draw.lot, apart, filled, absent)


def outcome(
    state: CupState, now: datetime, heard: datetime, ratings: Mapping[str, float]
) -> CupStarted | CheckInFailed | None:
    """What a check-in comes to when its time is over, or when all are here; None before.

    `heard` is the moment up to which all that people did is known.
    """
    checking = state.check_in
    if state.status is not CupStatus.CHECK_IN or checking is None or state.until is None:
        return None
    is_over = heard > state.until
    if not is_over and len(state.here) < len(state.players):
        return None
    begun = beginning(state, now, checking.by, checking.draw, ratings, state.here)
    if isinstance(begun, CupStarted):
        return begun
    if not is_over or not isinstance(begun, TooFewEntrants):
        # Somebody may still come.
        return None
    return CheckInFailed(now, len(state.here), begun.least)


def called(state: CupState, now: datetime) -> PlayersCalled | None:
    """The next of those who have signed up, where they are more than one message can call."""
    if state.status is not CupStatus.CHECK_IN or not state.uncalled:
        return None
    return PlayersCalled(now, state.uncalled[:MOST_CALLED])
