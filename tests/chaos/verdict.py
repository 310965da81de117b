"""The storm is over: what was stored and said, against what should have been.

The judge knows the rules by the oracle, the clocks by its own arithmetic, the referee's time on
duty by the timesheet, and what was said by the script. It imports nothing of the referee.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from chaos import sentences
from chaos.history import Announced, Event, Played, Row, Said, Stored
from chaos.record import Complain, Record
from chaos.script import MOMENTS
from chaos.standing import Standing
from chaos.timesheet import Timesheet

SLACK = timedelta(milliseconds=500)
"""A broken line is noticed when its socket is read, which on a busy machine may take a moment."""
FAVOUR = timedelta(seconds=2)
"""What a player may be spared in calm time: the clock begins when an announcement is stored."""
COUNTED = {
    "lost": "lost", "twice": "ruled_twice", "again": "announced_twice", "forfeit": "wrong_forfeits"
}  # fmt: skip
"""What kinds of findings are counted as."""


@dataclass(slots=True)
class Findings:
    """The counts of the last line, and a sentence for each finding."""

    turns: int = 0
    kills: int = 0
    moments: Counter[str] = field(default_factory=Counter)
    stalls: int = 0
    store_faults: int = 0
    refusals: int = 0
    overtaken: int = 0
    orders: int = 0
    lost: int = 0
    ruled_twice: int = 0
    announced_twice: int = 0
    wrong_forfeits: int = 0
    records_equal: bool = True
    said: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        wrong = self.lost + self.ruled_twice + self.announced_twice + self.wrong_forfeits
        return not wrong and self.records_equal and not self.said

    @property
    def line(self) -> str:
        equal = "yes" if self.records_equal else "no"
        return (
            f"turns={self.turns} kills={self.kills} flags={self.moments['flag']} "
            f"moves_late={self.moments['late']} banks={self.moments['bank']} "
            f"partner={self.moments['partner']} stalls={self.stalls} "
            f"store_faults={self.store_faults} lost={self.lost} "
            f"ruled_twice={self.ruled_twice} announced_twice={self.announced_twice} "
            f"wrong_forfeits={self.wrong_forfeits} records_equal={equal}"
        )

    def complain_of_what_was_not_tried(self) -> None:
        """A run in which no flag fell says nothing about flags."""
        for moment in MOMENTS:
            if not self.moments[moment]:
                self.complain("wrong", f"nothing was tried: no {moment} in the whole run")

    def complain(self, kind: str, text: str) -> None:
        self.said.append(text)
        self.records_equal = self.records_equal and kind != "record"
        if count := COUNTED.get(kind):
            setattr(self, count, getattr(self, count) + 1)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a message was answered with: words of the referee's, and whether by a sign as well."""

    words: tuple[str, ...] = ()
    refused: bool = False


class Judge:
    """Compares match by match; `answers` is how a message was answered, as its author saw it."""

    def __init__(self, timesheet: Timesheet, answers: Callable[[Said], Answers]) -> None:
        self.findings = Findings()
        self._timesheet = timesheet
        self._answers = answers

    def compare(self, played: Played, stored: Stored, made: Sequence[Announced]) -> None:
        """One match of the script, its rows in the database and what was announced of it."""
        found = self.findings

        def complain(kind: str, text: str) -> None:
            found.complain(kind, f"match {stored.number}: {text}")

        record = Record(played, stored, complain)
        found.turns += sum(event.kind == "TurnPlayed" for event in stored.events)
        found.moments.update(record.moments)
        found.orders += sum(bool(event.by()) for event in stored.events)
        if stored.open or not played.done:
            complain("lost", "it never ended")
        Announcements(played, stored, made, complain).judge(record)
        self._judge_answers(played, stored, record, complain)
        self._judge_time(stored, record, complain)

    def _judge_answers(
        self, played: Played, stored: Stored, record: Record, complain: Callable[[str, str], None]
    ) -> None:
        last = max((event.at for _, event in stored.of("TurnPlayed")), default=stored.events[0].at)
        ends = [event for _, event in stored.of("MatchEnded")]
        by_flag = bool(ends) and ends[-1].data["termination"] == "time"
        for said in played.in_order():
            answers, ruled = self._answers(said), stored.rulings.get(said.id)
            if len(answers.words) + answers.refused > 1:
                complain("again", f"{said.text!r} was answered by {answers.words}")
            if said.id in record.accepted:
                if ruled is not True:
                    complain("wrong", f"{said.text!r} is ruled {ruled}")
            elif said.order is not None:
                continue
            elif not said.reads or said.author not in _seated(stored, said.at):
                if said.turn is None and not said.reads and (answers.words or ruled is not None):
                    complain("wrong", f"talk was ruled: {said.text!r}")
            elif ruled is True:
                complain("lost", f"{said.text!r} should have been refused")
            elif not (answers.words or answers.refused or said.deleted):
                self.findings.refusals += 1
                in_time = bool(ends) and said.at is not None and said.at <= ends[-1].at
                if by_flag and in_time and said.at is not None and said.at > last:
                    complain("lost", f"{said.text!r} was refused without an answer")
                else:
                    # Its event was held up, or the referee killed before it could answer, and by
                    # then there was a later turn: what was wrong before is of no interest.
                    self.findings.overtaken += 1
            else:
                self.findings.refusals += 1

    def _judge_time(
        self, stored: Stored, record: Record, complain: Callable[[str, str], None]
    ) -> None:
        sheet = self._timesheet
        for charge in record.charges:
            fell = stored.events[charge.number].kind == "FlagFell"
            if charge.since is not None:
                most = sheet.within(charge.since, charge.at)
                if charge.used > most + SLACK:
                    kind = "forfeit" if fell else "wrong"
                    complain(kind, f"{charge.used} were charged, with {most} on duty at the most")
            if charge.shown is not None and not charge.disturbed:
                least = sheet.calm(charge.shown, charge.at)
                if charge.used < least - FAVOUR:
                    complain("wrong", f"{charge.used} were charged, with {least} on duty at least")
        for left, back in record.absences:
            calm = sheet.calm(left, back)
            if calm > FAVOUR:
                complain("wrong", f"no clock ran for {calm} of calm time, from {left} on")


