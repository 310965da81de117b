"""A turn or a command that comes to light when it is too late for it.

A forum holds Red's post back for approval. Red's flag falls, the match ends; an hour later somebody
approves the post, and there it stands with its old timestamp, in time. The referee neither takes
the result back nor passes over the post: it calls the host, once, and a match that runs pauses.
A `host undo` that was held back likewise would take back a turn that its author never saw.
"""

from datetime import datetime

from bot.desk.ledger import Ledger
from bot.desk.open_match import OpenMatch
from bot.engine.chat import read_words
from bot.engine.talk import Talk
from bot.referee.arbiter import accept
from bot.referee.events import FlagFell, MatchPaused, RefereeBack
from bot.referee.match import Match, Status
from bot.referee.submission import Said, Submission
from bot.storage.failures import StaleError, StoreError
from bot.wording.troubles import late_text


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


async def call_host(ledger: Ledger, live: OpenMatch, submission: Submission) -> bool:
    """Has the host decide about a turn that was overtaken; False where that was done before.

    Nothing has to be decided about talk.
    """
    message, venue = submission.message, ledger.venue(live)
    async with live.lock:
        if not _is_turn(live.match, submission):
            return False
        seats = live.match.seat(submission.author.id)
        if message is None or not seats or not live.in_sync.is_set():
            return False
        before = live.match.status
        try:
            if message in live.known.ruled:
                return False
            if before is Status.RUNNING:
                at = max(venue.now(), live.match.turn_open_at)
                paused = MatchPaused(at, late=submission.sent_at, colour=seats[0])
                await ledger.keep(live, accept(live.match, paused), ruled=message)
            else:
                await ledger.store.refuse(live.id, message)
                live.known.ruled[message] = False
        except (StoreError, StaleError) as error:
            ledger.lose(live, error)
            return False
    if before is not Status.RUNNING:
        text = late_text(live.id, live.match, submission, venue.voice)
        ledger.spawn(venue.places.whisper(live.room, live.match.host, text))
    return True


def _is_turn(match: Match, submission: Submission) -> bool:
    act = submission.act
    return isinstance(act, Said) and not isinstance(read_words(act.text, match.spelling), Talk)
