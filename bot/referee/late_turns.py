"""What comes to light too late to be ruled, and what was edited after it was answered. Pure.

A forum holds Red's post back for approval. Red's flag falls; an hour later the post is approved,
and there it stands with its old timestamp, in time. A `host undo` that was held back likewise would
take back a turn that its author never saw.

The referee is away. At 22:05:00 Ann writes "E5"; at 22:05:20 Bob answers "C3 F3"; at 22:05:40 Ann
changes her message to "D4". The venue hands over what a message says now, with the timestamp of its
last edit, so what Bob answered is gone: it may have been "E5", or no turn at all. Ruling "D4" would
let Ann move after she had seen the answer; refusing Bob would be wrong if it was his turn. So the
match pauses as of 22:05:00, with no time charged after it, and the host asks both.

A message is undecidable if

- it is the mover's, was written in this turn and in time, and edited after the opponent's message
  was sent;
- the opponent's message would be a turn if it were their turn;
- the message has never been read before the edit: what was read is ruled, or was talk, for good.

An answer that was itself edited after that is no older than its last edit, and answers what the
mover's message says now.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.referee.events import FlagFell, MatchPaused, RefereeBack
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Reason, Refused, Ruling
from bot.referee.submission import Said, Submission


def is_overtaken(match: Match, submission: Submission) -> bool:
    """Whether something was ruled after a turn's timestamp that the turn would have changed.

    That is a turn, an end, or a fallen flag, also one after which the host let the match go on.
    """
    return (
        match.over
        or submission.sent_at < match.turn_open_at
        or any(
            isinstance(event, FlagFell) and event.at >= submission.sent_at for _, event in match.log
        )
    )


def has_moved_on(match: Match, since: datetime) -> bool:
    """Whether something was ruled after a moment, which a command given then can't have meant.

    Talk, refusals, players who get ready and the referee's own absences are nothing of the kind.
    """
    if match.turn_open_at > since or (match.request is not None and match.request.at > since):
        return True
    return any(event.at > since for _, event in match.log if not isinstance(event, RefereeBack))


def undecidable(
    match: Match, answer: Submission, ruling: Ruling, submissions: Iterable[Submission]
) -> Iterator[Submission]:
    """The messages among `submissions` that an `answer` may have met before they were edited.

    `ruling` is the ruling on the answer. Whether they were read before is not known here.
    """
    if not _comes_out_of_turn(match, answer, ruling):
        return
    for edited in submissions:
        written = edited.written_at
        by_mover = match.to_move in match.seat(edited.author.id)
        if written is None or edited.message is None:
            continue
        if not (by_mover and isinstance(edited.act, Said)):
            continue
        in_time = match.clock is None or not match.clock.flagged(match.to_move, written)
        if in_time and match.turn_open_at <= written <= answer.sent_at < edited.sent_at:
            yield edited


def answers_to(edited: Submission, acts: Iterable[Submission]) -> list[Submission]:
    """What was said between the writing of a message and its last edit."""
    written = edited.written_at
    return [act for act in acts if written <= act.sent_at < edited.sent_at] if written else []


def pause_for(edited: Submission, answer: Submission) -> MatchPaused:
    """The pause, from the moment the edited message was written: perhaps that was the turn."""
    written = edited.written_at or edited.sent_at
    return MatchPaused(written, edited=(edited.message or "", answer.message or ""))


def set_aside(match: Match) -> frozenset[str]:
    """The messages that the host was asked about: they are neither ruled nor refused any more."""
    pauses = (event for _, event in match.log if isinstance(event, MatchPaused))
    return frozenset(message for event in pauses for message in event.edited or ())


def _comes_out_of_turn(match: Match, answer: Submission, ruling: Ruling) -> bool:
    if not isinstance(answer.act, Said) or answer.message is None:
        return False
    if match.to_move in match.seat(answer.author.id):
        return False
    if isinstance(ruling, Accepted):
        # The mover's flag: their turn may be what was edited.
        return any(isinstance(event, FlagFell) for event in ruling.events)
    return isinstance(ruling, Refused) and ruling.reason is Reason.NOT_YOUR_TURN
