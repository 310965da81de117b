"""Plays the sparring partner's seats: whenever a match is its to go on with, it does.

Ann plays E5, which is stored and told; it is the partner's turn now. The position is given to the
process that thinks, and what comes back is submitted as any player's turn is: ruled, clocked, kept
in the record. How long it may think, its clock says. After a restart each match that comes back in
sync is looked at in the same way. A question about a position that is no longer the match's is
dropped, and so is its answer: no turn is played twice.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.desk.desk import Desk
from bot.desk.keyed import Keyed
from bot.desk.tables import OpenMatch
from bot.desk.thinker import ThinkingError
from bot.desk.thinking import Thinking, seed_of
from bot.desk.venue import Venue
from bot.engine.notation import write_turn
from bot.engine.turn import Turn
from bot.players.game import game_at
from bot.players.levels import Level
from bot.referee.match import Match, Room
from bot.referee.partner import Think, Wish, pace, partner, wished
from bot.referee.problems import Simple
from bot.referee.ruling import Accepted, Reason, Refused, Ruling
from bot.referee.submission import Act, Pause, Resign, Said, Submission
from bot.timing import Backoff, Timepiece, break_off
from bot.wording.problems import problem_text
from bot.wording.sparring import partner_gone_text

log = logging.getLogger(__name__)

RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(seconds=15)
"""Between two tries to act in a match where nothing can be ruled just now."""


class _Seat(NamedTuple):
    """The partner's seat in a match in which it has something to do."""

    room: Room
    match: Match
    venue: Venue
    wish: Wish

    @property
    def now(self) -> datetime:
        """The venue's present, which may be a little behind its own stamps."""
        return max(self.venue.now(), self.match.turn_open_at)


class Sparring:
    """Acts for the partner in all matches at the desk; each match by itself, one act at a time."""

    def __init__(self, desk: Desk, timepiece: Timepiece) -> None:
        self._desk = desk
        self._timepiece = timepiece
        self._acts = Keyed("match", self._act_in, "the sparring partner could not act")
        self._thinking: dict[int, tuple[Wish, asyncio.Task[Turn | None]]] = {}
        desk.watchers.append(self._on_change)

    async def run(self) -> None:
        await self._acts.run()

    def _on_change(self, live: OpenMatch) -> None:
        # One at rest is as it was when this was asked last, and is not woken to be asked again.
        if live.at_rest:
            return
        wish = wished(live.match)
        about_wish, thinking = self._thinking.get(live.id, (wish, None))
        if thinking is not None and about_wish != wish:
            thinking.cancel()
        if wish is not None:
            self._acts.wake(live.id)

    async def _act_in(self, number: int) -> None:
        """Does what the partner has to do in a match until it has to wait."""
        pauses, wish, act = Backoff(RETRY_FIRST, RETRY_MAX), None, None
        while (seat := await self._seat(number)) is not None:
            if act is None or wish != seat.wish:
                wish, act = seat.wish, await self._act_for(number, seat)
                seat = await self._seat(number)
            ruling = None if act is None or seat is None else await self._submit(number, seat, act)
            if isinstance(ruling, Accepted):
                if isinstance(act, Pause) and seat is not None:
                    await seat.venue.places.whisper(seat.room, seat.match.host, act.reason)
            elif isinstance(ruling, Refused) and ruling.reason is Reason.ILLEGAL:
                log.error("match %s: the sparring partner's turn is illegal", number)
                act = Pause(partner_gone_text())
            elif (seat := await self._seat(number)) is not None and seat.wish == wish:
                # Nothing can be ruled just now.
                await self._timepiece.sleep(pauses.next())

    async def _seat(self, number: int) -> _Seat | None:
        """A match in which the partner has something to do; None if it waits there."""
        room, match = await self._desk.match(number) or (None, None)
        if room is None or match is None:
            return None
        wish, venue = wished(match), self._desk.serving(room)
        return None if wish is None or venue is None else _Seat(room, match, venue, wish)

    async def _act_for(self, number: int, seat: _Seat) -> Act | None:
        """The act that the partner wishes: a turn is thought out; a pause if that fails.

        None where the match has gone on meanwhile.
        """
        wish, match, thinking = seat.wish, seat.match, self._desk.thinking
        if not isinstance(wish, Think):
            return wish
        if thinking is None:
            return Pause(problem_text(Simple.THINKING_OFF))
        asked = asyncio.create_task(_thought_out(number, match, seat.now, thinking))
        self._thinking[number] = wish, asked
        try:
            await asyncio.wait((asked,))
            if asked.cancelled():
                return None
            turn = asked.result()
            if turn is None:
                return Resign(wish.handed_over)
            return Said(write_turn(match.spelling, turn), wish.handed_over)
        except (ThinkingError, ValueError) as error:
            log.warning("match %s: no turn of the sparring partner: %s", number, error)
            return Pause(partner_gone_text())
        finally:
            del self._thinking[number]
            await break_off(asked)

    async def _submit(self, number: int, seat: _Seat, act: Act) -> Ruling | None:
        colour = partner(seat.match)
        if colour is None:
            return None
        by_host = isinstance(act, Pause)
        submission = Submission(seat.match.players[colour], act, seat.now, may_host=by_host)
        answer = await self._desk.submit_to(number, submission)
        return None if answer is None else answer.ruling


async def _thought_out(number: int, match: Match, now: datetime, thinking: Thinking) -> Turn | None:
    """The turn of the partner in a match; ThinkingError, or ValueError where there is none.

    None where it is to resign.
    """
    level = Level(match.players[match.to_move].level)
    game, seed = game_at(match.ruleset, match.position), seed_of(number, match)
    return await thinking.turn(game, level, seed, pace(match, now), resigns=match.terms.resigns)
