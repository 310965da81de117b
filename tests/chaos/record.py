"""The judge's own reading of a match's record: each event is checked by its own arithmetic.

Red's turn is stored: a message of whoever has Red's seat has to say it, at that very moment; the
oracle has to find it legal; it has to be in time by the clock worked out by hand; what it took and
what is left of the bank have to be right; and no earlier message may have been passed over.

What nobody but the referee can know is taken from the record: when an announcement became visible,
and since when and until when the referee was away. Both are compared with the outside elsewhere.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from oracle.board import name
from oracle.games import make
from oracle.oracle import State, Turn

from chaos.clockwork import ZERO, Clockwork
from chaos.history import SEATS, Event, Order, Played, Said, Stored
from chaos.standing import Standing

Complain = Callable[[str, str], None]
"""Takes a kind (`lost`, `twice`, `again`, `forfeit`, `record`, `wrong`) and a sentence."""
WARNINGS = (timedelta(seconds=60), timedelta(seconds=10))
LONG = timedelta(hours=1)
SHARES = ((3, 5), (1, 3), (1, 5), (1, 9))
"""Where there is so much time, warnings are given with these shares of the bank left."""
AFTER_THE_END = {"Shown", "RulingKept", "RefereeAway", "RefereeBack"}


@dataclass(frozen=True, slots=True)
class Charge:
    """What a turn was charged by `at`, having been told at `shown`; its clock ran since `since`."""

    number: int
    shown: datetime | None
    since: datetime | None
    at: datetime
    used: timedelta
    disturbed: bool


class Record:
    """Reads one match from its first event to its last; `standings` has one for each of them."""

    def __init__(self, played: Played, stored: Stored, complain: Complain) -> None:
        self.charges: list[Charge] = []
        self.absences: list[tuple[datetime, datetime]] = []
        self.accepted: set[str] = set()
        self.late: set[str] = set()
        """The messages that would have been turns, had they come in time."""
        self.by_partner = 0
        """How many turns the sparring partner played."""
        self._played = played
        self._stored = stored
        self._complain = complain
        self._said = played.in_order()
        self._left: datetime | None = None
        self._now = self._begin()
        self.standings: list[Standing] = []
        for number, event in enumerate(stored.events):
            self._read(number, event)
            self.standings.append(self._now.copy())
        now = self._now
        if now.status == "running" and now.oracle.is_over(now.state):
            self._complain("wrong", "the game is over by the oracle, and the match goes on")

    @property
    def last(self) -> Standing:
        return self._now

    def _begin(self) -> Standing:
        profile, first = self._played.profile, self._stored.events[0]
        oracle = make(profile.ruleset, profile.side, dict(profile.options))
        clock = None if profile.control is None else Clockwork.new(profile.control)
        return Standing(
            oracle, [oracle.start()], list(self._played.players), [first.at, first.at], clock,
            turn_open=first.at,
        )  # fmt: skip

    def _wrong(self, event: Event, why: str) -> None:
        self._complain("wrong", f"{event.kind} of {event.at:%H:%M:%S.%f}: {why}")

    def _ordered(self, event: Event, kind: str) -> Order:
        """The order that an event carries out; one of no effect where there is none."""
        for one in self._said:
            if one.order is not None and one.order.kind == kind and one.at == event.at:
                if event.by() != self._played.host.id or one.author != self._played.host.id:
                    self._wrong(event, "that was not the host")
                earlier = self._passed_over(until=event.at)
                if earlier is not None and self._now.status == "running":
                    self._complain("lost", f"{earlier.text!r} was said before that: {kind}")
                return one.order
        self._wrong(event, f"nobody ordered that: {kind}")
        return Order(kind, turns=int(event.data.get("turns", 0)), seat=event.data.get("colour"))

    def _note_charge(self, number: int, at: datetime) -> None:
        now, clock = self._now, self._now.clock
        if clock is not None:
            since = clock.runs[0][0] if clock.runs else None
            self.charges.append(Charge(number, now.shown, since, at, clock.used(at), now.disturbed))

    def _passed_over(
        self, before: Said | None = None, until: datetime | None = None
    ) -> Said | None:
        """The first message that was a turn in time and was not taken.

        Up to another message, or up to a moment.
        """
        now = self._now
        for one in self._said:
            if one is before or (until is not None and one.at is not None and one.at >= until):
                return None
            if one.turn is None or one.at is None or one.id in self.accepted:
                continue
            if one.author != now.players[now.mover].id or one.at < now.seated[now.mover]:
                continue
            too_early = now.turn_open is not None and one.at < now.turn_open
            if too_early or now.in_pause(one.at) or not now.oracle.legal(now.state, one.turn):
                continue
            if now.in_time(one.at):
                return one
            if now.in_time(one.at - self._played.grace):
                self.late.add(one.id)
        return None

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

    def _on_match_opened(self, _: int, event: Event) -> None:
        profile, terms = self._played.profile, event.data["terms"]
        control = terms.get("control")
        agreed = {
            "ruleset": profile.ruleset,
            "side": profile.side,
            "colours": list(profile.colours),
            "on_flag": "call-host" if profile.calls_host else "forfeit",
            "dmo": profile.dmo,
        }
        for key, wanted in agreed.items():
            stored = terms.get(key, {"on_flag": "forfeit"}.get(key, ""))
            if stored != wanted:
                self._wrong(event, f"{key} is {stored!r}, {wanted!r} was agreed")
        wanted_time = None if profile.control is None else _lengths(profile.control)
        stored_time = None if control is None else {k: v for k, v in control.items() if v}
        if stored_time != wanted_time:
            self._wrong(event, f"the clock is {stored_time}, {wanted_time} was agreed")
        seated = [player["id"] for player in event.data["players"]]
        if seated != [player.id for player in self._now.players]:
            self._wrong(event, f"the seats are {seated}")

    def _on_player_ready(self, _: int, event: Event) -> None:
        if self._now.status != "waiting":
            self._wrong(event, "the match had started")

    def _on_match_started(self, number: int, event: Event) -> None:
        self._now.status = "running"
        self._now.new_turn(number, event.at)

    def _on_turn_played(self, number: int, event: Event) -> None:
        now = self._now
        turn, text = self._turn_of(event)
        if turn is None:
            self._wrong(event, f"nobody played {text!r}")
            return
        before = None if now.clock is None else now.clock.copy()
        if before is not None:
            before.runs = []
        now.before.append(before)
        self._charge(number, event)
        if not now.oracle.legal(now.state, turn):
            self._complain("lost", f"{text!r} is no legal turn by the oracle")
            return
        words = _words(turn, self._played.profile.colours, now.oracle.either_colour)
        if sorted(words.split()) != sorted(str(event.data["turn"]).split()):
            self._complain("record", f"{text!r} is stored as {event.data['turn']!r}")
        now.states.append(now.oracle.play(now.state, turn))
        now.new_turn(number, event.at)

    def _turn_of(self, event: Event) -> tuple[Turn | None, str]:
        """The turn that was made, as a message or by the sparring partner, and its words."""
        words, message = str(event.data["turn"]), event.data.get("message")
        if not message and self._now.players[self._now.mover].program:
            self.by_partner += 1
            self._judge_moment(event)
            if self._now.told < self._now.handed_over:
                self._wrong(event, "the sparring partner played before the room was told")
            return _read(words, self._now.state), words
        said = next((one for one in self._said if one.id == str(message)), None)
        if said is None or said.turn is None:
            return None, words
        self._judge_message(event, said)
        return said.turn, said.text

    def _judge_message(self, event: Event, said: Said) -> None:
        if said.id in self.accepted:
            self._complain("twice", f"message {said.id} is a turn twice")
        self.accepted.add(said.id)
        if said.author != self._now.players[self._now.mover].id:
            self._wrong(event, f"{said.author} is not to move")
        if event.at != said.at:
            self._wrong(event, f"the message is stamped {said.at}")
        self._judge_moment(event)
        earlier = self._passed_over(said)
        if earlier is not None:
            self._complain("lost", f"the turn of message {earlier.id} was lost: {earlier.text!r}")
            self._complain("record", f"by the stamps {earlier.text!r} came before {said.text!r}")

    def _judge_moment(self, event: Event) -> None:
        now = self._now
        if now.status != "running" and not (now.paused and event.at <= now.paused):
            self._wrong(event, f"the match is {now.status}")
        if event.data["colour"] != now.mover:
            self._wrong(event, f"seat {event.data['colour']} is not to move")
        if now.turn_open is not None and event.at < now.turn_open:
            self._wrong(event, f"the turn began only at {now.turn_open}")
        if now.in_pause(event.at):
            self._wrong(event, "the match was paused")
        if not now.in_time(event.at):
            self._complain("wrong", f"a turn of {event.at} was taken; time was up {now.deadline}")

    def _charge(self, number: int, event: Event) -> None:
        now, clock = self._now, self._now.clock
        used, bank = event.span("used"), event.span("bank")
        if clock is None:
            if (used, bank) != (None, None):
                self._wrong(event, f"charged {used}, without a clock")
            return
        self._note_charge(number, event.at)
        wanted = clock.moved(now.mover, event.at)
        if used != wanted[0]:
            self._wrong(event, f"charged {used} instead of {wanted[0]}")
        if bank != wanted[1]:
            self._wrong(event, f"a bank of {bank} is left instead of {wanted[1]}")

    def _on_ruling_kept(self, _: int, event: Event) -> None:
        if str(event.data["message"]) not in self.accepted:
            self._wrong(event, "that message is no turn")

    def _judge_end(self, event: Event, how: str, winner: int | None) -> None:
        now, dmo = self._now, self._played.profile.dmo
        if not now.oracle.is_over(now.state):
            self._wrong(event, "the game goes on by the oracle")
            return
        best = now.oracle.winner(now.state)
        wanted, called = None if best is None else SEATS.index(best), "game-over"
        if best is None and dmo:
            wanted, called = self._played.profile.colours.index(dmo), "tie-to-dmo"
        if (winner, how) != (wanted, called):
            self._complain("record", f"the winner is {winner} ({how}), not {wanted} ({called})")

    def _on_shown(self, _: int, event: Event) -> None:
        self._now.told = max(self._now.told, int(event.data["through"]))
        self._now.run(event.at)

    def _on_bank_opened(self, _: int, event: Event) -> None:
        now, clock = self._now, self._now.clock
        opens = None if clock is None else clock.reached(clock.control.per_move)
        if opens != event.at or event.data["colour"] != now.mover:
            self._wrong(event, f"the bank of seat {now.mover} opened at {opens}")
        if now.bank_told:
            self._wrong(event, "the room had heard of the bank")
        now.bank_told = True

    def _on_bank_low(self, _: int, event: Event) -> None:
        now, left = self._now, event.span("left") or ZERO
        control = self._played.profile.control
        long = control is not None and control.per_move + control.bank >= LONG
        known = WARNINGS
        if long and control is not None:
            known = tuple(control.bank * part // whole for part, whole in SHARES)
        wanted = None if now.deadline is None else now.deadline - left
        if left not in known or wanted != event.at or event.data["colour"] != now.mover:
            self._wrong(event, f"{left} of the bank of seat {now.mover} are left at {wanted}")
        if now.warned is not None and left >= now.warned:
            self._wrong(event, "the room had heard of that")
        now.bank_told, now.warned = True, left

    def _on_flag_fell(self, number: int, event: Event) -> None:
        now, deadline = self._now, self._now.deadline
        if event.data["colour"] != now.mover:
            self._complain("forfeit", f"the flag of seat {event.data['colour']} fell out of turn")
        if deadline != event.at:
            self._complain("forfeit", f"a flag fell at {event.at}; time was up at {deadline}")
        in_time = self._passed_over()
        if in_time is not None:
            self._complain("forfeit", f"a flag fell, and {in_time.text!r} had come in time")
        self._note_charge(number, event.at)
        now.flagged = True
        now.stop(event.at)

    def _on_referee_away(self, _: int, event: Event) -> None:
        if self._now.away:
            self._wrong(event, "it was away already")
        self._left = event.at
        self._now.away, self._now.away_told = True, bool(event.data.get("told"))
        self._now.stop(event.at)

    def _on_referee_back(self, number: int, event: Event) -> None:
        if self._left is None or event.data["away_since"] != self._left.isoformat():
            self._wrong(event, f"it left at {self._left}")
        elif event.at < self._left:
            self._wrong(event, "it came back before it left")
        else:
            self.absences.append((self._left, event.at))
        now, self._left = self._now, None
        now.away, now.away_told, now.back = False, False, event.at
        if event.data["told"]:
            now.handed_over = number
        now.run(event.at)

    def _on_match_paused(self, _: int, event: Event) -> None:
        now = self._now
        if event.by():
            self._ordered(event, "pause")
            if not now.in_time(event.at):
                self._wrong(event, f"time was up at {now.deadline}")
        elif not now.flagged:
            self._wrong(event, "the referee paused by itself")
        elif not self._played.profile.calls_host:
            self._complain("forfeit", "a flag fell, and the match was paused instead of decided")
        now.status, now.paused, now.disturbed = "paused", event.at, True
        now.stop(event.at)

    def _on_match_resumed(self, number: int, event: Event) -> None:
        now = self._now
        self._ordered(event, "resume")
        if now.paused is None:
            self._wrong(event, "it was not paused")
        else:
            now.pauses.append((now.paused, event.at))
        if now.flagged and now.clock is not None:
            control = now.clock.control
            now.clock.banks[now.mover] = ZERO if control.per_move else control.bank
            now.fresh()
        now.status, now.paused, now.flagged = "running", None, False
        now.handed_over = number

    def _on_turns_undone(self, number: int, event: Event) -> None:
        now, turns = self._now, self._ordered(event, "undo").turns
        if event.data["turns"] != turns or not 0 < turns < len(now.states):
            self._wrong(event, f"{turns} turns were to be taken back")
            return
        now.states = now.states[:-turns]
        kept = now.before[-turns]
        now.clock, now.before = None if kept is None else kept.copy(), now.before[:-turns]
        now.new_turn(number, event.at)
        now.disturbed = True

    def _on_time_changed(self, _: int, event: Event) -> None:
        now, clock, order = self._now, self._now.clock, self._ordered(event, "time")
        if clock is None or order.seat is None:
            self._wrong(event, "there is no clock")
            return
        if event.data["colour"] != order.seat or event.span("amount") != order.amount:
            self._wrong(event, f"{order.amount} for seat {order.seat} was ordered")
        bank = clock.banks[order.seat] + order.amount
        if order.seat == now.mover:
            if not now.in_time(event.at):
                self._wrong(event, f"time was up at {now.deadline}")
            bank = max(bank, clock.used(event.at) - clock.control.per_move)
        clock.banks[order.seat] = max(ZERO, bank)
        now.before = [_with_time(earlier, order) for earlier in now.before]
        now.warned, now.disturbed = None, True

    def _on_player_replaced(self, number: int, event: Event) -> None:
        now, order = self._now, self._ordered(event, "replace")
        seat, new = event.data["colour"], str(event.data["player"]["id"])
        if (seat, new) != (order.seat, order.player):
            self._wrong(event, f"seat {order.seat} was to go to {order.player}")
        now.players[seat], now.seated[seat] = self._played.people[new], event.at
        if now.clock is not None and seat == now.mover:
            now.clock.banks[seat] = now.clock.left(seat, event.at)
            now.fresh()
            now.handed_over = number
        now.disturbed = True


def _with_time(clock: Clockwork | None, order: Order) -> Clockwork | None:
    """A clock of before a turn; what the host gives or takes stays when that turn is undone."""
    if clock is None or order.seat is None:
        return clock
    changed = clock.copy()
    changed.banks[order.seat] = max(ZERO, changed.banks[order.seat] + order.amount)
    return changed


def _lengths(control: object) -> dict[str, int]:
    keys = ("per_move", "bank", "increment", "cap")
    found = ((key, getattr(control, key)) for key in keys)
    return {key: length // timedelta(microseconds=1) for key, length in found if length}


def _words(turn: Turn, colours: tuple[str, str], either: bool) -> str:
    if turn.passing or turn.button:
        return "pass" if turn.passing else "button"
    return " ".join(
        f"{colours[SEATS.index(colour)]}:{name(cell)}" if either else name(cell)
        for cell, colour in turn.drops
    )


def _read(words: str, state: State) -> Turn | None:
    """A turn of whoever is to move, in plain cells; None where a word is no empty cell."""
    free = {name(cell): cell for cell in state.empty}
    if not set(words.split()) <= free.keys():
        return None
    return Turn(tuple((free[word], state.to_move) for word in words.split()))


def _snake(kind: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind).lstrip("_")
