"""A room and a client in it, for the loopback's own tests."""

from collections.abc import AsyncIterator

import pytest

from .server import LoopbackDiscord
from .tiny import Room, Tiny, pointed_at, running


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """A room; at the end every request must have been known and by the book, both ways."""
    async with LoopbackDiscord() as server:
        with pointed_at(server):
            yield Room(server)
        server.assert_clean()
        assert not server.schema.answers


@pytest.fixture
async def client(room: Room) -> AsyncIterator[Tiny]:
    async with running(room.server, Tiny()) as ready:
        yield ready
