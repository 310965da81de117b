"""Something between the pages and the referee that cuts every connection, as some proxies do."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from yarl import URL


class Relay:
    """Passes bytes on, until it is told to cut."""

    def __init__(self, address: str) -> None:
        self._to = URL(address)
        self._open: set[asyncio.StreamWriter] = set()

    async def cut(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        beyond, out = await asyncio.open_connection(self._to.host, self._to.port)
        self._open |= {writer, out}
        ways = (_pass(reader, out), _pass(beyond, writer))
        await asyncio.wait(map(asyncio.create_task, ways), return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, out):
            end.close()
            self._open.discard(end)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


@contextlib.asynccontextmanager
async def relayed(address: str) -> AsyncIterator[tuple[Relay, str]]:
    relay = Relay(address)
    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    try:
        yield relay, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await relay.cut()
