"""What the room is told: the events of one ruling → one message, in the same order each time.

Who did what, what it did to the figures, what is allowed now and whose move it is, then time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.clock import ZERO
from bot.referee.match import Match
from bot.wording import appointments
from bot.wording.calling import buttons_of, hands_over, ping_of
from bot.wording.formats import options_text
from bot.wording.hosting import change_text, counted_text
from bot.wording.opening import asked_text, beginning_text, chosen_text, ordered_text
from bot.wording.phrases import (
    allowance_text,
    clock_text,
    colour_name,
    control_text,
    played_text,
)
from bot.wording.position import claims_text
from bot.wording.results import changes_text, result_text
from bot.wording.rules import length_text, writing_text
from bot.wording.troubles import back_text, no_link, pause_text
from bot.wording.voice import Voice


@dataclass(frozen=True, slots=True)
class Words:
    """One message: its text, who is pinged, whether the board goes with it, its buttons."""

    text: str
    ping: tuple[str, ...] = ()
    board: bool = True
    buttons: tuple[str, ...] = ()


_WITHOUT_BOARD = (
    events.FirstChosen,
    events.KomiNamed,
    events.StartOrdered,
    events.AppointmentSet,
    events.AppointmentNear,
    events.PlayersMissing,
    events.BankOpened,
    events.BankLow,
    events.RulingKept,
    events.RequestMade,
    events.RequestDeclined,
)


def announce(
    match: Match,
    ruled: tuple[events.Event, ...],
    voice: Voice,
    now: datetime,
    link: Callable[[str], str] = no_link,
) -> Words:
    """The message that tells of events; `match` is the match after them, `now` when it is sent.

    `link` is the address of a message in the room, "" where it has none.
    """
    announced = [event for event in ruled if events.is_told(event)]
    edits = [event for event in announced if isinstance(event, events.RulingKept)]
    if len(edits) > 1:
        lines = [_many_kept(len(edits), deleted=edits[0].deleted)]
    else:
        lines = [line for event in announced if (line := _line(match, event, voice, link))]
    if hands_over(match, announced):
        lines += _prompt(match, voice, now)
    return Words(
        text="\n".join(lines),
        ping=ping_of(match, announced),
        board=any(not isinstance(event, _WITHOUT_BOARD) for event in announced),
        buttons=buttons_of(match, announced, now),
    )


def _many_kept(number: int, *, deleted: bool) -> str:
    """Ruled messages were changed all at once, as moderators do."""
    done = "deleted" if deleted else "edited"
    return f"{number} messages were {done} after they were ruled. The turns stand as played."


def prompt_line(match: Match, voice: Voice) -> str:
    """Whose move it is and what they may do."""
    mover = match.players[match.to_move]
    allowed = allowance_text(match.ruleset.allowance(match.position))
    colour = voice.strong(colour_name(match, match.to_move))
    text = f"{voice.mention(mover)}, {colour} may {allowed}."
    three = voice.strong("Three stones allowed.") if _feeds(match) else ""
    return " ".join(filter(None, (three, text, length_text(match, voice))))


def banks_line(match: Match, now: datetime) -> str:
    """Both banks."""
    clock = match.clock
    if clock is None or not clock.control.bank + clock.control.increment:
        return ""
    banks = [
        clock.remaining(colour, now).bank if colour is match.to_move else clock.banks[colour]
        for colour in Colour
    ]
    shown = [f"{colour_name(match, c)} {clock_text(banks[c])}" for c in Colour]
    return f"Banks: {' · '.join(shown)}"


def _line(match: Match, event: events.Event, voice: Voice, link: Callable[[str], str]) -> str:
    match event:
        case events.MatchOpened():
            return _opened(match, voice)
        case events.FirstChosen() | events.KomiNamed():
            return chosen_text(match, event, voice)
        case events.StartOrdered():
            return ordered_text(match, event, voice)
        case (
            events.AppointmentSet()
            | events.AppointmentNear()
            | events.AppointmentCame()
            | events.PlayersMissing()
        ):
            return appointments.told_text(match, event, voice)
        case events.MatchStarted():
            started = (
                f"{voice.name(event.by)} started the match." if event.by else "Both are ready."
            )
            return f"▶️ {started}"
        case events.TurnPlayed():
            return _turn(match, event, voice)
        case events.BankOpened():
            return _bank(match, event, voice)
        case events.MatchPaused():
            return pause_text(match, event, voice, link)
        case events.BankLow():
            return _bank_low(match, event, voice)
        case (
            events.MatchResumed()
            | events.MatchReopened()
            | events.RequestMade()
            | events.RequestDeclined()
            | events.TurnsUndone()
            | events.TimeChanged()
            | events.PlayerReplaced()
            | events.MatchMoved()
            | events.PagesChosen()
        ):
            return change_text(match, event, voice)
        case events.FlagFell():
            # Where a flag ended the match, the result says so.
            return "" if match.over else f"⌛ {colour_name(match, event.colour)}'s time ran out."
        case events.RefereeBack():
            return back_text(match, event)
        case events.RulingKept():
            done = "deleted" if event.deleted else "edited"
            name = colour_name(match, event.colour)
            return f"{name}'s message was {done} after it was ruled. The turn stands as played."
        case events.MatchEnded():
            return result_text(match, event, voice)
        case events.Shown() | events.PlayerReady() | events.RefereeAway() | events.HintGiven():
            return ""
        case _:
            assert_never(event)


def _opened(match: Match, voice: Voice) -> str:
    first, second = (
        f"{voice.strong(colour_name(match, colour))} {voice.mention(match.players[colour])}"
        for colour in Colour
    )
    terms = match.terms
    hints = " · with hints" if terms.hints else ""
    side = f"side {terms.side} · {control_text(terms.control)}{hints}{_partner(match)}"
    starts = f"{_begins(match)} · {side}"
    writing = writing_text(match.ruleset, terms.side, terms.colours)
    lines = [
        f"{voice.strong(match.ruleset.name)}: {first} against {second}.",
        side.capitalize() if match.first_open else starts,
        options_text(match.ruleset, terms.colours),
        asked_text(match, voice),
        f"{appointments.opened_text(match, voice)} {writing}",
        length_text(match, voice, commands=True),
    ]
    return "\n".join(line for line in lines if line)


def _begins(match: Match) -> str:
    """Who has the first turn, and in which position if that is not the empty board."""
    begun = match.beginning
    if begun is None:
        return f"{colour_name(match, Colour.FIRST)} starts"
    mover = colour_name(match, match.to_move)
    return f"Goes on from {beginning_text(begun)}, {mover} to move"


def _partner(match: Match) -> str:
    """How the sparring partner plays, "" where it has no seat."""
    level = next((player.level for player in match.players if player.level), "")
    if not level:
        return ""
    resigns = ", and resigns once it has lost for certain" if match.terms.resigns else ""
    return f" · the referee plays {level}{resigns}"


def _turn(match: Match, event: events.TurnPlayed, voice: Voice) -> str:
    colour = voice.strong(colour_name(match, event.colour))
    text = f"{colour} {played_text(event.turn, voice)}."
    claims = claims_text(match.ruleset, match.position, match.terms.colours)
    counted = counted_text(event, voice)
    return " ".join(filter(None, (text, *claims, changes_text(match, event.colour), counted)))


def _bank(match: Match, event: events.BankOpened, voice: Voice) -> str:
    mover = voice.mention(match.players[event.colour])
    left = ZERO if match.clock is None else match.clock.banks[event.colour]
    deadline = match.deadline()
    until = f", time is up {voice.countdown(deadline)}" if deadline is not None else ""
    return f"⏳ {mover}, your turn time is over: the bank of {clock_text(left)} runs{until}."


def _bank_low(match: Match, event: events.BankLow, voice: Voice) -> str:
    mover = voice.mention(match.players[event.colour])
    deadline = match.deadline()
    until = "soon" if deadline is None else voice.countdown(deadline)
    return (
        f"⏳ {mover}, less than {clock_text(event.left)} of your bank is left: time is up {until}."
    )


def _prompt(match: Match, voice: Voice, now: datetime) -> list[str]:
    lines = [prompt_line(match, voice)]
    clock = match.clock
    if clock is not None:
        runs = clock if clock.running else clock.start(now)
        opens, deadline = runs.bank_opens(), runs.deadline(match.to_move)
        if opens is not None and deadline is not None:
            turn = f"Turn time ends {voice.countdown(opens)}" if opens > now else ""
            bank = f"time is up {voice.countdown(deadline)}" if deadline != opens else ""
            both = ", ".join(filter(None, (turn, bank)))
            lines.append(f"⏱️ {both[0].upper()}{both[1:]}." if both else "")
    lines.append(voice.small(banks_line(match, now)) if banks_line(match, now) else "")
    return [line for line in lines if line]


def _feeds(match: Match) -> bool:
    """Whether three stones are allowed because of a lead."""
    return (
        match.ruleset.leading(match.position) and match.ruleset.allowance(match.position).most > 2
    )
