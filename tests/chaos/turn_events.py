"""The beginning, the turns and the end by the board, checked by the oracle and the clock."""

from __future__ import annotations

from datetime import timedelta

from oracle.board import name
from oracle.oracle import State, Turn

from chaos.history import SEATS, Event, Said
from chaos.reading import Reading


class TurnEvents(Reading):
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
        self.turns.append(_words(turn, self._played.profile.colours, now.oracle.either_colour))
        if sorted(self.turns[-1].split()) != sorted(str(event.data["turn"]).split()):
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
