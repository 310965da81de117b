"""A history and a cup written by hand, for the tests of the judges."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from oracle.golden import read_turn

from chaos.clockwork import Control
from chaos.cup_history import CupScript, PlayedCup, Seen, StoredCup, Undisturbed
from chaos.cup_verdict import SILENT, CupJudge
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


PEOPLE = (("1", "Ann"), ("2", "Bob"), ("3", "Cid"), ("4", "Dan"))
SCRIPT = CupScript("knockout", (3, 2, 1, 0), tied=frozenset({1, 2}), absent=frozenset({(3, 1)}))
UNDISTURBED = Undisturbed(
    (
        (1, (("1", "4"), ("2", "3"))),
        (1, (("3", "2"),)),
        (1, (("2", "3"),)),
        (2, (("1", "2"),)),
    ),
    "1",
    ((1, "1"), (2, "2"), (3, "3"), (3, "4")),
)


@dataclass
class WrittenCup:
    """A cup of four in a knockout, event after event; what is told is told at once.

    Ann is the best seed and meets Dan, who never comes; Bob and Cid tie three games, and Bob goes
    on as the better seed. Ann wins the final.
    """

    events: list[Event] = field(default_factory=list)
    games: list[tuple[int, int, int]] = field(default_factory=list)
    matches: list[Stored] = field(default_factory=list)
    told: list[Announced] = field(default_factory=list)
    threads: list[tuple[str, str]] = field(default_factory=list)
    script: CupScript = SCRIPT
    undisturbed: Undisturbed = UNDISTURBED
    found: list[tuple[str, str]] = field(default_factory=list)
    open: bool = False

    def event(self, kind: str, **data: Any) -> None:
        number = len(self.events)
        self.events.append(Event(kind, at(number), data))
        if kind not in SILENT:
            self.tell(number, "⏰ Ann and Dan" if kind == "PlayersReminded" else kind)
            shown = {"message": str(number), "through": number}
            self.events.append(Event("CupShown", at(number + 0.5), shown))

    def tell(self, number: int, text: str) -> None:
        nonce = StoredCup(1, False, tuple(self.events)).nonce(number)
        self.told.append(Announced(str(len(self.told)), at(number), text, nonce, None))

    def paired(self, number: int, *pairs: str) -> None:
        """A round is paired: `14` are Ann, who moves first, and Dan."""
        pairings = [{"first": one, "second": other} for one, other in pairs]
        self.event("RoundPaired", number=number, pairings=pairings)

    def seated(self, pairing: int, first: str, room: str) -> None:
        match = len(self.matches) + 1
        self.event("GameSeated", pairing=pairing, game=1, first=first, match=match, room=room)
        self.games.append((pairing, 1, match))
        self.add_match(room)
        if room not in dict(self.threads):
            self.threads.append((room, f"Cup {room}"))

    def add_match(self, room: str, *, still_open: bool = False) -> None:
        ends = () if still_open else (Event("MatchEnded", at(0), {}),)
        self.matches.append(Stored(len(self.matches) + 1, still_open, ends, room, {}, ()))

    def decided(self, pairing: int, pair: str, halves: list[int], **more: Any) -> None:
        """A pairing has its result, by games unless it is said otherwise."""
        why, result = more.pop("why", "games"), {"first": pair[0], "second": pair[1]} | more
        if why == "games":
            self.event("GameEnded", pairing=pairing, game=1, halves=halves)
        self.event("PairingDecided", pairing=pairing, result=result | {"halves": halves}, why=why)

    def change(self, kind: str, count: int = 0, **data: Any) -> WrittenCup:
        number = [n for n, one in enumerate(self.events) if one.kind == kind][count]
        event = self.events[number]
        self.events[number] = replace(event, data=event.data | data)
        return self

    def judge(self) -> CupJudge:
        """What the judge says of it; sentences and their kinds are `found`."""
        judge = CupJudge(lambda kind, text: self.found.append((kind, text)))
        played = PlayedCup(self.script, "Cup", PEOPLE, "room", 1, done=True)
        stored = StoredCup(1, self.open, tuple(self.events), tuple(self.games))
        seen = Seen(tuple(self.told), tuple(self.threads))
        judge.compare(played, stored, self.matches, seen, self.undisturbed)
        return judge


def cup_of_four() -> WrittenCup:
    """The whole cup, in which nothing is wrong."""
    cup = WrittenCup()
    cup.event("CupOpened", name="Cup")
    for key, name in PEOPLE:
        cup.event("PlayerEntered", player={"id": key, "name": name})
    cup.event("CupStarted", seeds=[{"id": key, "name": name} for key, name in PEOPLE], lot="lot")
    cup.paired(1, "14", "23")
    cup.seated(1, "1", "a")
    cup.seated(2, "2", "b")
    cup.event("PlayersReminded", pairing=1, game=1, left=120_000_000)
    cup.decided(2, "23", [1, 1])
    cup.decided(1, "14", [2, 0], ending="walkover", why="no-show")
    for number, pair in ((3, "32"), (4, "23")):
        cup.paired(1, pair)
        cup.seated(number, pair[0], "b")
        cup.decided(number, pair, [1, 1])
    cup.paired(2, "12")
    cup.seated(5, "1", "c")
    cup.decided(5, "12", [2, 0])
    cup.event("CupEnded", champion="1", places=[[1, "1"], [2, "2"], [3, "3"], [3, "4"]])
    return cup
