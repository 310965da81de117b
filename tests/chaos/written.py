"""A history written by hand, for the tests of the judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from oracle.golden import read_turn

from chaos.clockwork import Control
from chaos.history import SEATS, Announced, Event, Order, Person, Played, Profile, Row, Said, Stored
from chaos.timesheet import Timesheet
from chaos.verdict import Answers, Findings, Judge

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
ANN, BOB, CAT, HOST, FAN = (
    Person(str(number), name, f"<@{number}>")
    for number, name in enumerate(("Ann", "Bob", "Cat", "Host", "Fan"), 1)
)
TIMED = Profile(control=Control(timedelta(seconds=2), timedelta(seconds=8)))
RED_PLAYED = "**Red** played **B2**.\n<@2>, **Blue** may place 1 or 2 stones."
BANKS = "-# Banks: Red 0:07 · Blue 0:08"


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def micro(seconds: float) -> int:
    return round(seconds * 1_000_000)


@dataclass
class Written:
    """One match between Ann (red) and Bob (blue), event after event."""

    profile: Profile = TIMED
    events: list[Event] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    made: list[Announced] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    rulings: dict[str, bool] = field(default_factory=dict)
    answers: dict[str, Answers] = field(default_factory=dict)
    timesheet: Timesheet = field(default_factory=Timesheet)
    open: bool = False

    def __post_init__(self) -> None:
        self.timesheet.reached(at(-3600))

    def event(self, kind: str, seconds: float, **data: Any) -> None:
        self.events.append(Event(kind, at(seconds), data))

    def tell(
        self, seconds: float, text: str, pinged: set[str] | None = None, first: int = 0
    ) -> None:
        """Announces the last events, `first` more than one, and notes that it became visible."""
        through = len(self.events) - 1
        self.rows.append(Row(through - first, through, sent=True))
        moment = round(self.events[-1].at.timestamp() * 1000) % 10**8
        nonce = f"1.{through}.{moment}"
        key = str(1000 + len(self.made))
        self.made.append(Announced(key, at(seconds), text, nonce, frozenset(pinged or ())))
        self.event("Shown", seconds, through=through, message=key, board=True)

    def begin(self) -> Written:
        """Opens the match at 0 s and starts it at 1 s; Ann is told at 2 s."""
        terms: dict[str, Any] = {"ruleset": "genius", "side": self.profile.side}
        terms["colours"] = ["red", "blue"]
        terms["control"] = {"per_move": micro(2), "bank": micro(8)}
        players = [{"id": one.id, "name": one.name} for one in (ANN, BOB)]
        self.event("MatchOpened", 0, players=players, terms=terms)
        self.tell(0.5, "**Catchup**: **Red** <@1> against **Blue** <@2>.", {ANN.id, BOB.id})
        self.event("MatchStarted", 1)
        prompt = "<@1>, **Red** may place 1 stone."
        self.tell(2, f"▶️ Both are ready.\n{prompt}\n-# Banks: Red 0:08 · Blue 0:08", {ANN.id})
        return self

    def say(self, seconds: float, author: Person, text: str, order: Order | None = None) -> str:
        """Somebody writes something: a turn in plain house notation, or an order."""
        key = str(len(self.said) + 1)
        seat = SEATS[0] if author is ANN else SEATS[1]
        turn = read_turn(text, seat) if order is None and text[1:2].isdigit() else None
        self.said.append(Said(author.id, text, turn, order=order, id=key, at=at(seconds)))
        return key

    def turn(self, seconds: float, author: Person, text: str, used: float, bank: float) -> None:
        key = self.say(seconds, author, text)
        self.rulings[key] = True
        times = {"used": micro(used), "bank": micro(bank)}
        colour = int(author is not ANN)
        self.event("TurnPlayed", seconds, colour=colour, turn=text, message=key, **times)

    def order(self, seconds: float, kind: str, order: Order, **data: Any) -> None:
        self.say(seconds, HOST, order.kind, order)
        self.event(kind, seconds, by={"id": HOST.id, "name": HOST.name}, **data)

    def judge(self) -> Findings:
        people = {one.id: one for one in (ANN, BOB, CAT, HOST, FAN)} | {"fan": FAN}
        half = timedelta(seconds=0.5)
        played = Played("room", self.profile, HOST, (ANN, BOB), people, half, self.said, done=True)
        events, rows = tuple(self.events), tuple(self.rows)
        stored = Stored(1, self.open, events, "room", self.rulings, rows)
        judge = Judge(self.timesheet, lambda said: self.answers.get(said.id, Answers()))
        judge.compare(played, stored, self.made)
        return judge.findings


def lost_on_time() -> Written:
    """Ann plays B2 after two and a half seconds; Bob says nothing, and time is up at 15 s."""
    written = Written().begin()
    written.turn(4.5, ANN, "B2", 2.5, 7.5)
    written.tell(5, f"{RED_PLAYED}\n{BANKS}", {BOB.id})
    written.event("BankOpened", 7, colour=1)
    written.tell(7.6, "⏳ <@2>, your turn time is over: the bank of 0:08 runs.", {BOB.id})
    written.event("FlagFell", 15, colour=1)
    written.event("MatchEnded", 15, winner=0, termination="time")
    text = "🏁 **Red wins**: Ann. Blue's time ran out: turn time and bank are used up."
    written.tell(16, text, first=1)
    return written
