"""One small real match with a bit of everything, which stands in each kept database."""

from datetime import timedelta

from referee.tables import BLUE, HOST, RED, at, terms

from bot.engine.turn import Colour
from bot.referee.arbiter import rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import Event, MatchOpened, RefereeAway, RefereeBack, RulingKept, Shown
from bot.referee.fold import apply, opened
from bot.referee.match import Match, Room
from bot.referee.ruling import Accepted
from bot.referee.submission import Pause, Ready, Resume, Said, Submission
from bot.storage.store import Outgoing, Store

ROOM = Room("discord", "100", "200")
CONTROL = TimeControl(timedelta(minutes=1), timedelta(minutes=5), timedelta(seconds=5))
ACTS = [
    (5, RED, Ready()),
    (9, BLUE, Ready()),
    (20, RED, Said("F6")),
    (40, BLUE, Said("D3 F7")),
    (130, RED, Said("B2, G5")),
    (140, HOST, Pause("a call at the door")),
    (200, HOST, Resume()),
    (230, BLUE, Said("G6")),
    (260, RED, Said("**G4** H5")),
]
"""The beginning of seed 003's example; then Blue is asleep."""


async def keep_evening(store: Store) -> None:
    """Stores the match as the desk would, to its end on time."""
    event = MatchOpened(at(0), HOST, (RED, BLUE), terms(CONTROL))
    number = await store.open_match(ROOM, event)
    match = await keep(store, number, opened(event), Shown(at(1), "b0", 0, board=True))
    for seconds, player, act in ACTS:
        message = f"m{seconds}" if isinstance(act, Said) else None
        ruling = rule(match, Submission(player, act, at(seconds), message))
        assert isinstance(ruling, Accepted), ruling
        match = await keep(store, number, match, *ruling.events, ruled=message, told=True)
        shown = Shown(at(seconds + 1), f"b{seconds}", match.seen - 1, board=True)
        match = await keep(store, number, match, shown)
    kept = RulingKept(at(262), "m230", True, Colour.SECOND)
    away, back = RefereeAway(at(270), told=True), RefereeBack(at(400), at(270), told=True)
    match = await keep(store, number, match, kept, away, back, told=True)
    match = await keep(store, number, match, Shown(at(401), "b401", match.seen - 1, board=True))
    for moment in (460, 2000):
        ruling = rule_on_time(match, at(moment))
        assert isinstance(ruling, Accepted)
        match = await keep(store, number, match, *ruling.events, told=True)
    await store.refuse(number, "m999")


async def keep(
    store: Store,
    number: int,
    match: Match,
    *events: Event,
    ruled: str | None = None,
    told: bool = False,
) -> Match:
    outgoing = Outgoing(number, match.seen, match.seen + len(events) - 1, ruled) if told else None
    await store.append(number, match.seen, events, ruled=ruled, outgoing=outgoing)
    for event in events:
        match = apply(match, event)
    return match
