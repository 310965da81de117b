"""A line that says how far a command is, for whoever waits at a terminal.

Somebody types `referee spar strong fierce` and looks at nothing for a minute. So a command that may
take long says what it is at; after a second that is seen, with the time since the start, and when
the command ends, be it by Ctrl-C, it is gone. It is written to standard error, and only where that
is a terminal which can write over a line: never to a pipe, a file or a log.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event, Lock, Thread
from typing import Self, TextIO

_FIRST = timedelta(seconds=1)
"""How long a command is at work before the line is seen: most have ended by then."""
_EVERY = timedelta(seconds=0.5)
_ECHO = 4
"""Columns that are left free, for the ^C that a terminal shows."""


class LiveLine:
    """The line of one command, which is there within `with`; without a terminal it never is."""

    def __init__(self, text: str, terminal: TextIO | None) -> None:
        self._text = text
        self._terminal = terminal
        self._begun = time.monotonic()
        self._is_drawn = False
        self._lock = Lock()
        self._ended = Event()
        self._ticker = Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if self._terminal is not None:
            self._ticker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        with self.hidden():
            pass

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal to see it."""
        return self._terminal is not None

    def say(self, text: str) -> None:
        """What the line says from now on."""
        self._text = text

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Takes the line away while something else is written to what may be the same terminal."""
        with self._lock:
            if self._is_drawn:
                self._write("")
                self._is_drawn = False
            yield

    def _tick(self) -> None:
        pause = _FIRST
        while not self._ended.wait(pause.total_seconds()):
            with self._lock:
                # The command may have ended while this waited for the lock.
                if not self._ended.is_set():
                    minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
                    self._write(f"{self._text}, {minutes}:{seconds:02}")
                    self._is_drawn = True
            pause = _EVERY

    def _write(self, line: str) -> None:
        """Writes over the line; blanks, since not every terminal knows a sign that erases."""
        assert self._terminal is not None  # noqa: S101
        # A terminal that was closed meanwhile is no reason to break a command off.
        with suppress(OSError):
            columns = os.get_terminal_size(self._terminal.fileno()).columns or 80
            self._terminal.write(f"\r{' ' * (columns - 1)}\r{line[: columns - _ECHO]}")
            self._terminal.flush()


def live_line(text: str) -> LiveLine:
    """The line of a command that begins with this text."""
    return LiveLine(text, sys.stderr if _can_be_live() else None)


def _can_be_live() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stderr.isatty():
        return False
    # What reads from a pipe, such as `less` or `tee`, writes to this terminal as well.
    return not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
