"""What comes of an act, and the questions that the desk asks about it.

Blue's turn arrives after Red's flag has fallen. The ruling is that time is up; the answer says so,
and waits until the room has read how the match ended.
"""

from dataclasses import dataclass

from bot.desk.open_match import OpenMatch
from bot.referee.events import FlagFell
from bot.referee.ruling import Accepted, Reason, Refused, Ruling


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a submission: the ruling, and the reply where it was refused or not ruled."""

    match: int
    ruling: Ruling
    text: str = ""


def is_flag(ruling: Ruling) -> bool:
    """Whether a ruling is that time is up."""
    return isinstance(ruling, Accepted) and any(isinstance(e, FlagFell) for e in ruling.events)


def is_out_of_turn(ruling: Ruling) -> bool:
    """Whether a ruling is that it is the other's turn."""
    return isinstance(ruling, Refused) and ruling.reason is Reason.NOT_YOUR_TURN


def comes_after_the_end(live: OpenMatch, answer: Answer) -> bool:
    """Whether an answer lets its reader know that the match is over."""
    refused = isinstance(answer.ruling, Refused) and answer.ruling.reason is Reason.OVER
    return live.match.over and (refused or is_flag(answer.ruling))
