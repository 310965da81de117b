"""Tells systemd that the referee has started, and again and again that its loop still turns."""

import asyncio
import contextlib
import os
import socket

_BEATS = 3
"""Signs of life in the time after which systemd would restart a process that stands still."""


async def keep_told() -> None:
    """Tells it until cancelled; whoever starts the process otherwise is told nothing."""
    _notify("READY=1")
    length = float(os.environ.get("WATCHDOG_USEC") or "inf") / 1_000_000
    while length < float("inf"):
        _notify("WATCHDOG=1")
        await asyncio.sleep(length / _BEATS)
    await asyncio.Event().wait()


def _notify(state: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sent:
            sent.sendto(state.encode(), address.replace("@", "\0", 1))
