"""What time brings, and the referee's absences, checked by the clock worked out by hand."""

from __future__ import annotations

from datetime import timedelta

from chaos.clockwork import ZERO
from chaos.history import Event
from chaos.reading import Reading

WARNINGS = (timedelta(seconds=60), timedelta(seconds=10))
LONG = timedelta(hours=1)
SHARES = ((3, 5), (1, 3), (1, 5), (1, 9))
"""Where there is so much time, warnings are given with these shares of the bank left."""


class TimeEvents(Reading):
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
