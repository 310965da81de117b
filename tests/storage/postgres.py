"""The PostgreSQL that tests may use, and a network before it that can lose everything.

`REFEREE_TEST_POSTGRES` names a PostgreSQL database whose user may create others, such as
`postgresql+asyncpg://postgres@127.0.0.1/postgres`; each test gets one of its own there. Where it
names none, a run of the tests starts a server of its own (`server.py`).
"""

import asyncio
import atexit
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.store import open_store
from storage import server

POSTGRES = os.environ.get("REFEREE_TEST_POSTGRES", "")
"""The one that is named; `make chaos` uses no other."""
_templates: list[str] = []
WITH_POSTGRES = pytest.mark.postgres
"""A test that needs a PostgreSQL, as `make test-all` has it."""


def is_here() -> bool:
    return bool(POSTGRES) or server.programs() is not None


@contextlib.asynccontextmanager
async def fresh_database(*, with_tables: bool = False) -> AsyncIterator[str]:
    """The address of a database of one's own on the server; it is gone afterwards.

    It is empty, or has the newest tables already, which is quicker than making them.
    """
    name = f"referee_{uuid4().hex}"
    there = POSTGRES or await asyncio.to_thread(server.address)
    template = f" TEMPLATE {await _template(there)}" if with_tables else ""
    await _on_server(there, f"CREATE DATABASE {name}{template}")
    yield make_url(there).set(database=name).render_as_string(hide_password=False)
    await _on_server(there, f"DROP DATABASE {name} WITH (FORCE)")


async def _template(there: str) -> str:
    """The name of a database that each process of a run makes once, to be copied."""
    name = f"referee_template_{os.getpid()}"
    if not _templates:
        await _on_server(there, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        await _on_server(there, f"CREATE DATABASE {name}")
        address = make_url(there).set(database=name)
        store = await open_store(address.render_as_string(hide_password=False))
        await store.close()
        _templates.append(name)
        if POSTGRES:  # a server of our own goes as a whole
            drop = f"DROP DATABASE {name} WITH (FORCE)"
            atexit.register(lambda: asyncio.run(_on_server(there, drop)))
    return name


async def _on_server(there: str, command: str) -> None:
    engine = create_async_engine(there, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(command))
    await engine.dispose()


@dataclass(eq=False)
class Line:
    """One connection; its answers may be lost by themselves."""

    answers: bool = True
    heard: bytes = b""


class Network:
    """Hands on what is said both ways; what is said while it is `dead` is lost without a word."""

    def __init__(self, url: str) -> None:
        self.server = make_url(url)
        self.dead = False
        self.delay = 0.0
        """How many seconds each answer takes on its way."""
        self.overhear: Callable[[Line, bytes], None] | None = None
        """Is told of all that is asked, before it is handed on."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = self.server.port or 5432
        try:
            answers, asked = await asyncio.open_connection(self.server.host, port)
        except OSError:
            writer.close()
            return
        line = Line()
        ways = [
            asyncio.create_task(self._hand_on(reader, asked, line)),
            asyncio.create_task(self._hand_on(answers, writer, line, asks=False)),
        ]
        self._tasks |= set(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (writer, asked):
            end.close()

    def address(self, port: int) -> str:
        url: URL = self.server.set(host="127.0.0.1", port=port)
        return url.render_as_string(hide_password=False)

    async def _hand_on(
        self,
        said: asyncio.StreamReader,
        heard: asyncio.StreamWriter,
        line: "Line",
        *,
        asks: bool = True,
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await said.read(65536):
                if asks and self.overhear is not None:
                    self.overhear(line, data)
                if self.delay and not asks:
                    await asyncio.sleep(self.delay)
                if not self.dead and (asks or line.answers):
                    heard.write(data)
                    await heard.drain()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def network(url: str) -> AsyncIterator[tuple[Network, str]]:
    """A network before a database server, and the address by way of it."""
    built = Network(url)
    server = await asyncio.start_server(built.serve, "127.0.0.1", 0)
    async with server:
        yield built, built.address(server.sockets[0].getsockname()[1])
        await built.close()
