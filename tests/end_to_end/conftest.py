"""A Discord with people and a referee, in this process or in one of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from loopback import LoopbackDiscord
from storage.postgres import fresh_database
from venues.room.visitor import browser

from end_to_end.house import DiscordHouse, house
from end_to_end.pages import Page
from end_to_end.process import Arena


@pytest.fixture
async def server_database() -> AsyncIterator[str]:
    """The address of a database on a server, with its tables."""
    async with fresh_database(with_tables=True) as address:
        yield address


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[DiscordHouse]:
    """A server with people and a room, and the referee on duty there."""
    async with house(tmp_path) as built:
        yield built


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    """A room whose referee is not started yet; it is ended in any case."""
    async with LoopbackDiscord() as discord:
        built = Arena(discord, tmp_path)
        yield built
        if built.referee.running:
            await built.referee.kill()
        discord.assert_clean()


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """A page that is not open yet."""
    async with browser() as session:
        yield Page(session)
