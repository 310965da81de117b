"""How much one page may send: chatter uses up no turn's place, and looking back nobody's.

A page says ten things at once, and a player on it plays a turn: the turn is taken all the same.
"""

from datetime import timedelta

from bot.limits import Bucket

MOST_AT_ONCE, REFILL = 10, timedelta(seconds=5)
BYTES_AT_ONCE, BYTES_REFILL = 256 * 1024, timedelta(seconds=10)
"""What a page may send in all, counted before any of it is read: reading takes the time of all."""
A_FRAME = 1024
"""So many bytes each frame counts at least: a short one takes time as well."""
TURNS_AT_ONCE = 3
"""Turns have places of their own beside the other messages, so that chatter takes none of them."""
LOOKS, LOOKS_REFILL = 60, timedelta(seconds=5)
"""Earlier positions that a page may ask for at once, and in which time as many again."""


class MessageLimits:
    """What one page has sent, counted; `now` is monotonic, as everywhere here."""

    def __init__(self, now: timedelta) -> None:
        self._bytes = Bucket(BYTES_AT_ONCE, BYTES_REFILL, now)
        self._long = Bucket(1, REFILL, now)
        self._messages = Bucket(MOST_AT_ONCE, REFILL, now)
        self._turns = Bucket(TURNS_AT_ONCE, REFILL, now)
        self._told = Bucket(1, REFILL, now)
        self._looks = Bucket(LOOKS, LOOKS_REFILL, now)

    def frame(self, now: timedelta, length: int, *, is_long: bool) -> bool:
        """Whether a frame of so many bytes may be read; a page that goes on beyond is cut off.

        One that is longer than any message is read once in a while, to be answered.
        """
        bytes_left = self._bytes.take(now, max(length, A_FRAME))
        return bytes_left and (not is_long or self._long.take(now))

    def message(self, now: timedelta, *, is_turn: bool) -> bool:
        """Whether one more message is within the limit; a turn has places of its own besides."""
        return self._messages.take(now) or (is_turn and self._turns.take(now))

    def look(self, now: timedelta) -> bool:
        """Whether one more earlier position is within the limit."""
        return self._looks.take(now)

    def to_tell(self, now: timedelta) -> bool:
        """Whether to tell the page that it sends too much, which is done once in a while only."""
        return self._told.take(now)
