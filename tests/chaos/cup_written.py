"""A cup written by hand, for the tests of its judge: four in a knockout, one of whom never comes.

Ann is the best seed and meets Dan, who never comes; Bob and Cid tie three games, and Bob goes on as
the better seed. Ann wins the final.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from chaos.cup_history import PlayedCup, Seen, StoredCup, Undisturbed
from chaos.cup_script import CupScript
from chaos.cup_verdict import SILENT, CupJudge
from chaos.history import Announced, Event, Stored
from chaos.written import at

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
    """A cup of four, event after event; what is told is told at once."""

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
