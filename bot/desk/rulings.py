"""Rulings as the desk makes and keeps them: each message of a match is ruled once.

Red writes "E5": the turn is ruled and stored with its message, and whatever tells of that message
again is no turn any more. "E5?" is talk and has no answer, but for a plea, which has one in a turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.desk.ledger import Ledger
from bot.desk.observing import Ruled
from bot.desk.tables import OpenMatch
from bot.engine.chat import read_words
from bot.engine.turn import Talk
from bot.referee.arbiter import accept, rule
from bot.referee.events import FlagFell, MatchPaused
from bot.referee.late_turns import set_aside, undecidable
from bot.referee.match import Match, Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.submission import RuleMessage, Said, Submission
from bot.storage.failures import StaleError, StoreError
from bot.wording.refusals import plea_text, refusal_text
from bot.wording.troubles import late_text


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
    return isinstance(ruling, Refused) and ruling.reason is Reason.NOT_YOUR_TURN


def comes_after_the_end(live: OpenMatch, answer: Answer) -> bool:
    """Whether an answer lets its reader know that the match is over."""
    refused = isinstance(answer.ruling, Refused) and answer.ruling.reason is Reason.OVER
    return live.match.over and (refused or is_flag(answer.ruling))


class Rulings:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._timepiece = ledger.timepiece
        self._last: tuple[Match, Submission, Ruling] | None = None

    def of(self, live: OpenMatch, submission: Submission) -> Ruling:
        """The ruling on an act as its match stands; asked twice in a row, it is made once."""
        match, last = live.match, self._last
        if last is None or last[0] is not match or last[1] is not submission:
            self._last = last = (match, submission, rule(match, submission))
        return last[2]

    def on_talk(self, live: OpenMatch, submission: Submission, ruling: Ignored) -> Answer:
        """Talk has no answer, but for a plea: once a turn in the room, every time in a form.

        After a restart the room is read from the beginning of the turn, the first plea comes
        first again, and the venue answers no message twice. So nothing has to be stored.
        """
        heard_before = submission.message is not None and submission.message in live.known.talk
        live.heard(submission)
        plea = ruling.plea
        if plea is None or heard_before:
            return Answer(live.id, ruling)
        if submission.message is not None and not live.pleads_first(plea):
            return Answer(live.id, ruling)
        voice = self._ledger.venue(live).voice
        return Answer(live.id, ruling, plea_text(live.match, ruling, voice))

    def is_dealt_with(self, live: OpenMatch, submission: Submission) -> bool:
        """Whether a message was ruled or refused, was talk, or waits for the host's decision.

        That it was talk does not keep the host from having it counted.
        """
        message = submission.message
        talk = message in live.known.talk and not isinstance(submission.act, RuleMessage)
        return talk or message in set_aside(live.match) or message in live.known.ruled

    def edited_since(
        self, live: OpenMatch, answer: Submission, ruling: Ruling, acts: Sequence[Submission]
    ) -> Submission | None:
        """A message that was edited after it was answered, and never read before that."""
        for edited in undecidable(live.match, answer, ruling, acts):
            if edited.message is not None and not self.is_dealt_with(live, edited):
                return edited
        return None

    async def keep(
        self,
        live: OpenMatch,
        submission: Submission,
        ruling: Accepted | Refused,
        heard: timedelta,
    ) -> Answer:
        """Stores a ruling on what was heard at a moment, by the timepiece; the answer to it.

        StaleError if the match, or the message, was ruled by others meanwhile.
        """
        act, message, text = submission.act, submission.message, ""
        if isinstance(ruling, Accepted):
            # A fallen flag answers the clock, not the message that showed it.
            ruled = None if is_flag(ruling) else message
            reply_to = message if isinstance(act, Said | RuleMessage) else None
            await self._ledger.keep(live, ruling, ruled=ruled, reply_to=reply_to)
        else:
            # A slip of the host's is no ruling on the message.
            if message is not None and not isinstance(act, RuleMessage):
                await self._ledger.store.refuse(live.id, message, seen=live.match.seen)
                live.known.ruled[message] = False
            text = refusal_text(live.match, ruling)
        if not is_flag(ruling):
            took = self._timepiece.monotonic() - heard
            self._ledger.observers.tell(Ruled(live.room.venue, ruling, took))
        return Answer(live.id, ruling, text)

    async def call_host(self, live: OpenMatch, submission: Submission) -> bool:
        """Has the host decide about a turn that was overtaken; False where that was done before.

        The referee neither takes back what was ruled since nor passes over the turn. Nothing has to
        be decided about talk.
        """
        message, venue = submission.message, self._ledger.venue(live)
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
                    await self._ledger.keep(live, accept(live.match, paused), ruled=message)
                else:
                    await self._ledger.store.refuse(live.id, message)
                    live.known.ruled[message] = False
            except (StoreError, StaleError) as error:
                self._ledger.lose(live, error)
                return False
        if before is not Status.RUNNING:
            text = late_text(live.id, live.match, submission, venue.voice)
            self._ledger.spawn(venue.places.whisper(live.room, live.match.host, text))
        return True

    def refused_before(self, live: OpenMatch, submission: Submission) -> str:
        """What to answer to a message that was refused, where the answer may have been lost."""
        message = submission.message
        if message is None or message in set_aside(live.match):
            return ""
        if live.known.ruled.get(message) is not False:
            return ""
        ruling = rule(live.match, submission)
        return refusal_text(live.match, ruling) if isinstance(ruling, Refused) else ""


def _is_turn(match: Match, submission: Submission) -> bool:
    act = submission.act
    return isinstance(act, Said) and not isinstance(read_words(act.text, match.spelling), Talk)
