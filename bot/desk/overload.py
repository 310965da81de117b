"""When the referee does not keep up: nobody's clock pays, and nothing that is asked costs more.

Turns wait for longer than two seconds (`backlog.py`). From the moment that the oldest of them came
all clocks stand: in memory at once, in a match's record as soon as something is ruled in it
(`Hearing`), so that the record says it before the turn that it concerns. Turns are told in words,
their boards come later. Once the referee keeps up again, one match after the other is taken up, as
slowly as leaves the others their turns: it gets its board, its record says from when to when the
clock stood, and the room hears of it once, if that was long. Until then its clock stands.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import timedelta

from bot.desk.ledger import Ledger
from bot.desk.tables import OpenMatch, about
from bot.desk.venue import Venue
from bot.referee.absence import stood
from bot.referee.clock import ZERO
from bot.referee.events import Shown
from bot.storage.failures import StoreError

log = logging.getLogger(__name__)

LOOK_INTERVAL = timedelta(seconds=0.25)
TAKE_UP_INTERVAL = timedelta(seconds=0.1)
"""Between two matches that are taken up."""
_WHAT_THEN = "turns go first, clocks stand, questions are refused"
AT_ONCE = 5
"""So many are taken up side by side: a room that hangs holds up no other."""


class Overload:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._backlog = ledger.backlog
        self._timepiece = ledger.timepiece
        self._standing: dict[int, OpenMatch] = {}
        self._under_way = 0

    async def run(self) -> None:
        """Runs until cancelled; a room that hangs while it is taken up holds up no look."""
        async with asyncio.TaskGroup() as work:
            work.create_task(self._watch())
            await self._take_up_all(work)

    async def _watch(self) -> None:
        before = False
        while True:
            behind = self._backlog.look()
            self._stand()
            if behind and not before:
                log.warning("the referee does not keep up: %s", _WHAT_THEN)
            elif before and not behind:
                log.warning("the referee keeps up again; %s matches stood", len(self._standing))
            before = behind
            await self._timepiece.sleep(LOOK_INTERVAL)

    async def _take_up_all(self, work: asyncio.TaskGroup) -> None:
        while True:
            while self._standing and self._under_way < AT_ONCE and self._backlog.is_calm():
                number = next(iter(self._standing))
                self._under_way += 1
                work.create_task(self._try_to_take_up(self._standing.pop(number)))
                await self._timepiece.sleep(TAKE_UP_INTERVAL)
            await self._timepiece.sleep(LOOK_INTERVAL)

    def _stand(self) -> None:
        """No clock runs from the moment that the referee fell behind, nor while a board is to come.

        Words that were to come first may be taken when the referee keeps up again.
        """
        since, tables = self._backlog.behind_since, self._ledger.tables
        ago = ZERO if since is None else self._timepiece.monotonic() - since
        owing = filter(None, map(tables.get, self._ledger.outbox.owing()))
        concerned: Iterable[OpenMatch] = owing if since is None else tables
        for live in concerned:
            stands = live.glance.timed or self._ledger.outbox.owes_board(live.id)
            venue = self._ledger.venues.serving(live.room)
            if live.behind_since is None and stands and venue is not None:
                live.become(live.standing.behind(venue.now() - ago))
                self._standing[live.id] = live
                self._ledger.show(live)

    async def _try_to_take_up(self, live: OpenMatch) -> None:
        """The clock of a match goes on; where it can't now, the match comes last."""
        taken_up = False
        with about(live):
            try:
                taken_up = await self._take_up(live)
            except Exception:
                log.exception("match %s: its clock could not be let go on", live.id)
            finally:
                self._under_way -= 1
        if not taken_up:
            self._standing[live.id] = live

    async def _take_up(self, live: OpenMatch) -> bool:
        ledger, venue = self._ledger, self._ledger.venues.serving(live.room)
        if venue is None or live.behind_since is None or ledger.tables.get(live.id) is not live:
            return True
        if not live.in_sync.is_set():
            return False
        with_board = await ledger.outbox.add_board(venue, live)
        async with live.lock:
            goes_on = await self._let_go_on(live, venue, with_board)
        ledger.show(live)
        return goes_on

    async def _let_go_on(self, live: OpenMatch, venue: Venue, with_board: Shown | None) -> bool:
        """The record says how long the clock stood; whether that is done."""
        since = live.behind_since
        if since is None:
            # It was out of sync meanwhile, and is taken up as such.
            return True
        if not live.in_sync.is_set():
            return False
        through = with_board.through if with_board else 0
        if any(shown.board and shown.through > through for shown in live.shown):
            # A later announcement came with a board meanwhile.
            with_board = None
        latest, worth = venue.now() + venue.haze, venue.places.worth_telling
        try:
            await self._ledger.note(
                live, lambda match: stood(match, since, latest, with_board, worth_telling=worth)
            )
        except StoreError as error:
            self._ledger.lose(live, error, tries_again=True)
            return False
        live.become(live.standing.keeps_up())
        return True
