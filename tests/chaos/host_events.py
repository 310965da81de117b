"""The host's hand: each act was ordered, at that very moment, and does what it says."""

from __future__ import annotations

from chaos.clockwork import ZERO
from chaos.history import Event
from chaos.reading import Reading


class HostEvents(Reading):
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
        now.states, self.turns = now.states[:-turns], self.turns[:-turns]
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
