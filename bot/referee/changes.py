"""What the host's hand and the players' agreements do to a match."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.rulesets import chosen, configure
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.clock import Clock
from bot.referee.match import Choice, Match, Status

LOGGED = (
    events.AppointmentSet,
    events.FirstChosen,
    events.FlagFell,
    events.HintGiven,
    events.KomiNamed,
    events.MatchEnded,
    events.MatchMoved,
    events.MatchPaused,
    events.MatchReopened,
    events.MatchResumed,
    events.PagesChosen,
    events.PlayerReplaced,
    events.RefereeBack,
    events.TimeChanged,
    events.TurnsUndone,
)
"""The events that a match remembers beside the turns; the record tells of most of them."""


def as_seated(event: events.Event) -> events.Event:
    """A logged event with its colour as the seats stand once it has happened."""
    return replace(event, colour=Colour.FIRST) if isinstance(event, events.FirstChosen) else event


def first_chosen(match: Match, event: events.FirstChosen) -> Match:
    """It is settled who starts; the seats change places if it is the second player."""
    match = replace(match, start=replace(match.start, choice=None))
    if event.colour is Colour.FIRST:
        return match
    colours, dmo = match.terms.colours, match.dmo
    if not event.taken:
        return _other_way_round(match, replace(match.terms, colours=colours[::-1]))
    # The right is the player's, whichever colour they play.
    taken = match.terms if dmo is None else replace(match.terms, dmo=colours[dmo.other])
    return _other_way_round(match, taken)


def komi_named(match: Match, event: events.KomiNamed) -> Match:
    """The game is played with that komi, once the first player has taken a colour."""
    options = dict(match.terms.options) | {"komi": str(event.komi)}
    law = configure(match.terms.ruleset, options)
    terms = replace(match.terms, options=tuple(chosen(law).items()))
    return replace(match, terms=terms, start=replace(match.start, choice=Choice.COLOUR))


def _other_way_round(match: Match, terms: events.Terms) -> Match:
    """A match before its start with its seats swapped, and all that belongs to each seat."""
    clock, asked = match.clock, match.request
    return replace(
        match,
        terms=terms,
        players=match.players[::-1],
        clock=None if clock is None else replace(clock, banks=clock.banks[::-1]),
        seated_at=match.seated_at[::-1],
        start=replace(match.start, ready=frozenset(it.other for it in match.start.ready)),
        request=asked if asked is None else replace(asked, colour=asked.colour.other),
        log=tuple((number, _recoloured(event)) for number, event in match.log),
    )


def _recoloured(event: events.Event) -> events.Event:
    match event:
        case events.FirstChosen() | events.PlayerReplaced() | events.TimeChanged():
            return replace(event, colour=event.colour.other)
        case _:
            return event


def undone(match: Match, event: events.TurnsUndone) -> Match:
    """The position before the turns, and the clock as it stood when the first of them began.

    What happened beside the turns that are gone stays in the log, at the turn that is now the last.
    So does the time that the host gave or took meanwhile: that was no part of any turn.
    """
    position = match.position
    for _ in range(event.turns):
        if position.previous is not None:
            position = position.previous
    last = position.number
    return replace(
        match,
        position=position,
        log=tuple((min(number, last), logged) for number, logged in match.log),
        clock=_with_time_changed(match.clocks[-event.turns], match.log, last),
        clocks=match.clocks[: -event.turns],
        turns=match.turns[: -event.turns],
        turn_open_at=event.at,
        flagged=False,
        request=None,
        telling=match.telling.of_new_turn(match.seen),
    )


def _with_time_changed(
    clock: Clock | None, log: Sequence[tuple[int, events.Event]], after: int
) -> Clock | None:
    """A clock of before some turns with the time that the host gave or took since `after` turns."""
    if clock is None:
        return None
    for number, event in log:
        if number > after and isinstance(event, events.TimeChanged):
            clock = clock.set_bank(event.colour, clock.banks[event.colour] + event.amount)
    return clock


def time_changed(match: Match, event: events.TimeChanged) -> Match:
    """One player's bank is changed; the room hears of the bank again if some of it is left.

    What was used before cannot be taken: the deadline is never before the host's act.
    """
    clock = match.clock
    if clock is None:
        return match
    bank = clock.banks[event.colour] + event.amount
    if event.colour is match.to_move:
        bank = max(bank, clock.used(event.at) - clock.control.per_move)
    telling = replace(match.telling, warned=None)
    return replace(match, clock=clock.set_bank(event.colour, bank), telling=telling)


def replaced(match: Match, event: events.PlayerReplaced) -> Match:
    """Another player sits down; before the start that player has yet to press Ready.

    A start that the host had ordered is off: whoever sits down now is asked first.

    Bob leaves in the middle of his turn, with half a minute of it left. Cat, who takes over, has
    the whole turn time again once the room is told, and the bank as Bob left it.
    """
    players = list(match.players)
    players[event.colour] = event.player
    start = replace(match.start, ready=match.start.ready - {event.colour}, ordered=None)
    seated = list(match.seated_at)
    seated[event.colour] = event.at
    after = replace(
        match,
        players=(players[0], players[1]),
        seated_at=(seated[0], seated[1]),
        start=start,
        request=None,
    )
    clock = match.clock
    if not event.fresh or clock is None or event.colour is not match.to_move:
        return after
    left = clock.remaining(event.colour, event.at).bank
    return replace(
        after,
        clock=clock.set_bank(event.colour, left).reset(),
        telling=replace(match.telling, handed_over=match.seen, bank_told=False),
    )


def moved(match: Match, event: events.MatchMoved) -> Match:
    """The match in another room; words from where not everybody could read stay among who could."""
    public = event.public if match.public else match.public
    return replace(match, seated_at=(event.at, event.at), public=public)


def reopened(match: Match, event: events.MatchReopened) -> Match:
    """The match and its clocks as they were before the end; paused, if it had started.

    What was said since then, perhaps in another match in the room, is no turn of this one.
    """
    if match.ended is None or match.before_end is None:
        return match
    status, paused_at = match.before_end
    waits = status is Status.WAITING
    stands_since = None if waits else paused_at or match.ended.at
    open_again = replace(
        match,
        status=Status.WAITING if waits else Status.PAUSED,
        pauses=replace(match.pauses, event=None, since=stands_since),
        ended=None,
        before_end=None,
        turn_open_at=event.at,
        seated_at=(event.at, event.at),
    )
    return (
        undone(open_again, events.TurnsUndone(event.at, event.turns)) if event.turns else open_again
    )
