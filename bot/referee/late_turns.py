"""Whether a turn or a command comes to light when it is too late for it. Pure.

A forum holds Red's post back for approval. Red's flag falls; an hour later the post is approved,
and there it stands with its old timestamp, in time. A `host undo` that was held back likewise would
take back a turn that its author never saw.
"""

from datetime import datetime

from bot.referee.events import FlagFell, RefereeBack
from bot.referee.match import Match
from bot.referee.submission import Submission


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
