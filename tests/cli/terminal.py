"""A terminal of the system: what a program wrote to it, what one sees of that, and its keys."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

ROWS, COLUMNS = 24, 72
_AS_ITS_OWN = """
import fcntl, os, signal, sys, termios
# A shell starts what runs in its background with these ignored, and so the tests, too.
for sign in (signal.SIGINT, signal.SIGHUP):
    signal.signal(sign, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """The side at which somebody sits; programs have the other, `programs_side`."""

    def __init__(self) -> None:
        try:
            self._mine, self.programs_side = os.openpty()
        except OSError as error:
            pytest.skip(f"this system gives no pseudo-terminal ({error})")
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.programs_side, termios.TIOCSWINSZ, size)
        self.written = ""

    def press(self, keys: str) -> None:
        """Types keys; Ctrl-C is `\\x03`."""
        os.write(self._mine, keys.encode())

    def read_until(self, text: str) -> None:
        begun = len(self.written)
        while text not in self.written[begun:]:
            self.written += os.read(self._mine, 65536).decode(errors="replace")

    def close(self) -> None:
        os.close(self.programs_side)
        try:
            while more := os.read(self._mine, 65536):
                self.written += more.decode(errors="replace")
        except OSError:
            # Nobody has the other side any more.
            pass
        os.close(self._mine)

    def rows(self) -> list[str]:
        """What is seen of all that was written; the last row is the one with the cursor."""
        rows, column = [""], 0
        for sign in self.written:
            if sign == "\r":
                column = 0
            elif sign == "\n":
                rows.append("")
            else:
                row = rows[-1].ljust(column)
                rows[-1] = row[:column] + sign + row[column + 1 :]
                column += 1
        return [row.rstrip() for row in rows]


@contextmanager
def terminal() -> Iterator[Terminal]:
    opened = Terminal()
    try:
        yield opened
    finally:
        opened.close()


def started(words, on, environment=None) -> subprocess.Popen[bytes]:
    """A program that has this terminal as its own, so that Ctrl-C there reaches it."""
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), on.programs_side)
    return subprocess.Popen(
        [sys.executable, "-c", _AS_ITS_OWN, *words],
        **streams,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": ""} | (environment or {}),
    )
