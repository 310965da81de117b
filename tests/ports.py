"""Ports for servers that are told theirs: none that the system hands to others meanwhile."""

import os
import socket
from contextlib import suppress
from itertools import count

FIRST, NUMBER = 10_000, 20_000
"""Below those that Linux hands out to whoever asks for any port."""
_tries = count(os.getpid() * 7919)


def free_port() -> int:
    """A port of 127.0.0.1 at which nobody listens, and another each time."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", FIRST + next(_tries) % NUMBER))
            return int(probe.getsockname()[1])
