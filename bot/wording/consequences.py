"""What an act of the host will do, said in its dialog before it is done.

Bob resigned by mistake. Before the host reopens the match, the dialog says which result goes, who
is to move then, and that the clock stands until somebody resumes it. What a typed command asks back
is said in the same words here.
"""

from datetime import datetime

from bot.referee.changes import reopened
from bot.referee.hosting import reopening
from bot.referee.match import Match, Status
from bot.referee.submission import Pause, Reopen, Resume
from bot.wording.confirming import Confirmable, confirm_text
from bot.wording.hosting import fresh, reopened_text
from bot.wording.phrases import clock_text, colour_name
from bot.wording.results import headline
from bot.wording.voice import Voice

Foreseen = Confirmable | Pause | Resume | Reopen


def consequence_text(number: int, match: Match, act: Foreseen, at: datetime, voice: Voice) -> str:
    """What the act will do; the match must be one in which the host may do it."""
    match act:
        case Pause():
            stands = "No turn" if match.clock is None else "The clock stands, and no turn"
            return f"{stands} counts until the host resumes the match."
        case Resume():
            return f"{_to_move(match, voice)}.{_left(match)}"
        case Reopen():
            event = reopening(match, at, match.host)
            then = reopened(match, event)
            text = f"{headline(match)}: that is taken back.{reopened_text(then, event.turns)}"
            waits = then.status is Status.WAITING
            return text if waits else f"{text} {_to_move(then, voice)} then."
        case _:
            return confirm_text(number, match, act, match.host.id, voice)


def _to_move(match: Match, voice: Voice) -> str:
    name = voice.name(match.players[match.to_move])
    return f"{colour_name(match, match.to_move)} ({name}) is to move"


def _left(match: Match) -> str:
    """What the clock goes on with."""
    if match.clock is None or match.pauses.since is None:
        return ""
    left = match.clock.remaining(match.to_move, match.pauses.since)
    shown = f"{clock_text(left.turn)} of the turn and {clock_text(left.bank)} in the bank"
    return f" The clock goes on with {shown}{fresh(match)}."
