"""Before the first turn: the DMO, who starts, and what the match waits for."""

from typing import Literal, assert_never

from bot.engine.turn import Colour
from bot.referee.events import FirstChosen, StartOrdered
from bot.referee.match import Match, Status
from bot.referee.ruling import Reason
from bot.wording.phrases import colour_name
from bot.wording.voice import Voice

Unstarted = Literal[
    Reason.NOT_STARTED,
    Reason.ALREADY_READY,
    Reason.NOT_YOURS_TO_CHOOSE,
    Reason.FIRST_OPEN,
    Reason.FIRST_SETTLED,
]


def dmo_text(match: Match, voice: Voice) -> str:
    """What it means in this match that a player is the DMO; "" without one."""
    if match.dmo is None:
        return ""
    if match.first_open:
        player = voice.mention(match.players[match.dmo])
        return f"{player}, you are the DMO (Death Match Opponent): who starts? A tie is yours, too."
    return f"{colour_name(match, match.dmo)} is the DMO (Death Match Opponent) and wins a tie."


def chosen_text(match: Match, event: FirstChosen, voice: Voice) -> str:
    """Who starts and who said so; `match` is the match after it."""
    first = voice.strong(f"{colour_name(match, Colour.FIRST)} starts")
    by = voice.name(event.by)
    if match.dmo is not None and event.by.id == match.players[match.dmo].id:
        text = f"{first}: {by}, the DMO, chose."
    else:
        dmo = "" if match.dmo is None else f" for {voice.name(match.players[match.dmo])}, the DMO"
        text = f"{first}: {by} chose{dmo}."
    if match.status is not Status.WAITING:
        return text
    return f"{text} The match is {waiting_text(match)}."


def ordered_text(match: Match, event: StartOrdered, voice: Voice) -> str:
    """The host started the match, and it is not said yet who moves first."""
    text = f"▶️ {voice.name(event.by)} starts the match as soon as it is said who moves first."
    if match.dmo is None:
        return text
    return f"{text} {voice.mention(match.players[match.dmo])}, who starts?"


def waiting_text(match: Match) -> str:
    """What a match that has not started waits for, in the middle of a sentence."""
    missing = [colour_name(match, c) for c in Colour if c not in match.ready]
    waits = []
    if missing and match.start_ordered is None:
        waits.append(f"{' and '.join(missing)} to press Ready")
    if match.first_open:
        waits.append(f"{_chooser(match)} to say who starts")
    return f"waiting for {', and for '.join(waits)}"


def unstarted_text(match: Match, reason: Unstarted) -> str:
    """Why something can't be done before the start, and what the match waits for."""
    chooser = _chooser(match)
    match reason:
        case Reason.NOT_STARTED if match.first_open:
            return f"The match has not started: {chooser} has yet to say who starts."
        case Reason.NOT_STARTED:
            return "The match has not started: both players press Ready, or the host starts it."
        case Reason.ALREADY_READY if match.first_open:
            return f"You are ready; {chooser} has yet to say who starts."
        case Reason.ALREADY_READY:
            return "You are ready; the match starts when your opponent is too."
        case Reason.NOT_YOURS_TO_CHOOSE:
            return f"Who starts is for {chooser} to say, or for the host in their place."
        case Reason.FIRST_OPEN:
            example = f"match first {match.terms.colours[0]}"
            return f"It starts once {chooser} says who moves first; or say it for them: {example}."
        case Reason.FIRST_SETTLED:
            return f"{colour_name(match, Colour.FIRST)} starts: that is settled."
        case _:
            assert_never(reason)


def _chooser(match: Match) -> str:
    """Who says who starts, in the middle of a sentence."""
    return "the host" if match.dmo is None else f"{colour_name(match, match.dmo)}, the DMO,"
