"""Why an act was refused, in one short reply that says what is wrong and what is allowed."""

from typing import assert_never

from bot.engine.turn import Talk
from bot.referee.events import Termination
from bot.referee.match import Match, Status
from bot.referee.ruling import Ignored, Reason, Refused
from bot.wording.laws import law_text
from bot.wording.opening import unstarted_text
from bot.wording.phrases import allowance_text, colour_name
from bot.wording.typed import at_length
from bot.wording.voice import Voice

_CONSTANT = {
    Reason.NOT_ASKED: "That is not being asked any more.",
    Reason.MOVED_ON: ("That can't count any more: something was ruled since, or it was edited."),
    Reason.NOT_YOURS_TO_ACCEPT: "Your opponent has to accept that.",
}
EDITED_TEXT = "An edited message is not ruled: write your turn again, in a new one."


def refusal_text(match: Match, refused: Refused) -> str:
    """The reply to a refused act."""
    reason = refused.reason
    if reason is Reason.ILLEGAL and refused.fault is not None:
        return law_text(refused.fault, match.ruleset, match.position, match.spelling)
    return _reason_text(match, reason)


def plea_text(match: Match, ignored: Ignored, voice: Voice) -> str:
    """The reply to a player who asks for what is no turn of this game, or wrote more than one."""
    written = at_length(" ".join(ignored.likely), voice.least)
    likely = f", such as {written}" if ignored.likely else ""
    mover, allowed = (
        colour_name(match, match.to_move),
        allowance_text(match.ruleset.allowance(match.position)),
    )
    match ignored.plea:
        case Talk.PASS:
            return f"You cannot pass your turn: {mover} may {allowed}."
        case Talk.RESIGN:
            return f"The game goes on. If you want to resign, use {voice.command('match resign')}."
        case Talk.SWAP:
            return f"There is no swap in this game: {mover} may {allowed}."
        case Talk.CORRECTED | Talk.CHOICE:
            return f"Which turn do you mean? Write it once more by itself{likely}."
        case Talk.TWO_TURNS:
            return f"That reads as two turns. Write only the one of now{likely}."
        case Talk.RANGE:
            return f"A dash can mean all cells between. Write each cell you mean{likely}."
        case Talk.TALK | Talk.UNCLEAR | None:
            return ""
        case _:
            assert_never(ignored.plea)


def _reason_text(match: Match, reason: Reason) -> str:
    mover = colour_name(match, match.to_move)
    match reason:
        case Reason.ILLEGAL:
            allowed = allowance_text(match.ruleset.allowance(match.position))
            return f"That is no legal turn. {mover} may {allowed}."
        case Reason.NOT_YOUR_TURN:
            return f"It is {mover}'s turn. All stones of a turn go in one message."
        case Reason.SENT_TOO_EARLY:
            return f"That was sent before {mover}'s turn began; send it again if you still mean it."
        case (
            Reason.NOT_STARTED
            | Reason.ALREADY_READY
            | Reason.NO_SUCH_KOMI
            | Reason.NOT_YOURS_TO_CHOOSE
            | Reason.FIRST_OPEN
            | Reason.FIRST_SETTLED
            | Reason.BEFORE_THE_HOUR
            | Reason.HOUR_PAST
            | Reason.ONE_HOUR
            | Reason.WHICH_HOUR
            | Reason.NO_SUCH_HOUR
        ):
            return unstarted_text(match, reason)
        case Reason.PAUSED:
            if match.pauses.for_room:
                return "The match is paused: send that again once it goes on."
            if match.status is Status.PAUSED:
                return "The match is paused: no turn is taken until the host resumes it."
            return "That was written while the match was paused; please send it again."
        case Reason.OVER:
            if match.ended is not None and match.ended.termination is Termination.TIME:
                return f"This match is over: {mover}'s time ran out."
            return "This match is over."
        case Reason.NOT_OVER:
            return "The match is not over: there is nothing to reopen."
        case Reason.NOT_A_PLAYER:
            return "Only the two players of this match can do that."
        case Reason.NOT_HOST:
            return "Only the host of this match, or whoever manages all matches here, can do that."
        case Reason.ALREADY_STARTED:
            return "The match has started already."
        case Reason.NOT_PAUSED:
            return "The match is not paused."
        case Reason.NO_SUCH_COLOUR:
            first, second = match.terms.colours
            return f"In this match the colours are {first} and {second}."
        case Reason.NOTHING_TO_UNDO:
            played = len(match.played) or "none"
            return f"There are not so many turns to undo: {played} played so far."
        case Reason.NOTHING_OF_YOURS:
            return "You have not played a turn yet that could be taken back."
        case Reason.NO_CLOCK:
            return "This match has no clock."
        case Reason.ALREADY_SEATED:
            return "That player has a seat in this match already."
        case Reason.ALREADY_HERE:
            return "The match is held there already, or another match is."
        case Reason.ALREADY_ASKED:
            return "A question is open: the opponent answers it first."
        case Reason.NOT_ASKED | Reason.MOVED_ON | Reason.NOT_YOURS_TO_ACCEPT:
            return _CONSTANT[reason]
        case Reason.NO_HINTS | Reason.HINT_NOT_YOURS:
            return _no_hint(mover, agreed=reason is Reason.HINT_NOT_YOURS)
        case _:
            assert_never(reason)


def _no_hint(mover: str, *, agreed: bool) -> str:
    """Why there is no hint in this match, or none for whoever asks."""
    if not agreed:
        return "No hints were agreed on for this match: whoever sets a match up can turn them on."
    return f"It is {mover}'s turn: a hint is for whoever is to move."
