"""What a command prints, how it says how far it is, and how it reaches a server.

No secret is printed, nor anything that steers a terminal: people chose the names of servers, rooms
and tables, and keys of rows may be anything.

Somebody types `referee spar strong fierce` and looks at nothing for a minute. So a command that may
take long says what it is at; after a second that is seen, with the time since the start, and when
the command ends, be it by Ctrl-C, it is gone. It is written to standard error, and only where that
is a terminal which can write over a line: never to a pipe, a file or a log.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TextIO, TypeVar

from bot.logs.redaction import hide
from bot.wording.sparring import no_number_text

_Value = TypeVar("_Value")
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def plain(text: str) -> str:
    """One line of text in which every sign is seen."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def say(
    text: str, secrets: tuple[str, ...] = (), to: TextIO | None = None, *, links: bool = False
) -> None:
    """Prints a text of one line or more, to standard output unless `to` is given.

    `links` are shown where somebody has asked for them.
    """
    lines = (text if links else hide(text, secrets)).split("\n")
    print(*map(plain, lines), sep="\n", file=to)


def fail(why: str, secrets: tuple[str, ...] = ()) -> int:
    """Says on standard error why a command can't be carried out; returns the exit status."""
    say(f"referee: {why}", secrets, sys.stderr)
    return 1


def given(read: Callable[[str], _Value], why: Callable[[str], str]) -> Callable[[str], _Value]:
    """Reads what an option is given; where that can't be read, the command line is told why."""

    def reading(text: str) -> _Value:
        try:
            return read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(why(plain(text))) from None

    return reading


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return given(read, partial(no_number_text, least=least, most=most))


def reached_here(host: str) -> str:
    """The address at which this machine reaches a server that listens at `host`."""
    return _EVERYWHERE.get(host, host)
