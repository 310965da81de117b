"""A turn that comes to light when it is too late to rule it.

A forum holds Red's post back for approval. Red's flag falls, the match ends; an hour later somebody
approves the post, and there it stands with its old timestamp, in time. The referee neither takes
the result back nor passes over the post: it calls the host, once, and a match that runs pauses.
"""

from bot.desk.ledger import Ledger
from bot.desk.tables import OpenMatch
from bot.referee.arbiter import accept
from bot.referee.events import MatchPaused
from bot.referee.match import Match, Status
from bot.referee.submission import Submission
from bot.storage.failures import StaleError, StoreError
from bot.wording.troubles import late_text


def is_overtaken(match: Match, submission: Submission) -> bool:
    """Whether something was ruled after a turn's timestamp that the turn would have changed."""
    return match.over or match.flagged or submission.sent_at < match.turn_open_at


async def call_host(ledger: Ledger, live: OpenMatch, submission: Submission) -> bool:
    """Has the host decide about a turn that was overtaken; False where that was done before."""
    message, venue = submission.message, ledger.venue(live)
    async with live.lock:
        seats = live.match.seat(submission.author.id)
        if message is None or not seats or not live.in_sync.is_set():
            return False
        before = live.match.status
        try:
            if await ledger.store.ruled(live.id, message) is not None:
                return False
            if before is Status.RUNNING:
                at = max(venue.now(), live.match.turn_open_at)
                paused = MatchPaused(at, late=submission.sent_at, colour=seats[0])
                await ledger.keep(live, accept(live.match, paused), ruled=message)
            else:
                await ledger.store.refuse(live.id, message)
        except (StoreError, StaleError) as error:
            ledger.lose(live, error)
            return False
    if before is not Status.RUNNING:
        text = late_text(live.id, live.match, submission, venue.voice)
        ledger.spawn(venue.places.whisper(live.room, live.match.host, text))
    return True
