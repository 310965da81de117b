"""Answers to what was written while the referee was away: all in words, as fast as the room bears.

During three minutes of absence players and spectators wrote twenty things that can't be taken.
Nobody looks for a reaction at a message of three minutes ago, so each is answered in words, with
the pauses that `AnswerLimits` asks for. Where more than `MOST_WAITING` wait in a room, one answer
stands for the rest.
"""

import asyncio
from collections import Counter
from datetime import timedelta
from weakref import WeakValueDictionary

from bot.commands.request import Reply
from bot.timing import Timepiece
from bot.venues.discord.rate_limits import AnswerLimits
from bot.wording.clerk import rest_text

MOST_WAITING = 12
CHECK_INTERVAL = timedelta(seconds=1)
"""Between two looks whether the room bears another answer."""


class LateAnswers:
    """Whose turn it is to be answered, for each room in the order of the messages."""

    def __init__(self, limits: AnswerLimits, timepiece: Timepiece) -> None:
        self._limits = limits
        self._timepiece = timepiece
        self._waiting: Counter[int] = Counter()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def turn(self, room: int, own: Reply) -> Reply | None:
        """What a message gets, once the room bears it: its answer, one for the rest, or none."""
        if self._waiting[room] > MOST_WAITING:
            return None
        share = own if self._waiting[room] < MOST_WAITING else Reply(rest_text())
        self._waiting[room] += 1
        try:
            async with self._locks.setdefault(room, asyncio.Lock()):
                while not self._limits.may_answer_late(room):
                    await self._timepiece.sleep(CHECK_INTERVAL)
        finally:
            self._waiting[room] -= 1
            # A room in which nobody waits any more is forgotten.
            self._waiting += Counter()
        return share