def _seated(stored: Stored, at: datetime | None) -> list[str]:
    """Who had a seat at a moment: what somebody says who has given theirs away is talk."""
    seats: list[str] = []
    for event in stored.events:
        match event.kind:
            case "MatchOpened":
                seats = [player["id"] for player in event.data["players"]]
            case "FirstChosen" if event.data["colour"]:
                seats.reverse()
            case "PlayerReplaced" if at is None or event.at <= at:
                seats[event.data["colour"]] = event.data["player"]["id"]
    return seats


class Announcements:
    """Holds all that was announced of a match against the oracle: once, rightly worded, to whom."""

    def __init__(
        self, played: Played, stored: Stored, made: Iterable[Announced], complain: Complain
    ) -> None:
        self._played = played
        self._stored = stored
        self._complain = complain
        self._made: dict[str, list[Announced]] = defaultdict(list)
        for one in made:
            self._made[one.nonce].append(one)

    def judge(self, record: Record) -> None:
        """Compares each row of the outbox with what people saw."""
        shown = {int(event.data["through"]): event for _, event in self._stored.of("Shown")}
        for row in self._stored.outbox:
            made = self._made.pop(self._stored.nonce(row.through), [])
            if not made or not row.sent:
                self._complain("lost", f"announcement {row.through} was never made")
                continue
            if len(made) > 1:
                self._complain("again", f"announcement {row.through} was made {len(made)} times")
            told = [
                one
                for one in self._stored.events[row.first : row.through + 1]
                if sentences.is_told(one)
            ]
            if not made[0].gone:
                self._judge_one(row, told, made[0], record)
            seen = shown.get(row.through)
            if seen is not None and (seen.at, str(seen.data["message"])) != (
                made[0].at,
                made[0].id,
            ):
                self._complain("wrong", f"announcement {row.through} became visible {made[0].at}")
        for nonce in self._made:
            if nonce.startswith(f"{self._stored.number}.") and nonce.split(".")[1].isdecimal():
                self._complain("wrong", f"announcement {nonce} tells of nothing that was stored")

    def _judge_one(self, row: Row, told: Sequence[Event], made: Announced, record: Record) -> None:
        now, lines = record.standings[row.through], made.text.split("\n")
        wanted = self._lines(told, now)
        for place, start in enumerate(wanted):
            line = lines[place] if place < len(lines) else ""
            steps: list[str] = []
            if told[0].kind == "TurnPlayed" and place == 0:
                steps = sentences.steps(self._played.profile, now.oracle, now.state)
                if not steps and "→" in line:
                    self._complain("wrong", f"announced: {line!r}; no figure has changed")
            if not line.startswith(start) or not all(step in line for step in steps):
                self._complain("wrong", f"announced: {line!r}; by the oracle: {start!r} {steps}")
        self._judge_prompt(told, now, lines)
        if made.pinged is not None:
            called = sentences.pinged(now, told, self._played.host)
            if made.pinged != called:
                names = sorted(self._played.people[one].name for one in made.pinged)
                self._complain("wrong", f"pinged {names} with {lines[0]!r}")

    def _lines(self, told: Sequence[Event], now: Standing) -> list[str]:
        profile, host = self._played.profile, self._played.host
        if sum(event.kind == "RulingKept" for event in told) > 1:
            return []
        wanted: list[str] = []
        for event in told:
            match event.kind:
                case "TurnPlayed":
                    words = str(event.data["turn"])
                    wanted.append(sentences.turn_line(profile, now.state, words))
                case "MatchEnded":
                    wanted.append(sentences.result_line(profile, now, event, host))
                case _:
                    start = sentences.opening_of(profile, now, event, host)
                    if start or event.kind != "FlagFell":
                        wanted.append(start)
        return wanted

    def _judge_prompt(self, told: Sequence[Event], now: Standing, lines: Sequence[str]) -> None:
        profile, kinds = self._played.profile, {event.kind for event in told}
        goes_on = bool(kinds & sentences.HANDING_OVER) and now.goes_on
        asked = [line for line in lines if " may " in line and line.endswith(".")]
        wanted = [sentences.prompt(profile, now)] if goes_on else []
        if asked != wanted:
            self._complain("wrong", f"the prompt was {asked}, by the oracle it is {wanted}")
        if goes_on and kinds & {"TurnPlayed", "MatchStarted"}:
            banks = [line for line in lines if "Banks: " in line]
            if banks != [line for line in [sentences.banks_line(profile, now)] if line]:
                self._complain(
                    "wrong", f"the banks were {banks}: {sentences.banks_line(profile, now)!r}"
                )
