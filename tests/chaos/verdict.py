"""The storm is over: what was stored and said, against what should have been."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

from loopback import LoopbackDiscord

from bot.referee.events import Shown, TurnPlayed
from chaos.calm import calm_record, stored_record
from chaos.ledger import Stored
from chaos.table import Played, answers_to
from chaos.timesheet import Timesheet
from chaos.truth import Verdict

SLACK = timedelta(milliseconds=50)
"""What the timesheet itself may be late by."""
NOTICED = timedelta(milliseconds=500)
"""A broken line is noticed when its socket is read, which on a busy machine may take a moment."""
REFUSAL_SIGN = "❌"


@dataclass(slots=True)
class Findings:
    """The counts of the last line, and a sentence for each finding."""

    turns: int = 0
    refusals: int = 0
    overtaken: int = 0
    flags: int = 0
    lost: int = 0
    ruled_twice: int = 0
    announced_twice: int = 0
    wrong_forfeits: int = 0
    records_equal: bool = True
    said: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether there is nothing to complain of."""
        wrong = self.lost + self.ruled_twice + self.announced_twice + self.wrong_forfeits
        return not wrong and self.records_equal and not self.said

    def line(self, kills: int) -> str:
        """The last line of the run."""
        equal = "yes" if self.records_equal else "no"
        return (
            f"turns={self.turns} kills={kills} lost={self.lost} ruled_twice={self.ruled_twice} "
            f"announced_twice={self.announced_twice} wrong_forfeits={self.wrong_forfeits} "
            f"records_equal={equal}"
        )


class Judge:
    """Compares match by match."""

    def __init__(self, discord: LoopbackDiscord, timesheet: Timesheet) -> None:
        self.findings = Findings()
        self._discord = discord
        self._timesheet = timesheet
        bot = discord.world.bot
        self._nonces = Counter(
            str(one.nonce) for one in discord.posted if one.author is bot and one.nonce
        )

    def compare(self, played: Played, stored: Stored) -> None:
        """One match of the script and its row in the database."""
        found = self.findings
        where = f"match {stored.number}"
        found.turns += len(stored.turns)
        if stored.open or not played.done:
            self._lost(f"{where} never ended")
        self._turns(where, played, stored)
        self._answers(where, played, stored)
        self._announcements(where, stored)
        self._time(where, played, stored)
        if stored_record(stored) != calm_record(played, stored):
            found.records_equal = False
            found.said.append(f"{where}: the record is not the calm one")

    def orphan(self, what: str) -> None:
        """A match on one side only."""
        self._lost(what)

    def _turns(self, where: str, played: Played, stored: Stored) -> None:
        wanted = [one.message.id for one in played.truth.accepted()]
        ruled = [int(turn.message or 0) for turn in stored.turns]
        for key, times in Counter(ruled).items():
            if times > 1:
                self.findings.ruled_twice += 1
                self.findings.said.append(f"{where}: message {key} is {times} turns")
        for key in wanted:
            if key not in ruled:
                self._lost(f"{where}: the turn of message {key} was lost")
        for key in ruled:
            if key not in wanted:
                self.findings.said.append(f"{where}: message {key} should not be a turn")

    def _answers(self, where: str, played: Played, stored: Stored) -> None:
        for spoken, verdict in played.truth.verdicts():
            said = spoken.message
            answers = answers_to(self._discord, said)
            refused = REFUSAL_SIGN in said.reactions
            ruling = stored.rulings.get(said.id)
            if len(answers) + refused > 1:
                self.findings.announced_twice += 1
                texts = [one.content[:60] for one in answers]
                self.findings.said.append(f"{where}: {said.content!r} was answered by {texts}")
            match verdict:
                case Verdict.ACCEPTED:
                    if ruling is not True:
                        self.findings.said.append(f"{where}: {said.content!r} is ruled {ruling}")
                case Verdict.REFUSED:
                    self.findings.refusals += 1
                    if ruling is True:
                        self._lost(f"{where}: {said.content!r} should have been refused")
                    elif answers or refused or said.deleted:
                        pass
                    elif said.id < _last_turn(stored):
                        # Its event was held up, or the referee killed before it could answer, and
                        # by then there was a later turn: what was wrong before is of no interest.
                        self.findings.overtaken += 1
                    else:
                        self._lost(f"{where}: {said.content!r} was refused without an answer")
                case Verdict.IGNORED:
                    if answers or ruling is not None:
                        self.findings.said.append(f"{where}: talk was ruled: {said.content!r}")

    def _announcements(self, where: str, stored: Stored) -> None:
        for row in stored.outbox:
            made = self._nonces[stored.nonce(row)]
            if not made or not row.sent:
                self._lost(f"{where}: announcement {row.through} was never made")
            elif made > 1:
                self.findings.announced_twice += 1
                self.findings.said.append(f"{where}: announcement {row.through} made {made} times")

    def _time(self, where: str, played: Played, stored: Stored) -> None:
        limit = timedelta(seconds=played.profile.limit)
        should_fall = played.profile.silent_at is not None
        if should_fall and not stored.flags and not played.truth.over():
            self._lost(f"{where}: the flag never fell")
        for number in stored.flags:
            self.findings.flags += 1
            served = self._served(stored, number)
            if not should_fall or served + SLACK < limit:
                self.findings.wrong_forfeits += 1
                self.findings.said.append(f"{where}: a flag fell after {served} on duty")
        for number, event in enumerate(stored.events):
            if isinstance(event, TurnPlayed) and event.used is not None:
                served = self._served(stored, number)
                if event.used > served + NOTICED:
                    self.findings.said.append(
                        f"{where}: charged {event.used} for a turn with {served} on duty"
                    )

    def _served(self, stored: Stored, number: int) -> timedelta:
        """How long the referee can have been on duty in the turn that an event ends."""
        before = stored.events[:number]
        begun = max((n for n, one in enumerate(before) if _opens_turn(one)), default=0)
        shown = [one.at for one in before if isinstance(one, Shown) and one.through >= begun]
        # A turn answered before it was shown costs nothing.
        end = stored.events[number].at
        return self._timesheet.within(shown[0], end) if shown else timedelta(0)

    def _lost(self, text: str) -> None:
        self.findings.lost += 1
        self.findings.said.append(text)


def _opens_turn(event: object) -> bool:
    return type(event).__name__ in ("MatchStarted", "TurnPlayed")


def _last_turn(stored: Stored) -> int:
    """The message of the last turn, 0 if there is none."""
    last = stored.turns[-1].message if stored.turns else None
    return int(last or 0)
