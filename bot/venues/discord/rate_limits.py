"""How many answers a room is given, so that the match's own announcements never wait for them.

A spectator types ten wrong turns in five seconds. Discord takes about five messages in five seconds
per channel, whoever they answer; the next one waits. So refusals and replies to typed commands
share a smaller limit per room: four in ten seconds, and never more than three in five, so that two
announcements fit beside them. Beyond it a reaction has to do: reactions are counted apart from
messages, as are the answers to slash commands and buttons.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.limits import RateLimit
from bot.venues.discord.recent import MOST_KEPT, SeenIds


class AnswerLimits:
    """Whether an answer may be a message, or a mere reaction; `answered` are the messages refused.

    An author's limit goes by the stamps of what they sent, a room's limit by the moment of the
    answer, since after an absence all is answered at once; `now` is the venue's present.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.answered = SeenIds()
        # One author's three refusals fit into an empty room, wherever else they are written.
        self._refusals: RateLimit[int] = RateLimit(3, timedelta(seconds=10), MOST_KEPT)
        self._at_once: RateLimit[int] = RateLimit(3, timedelta(seconds=5), MOST_KEPT)
        self._in_room: RateLimit[int] = RateLimit(4, timedelta(seconds=10), MOST_KEPT)
        # Typed commands leave room for other people's, and all of it for refusals of turns.
        self._replies: RateLimit[int] = RateLimit(2, timedelta(seconds=10), MOST_KEPT)
        self._replies_in_room: RateLimit[int] = RateLimit(3, timedelta(seconds=10), MOST_KEPT)

    def may_refuse(self, room: int, author: int, at: datetime) -> bool:
        """Whether a turn that an author sent at a moment may be refused in words; counts it."""
        return _take((self._refusals, author, at), *self._of_room(room))

    def may_reply(self, room: int, author: int, at: datetime) -> bool:
        """Whether a command that an author typed at a moment may be answered in words."""
        share = self._replies_in_room, room, self._now()
        return _take((self._replies, author, at), share, *self._of_room(room))

    def may_answer_late(self, room: int) -> bool:
        """Whether a message written in an absence may be answered now; counts the answer."""
        return _take(*self._of_room(room))

    def _of_room(self, room: int) -> tuple["_Share", "_Share"]:
        now = self._now()
        return (self._at_once, room, now), (self._in_room, room, now)


_Share = tuple[RateLimit[int], int, datetime]
"""A limit, whose it is, and when it is used."""


def _take(*shares: _Share) -> bool:
    if not all(limit.left(key, at) for limit, key, at in shares):
        return False
    for limit, key, at in shares:
        limit.take(key, at)
    return True
