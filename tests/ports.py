"""Ports for servers that are told theirs: none that the system hands to others meanwhile."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count

FIRST, NUMBER = 10_000, 20_000
"""Below those that Linux hands out to whoever asks for any port."""
_tries = count(os.getpid() * 7919)


def free_port() -> int:
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", FIRST + next(_tries) % NUMBER))
            return int(probe.getsockname()[1])


@asynccontextmanager
async def hanging_up(times: int, stop: asyncio.Event) -> AsyncIterator[str]:
    """The address of a server that ends each connection once it is asked; stops at so many."""
    tries = count(1)

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if next(tries) == times:
            stop.set()
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as door:
        yield f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}"
