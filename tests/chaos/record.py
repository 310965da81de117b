"""The judge's own reading of a match's record: each event is checked by its own arithmetic.

Red's turn is stored: a message of whoever has Red's seat has to say it, at that very moment; the
oracle has to find it legal; it has to be in time by the clock worked out by hand; what it took and
what is left of the bank have to be right; and no earlier message may have been passed over.

What nobody but the referee can know is taken from the record: when an announcement became visible,
and since when and until when the referee was away. Both are compared with the outside elsewhere.
"""

from __future__ import annotations

from collections import Counter

from chaos.history import Event, Played, Stored
from chaos.host_events import HostEvents
from chaos.reading import Complain
from chaos.standing import Standing
from chaos.time_events import TimeEvents
from chaos.turn_events import TurnEvents

AFTER_THE_END = {"Shown", "RulingKept", "RefereeAway", "RefereeBack"}


class Record(TurnEvents, TimeEvents, HostEvents):
    """Reads one match from its first event to its last; `standings` has one for each of them."""

    def __init__(self, played: Played, stored: Stored, complain: Complain) -> None:
        super().__init__(played, stored, complain)
        self.standings: list[Standing] = []
        for number, event in enumerate(stored.events):
            self._read(number, event)
            self.standings.append(self._now.copy())
        now = self._now
        if now.status == "running" and now.oracle.is_over(now.state):
            self._complain("wrong", "the game is over by the oracle, and the match goes on")

    @property
    def moments(self) -> Counter[str]:
        """How often there was what every run depends on (`script.MOMENTS`)."""
        kinds, control = [event.kind for event in self._stored.events], self._played.profile.control
        return Counter(
            flag=kinds.count("FlagFell"),
            late=len(self.late),
            bank=sum(
                control is not None
                and charge.used > control.per_move
                and kinds[charge.number] == "TurnPlayed"
                for charge in self.charges
            ),
            partner=self.by_partner,
        )

    def _read(self, number: int, event: Event) -> None:
        if self._now.status == "over" and event.kind not in AFTER_THE_END:
            self._wrong(event, "after the end")
        reads = getattr(self, f"_on_{_snake(event.kind)}", None)
        if reads is None:
            self._wrong(event, "nobody did anything of the kind")
        else:
            reads(number, event)

    def _on_match_ended(self, _: int, event: Event) -> None:
        now, how, winner = self._now, event.data["termination"], event.data["winner"]
        match how:
            case "game-over" | "tie-to-dmo":
                self._judge_end(event, how, winner)
            case "time":
                if not now.flagged or self._played.profile.calls_host:
                    self._complain("forfeit", "a match was lost on time, and no flag had fallen")
                if winner != 1 - now.mover:
                    self._complain("forfeit", f"seat {now.mover} ran out of time and won")
            case "forfeit":
                loser = self._ordered(event, "forfeit").seat
                if loser is None or winner != 1 - loser:
                    self._wrong(event, f"seat {loser} was to forfeit")
            case "adjudication":
                if winner != self._ordered(event, "adjudicate").seat:
                    self._wrong(event, "the host decided otherwise")
            case "cancelled":
                self._ordered(event, "cancel")
            case _:
                self._wrong(event, "nothing ends like that here")
        now.status, now.winner = "over", winner
        now.stop(event.at)


def _snake(kind: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind).lstrip("_")
